"""Property tests take as long as a busy machine needs, and try the same cases every time."""

from hypothesis import settings

settings.register_profile("tablewright", deadline=None, derandomize=True, database=None)
settings.load_profile("tablewright")
