"""Work that would hold up the event loop, in threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import copy_context
from typing import TypeVar

R = TypeVar("R")


async def in_thread(threads: Executor | None, function: Callable[..., R], *arguments: object) -> R:
    """What a function returns that runs in a thread.

    Args:
        threads: those of all doors, so that what piles up is seen; None takes the loop's own.
        function: the work.
        arguments: the function's.
    """
    context = copy_context()  # which says whose request it is, for logs
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(threads, lambda: context.run(function, *arguments))
