"""Who acts when something comes to pass, within the step in which it did."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from workworld.colleagues import react
from workworld.context import Context, Event

Handler = Callable[[Context, Event], None]

_MOST = 1000
"""How many events functions may tell of in one step, beyond those of the operation itself."""
_handlers: dict[str, list[Handler]] = {}


def on(kind: str) -> Callable[[Handler], Handler]:
    """Let a function act upon every event of a kind, ``chat.message_posted``.

    It runs in the transaction of the operation that told of the event, as the same actor and step;
    what it raises refuses the whole. Functions of one kind run in the order of their names, so that
    it does not matter in which order modules are loaded.
    """

    def subscribe(handler: Handler) -> Handler:
        handlers = _handlers.setdefault(kind, [])
        handlers.append(handler)
        handlers.sort(key=attrgetter("__module__", "__qualname__"))
        return handler

    return subscribe


def deliver(ctx: Context) -> None:
    """Let everybody act upon what came to pass: functions at once, colleagues in their own time.

    Raises:
        RuntimeError: the functions go on telling each other of events for ever.
    """
    most = len(ctx.events) + _MOST  # a change of many things may tell of more by itself
    for number, event in enumerate(ctx.events):  # which grows while functions tell of more
        if number == most:
            raise RuntimeError(f"one step came to more than {most} events, lastly {event.kind}")
        for handler in _handlers.get(event.kind, ()):
            handler(ctx, event)
        react(ctx.session, event, ctx.clock)
