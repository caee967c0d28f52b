"""Sparse linear systems, the only part of best play that needs SciPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import lsqr, splu

ROUGHLY = 40  # iterations of a fit


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


def ridge_fit(columns: Sequence[NDArray[np.intp]], width: int, target: NDArray[np.float64], ridge: float) -> Any:
    """Fit `width` weights by ridge regression, a few iterations only. A row's prediction is the sum of those in
    `columns`.
    """
    many, rows = len(columns), len(target)
    if not many:
        return np.zeros(width)
    laid = np.stack(columns, axis=1).ravel()
    table = sparse.csr_matrix((np.ones(laid.size), laid, np.arange(0, laid.size + 1, many)), shape=(rows, width))
    return lsqr(table, target, damp=ridge**0.5, iter_lim=ROUGHLY)[0]
