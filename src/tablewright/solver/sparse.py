"""Sparse linear systems, the only part of best play that needs SciPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import splu

ROUGHLY = 100  # iterations of a fit, at most
FITTED = 1e-16  # a fit stops at this part of its squared error at the start


def sparse_rows(weights: Sequence[float], columns: Sequence[int], ends: Sequence[int], width: int) -> Any:
    """Build a sparse matrix from consecutive rows."""
    return sparse.csr_matrix((np.array(weights), np.array(columns), np.array(ends)), shape=(len(ends) - 1, width))


class PolicyFlow:
    """The flow of a policy from slot to slot: a sparse matrix, factored once.

    Slots are ordered by strongly connected components, so that solving is substitution; only real cycles cost more.
    """

    def __init__(self, into: NDArray[np.intp], out_of: NDArray[np.intp], share: NDArray[np.float64], size: int) -> None:
        self.steps = sparse.csr_matrix((share, (out_of, into)), shape=(size, size))
        _, label = connected_components(self.steps, directed=True, connection="strong")
        self.order = np.argsort(label, kind="stable")
        system = (sparse.identity(size, format="csr") - self.steps)[self.order][:, self.order].tocsc()
        self._solved: Any = splu(system, permc_spec="NATURAL", diag_pivot_thresh=0.0)

    def worth(self, given: NDArray[np.float64]) -> NDArray[np.float64]:
        """The value of every slot, given values of the ends."""
        out = np.empty(len(given))
        out[self.order] = self._solved.solve(given[self.order])
        return out

    def visits(self, start: int) -> NDArray[np.float64]:
        """Expected visits of each slot in a play from `start`."""
        out = np.empty(len(self.order))
        out[self.order] = self._solved.solve((self.order == start).astype(float), trans="T")
        return out


def ridge_fit(
    columns: Sequence[NDArray[np.intp]], width: int, target: NDArray[np.float64], ridge: float
) -> NDArray[np.float64]:
    """Fit `width` weights by ridge regression. A row's prediction is the sum of those in `columns`.

    The method is conjugate gradients, written out because SciPy's solvers add up in BLAS. Its last digits differ
    between processors, and 40 iterations magnify them 1e10 times. Here equal targets give equal weights everywhere:
    NumPy's own sums, and sparse products with ones, do not depend on the processor.
    """
    many, rows = len(columns), len(target)
    weights = np.zeros(width)
    if not many:
        return weights
    laid = np.stack(columns, axis=1).ravel()
    table: Any = sparse.csr_matrix((np.ones(laid.size), laid, np.arange(0, laid.size + 1, many)), shape=(rows, width))
    scale = 1 / (np.bincount(laid, minlength=width) + ridge)
    left = table.T @ target
    step = scale * left
    size = begun = float((left * step).sum())
    for _ in range(ROUGHLY):
        if size <= FITTED * begun:
            break
        change = table.T @ (table @ step) + ridge * step
        part = size / float((step * change).sum())
        weights += part * step
        left -= part * change
        scaled = scale * left
        was, size = size, float((left * scaled).sum())
        step = scaled + size / was * step
    return weights
