"""Processes: the acceptor, its workers, and the pools that answer queries and run lab jobs."""

from .acceptor import (
    run_acceptor,
)
from .lab_jobs import (
    LabJob,
    LabJobs,
    find_job,
    jobs_of,
)
from .query_pool import (
    QueryPool,
)
from .socket_passing import (
    can_pass_sockets,
)
from .worker import (
    passed_through,
)

__all__ = [
    "LabJob",
    "LabJobs",
    "QueryPool",
    "can_pass_sockets",
    "find_job",
    "jobs_of",
    "passed_through",
    "run_acceptor",
]
