"""The table over HTTP and WebSocket. Stands on the seat; knows no game by name."""
