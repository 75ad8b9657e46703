"""Shuffles that nobody can influence and anyone can verify, from a secret 256-bit seed.

Before the deal the players see the commitment, the SHA-256 of the seed. Then each player may add a
salt. After the game the seed is revealed. `docs/fair-shuffles.md` defines the algorithm.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping, Sequence
from struct import Struct

from odintable.errors import OdintableError

SEED_BYTES = 32
MAX_SEED = (1 << 53) - 1  # of numbered seeds: the largest integer that JSON represents exactly
MAX_SALT_LENGTH = 64  # characters
VERSION = "odintable shuffle 1"
WORD_VALUES = 1 << 32  # different values of one random word
EIGHT_WORDS = Struct(">8I")  # the 32 bytes of a digest
FIRST_PLAYER_DRAW, NO_DRAW = 0, -1  # numbers of draws; shuffles are numbered from 1


class FairShuffler:
    """The secret seed of one game, and the shuffles that follow from it and the salts.

    The order is enforced: commitment, salts, draw of the first player, shuffles 1, 2, 3, …
    """

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise OdintableError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self.salts: dict[int, str] = {}
        self.last_draw = NO_DRAW
        self._key = b""  # set by the first draw: no salt may be added after it
        self._is_committed = False

    @classmethod
    def secret(cls) -> "FairShuffler":
        """Choose a random seed."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def numbered(cls, number: int) -> "FairShuffler":
        """Derive the seed from a number, for repeatable games."""
        return cls(hashlib.sha256(f"odintable seed {number}".encode()).digest())

    @classmethod
    def revealed(cls, seed: bytes, salts: Mapping[int, str]) -> "FairShuffler":
        """Repeat the shuffles of a finished game from its revealed seed and its salts."""
        shuffler = cls(seed)
        shuffler.commit()
        for seat, salt in salts.items():
            shuffler.add_salt(seat, salt)
        return shuffler

    # -- Before the deal -----------------------------------------------------------------------

    def commit(self) -> str:
        """Return the commitment, which the players see before they add a salt."""
        self._is_committed = True
        return commitment_of(self.seed)

    def add_salt(self, seat: int, salt: str) -> None:
        """Add a player's salt: once each, after the commitment and before the first draw."""
        check_salt(salt)
        if not self._is_committed:
            raise OdintableError("a salt comes after the commitment: call commit first")
        if self.last_draw != NO_DRAW:
            raise OdintableError("a salt comes before the first draw: it is too late")
        if seat in self.salts:
            raise OdintableError(f"seat {seat} has already added a salt")
        self.salts[seat] = salt

    # -- Draws ---------------------------------------------------------------------------------

    def draw_first_player(self, players: int) -> int:
        """Draw the seat that starts; this is draw number 0."""
        return below(self._draw(FIRST_PLAYER_DRAW, "first"), players)

    def shuffle(
        self, number: int, name: str, cards: Sequence[str], reversible: bool = False
    ) -> list[str]:
        """Return the cards in a new order; reversible cards also come up either way round."""
        words = self._draw(number, name)
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = below(words, last + 1)
            order[last], order[other] = order[other], order[last]
        if reversible:
            order = [card[::-1] if below(words, 2) else card for card in order]
        return order

    def rewind(self, last_draw: int) -> None:
        """Return to an earlier draw, after a take-back; the same draws follow again."""
        self.last_draw = last_draw

    def key(self) -> bytes:
        """Derive the key of all sub-seeds from the seed and the salts."""
        lines = [VERSION, *(f"salt {seat} {salt}" for seat, salt in sorted(self.salts.items()))]
        return hmac.digest(self.seed, "\n".join(lines).encode(), "sha256")

    def sub_seed(self, number: int, name: str) -> bytes:
        """Derive the seed of one shuffle from its number in the game and the pile's name."""
        return hmac.digest(self._key or self.key(), f"{number} {name}".encode(), "sha256")

    def _draw(self, number: int, name: str) -> Iterator[int]:
        """Return the random words of a draw. No draw is repeated: every game has a new seed."""
        if not self._is_committed:
            raise OdintableError("nothing is drawn before the commitment: call commit first")
        if number <= self.last_draw:
            raise OdintableError(f"shuffle {number} was made already: every game needs a new seed")
        self.last_draw = number
        self._key = self._key or self.key()
        return random_words(self.sub_seed(number, name))


def commitment_of(seed: bytes) -> str:
    """Return the commitment to a seed: its SHA-256."""
    return hashlib.sha256(seed).hexdigest()


def check_salt(salt: str) -> None:
    """Refuse a salt that cannot be written on one line of a record."""
    if not salt.isprintable() or salt != salt.strip() or not 0 < len(salt) <= MAX_SALT_LENGTH:
        raise OdintableError(
            f"a salt has 1 to {MAX_SALT_LENGTH} printable characters and no space at either end"
        )


def random_words(sub_seed: bytes) -> Iterator[int]:
    """Yield 32-bit words without end: HMAC-SHA256 of 0, 1, 2, …, eight words each."""
    block = 0
    while True:
        yield from EIGHT_WORDS.unpack(hmac.digest(sub_seed, block.to_bytes(4, "big"), "sha256"))
        block += 1


def below(words: Iterator[int], count: int) -> int:
    """Return a uniform number below `count`; words that would favour small numbers are dropped."""
    bound = WORD_VALUES - WORD_VALUES % count
    while (word := next(words)) >= bound:
        pass
    return word % count
