"""What is wrong with a task family, told so that its author can mend it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workworld.errors import BrokenTask

if TYPE_CHECKING:
    from workworld.grading.family import Family

_TASKS = "/workworld/tasks/"


def broken(family: Family[Any], seed: int | None, reason: str) -> BrokenTask:
    """The refusal of a family, with the file that it stands in."""
    return BrokenTask(file_of(family), family.id, seed, reason)


@contextmanager
def whole(family: Family[Any], seed: int, part: str) -> Iterator[None]:
    """Refuse the family if a part of it raises.

    Raises:
        BrokenTask: instead of what was raised.
    """
    try:
        yield
    except BrokenTask:
        raise
    except Exception as error:
        raise broken(family, seed, f"{part} raised {told(error, family)}") from error


def told(error: BaseException, family: Family[Any]) -> str:
    """An exception, and the line of the family's own code that it came through last."""
    module = sys.modules.get(family.checks.__module__)
    folder = str(Path(getattr(module, "__file__", None) or "/").parent)
    frames = traceback.extract_tb(error.__traceback__)
    own = [each for each in frames if _TASKS in each.filename or folder in each.filename]
    if not own:
        return repr(error)
    last = own[-1]
    return f"{error!r} at {Path(last.filename).name}:{last.lineno}, in {last.name}"


def file_of(family: Family[Any]) -> str:
    """The file of a family's module: ``tasks/communication/post_announcement.py``."""
    name = family.checks.__module__
    if name.startswith("workworld.tasks."):
        return "/".join(name.split(".")[1:]) + ".py"
    file = getattr(sys.modules.get(name), "__file__", None)
    return str(Path(file)) if file else name
