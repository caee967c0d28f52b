"""Distributions and trees of a rule's outcomes, and folds over them. Knows nothing of how a tree is built."""

from .distribution import (
    Distribution,
)
from .tree import (
    CallNode,
    ChanceNode,
    ChoiceNode,
    Leaf,
    Node,
    SimultaneousNode,
    find_choosers,
    iter_nodes,
)
from .tree_fold import (
    TreeFold,
)

__all__ = [
    "CallNode",
    "ChanceNode",
    "ChoiceNode",
    "Distribution",
    "Leaf",
    "Node",
    "SimultaneousNode",
    "TreeFold",
    "find_choosers",
    "iter_nodes",
]
