"""The queue of jobs for the workers, which are shared fairly between kinds of jobs and clients."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator

# Kinds of jobs: moves and hints in a game with people, evaluations that somebody asked for, and
# moves in a game in which only bots play.
PEOPLE_GAME, EVALUATION, BOT_GAME = range(3)
# The kinds take turns in this order. While all of them wait, four of six jobs are for games with
# people, and no kind is starved.
TURNS = (PEOPLE_GAME, PEOPLE_GAME, EVALUATION, PEOPLE_GAME, PEOPLE_GAME, BOT_GAME)


class Share(NamedTuple):
    """Whose share of the workers a job uses: its kind, and the table or client that owns it."""

    kind: int
    owner: str


class QueuedJob(Protocol):
    """A job that counts towards a share."""

    share: Share


Job = TypeVar("Job", bound=QueuedJob)


class FairQueue(Generic[Job]):
    """Waiting jobs: the kinds take turns, and within a kind the owners do."""

    def __init__(self) -> None:
        self._kinds: list[OrderedDict[str, deque[Job]]] = [OrderedDict() for _ in range(3)]
        self._turn = 0

    def __len__(self) -> int:
        """Return the number of waiting jobs."""
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Job]:
        """Iterate over the waiting jobs of all owners."""
        return (job for kind in self._kinds for jobs in kind.values() for job in jobs)

    def append(self, job: Job) -> None:
        """Add a job behind the others of its owner."""
        self._kinds[job.share.kind].setdefault(job.share.owner, deque()).append(job)

    def put_first(self, job: Job) -> None:
        """Add a job that goes before the others of its kind."""
        owners = self._kinds[job.share.kind]
        owners.setdefault(job.share.owner, deque()).appendleft(job)
        owners.move_to_end(job.share.owner, last=False)

    def first(self) -> Job | None:
        """Return the job whose turn it is."""
        found = self._find()
        return None if found is None else next(iter(self._kinds[found[1]].values()))[0]

    def pop(self) -> Job:
        """Remove and return the job whose turn it is."""
        found = self._find()
        if found is None:
            raise IndexError("no job is waiting")
        self._turn, kind = found
        owner, jobs = self._kinds[kind].popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._kinds[kind][owner] = jobs  # behind the other owners
        return job

    def remove(self, job: Job) -> bool:
        """Remove a job; return whether it was waiting."""
        owners = self._kinds[job.share.kind]
        jobs = owners.get(job.share.owner, ())
        if job not in jobs:
            return False
        owners[job.share.owner].remove(job)
        if not owners[job.share.owner]:
            del owners[job.share.owner]
        return True

    def clear(self) -> None:
        """Forget all jobs."""
        for kind in self._kinds:
            kind.clear()

    def _find(self) -> tuple[int, int] | None:
        """Return the next turn after this one, and the kind of job whose turn it is."""
        for at in range(self._turn, self._turn + len(TURNS)):
            kind = TURNS[at % len(TURNS)]
            if self._kinds[kind]:
                return (at + 1) % len(TURNS), kind
        return None
