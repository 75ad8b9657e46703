"""Shuffles that nobody can steer and everybody can check, from a secret seed of 256 bits.

Before the deal the players see the seed's SHA-256 (the commitment); then each may add a salt; after
the game they see the seed. `docs/fair-shuffles.md` tells how every order follows from it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping, Sequence
from struct import Struct

from odintable.errors import OdintableError

SEED_BYTES = 32
MOST_SEED = (1 << 53) - 1  # the highest number of a numbered seed: what JSON holds exactly
MOST_SALT = 64  # characters
VERSION = "odintable shuffle 1"
WORDS = 1 << 32  # how many values one word of the stream has
EIGHT_WORDS = Struct(">8I")  # of 32 bytes
FIRST, NOTHING_YET = 0, -1  # the number of the draw for who starts, and the one before all


class Fair:
    """The secret seed of one game, and the shuffles that follow from it and the salts.

    The order of things is kept: commit, then salts, then who starts, then shuffles 1, 2, 3, …
    """

    def __init__(self, seed: bytes) -> None:
        """Take a seed that the players do not know yet."""
        if len(seed) != SEED_BYTES:
            raise OdintableError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.salts: dict[int, str] = {}
        self.last = NOTHING_YET
        self._key = b""  # known when nothing can be stirred in any more
        self._is_committed = False

    @classmethod
    def secret(cls) -> "Fair":
        """A new seed that nobody knows."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def numbered(cls, number: int) -> "Fair":
        """The seed that belongs to a number, for games that are to be repeated."""
        return cls(hashlib.sha256(f"odintable seed {number}".encode()).digest())

    @classmethod
    def revealed(cls, seed: bytes, salts: Mapping[int, str]) -> "Fair":
        """A seed that is known by now, with the salts there were, to make the shuffles again."""
        fair = cls(seed)
        fair.commit()
        for seat, salt in salts.items():
            fair.add_salt(seat, salt)
        return fair

    # -- Before the deal -----------------------------------------------------------------------

    def commit(self) -> str:
        """Hand out the commitment, which the players see before they add salt."""
        self._is_committed = True
        return commitment_of(self.seed)

    def add_salt(self, seat: int, salt: str) -> None:
        """Let a player stir: once, after the commitment and before anything is drawn."""
        check_salt(salt)
        if not self._is_committed:
            raise OdintableError("a salt comes after the commitment: hand that out first")
        if self.last != NOTHING_YET:
            raise OdintableError("a salt comes before the first shuffle: this is too late")
        if seat in self.salts:
            raise OdintableError(f"seat {seat} has given its salt already")
        self.salts[seat] = salt

    # -- What is drawn -------------------------------------------------------------------------

    def first(self, players: int) -> int:
        """Who starts, when chance decides: number 0."""
        return below(self._draw(FIRST, "first"), players)

    def shuffle(self, number: int, name: str, cards: Sequence[str]) -> list[str]:
        """The cards in a new order; landscape cards also come up either way round."""
        words = self._draw(number, name)
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = below(words, last + 1)
            order[last], order[other] = order[other], order[last]
        if name == "landscapes":
            order = [card[::-1] if below(words, 2) else card for card in order]
        return order

    def key(self) -> bytes:
        """What all sub-seeds come from: the seed and the salts."""
        lines = [VERSION, *(f"salt {seat} {salt}" for seat, salt in sorted(self.salts.items()))]
        return hmac.digest(self.seed, "\n".join(lines).encode(), "sha256")

    def sub_seed(self, number: int, name: str) -> bytes:
        """The seed of one shuffle: the game's so-many-th, of the pile with this name."""
        return hmac.digest(self._key or self.key(), f"{number} {name}".encode(), "sha256")

    def _draw(self, number: int, name: str) -> Iterator[int]:
        """The words of one shuffle; none is made twice, so no two games share a seed."""
        if not self._is_committed:
            raise OdintableError("nothing is drawn before the commitment: hand that out first")
        if number <= self.last:
            raise OdintableError(f"shuffle {number} has been made: every game has its own seed")
        self.last = number
        self._key = self._key or self.key()
        return stream(self.sub_seed(number, name))


def commitment_of(seed: bytes) -> str:
    """What the players see before the deal."""
    return hashlib.sha256(seed).hexdigest()


def check_salt(salt: str) -> None:
    """Refuse what cannot be written on a line of its own."""
    if not salt.isprintable() or salt != salt.strip() or not 0 < len(salt) <= MOST_SALT:
        raise OdintableError(
            f"a salt has 1 to {MOST_SALT} printable characters, no space at either end"
        )


def stream(sub_seed: bytes) -> Iterator[int]:
    """Endless 32-bit words: HMAC-SHA256 of 0, 1, 2, …, eight words each."""
    block = 0
    while True:
        yield from EIGHT_WORDS.unpack(hmac.digest(sub_seed, block.to_bytes(4, "big"), "sha256"))
        block += 1


def below(words: Iterator[int], count: int) -> int:
    """A number below count, each as likely: words beyond the last full round are dropped."""
    bound = WORDS - WORDS % count
    while (word := next(words)) >= bound:
        pass
    return word % count
