"""The API's documentation page, generated from the OpenAPI description without any script."""

from html import escape
from typing import Any

STYLE = "/api/v2/style.css"
CSS = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
code, pre { font: 14px/1.4 ui-monospace, monospace }
h2 code { font-size: 1.1rem }
td, th { padding: 0 1rem 0 0; text-align: left; vertical-align: top }
"""


def docs_page(openapi: dict[str, Any]) -> str:
    """Return the page: all calls with their requests and responses, then all schemas."""
    calls = [
        describe_call(method, path, operation)
        for path, methods in openapi["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = [
        describe_schema(name, schema) for name, schema in openapi["components"]["schemas"].items()
    ]
    title = escape(openapi["info"]["title"])
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}: API</title>'
        f'<link rel="stylesheet" href="{STYLE}"></head><body><h1>{title}: API</h1>'
        f"<p>{escape(openapi['info']['description'])}</p>{describe_security(openapi)}"
        '<p>For programs: <a href="/api/v2/openapi.json">openapi.json</a>.</p>'
        f"{''.join(calls)}<h1>Schemas</h1>{''.join(schemas)}</body></html>"
    )


def describe_security(openapi: dict[str, Any]) -> str:
    """Describe how a token is sent."""
    schemes = openapi["components"].get("securitySchemes", {})
    return "".join(
        f'<h2 id="{escape(name)}">{escape(name)}</h2><p>{escape(scheme["description"])}</p>'
        for name, scheme in schemes.items()
    )


def describe_call(method: str, path: str, operation: dict[str, Any]) -> str:
    """Describe one call."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    request = f"<p>Request: {type_of(body['schema'])}.</p>" if body else ""
    names = [escape(name) for one in operation.get("security", []) for name in one]
    security = "".join(f'<p>With a <a href="#{name}">{name}</a>.</p>' for name in names)
    responses = [
        f"{status}: {type_of(content.get('schema', {}))}"
        for status, response in operation["responses"].items()
        for content in response.get("content", {}).values()
        if status.startswith("2")
    ]
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
        f"<p>{escape(operation.get('description', ''))}</p>{security}{request}"
        f"<p>{'; '.join(responses)}</p>"
    )


def describe_schema(name: str, schema: dict[str, Any]) -> str:
    """Describe one schema and its keys."""
    rows = [
        f"<tr><td><code>{escape(key)}</code></td><td>{type_of(one)}</td>"
        f"<td>{escape(one.get('description', ''))}</td></tr>"
        for key, one in schema.get("properties", {}).items()
    ]
    about = escape(schema.get("description", ""))
    return (
        f'<h2 id="{escape(name)}">{escape(name)}</h2><p>{about}</p><table>{"".join(rows)}</table>'
    )


def type_of(schema: dict[str, Any]) -> str:
    """Return the type of a value in a few words."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(type_of(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(one))}</code>" for one in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {type_of(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
