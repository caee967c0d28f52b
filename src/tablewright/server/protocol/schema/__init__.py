"""Documents of the wire, made from its types: the page's protocol.json, AsyncAPI, and the schemas of OpenAPI."""

from .asyncapi import asyncapi_document
from .components import Components, Schema, json_schemas
from .protocol_json import HTTP_TYPES, page_protocol

__all__ = ["HTTP_TYPES", "Components", "Schema", "asyncapi_document", "json_schemas", "page_protocol"]
