"""The page's files, packed in memory, under an address that changes whenever one of them does.

`/v/HASH/js/main.js` may be kept by browsers for ever, since another version has another address;
the one HTML page names that address and is asked for each time. So is the service worker, which
keeps the files of one version for times without a network.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import Response

from .modules import START, preloads

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request

PACKAGE = Path(__file__).parent.parent
WEB = PACKAGE / "web"
LOCALE = PACKAGE / "locale"
ROOMS = ("table", "rules", "settings", "replay", "learn")  # pages that are all the one HTML page
INDEX, WORKER = "index.html", "worker.js"  # served at addresses of their own
VERSION = b"%VERSION%"  # what these two have in place of the hash
FILES = b'"%FILES%"'  # what the worker has in place of the names of all other files
PRELOADS = b"%PRELOADS%\n"  # what the page has in place of the modules that its room needs
PRELOAD = '<link rel="modulepreload" href="/v/{}/{}">\n'
FOR_EVER = "public, max-age=31536000, immutable"
EACH_TIME = "no-cache"
TYPES = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class File:
    """A file, as it is and packed."""

    body: bytes
    packed: bytes
    kind: str
    tag: str

    @classmethod
    def of(cls, path: Path, body: bytes) -> File:
        """Pack it; its tag tells whether a browser has it already."""
        kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
        told = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        return cls(body, gzip.compress(body, mtime=0), told, tag)

    def reply(self, request: Request, caching: str) -> Response:
        """The file, or that it has not changed."""
        headers = {"cache-control": caching, "etag": self.tag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        body = self.body
        is_smaller = len(self.packed) < len(body)
        if is_smaller and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.packed
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=self.kind, headers=headers)


class Pages:
    """All files of a page, by their address without the version."""

    def __init__(self, folder: Path = WEB, words: Path = LOCALE) -> None:
        """Read them once."""
        bodies = {
            path.relative_to(root).as_posix() if root is folder else f"locale/{path.name}": path
            for root, pattern in ((folder, "**/*"), (words, "*.json"))
            for path in sorted(root.glob(pattern))
            if path.is_file()
        }
        read = {name: path.read_bytes() for name, path in bodies.items()}
        whole = b"".join(name.encode() + b"\0" + body + b"\0" for name, body in read.items())
        self.version = hashlib.sha256(whole).hexdigest()[:12]
        files = [name for name in read if name not in (INDEX, WORKER)]
        self.files = {name: File.of(bodies[name], read[name]) for name in files}
        named = json.dumps(files)[1:-1].encode()
        known = {VERSION: self.version.encode(), FILES: named}
        self.worker = File.of(folder / WORKER, filled(read.get(WORKER, b""), known))
        wanted = preloads(read) or {START: []}
        self.rooms = {
            room: File.of(
                folder / INDEX, filled(read[INDEX], {PRELOADS: self._links(modules), **known})
            )
            for room, modules in wanted.items()
        }

    def _links(self, modules: list[str]) -> bytes:
        """What makes a browser ask for modules at once."""
        return "".join(PRELOAD.format(self.version, module) for module in modules).encode()

    def index(self, room: str) -> File:
        """The one HTML page, for one of its rooms."""
        return self.rooms.get(room, self.rooms[START])


def filled(text: bytes, holes: dict[bytes, bytes]) -> bytes:
    """A text with something in the place of each hole."""
    for hole, filling in holes.items():
        text = text.replace(hole, filling)
    return text


def add_pages(app: FastAPI, folder: str) -> None:
    """The page at / and in its rooms, and its files under their version."""
    pages = Pages(Path(folder)) if folder else Pages()

    async def index(request: Request) -> Response:
        room = request.url.path.strip("/").partition("/")[0]
        return pages.index(room).reply(request, EACH_TIME)

    async def worker(request: Request) -> Response:
        return pages.worker.reply(request, EACH_TIME)

    async def file(request: Request) -> Response:
        found = pages.files.get(request.path_params["path"])
        if found is None:
            return Response("there is no such file\n", 404, media_type="text/plain")
        is_newest = request.path_params["version"] == pages.version
        return found.reply(request, FOR_EVER if is_newest else EACH_TIME)

    for room in (
        "/",
        *(f"/{room}" for room in ROOMS),
        *(f"/{room}/{{rest:path}}" for room in ROOMS),
    ):
        app.add_route(room, index, include_in_schema=False)
    app.add_route(f"/{WORKER}", worker, include_in_schema=False)
    app.add_route("/v/{version}/{path:path}", file, include_in_schema=False)
