"""A scenario as a Markov chain, solved or sampled in batches. Computes no best play of its own: `solver` does."""

from .batch_sampler import (
    BatchSampler,
)
from .chain import (
    MarkovChain,
    build_chain,
)

__all__ = ["BatchSampler", "MarkovChain", "build_chain"]
