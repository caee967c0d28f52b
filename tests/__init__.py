"""Tests of the product; folders follow `src/tablewright`."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
