"""Random plays of a rule or scenario, in one process or many, with their statistics. Counts nothing exactly."""

from . import simulation
from .process_pool import (
    map_in_order,
    worker_pool,
)
from .sampler import (
    RuleSampler,
)
from .simulation import (
    CHUNK,
    ChunkWorker,
    ScenarioPlayer,
    SimulationSetup,
    play_many,
    simulate,
    unfinished_ending,
)
from .statistics import (
    NAME_SEPARATOR,
    NOBODY,
    PlayStatistics,
    newly_fallen,
    wilson_interval,
)

__all__ = [
    "CHUNK",
    "NAME_SEPARATOR",
    "NOBODY",
    "ChunkWorker",
    "PlayStatistics",
    "RuleSampler",
    "ScenarioPlayer",
    "SimulationSetup",
    "map_in_order",
    "newly_fallen",
    "play_many",
    "simulate",
    "simulation",
    "unfinished_ending",
    "wilson_interval",
    "worker_pool",
]
