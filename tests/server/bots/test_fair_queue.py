"""Those who ask share the workers fairly."""

from collections import Counter
from dataclasses import dataclass

from odintable.server.bots.fair_queue import BOT_GAME, EVALUATION, PEOPLE_GAME, FairQueue, Share


@dataclass(eq=False)
class Job:
    """A job of somebody."""

    share: Share


def job(kind: int, owner: str) -> Job:
    """A job of this owner."""
    return Job(Share(kind, owner))


def queue_of(*jobs: Job) -> FairQueue[Job]:
    """A queue in which these jobs wait."""
    queue: FairQueue[Job] = FairQueue()
    for one in jobs:
        queue.append(one)
    return queue


def test_an_evaluation_is_not_starved_by_watched_games_of_bots_nor_by_games() -> None:
    for kind in (BOT_GAME, PEOPLE_GAME):
        queue = queue_of(*(job(kind, f"table {at}") for at in range(8)), job(EVALUATION, "me"))
        for _ in range(3):
            taken = queue.pop()
            if taken.share.owner == "me":
                break
            queue.append(job(kind, taken.share.owner))  # it is a bot's turn again
        assert taken.share.owner == "me"


def test_a_client_with_many_jobs_does_not_delay_one_with_a_single_job() -> None:
    many = [job(EVALUATION, "many") for _ in range(50)]
    queue = queue_of(*many, job(EVALUATION, "one"))
    assert [queue.pop().share.owner for _ in range(3)] == ["many", "one", "many"]


def test_games_of_people_get_most_turns_while_everything_waits() -> None:
    queue = queue_of(*(job(kind, "a") for kind in (PEOPLE_GAME, EVALUATION, BOT_GAME) * 40))
    taken = Counter(queue.pop().share.kind for _ in range(60))
    assert taken == {PEOPLE_GAME: 40, EVALUATION: 10, BOT_GAME: 10}


def test_jobs_of_one_owner_stay_in_order_and_can_be_removed_or_go_first() -> None:
    first, second, third, again = (job(PEOPLE_GAME, "a") for _ in range(4))
    queue = queue_of(first, second, third)
    assert queue.remove(second)
    assert not queue.remove(second)
    queue.put_first(again)
    assert len(queue) == 3
    assert queue.first() is again
    assert [queue.pop() for _ in range(3)] == [again, first, third]
    assert queue.first() is None
