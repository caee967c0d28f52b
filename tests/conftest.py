"""Property tests take as long as a busy machine needs, and try the same cases every time."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("tablewright", deadline=None, derandomize=True, database=None)
settings.load_profile("tablewright")


@pytest.fixture(autouse=True, scope="session")
def answers_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test finds what another run has kept, nor leaves anything behind."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TABLEWRIGHT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
