"""Small games for tests: some are folders as an author would write them, others one module."""

from pathlib import Path

EXAMPLES = Path(__file__).parent
