"""Trees of a rule's results, distributions, and folds over them. Builds no trees."""

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
