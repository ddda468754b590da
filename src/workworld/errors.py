"""Refusals: what an operation answers when it will not do what was asked.

Services raise them with the vendor's error code; each door translates them once into
its own dialect. Everything else that escapes a service is a bug of ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one argument: ``missing required field`` with ``channel_id``."""

    what: str
    field: str

    def __str__(self) -> str:
        return f"{self.what}: {self.field}" if self.field else self.what


class Refused(Exception):
    """An operation was refused and changed nothing.

    Args:
        code: the vendor's error code, such as ``channel_not_found``.
        message: one sentence that tells the caller what to change.
        problems: what is wrong with which argument, when that is the reason.
    """

    def __init__(self, code: str, message: str = "", *, problems: Sequence[Problem] = ()) -> None:
        said = message or "; ".join(map(str, problems)) or code.replace("_", " ")
        super().__init__(said)
        self.code = code
        self.message = said
        self.problems = tuple(problems)

    def renamed(self, names: Mapping[str, str]) -> Self:
        """The same refusal with the arguments called as a door's caller knows them.

        Args:
            names: the operation's argument → the caller's.
        """
        if not self.problems:
            return self
        theirs = [Problem(p.what, names.get(p.field, p.field)) for p in self.problems]
        return type(self)(self.code, problems=theirs)


class Unauthenticated(Refused):
    """No credential came with the request, or one that this world does not honour."""


class Forbidden(Refused):
    """The actor is known but may not do this."""


class MissingScope(Forbidden):
    """The credential does not go so far.

    Args:
        needed: the scope that it lacks.
        provided: those that it has.
    """

    def __init__(self, needed: str, provided: Iterable[str]) -> None:
        super().__init__("missing_scope", f"The credential lacks the scope {needed}.")
        self.needed = needed
        self.provided = tuple(sorted(provided))


class NotFound(Refused):
    """There is no such record, or the actor may not know that there is."""


class Invalid(Refused):
    """The arguments are malformed, missing or out of range."""


class TooLarge(Invalid):
    """What was sent is larger than may be kept."""


class Conflict(Refused):
    """The arguments are well-formed but do not fit the present state."""


class Unavailable(Refused):
    """The app does not answer just now, whatever is asked."""


class Failed(Unavailable):
    """The app had a fault of its own, as the company's apps may: no bug of ours."""


class RateLimited(Unavailable):
    """The app asks the caller to come back later.

    Args:
        seconds: after how long, in simulated time.
    """

    def __init__(self, seconds: int) -> None:
        super().__init__("ratelimited", f"Too many requests: try again in {seconds} seconds.")
        self.seconds = seconds


class OutOfSpace(Unavailable):
    """The world can take no more changes: a limit of ours, or the machine's.

    Args:
        detail: what operators are told; agents know nothing of worlds.
    """

    def __init__(self, detail: str) -> None:
        super().__init__("out_of_space", "There is no space left: nothing can be changed.")
        self.args = (detail,)


UNGRADABLE = frozenset({"out_of_space", "world_busy"})
"""The codes of refusals that are the machine's fault, so that an episode cannot be judged."""


class WorldNotFound(Exception):
    """No world of that name is open in this host."""


class WorldTaken(ValueError):
    """A world of that name is open already, here or in another process."""


class WorldClosed(Unavailable):
    """The world was let go of, so it can be used no more."""

    def __init__(self, world_id: str) -> None:
        super().__init__("service_unavailable", "This is not available any more.")
        self.args = (f"world {world_id} is closed",)


class BrokenTask(Exception):
    """A task family that cannot be loaded, or yields a task that cannot be graded fairly.

    Args:
        file: where the family stands.
        family: its id.
        seed: which of its tasks; None when it is all of them.
        reason: one sentence.
    """

    def __init__(self, file: str, family: str, seed: int | None, reason: str) -> None:
        which = family if seed is None else f"{family}, seed {seed}"
        super().__init__(f"{file}: {which}: {reason}")
        self.file = file
        self.family = family
        self.seed = seed
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent to another process, it is what it was."""
        return type(self), (self.file, self.family, self.seed, self.reason)
