"""The HTTP interface: routes, middleware, OpenAPI, metrics and the static page."""

from .app import (
    create_app,
)

__all__ = ["create_app"]
