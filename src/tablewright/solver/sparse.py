"""Sparse systems, solved in the order their parts follow each other; the one place best play needs SciPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import lsqr, splu

ROUGHLY = 40
"""Steps towards a fit."""


def sparse_rows(weights: Sequence[float], columns: Sequence[int], ends: Sequence[int], width: int) -> Any:
    """Rows of a sparse matrix, one after the other."""
    return sparse.csr_matrix((np.array(weights), np.array(columns), np.array(ends)), shape=(len(ends) - 1, width))


class PolicyFlow:
    """Where every slot leads under a policy: a matrix, factored part by part.

    Parts that cannot return to one another are ordered so that steps go forward, and solving is substitution; only
    real cycles cost more.
    """

    def __init__(self, into: NDArray[np.intp], out_of: NDArray[np.intp], share: NDArray[np.float64], size: int) -> None:
        self.steps = sparse.csr_matrix((share, (out_of, into)), shape=(size, size))
        _, label = connected_components(self.steps, directed=True, connection="strong")
        self.order = np.argsort(label, kind="stable")
        system = (sparse.identity(size, format="csr") - self.steps)[self.order][:, self.order].tocsc()
        self._solved: Any = splu(system, permc_spec="NATURAL", diag_pivot_thresh=0.0)

    def worth(self, given: NDArray[np.float64]) -> NDArray[np.float64]:
        """What every slot comes to, if ends are worth what is given."""
        out = np.empty(len(given))
        out[self.order] = self._solved.solve(given[self.order])
        return out

    def visits(self, start: int) -> NDArray[np.float64]:
        """How often each slot is met in a play from there, on average."""
        out = np.empty(len(self.order))
        out[self.order] = self._solved.solve((self.order == start).astype(float), trans="T")
        return out


def ridge_fit(columns: Sequence[NDArray[np.intp]], width: int, target: NDArray[np.float64], ridge: float) -> Any:
    """Weights, as many as `width`, that add up to the target in each row: those in these columns of it. Roughly."""
    many, rows = len(columns), len(target)
    if not many:
        return np.zeros(width)
    laid = np.stack(columns, axis=1).ravel()
    table = sparse.csr_matrix((np.ones(laid.size), laid, np.arange(0, laid.size + 1, many)), shape=(rows, width))
    return lsqr(table, target, damp=ridge**0.5, iter_lim=ROUGHLY)[0]
