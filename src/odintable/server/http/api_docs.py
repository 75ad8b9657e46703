"""The API's description as a page to read, made from the OpenAPI description: no script needed."""

from html import escape
from typing import Any

STYLE = "/api/v2/style.css"
CSS = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
code, pre { font: 14px/1.4 ui-monospace, monospace }
h2 code { font-size: 1.1rem }
td, th { padding: 0 1rem 0 0; text-align: left; vertical-align: top }
"""


def page(described: dict[str, Any]) -> str:
    """All calls, what they take and what they give."""
    calls = [
        call(method, path, told)
        for path, methods in described["paths"].items()
        for method, told in methods.items()
    ]
    shapes = [shape(name, told) for name, told in described["components"]["schemas"].items()]
    title = escape(described["info"]["title"])
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}: API</title>'
        f'<link rel="stylesheet" href="{STYLE}"></head><body><h1>{title}: API</h1>'
        f"<p>{escape(described['info']['description'])}</p>{tokens(described)}"
        '<p>For programs: <a href="/api/v2/openapi.json">openapi.json</a>.</p>'
        f"{''.join(calls)}<h1>Shapes</h1>{''.join(shapes)}</body></html>"
    )


def tokens(described: dict[str, Any]) -> str:
    """How a token is sent."""
    schemes = described["components"].get("securitySchemes", {})
    return "".join(
        f'<h2 id="{escape(name)}">{escape(name)}</h2><p>{escape(told["description"])}</p>'
        for name, told in schemes.items()
    )


def call(method: str, path: str, told: dict[str, Any]) -> str:
    """One call."""
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    takes = f"<p>Takes {named(body['schema'])}.</p>" if body else ""
    names = [escape(name) for one in told.get("security", []) for name in one]
    sends = "".join(f'<p>With a <a href="#{name}">{name}</a>.</p>' for name in names)
    gives = [
        f"{status}: {named(content.get('schema', {}))}"
        for status, answer in told["responses"].items()
        for content in answer.get("content", {}).values()
        if status.startswith("2")
    ]
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
        f"<p>{escape(told.get('description', ''))}</p>{sends}{takes}<p>{'; '.join(gives)}</p>"
    )


def shape(name: str, told: dict[str, Any]) -> str:
    """One shape and its keys."""
    rows = [
        f"<tr><td><code>{escape(key)}</code></td><td>{named(of)}</td>"
        f"<td>{escape(of.get('description', ''))}</td></tr>"
        for key, of in told.get("properties", {}).items()
    ]
    about = escape(told.get("description", ""))
    return (
        f'<h2 id="{escape(name)}">{escape(name)}</h2><p>{about}</p><table>{"".join(rows)}</table>'
    )


def named(schema: dict[str, Any]) -> str:
    """What kind of value it is, in short."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(named(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(f"<code>{escape(str(one))}</code>" for one in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {named(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
