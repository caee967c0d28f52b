"""Processes: the acceptor, its workers, and the pools that answer queries and run lab jobs."""

from .acceptor import (
    run_acceptor,
)
from .http1_protocol import (
    Http1Protocol,
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
    ServerWorker,
)

__all__ = [
    "Http1Protocol",
    "LabJob",
    "LabJobs",
    "QueryPool",
    "ServerWorker",
    "can_pass_sockets",
    "find_job",
    "jobs_of",
    "run_acceptor",
]
