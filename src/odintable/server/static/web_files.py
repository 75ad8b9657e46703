"""The files of the web app, compressed in memory, under a URL that changes with their content.

`/v/HASH/app/main.js` may be cached forever, because another version has another URL. The one HTML
page names that URL and is revalidated on each visit. So is the service worker, which stores the
files of one version for use without a network.

To open the page with few requests, the style sheets are joined into one file and the modules into a
few bundles, and the service worker gets all files in one archive. To open it in few round trips,
the HTML asks the browser to preload the modules of the requested page, the modules of the table's
game, and the texts in the browser's language.
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

from odintable.bots import BOTS
from odintable.games.spec import GAMES

from .module_bundles import bundle_modules
from .module_graph import PAGE_LIST, PageList
from .module_preloads import Preloads, preloads

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request

PACKAGE = Path(__file__).parents[2]
WEB = PACKAGE / "web"
LOCALE = PACKAGE / "locale"
START, TABLE, NOT_FOUND = "start", "table", "not-found"  # pages that the server treats specially
INDEX, WORKER = "index.html", "service_worker.js"  # served at URLs without a version
# Placeholders in these two files:
VERSION = b"%VERSION%"
FILES = b'"%FILES%"'  # all other files, in the order of the archive: name, media type, length
PAGES = b"%PAGES%"  # the content of pages.json, with the games' constants and the opponents
PRELOADS = b"%PRELOADS%\n"
GAME_STYLES = b"%GAME_STYLES%\n"  # links to the style sheets of the games
MODULE_LINK = '<link rel="modulepreload" href="/v/{}/{}">\n'
LOW_PRIORITY_LINK = '<link rel="modulepreload" href="/v/{}/{}" fetchpriority="low">\n'
TEXTS_LINK = '<link rel="preload" as="fetch" crossorigin href="/v/{}/locale/{}.json">\n'
GAME_STYLE_LINK = '<link rel="stylesheet" href="/v/%VERSION%/games/{}/board.css">\n'
STYLE_SHEET = re.compile(rb'<link rel="stylesheet" href="/v/%VERSION%/([^"]+)">\n')
JOINED_STYLE_SHEETS = "css/all.css"
ARCHIVE = "all_files"  # all other files one after another, for the service worker
ENGLISH = "en"
API = "/api/"
CACHE_FOR_EVER = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
MEDIA_TYPES = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True)
class File:
    """A file, both as it is and compressed."""

    body: bytes
    compressed: bytes
    media_type: str
    etag: str

    @classmethod
    def of(cls, name: str, body: bytes) -> File:
        """Compress a file."""
        kind = MEDIA_TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "text/plain"
        media_type = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        return cls(body, gzip.compress(body, mtime=0), media_type, etag)

    def respond(self, request: Request, caching: str) -> Response:
        """Return the file, or 304 if the browser already has it."""
        vary = "accept-encoding" + (", accept-language" if caching == REVALIDATE else "")
        headers = {"cache-control": caching, "etag": self.etag, "vary": vary}
        if request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        return self.respond_in_full(request, headers)

    def respond_in_full(
        self, request: Request, headers: dict[str, str], status: int = 200
    ) -> Response:
        """Return the file, compressed if the browser accepts that and it saves bytes."""
        body = self.body
        is_smaller = len(self.compressed) < len(body)
        if is_smaller and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.compressed
            headers["content-encoding"] = "gzip"
        return Response(body, status, media_type=self.media_type, headers=headers)


class WebFiles:
    """All files of the web app, by URL without the version."""

    def __init__(
        self, folder: Path = WEB, locale: Path = LOCALE, *, use_bundles: bool = True
    ) -> None:
        """Read and compress all files; without bundles the modules are served as they are."""
        read = read_all(folder, locale)
        worker = read.pop(WORKER, b"")
        pages = PageList.read(read)
        html = join_style_sheets(read, pages.games)
        if use_bundles:
            read = bundle_modules(read)
        content = b"".join(name.encode() + b"\0" + body + b"\0" for name, body in read.items())
        self.version = hashlib.sha256(content + html + worker).hexdigest()[:12]
        self.languages = [path.stem for path in sorted(locale.glob("*.json"))] or [ENGLISH]
        self.page_names = list(pages.modules)
        modules = {(START, ""): Preloads([], []), **preloads(read)}
        page_list = json.loads(read.pop(PAGE_LIST, b"{}"))
        page_list["constants"] = {name: dict(GAMES[name].constants) for name in pages.games}
        page_list["opponents"] = [bot.name for bot in BOTS if bot.level is not None]
        self.files = {name: File.of(name, body) for name, body in read.items()}
        listed = [(name, one.media_type, len(one.body)) for name, one in self.files.items()]
        values = {
            VERSION: self.version.encode(),
            FILES: json.dumps(listed)[1:-1].encode(),
            PAGES: json.dumps(page_list, separators=(",", ":")).encode(),
        }
        self.files[ARCHIVE] = File.of(ARCHIVE, b"".join(read.values()))
        self.worker = File.of(WORKER, fill(worker, values))
        self._pages = {
            (page, game, language): File.of(
                INDEX, fill(html, {PRELOADS: self._links(needed, language), **values})
            )
            for (page, game), needed in modules.items()
            for language in self.languages
        }

    def _links(self, modules: Preloads, language: str) -> bytes:
        """Return the preload links of a page."""
        links = [TEXTS_LINK.format(self.version, language)]
        links += [MODULE_LINK.format(self.version, module) for module in modules.shared]
        links += [LOW_PRIORITY_LINK.format(self.version, module) for module in modules.own]
        return "".join(links).encode()

    def index(self, page: str, game: str = "", languages: str = ENGLISH) -> File:
        """Return the HTML, with the preload links of a page in the browser's language."""
        wanted = (one.strip()[:2].lower() for one in languages.split(","))
        language = next((one for one in wanted if one in self.languages), ENGLISH)
        known = self._pages
        found = known.get((page, game, language)) or known.get((page, "", language))
        return found or known[START, "", language]

    def not_found(self, request: Request) -> Response:
        """Return the page for a URL that does not exist."""
        file = self.index(NOT_FOUND, languages=request.headers.get("accept-language", ENGLISH))
        vary = "accept, accept-encoding, accept-language"
        return file.respond_in_full(request, {"cache-control": REVALIDATE, "vary": vary}, 404)


def read_all(folder: Path, locale: Path) -> dict[str, bytes]:
    """Return the files of the web app and the texts, by URL without the version."""
    found = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    found |= {Path("locale") / path.name: path for path in locale.glob("*.json")}
    return {name.as_posix(): found[name].read_bytes() for name in sorted(found)}


def join_style_sheets(files: dict[str, bytes], games: list[str]) -> bytes:
    """Take out the HTML page and join its style sheets; return the HTML that names the one file."""
    links = "".join(map(GAME_STYLE_LINK.format, games))
    html = fill(files.pop(INDEX), {GAME_STYLES: links.encode()})
    sheets = [name.decode() for name in STYLE_SHEET.findall(html)]
    if not sheets:
        return html
    files[JOINED_STYLE_SHEETS] = b"".join(files.pop(name) for name in sheets)
    first, *others = (found[0] for found in STYLE_SHEET.finditer(html))
    for other in others:
        html = html.replace(other, b"")
    return html.replace(first, first.replace(sheets[0].encode(), JOINED_STYLE_SHEETS.encode()))


def fill(text: bytes, values: dict[bytes, bytes]) -> bytes:
    """Replace each placeholder by its value."""
    for placeholder, value in values.items():
        text = text.replace(placeholder, value)
    return text


def wants_html(request: Request) -> bool:
    """Whether a browser asks for a page: programs, and everything under /api, get JSON."""
    is_api = f"{request.scope['path']}/".startswith(API)
    return not is_api and "text/html" in request.headers.get("accept", "")


def add_pages(app: FastAPI, files: WebFiles) -> None:
    """Add routes for the start page at /, the other pages at /NAME, and the files."""

    async def index(request: Request) -> Response:
        page, _, name = request.url.path.strip("/").partition("/")
        game = name
        services = request.app.state.services
        services.expect_players()
        if page == TABLE:
            live_table = services.registry.live_tables.get(name)
            game = "" if live_table is None else live_table.table.config.game
        languages = request.headers.get("accept-language", ENGLISH)
        return files.index(page or START, game, languages).respond(request, REVALIDATE)

    async def worker(request: Request) -> Response:
        return files.worker.respond(request, REVALIDATE)

    async def file(request: Request) -> Response:
        found = files.files.get(request.path_params["path"])
        if found is None:
            return Response("there is no such file\n", 404, media_type="text/plain")
        is_current = request.path_params["version"] == files.version
        return found.respond(request, CACHE_FOR_EVER if is_current else REVALIDATE)

    app.add_route("/", index, include_in_schema=False)
    for page in files.page_names:
        if page not in (START, NOT_FOUND):
            app.add_route(f"/{page}", index, include_in_schema=False)
            app.add_route(f"/{page}/{{rest:path}}", index, include_in_schema=False)
    app.add_route(f"/{WORKER}", worker, include_in_schema=False)
    app.add_route("/v/{version}/{path:path}", file, include_in_schema=False)
