"""How fast exact odds and whole fights are, beside hand-written Python, icepool, dyce, NumPy and OpenSpiel."""
