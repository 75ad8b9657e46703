"""The error for a request that the server understands and does not carry out."""

from odintable.errors import OdintableError
from odintable.games.illegal_move_reason import Reason, ReasonDict


class Refused(OdintableError):  # noqa: N818 - the message type of the live protocol
    """A request was refused and changed nothing; has a code for programs, a message for people."""

    def __init__(
        self, code: str, message: str, *, retry: bool = False, why: Reason | str | None = None
    ) -> None:
        """`why` is the reason, or its text key, where the code does not say enough."""
        super().__init__(message)
        self.code = code
        self.retry = retry
        self.why: ReasonDict | None = {"key": why} if isinstance(why, str) else None
        if isinstance(why, Reason):
            self.why = why.to_dict()
