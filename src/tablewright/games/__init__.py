"""The games, one folder each. A game imports the kernel and nothing else; nothing imports a game by name."""
