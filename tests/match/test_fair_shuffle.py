"""Shuffles follow from the seed as documented, in a fixed order of steps, and favour no card."""

import hashlib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest
from scipy import stats

from odintable.errors import OdintableError
from odintable.games.position import Position
from odintable.match import fair_shuffle
from odintable.match.fair_shuffle import FairShuffler, below, random_words
from odintable.match.match import Match
from odintable.record.record import Shuffle
from tests.games.rules.positions import REST, position
from tests.paths import ROOT

SEED = bytes(range(32))
PAGE = (ROOT / "docs/fair-shuffles.md").read_text(encoding="utf-8")


def committed(number: int) -> FairShuffler:
    """A seed whose commitment has been handed out."""
    one = FairShuffler.numbered(number)
    one.commit()
    return one


# --- The order of things -------------------------------------------------------------------------


def test_a_salt_before_the_commitment_is_refused() -> None:
    with pytest.raises(OdintableError, match="after the commitment"):
        FairShuffler(SEED).add_salt(0, "Yggdrasil")


def test_a_salt_after_the_first_shuffle_or_the_lot_is_refused() -> None:
    shuffled, drawn = committed(1), committed(1)
    shuffled.shuffle(1, "deal", ["R1", "R2"])
    drawn.draw_first_player(2)
    for late in (shuffled, drawn):
        with pytest.raises(OdintableError, match="too late"):
            late.add_salt(0, "Yggdrasil")


def test_a_match_accepts_no_salt_after_the_deal() -> None:
    one = FairShuffler.numbered(1)
    Match.new("odin", first=0, shuffler=one)
    with pytest.raises(OdintableError, match="too late"):
        one.add_salt(0, "Yggdrasil")


def test_a_seat_adds_one_salt() -> None:
    one = committed(1)
    one.add_salt(0, "Yggdrasil")
    with pytest.raises(OdintableError, match="already"):
        one.add_salt(0, "Mjölnir")


def test_nothing_is_drawn_before_the_commitment() -> None:
    with pytest.raises(OdintableError, match="before the commitment"):
        FairShuffler(SEED).shuffle(1, "deal", ["R1", "R2"])
    with pytest.raises(OdintableError, match="before the commitment"):
        FairShuffler(SEED).draw_first_player(2)


def test_two_games_cannot_share_a_seed() -> None:
    one = FairShuffler.numbered(1)
    Match.new("odin", first=0, shuffler=one)
    with pytest.raises(OdintableError, match="needs a new seed"):
        Match.new("odin", first=0, shuffler=one)


def test_only_seats_of_the_game_may_add_a_salt() -> None:
    one = committed(1)
    one.add_salt(2, "Yggdrasil")
    with pytest.raises(OdintableError, match="no seat 2"):
        Match.new("ravens", shuffler=one)


@pytest.mark.parametrize("salt", ["", " a", "a ", "a\nb", "a\x00", "x" * 65, "\ud800", "\u202e"])
def test_a_salt_fits_on_a_line(salt: str) -> None:
    with pytest.raises(OdintableError, match="a salt has 1 to 64 printable"):
        committed(1).add_salt(0, salt)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(OdintableError, match=f"32 bytes, not {length}"):
        FairShuffler(bytes(length))


def test_secret_seeds_differ_and_numbered_ones_are_repeated() -> None:
    assert FairShuffler.secret().seed != FairShuffler.secret().seed
    assert (
        FairShuffler.numbered(7).seed
        == FairShuffler.numbered(7).seed
        != FairShuffler.numbered(8).seed
    )


def test_every_salt_seat_number_and_name_makes_another_shuffle() -> None:
    cards = [str(card) for card in range(40)]

    def order(number: int, name: str, salts: dict[int, str]) -> tuple[str, ...]:
        return tuple(FairShuffler.revealed(SEED, salts).shuffle(number, name, cards))

    orders = {
        order(number, name, salts)
        for number in (1, 2, 11)
        for name in ("0", "1", "magic")
        for salts in ({}, {0: "a"}, {1: "a"}, {0: "b"}, {0: "a", 1: "a"}, {1: "a", 0: "b"})
    }
    assert len(orders) == 54
    assert order(1, "0", {0: "a", 1: "b"}) == order(1, "0", {1: "b", 0: "a"})


def test_words_beyond_the_last_full_round_are_dropped() -> None:
    top = 2**32 - 1
    assert below(iter([top, 5]), 3) == 2  # 2**32 % 3 == 1: one word too many
    assert below(iter([top - 1, 5]), 3) == 2
    assert below(iter([top - 1]), 3) == (top - 1) % 3
    assert below(iter([top]), 2) == 1
    assert below(iter([2**32 - 4, 7]), 6) == 1  # 2**32 % 6 == 4
    assert below(iter([2**32 - 5, 7]), 6) == 5


# --- The page ------------------------------------------------------------------------------------

FIELD = re.compile(r"^\| ([a-z0-9 -]+) \| `([^`]+)` \|$", re.MULTILINE)
ROW = re.compile(r"^\| (?:`(\d+)` )?\| (?:(\d) )?\| (?:(\d) )?\| `([^`]+)` \|$", re.MULTILINE)


def sections() -> dict[str, str]:
    """The parts of the example: the first, and those after a message."""
    example = PAGE.partition("## An example")[2].partition("\n## ")[0]
    first, *rest = re.split(r"message `(\d \w+)`", example)
    return {"": first, **dict(zip(rest[::2], rest[1::2], strict=True))}


def fields(section: str) -> dict[str, str]:
    return {name: value for name, value in FIELD.findall(sections()[section]) if name != "word"}


def of_the_page() -> FairShuffler:
    given = fields("")
    salts = {0: given["salt 0"], 1: given["salt 1"]}
    return FairShuffler.revealed(bytes.fromhex(given["seed"]), salts)


def test_the_page_has_the_commitment_and_the_key() -> None:
    given = fields("")
    assert given["seed"] == SEED.hex()
    assert FairShuffler(SEED).commit() == given["commitment"] == hashlib.sha256(SEED).hexdigest()
    assert of_the_page().key().hex() == given["key"]
    message = "odintable shuffle 1⏎salt 0 Yggdrasil⏎salt 1 Mjölnir"
    assert f"`{message}`" in PAGE
    assert f"the {len(message.replace('⏎', ' ').encode())} bytes" in PAGE


@pytest.mark.parametrize("message", ["0 first", "1 landscapes", "2 magic"])
def test_the_page_has_every_sub_seed_and_block(message: str) -> None:
    number, name = message.split()
    sub_seed = of_the_page().sub_seed(int(number), name)
    assert fields(message)["sub-seed"] == sub_seed.hex()
    words = random_words(sub_seed)
    block = b"".join(next(words).to_bytes(4, "big") for _ in range(8))
    assert fields(message)["block 0"] == block.hex()


def test_the_page_draws_the_same_first_player() -> None:
    word, first = re.findall(r"^\| (?:word|mod 2) \| `(\d+)` \|$", PAGE, re.MULTILINE)
    assert next(random_words(of_the_page().sub_seed(0, "first"))) == int(word)
    assert of_the_page().draw_first_player(2) == int(first) == int(word) % 2


@pytest.mark.parametrize("message", ["1 landscapes", "2 magic"])
def test_the_page_shuffles_step_by_step(message: str) -> None:
    number, name = message.split()
    (_, _, _, before), *rows = ROW.findall(sections()[message])
    cards = before.split()
    words = random_words(of_the_page().sub_seed(int(number), name))
    for step, (word, limit, drawn, after) in enumerate(rows):
        assert next(words) == int(word)
        assert int(word) % int(limit) == int(drawn)
        last = len(cards) - 1 - step
        if last > 0:
            assert int(limit) == last + 1
            cards[last], cards[int(drawn)] = cards[int(drawn)], cards[last]
        elif drawn == "1":
            place = step - (len(cards) - 1)
            cards[place] = cards[place][::-1]
        assert cards == after.split()
    assert len(rows) == len(cards) - 1 + (len(cards) if name == "landscapes" else 0)
    reversible = name == "landscapes"
    assert of_the_page().shuffle(int(number), name, before.split(), reversible) == cards


# --- A stranger's checker, with hashlib only -----------------------------------------------------


def mac(key: bytes, message: bytes) -> bytes:
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in key.ljust(64, b"\0")) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in key.ljust(64, b"\0")) + inner).digest()


def words_of(seed: bytes, salts: dict[int, str], message: str) -> Iterator[int]:
    lines = ["odintable shuffle 1"] + [f"salt {seat} {salts[seat]}" for seat in sorted(salts)]
    sub_seed = mac(mac(seed, "\n".join(lines).encode()), message.encode())
    for block in range(1000):
        made = mac(sub_seed, block.to_bytes(4, "big"))
        yield from (int.from_bytes(made[at : at + 4], "big") for at in range(0, 32, 4))


def number_below(words: Iterator[int], count: int) -> int:
    word = next(words)
    while word >= 2**32 - 2**32 % count:
        word = next(words)
    return word % count


def stranger(seed: bytes, salts: dict[int, str], number: int, name: str, pile: str) -> str:
    words = words_of(seed, salts, f"{number} {name}")
    cards = sorted("".join(sorted(c)) if name == "landscapes" else c for c in pile.split())
    for i in range(len(cards) - 1, 0, -1):
        j = number_below(words, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    if name == "landscapes":
        cards = [card[::-1] if number_below(words, 2) else card for card in cards]
    return " ".join(cards)


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize(
    ("game", "players", "options"),
    [("ravens", 2, {}), ("odin", 5, {"goat": True}), ("odin", 2, {"four-colours": True})],
)
def test_an_independent_checker_agrees(
    game: str, players: int, options: dict[str, bool], number: int
) -> None:
    one = committed(number)
    salts = {0: "Yggdrasil", players - 1: "Mjölnir"} if number % 2 else {}
    for seat, salt in salts.items():
        one.add_salt(seat, salt)
    match = Match.new(game, players=players, options=options, shuffler=one)
    chooser = random.Random(number)
    for _ in range(200):
        if not match.position.is_over:
            match.play(chooser.choice(match.position.legal()))
    assert match.first == next(words_of(one.seed, salts, "0 first")) % players
    made = [step for step in match.steps if isinstance(step, Shuffle)]
    assert len(made) == match.shuffle_count >= (5 if game == "ravens" else 1)
    for at, step in enumerate(made, 1):
        assert stranger(one.seed, salts, at, step.pile, " ".join(step.cards)) == " ".join(
            step.cards
        )


# --- Nobody is favoured --------------------------------------------------------------------------

GAMES = 700
FAIR, BIASED = 1e-3, 1e-5  # a fair shuffle is above the first, a biased one below the second
Bias = Callable[[pytest.MonkeyPatch], None]


def card_by_place(orders: Sequence[Sequence[str]]) -> float:
    """How likely shuffles of a pile favour card and place so much by chance.

    Every order has each card and each place, so that the cells hang together: of n places, the
    usual sum is n / (n-1) times as large as for cells that do not.
    """
    counts = Counter(orders[0])
    cards = sorted(counts)
    places = len(orders[0])
    seen = np.zeros((len(cards), places))
    for order in orders:
        seen[[cards.index(card) for card in order], range(places)] += 1
    due = np.array([[len(orders) * counts[card] / places] for card in cards])
    squares = ((seen - due) ** 2 / due).sum() * (places - 1) / places
    return float(stats.chi2.sf(squares, (len(cards) - 1) * (places - 1)))


def evenness(seen: Sequence[str | int], kinds: Sequence[str | int]) -> float:
    """How likely so uneven counts are by chance."""
    counts = [list(seen).count(kind) for kind in kinds]
    assert sum(counts) == len(seen)
    return float(stats.chisquare(counts).pvalue)


def shuffles(match: Match) -> list[Shuffle]:
    return [step for step in match.steps if isinstance(step, Shuffle)]


def odin_deals() -> float:
    """Which card of ODIN comes to which place of the deal."""
    made = (
        Match.new("odin", players=6, first=0, shuffler=FairShuffler.numbered(n))
        for n in range(GAMES)
    )
    return card_by_place([shuffles(match)[0].cards for match in made])


def odin_hands() -> float:
    """Who holds which card of ODIN, or nobody; of the four-colour deck each holds a quarter."""
    holders = np.zeros((36, 3))
    for number in range(GAMES):
        match = Match.new(
            "odin", options={"four-colours": True}, first=0, shuffler=FairShuffler.numbered(number)
        )
        dealt = match.position.to_json()
        deck = sorted([*dealt["stock"], *dealt["hands"][0], *dealt["hands"][1]])
        for holder, cards in enumerate([*dealt["hands"], dealt["stock"]]):
            holders[[deck.index(card) for card in cards], holder] += 1
    due = GAMES * np.array([9, 9, 18]) / 36
    squares = ((holders - due) ** 2 / due).sum()
    return float(stats.chi2.sf(squares * 35 / 36, 35 * 2))  # every column has a fixed sum


def ravens_landscapes() -> float:
    """Where the landscape cards lie in the pile of a new race."""
    made = (Match.new("ravens", first=0, shuffler=FairShuffler.numbered(n)) for n in range(GAMES))
    return card_by_place([["".join(sorted(c)) for c in shuffles(m)[0].cards] for m in made])


def ravens_hands() -> float:
    """What seat 1 is dealt in Ravens, card by card of the box."""
    counts = np.zeros(9)
    for number in range(GAMES):
        match = Match.new("ravens", first=0, shuffler=FairShuffler.numbered(number))
        for card in match.position.to_json()["hands"][1]:
            counts["FMPSWarst".index(card)] += 1
    owned = np.array([5, 5, 5, 5, 5, 1, 2, 2, 3])
    due = GAMES * 5 * owned / 33
    return float(stats.chi2.sf(((counts - due) ** 2 / due).sum() * 32 / 28, 8))


def magic_cards() -> float:
    """Which Magic Way card holds."""
    made = (Match.new("ravens", first=0, shuffler=FairShuffler.numbered(n)) for n in range(GAMES))
    return evenness([m.position.to_json()["magic"] for m in made], "FS Fo MP Mo PW SW".split())


def ways_round() -> float:
    """Which way round landscape cards come up, at every place."""
    turned = np.zeros(40)
    mixed = np.zeros(40)
    for number in range(GAMES):
        order = shuffles(Match.new("ravens", first=0, shuffler=FairShuffler.numbered(number)))[
            0
        ].cards
        turned += [card[0] > card[1] for card in order]
        mixed += [card[0] != card[1] for card in order]
    return float(stats.chi2.sf(((turned - mixed / 2) ** 2 / (mixed / 4)).sum(), 40))


def first_cards_of_the_path() -> float:
    """Which way round the first card of the path lies, which has no neighbour to mind."""
    made = (Match.new("ravens", first=0, shuffler=FairShuffler.numbered(n)) for n in range(GAMES))
    cards = [match.position.to_json()["path"][0] for match in made]
    return evenness([card[0] < card[1] for card in cards if card[0] != card[1]], [False, True])


def first_players() -> float:
    """Who starts, when chance decides."""
    made = (Match.new("odin", players=5, shuffler=FairShuffler.numbered(n)) for n in range(GAMES))
    return evenness([match.position.turn for match in made], range(5))


def reshuffled(at: Position, move: str, pile: str) -> float:
    """Which card comes to which place of a pile that is shuffled in the course of a game."""
    orders = []
    for number in range(GAMES):
        match = Match(at.copy(), FairShuffler.numbered(number))
        match.play(move)
        (made,) = shuffles(match)
        assert made.pile == pile
        orders.append(["".join(sorted(card)) for card in made.cards])
    return card_by_place(orders)


def draw_piles() -> float:
    """A draw pile made from the discards. [RV-3.5]"""
    at = position(
        "ravens",
        hands=["FF", "MPPSa"],
        stacks=[REST, ""],
        draws=["", REST],
        discards=["FMPSWarst", ""],
    )
    return reshuffled(at, "end", "0")


def landscape_piles() -> float:
    """A landscape pile made from the removed cards. [RV-8.2]"""
    at = position("ravens", path=REST, landscapes="", removed="FM FW MP MS PP PS SW")
    return reshuffled(at, "extend", "landscapes")


def later_deals() -> float:
    """The second deal of ODIN, after a hand that was played to its end."""
    at = position(
        "odin",
        options={"four-colours": True},
        players=2,
        hands=["R9", "B1 B2"],
        discard=REST,
        stock="",
    )
    return reshuffled(at, "play R9", "deal")


# Shuffles that people have really written.


def reaches_too_far(patch: pytest.MonkeyPatch) -> None:
    """Every card changes places with any: some orders come more often."""

    def shuffle(
        self: FairShuffler, number: int, name: str, cards: Sequence[str], _reversible: bool = False
    ) -> list[str]:
        words = random_words(self.sub_seed(number, name))
        order = list(cards)
        for place in range(len(order)):
            other = below(words, len(order))
            order[place], order[other] = order[other], order[place]
        return order

    patch.setattr(FairShuffler, "shuffle", shuffle)


def never_stays(patch: pytest.MonkeyPatch) -> None:
    """No card may stay where it is, and none comes up turned: the limit is one too low."""
    patch.setattr(fair_shuffle, "below", lambda words, count: next(words) % max(count - 1, 1))


def few_values(patch: pytest.MonkeyPatch) -> None:
    """A word of four bits, and no word is dropped."""
    patch.setattr(fair_shuffle, "below", lambda words, count: (next(words) >> 28) % count)


MEASURES = {
    odin_deals: [reaches_too_far, never_stays, few_values],
    odin_hands: [few_values],
    ravens_landscapes: [reaches_too_far, never_stays, few_values],
    ravens_hands: [few_values],
    magic_cards: [never_stays],
    ways_round: [reaches_too_far, never_stays],
    first_cards_of_the_path: [reaches_too_far, never_stays],
    first_players: [never_stays],
    draw_piles: [reaches_too_far, never_stays, few_values],
    landscape_piles: [reaches_too_far, never_stays, few_values],
    later_deals: [reaches_too_far, never_stays, few_values],
}


@pytest.mark.long
@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.__name__)
def test_nobody_is_favoured(measure: Callable[[], float]) -> None:
    assert measure() > FAIR


@pytest.mark.long
@pytest.mark.parametrize(
    ("measure", "bias"),
    [(measure, bias) for measure, biases in MEASURES.items() for bias in biases],
    ids=lambda value: value.__name__,
)
def test_a_bias_is_noticed(
    measure: Callable[[], float], bias: Bias, monkeypatch: pytest.MonkeyPatch
) -> None:
    bias(monkeypatch)
    assert measure() < BIASED
