"""Zero-sum games of one table (both sides choose at once), solved exactly in whole numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

#: Payoff to the side that picks the row, by row and column; the other side picks the column.
PayoffMatrix: TypeAlias = Sequence[Sequence[int]]
#: Weights of the rows and of the columns in mixed strategies; both have the same total.
MixedStrategies: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


def solve_zero_sum(table: PayoffMatrix) -> MixedStrategies:
    """Solve a zero-sum game: mixed strategies from which neither side gains by departing. The weights are exact.

    A pure strategy is preferred; of several, the first.
    """
    pure = find_saddle_point(table)
    if pure is None:
        return _solve_mixed(table)
    row, column = pure
    return tuple(int(i == row) for i in range(len(table))), tuple(int(j == column) for j in range(len(table[0])))


def support_chances(mix: MixedStrategies) -> list[tuple[float, int, int]]:
    """The chance of each pair of a row and a column with positive weights."""
    rows, columns = mix
    across, down = [x / sum(rows) for x in rows], [y / sum(columns) for y in columns]
    return [(p * q, i, j) for i, p in enumerate(across) for j, q in enumerate(down) if p and q]


def find_saddle_point(table: Sequence[Sequence[Any]]) -> tuple[int, int] | None:
    """Find a saddle point: a row and a column that neither side would leave, even if it saw the other's. None if there
    is none.
    """
    least, most = [min(row) for row in table], [max(column) for column in zip(*table, strict=True)]
    row, column = least.index(max(least)), most.index(min(most))
    return (row, column) if least[row] == most[column] else None


def _solve_mixed(table: PayoffMatrix) -> MixedStrategies:
    """Solve by the simplex method on Tucker's condensed tableau: each pivot exchanges a row and a column.

    All entries are integers over one denominator, the last pivot, so every division is exact. Enter the most promising
    column first. After a degenerate step use Bland's rule, which cannot cycle.
    """
    height, width = len(table), len(table[0])
    least = min(min(row) for row in table)
    rows = [[worth - least + 1 for worth in row] + [1] for row in table]
    rows.append([-1] * width + [0])
    across, down = list(range(width)), list(range(width, width + height))  # strategy of each column and row
    over, gains = 1, True
    while enter := [(rows[-1][j] if gains else 0, pick, j) for j, pick in enumerate(across) if rows[-1][j] < 0]:
        *_, j = min(enter)
        i = _pivot_row_index(rows, down, j)
        gains = rows[i][-1] > 0
        rows, over = _pivot(rows, i, j, over), rows[i][j]
        across[j], down[i] = down[i], across[j]
    weights = [0] * (width + height)
    for j, pick in enumerate(across):
        weights[pick] = rows[-1][j] if pick >= width else 0
    for i, pick in enumerate(down):
        weights[pick] = rows[i][-1] if pick < width else 0
    return tuple(weights[width:]), tuple(weights[:width])


def _pivot_row_index(rows: list[list[int]], down: list[int], j: int) -> int:
    """Choose the pivot row for column j by the ratio test; ties go to the first strategy."""
    best = -1
    for i, pick in enumerate(down):
        if rows[i][j] <= 0:
            continue
        if best >= 0:
            here, there = rows[i][-1] * rows[best][j], rows[best][-1] * rows[i][j]
            if here > there or (here == there and pick > down[best]):
                continue
        best = i
    return best


def _pivot(rows: list[list[int]], r: int, c: int, over: int) -> list[list[int]]:
    pivot_row = rows[r]
    pivot = pivot_row[c]
    out = []
    for i, row in enumerate(rows):
        if i == r:
            new = pivot_row[:]
            new[c] = over
        else:
            lead = row[c]
            new = [(a * pivot - lead * b) // over for a, b in zip(row, pivot_row, strict=True)]
            new[c] = -lead
        out.append(new)
    return out
