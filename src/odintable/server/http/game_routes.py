"""API routes for games, bots and the server's address."""

from urllib.parse import urlsplit

from fastapi import APIRouter, Request

from odintable import bots

from . import table_options
from .authentication import WithServices
from .error_responses import ERROR_RESPONSES
from .public_address import is_loopback, public_address_for
from .schemas import AddressResponse, BotResponse, GameResponse, LanAccessRequest

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


@router.post("/lan")
async def set_lan_access(
    body: LanAccessRequest, request: Request, services: WithServices
) -> AddressResponse:
    """Open the server to the local network, or close it: only from a browser on this machine."""
    await services.lan_access.change(request, is_open=body.open)
    return await get_address(request, services)
