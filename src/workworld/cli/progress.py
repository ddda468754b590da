"""A bar for work that is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from workworld.cli.company import notes


@contextmanager
def counting(doing: str, total: int) -> Iterator[Callable[[str], None]]:
    """Show how far the work is, where somebody looks on, and take the bar away when it is done.

    Args:
        doing: what is being done.
        total: how many pieces there are.

    Yields:
        What is to be told of each piece that is done.
    """
    columns = (
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
    )
    is_seen = notes.is_terminal
    with Progress(*columns, console=notes, transient=True, disable=not is_seen) as progress:
        bar = progress.add_task("", total=total)
        yield lambda said: progress.update(bar, advance=1, description=said)
