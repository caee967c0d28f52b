"""Scenarios run to their end: as a chain where the states fit, by sampling otherwise."""
