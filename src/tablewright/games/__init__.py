"""The games, one folder each. A game imports `rules` and nothing else, and no module imports a game by name."""
