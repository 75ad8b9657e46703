"""The page's files, packed in memory, under an address that changes whenever one of them does.

`/v/HASH/app/main.js` may be kept by browsers for ever, since another version has another address;
the one HTML page names that address and is asked for each time. So is the service worker, which
keeps the files of one version for times without a network. So that a phone far away has the page
after few round trips, its style sheets are sent as one file, and it asks at once for the modules
of its room, or of its table's game, and for the words of the browser's language.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import Response

from .module_preloads import NOWHERE, START, TABLE, preloads

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request

PACKAGE = Path(__file__).parents[2]
WEB = PACKAGE / "web"
LOCALE = PACKAGE / "locale"
ROOMS = ("table", "rules", "settings", "replay", "learn")  # pages that are all the one HTML page
INDEX, WORKER = "index.html", "service_worker.js"  # served at addresses of their own
VERSION = b"%VERSION%"  # what these two have in place of the hash
FILES = b'"%FILES%"'  # what the worker has in place of the names of all other files
PRELOADS = b"%PRELOADS%\n"  # what the page has in place of all that its room asks for at once
MODULE = '<link rel="modulepreload" href="/v/{}/{}">\n'
LATER = '<link rel="modulepreload" href="/v/{}/{}" fetchpriority="low">\n'  # than a first paint
WORDS = '<link rel="preload" as="fetch" crossorigin href="/v/{}/locale/{}.json">\n'
SHEET = re.compile(rb'<link rel="stylesheet" href="/v/%VERSION%/([^"]+)">\n')
ALL_SHEETS = "css/all.css"
ENGLISH = "en"
CALLED = "/api/"  # where programs ask
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
    def of(cls, name: str, body: bytes) -> File:
        """Pack it; its tag tells whether a browser has it already."""
        kind = TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "text/plain"
        told = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        return cls(body, gzip.compress(body, mtime=0), told, tag)

    def reply(self, request: Request, caching: str) -> Response:
        """The file, or that it has not changed."""
        vary = "accept-encoding" + (", accept-language" if caching == EACH_TIME else "")
        headers = {"cache-control": caching, "etag": self.tag, "vary": vary}
        if request.headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=headers)
        return self.whole(request, headers)

    def whole(self, request: Request, headers: dict[str, str], status: int = 200) -> Response:
        """The file under these headers, packed for who can unpack it."""
        body = self.body
        is_smaller = len(self.packed) < len(body)
        if is_smaller and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.packed
            headers["content-encoding"] = "gzip"
        return Response(body, status, media_type=self.kind, headers=headers)


class Pages:
    """All files of a page, by their address without the version."""

    def __init__(self, folder: Path = WEB, words: Path = LOCALE) -> None:
        """Read them once."""
        read = read_all(folder, words)
        whole = b"".join(name.encode() + b"\0" + body + b"\0" for name, body in read.items())
        self.version = hashlib.sha256(whole).hexdigest()[:12]
        self.languages = [path.stem for path in sorted(words.glob("*.json"))] or [ENGLISH]
        modules = preloads(read) or {START: ([], [])}
        page = join_sheets(read)
        files = [name for name in read if name not in (INDEX, WORKER)]
        self.files = {name: File.of(name, read[name]) for name in files}
        known = {VERSION: self.version.encode(), FILES: json.dumps(files)[1:-1].encode()}
        self.worker = File.of(WORKER, filled(read.get(WORKER, b""), known))
        self.rooms = {
            (room, language): File.of(
                INDEX, filled(page, {PRELOADS: self._links(*asked, language), **known})
            )
            for room, asked in modules.items()
            for language in self.languages
        }

    def _links(self, first: list[str], then: list[str], language: str) -> bytes:
        """What makes a browser ask for words and modules at once."""
        links = [WORDS.format(self.version, language)]
        links += [MODULE.format(self.version, module) for module in first]
        links += [LATER.format(self.version, module) for module in then]
        return "".join(links).encode()

    def index(self, room: str, languages: str = ENGLISH) -> File:
        """The one HTML page, for one of its rooms and the languages a browser asks for."""
        wanted = (one.strip()[:2].lower() for one in languages.split(","))
        language = next((one for one in wanted if one in self.languages), ENGLISH)
        return self.rooms.get((room, language), self.rooms[START, language])

    def nowhere(self, request: Request) -> Response:
        """The page that says there is none at this address, and where to go instead."""
        file = self.index(NOWHERE, request.headers.get("accept-language", ENGLISH))
        vary = "accept, accept-encoding, accept-language"
        return file.whole(request, {"cache-control": EACH_TIME, "vary": vary}, 404)


def read_all(folder: Path, words: Path) -> dict[str, bytes]:
    """The page's files and the catalogues, by their address without the version."""
    found = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    found |= {Path("locale") / path.name: path for path in words.glob("*.json")}
    return {name.as_posix(): found[name].read_bytes() for name in sorted(found)}


def join_sheets(files: dict[str, bytes]) -> bytes:
    """Put the page's style sheets, in its order, into one file; the page that asks for that."""
    page = files[INDEX]
    sheets = [name.decode() for name in SHEET.findall(page)]
    if not sheets:
        return page
    files[ALL_SHEETS] = b"".join(files.pop(name) for name in sheets)
    first, *others = (found[0] for found in SHEET.finditer(page))
    for other in others:
        page = page.replace(other, b"")
    return page.replace(first, first.replace(sheets[0].encode(), ALL_SHEETS.encode()))


def filled(text: bytes, holes: dict[bytes, bytes]) -> bytes:
    """A text with something in the place of each hole."""
    for hole, filling in holes.items():
        text = text.replace(hole, filling)
    return text


def is_for_eyes(request: Request) -> bool:
    """A browser is to show the answer, and it is none of those that programs ask for."""
    is_called = f"{request.scope['path']}/".startswith(CALLED)
    return not is_called and "text/html" in request.headers.get("accept", "")


def add_pages(app: FastAPI, pages: Pages) -> None:
    """The page at / and in its rooms, and its files under their version."""

    async def index(request: Request) -> Response:
        room, _, name = request.url.path.strip("/").partition("/")
        desk = request.app.state.server.house.desks.get(name) if room == TABLE else None
        if desk is not None:
            room = f"{TABLE} {desk.table.plan.game}"
        languages = request.headers.get("accept-language", ENGLISH)
        return pages.index(room, languages).reply(request, EACH_TIME)

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
