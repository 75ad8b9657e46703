"""API routes for games, bots, the server's address and its privacy page."""

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Query, Request

from odintable import bots
from odintable.i18n import ENGLISH

from . import table_options
from .authentication import WithServices
from .public_address import is_loopback, public_address_for
from .responses import ERROR_RESPONSES
from .schemas import AddressResponse, BotResponse, GameResponse, LanAccessRequest, PrivacyResponse

router = APIRouter(prefix="/api/v2", responses=ERROR_RESPONSES)


@router.get("/games")
async def list_games() -> list[GameResponse]:
    """List the games, and everything that can be chosen when a table is created."""
    return table_options.describe_games()


@router.get("/bots")
async def list_bots() -> list[BotResponse]:
    """List the bots, from the weakest to the strongest."""
    return [
        BotResponse(name=bot.name, games=list(bot.games), about=bot.about, level=bot.level)
        for bot in bots.BOTS
        if not bot.cheats
    ]


@router.get("/address")
async def get_address(request: Request, services: WithServices) -> AddressResponse:
    """Return the address to use in links to this server, so that a phone can follow them."""
    lan = services.lan_access
    address = public_address_for(services.settings, str(request.base_url), lan.address)
    is_local = is_loopback(urlsplit(address).hostname or "")
    return AddressResponse(address=address, local_only=is_local, lan=lan.state_for(request))


@router.get("/privacy")
async def get_privacy_text(
    services: WithServices, language: Annotated[str, Query(max_length=20)] = ENGLISH
) -> PrivacyResponse:
    """Return what this server stores and for how long, in a language if it has that text."""
    found = services.privacy_texts.in_language(language)
    return PrivacyResponse(language=found.language, text=found.text)


@router.post("/lan")
async def set_lan_access(
    body: LanAccessRequest, request: Request, services: WithServices
) -> AddressResponse:
    """Open the server to the local network, or close it: only from a browser on this machine."""
    await services.lan_access.change(request, is_open=body.open)
    return await get_address(request, services)
