"""What goes on around every request."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import anyio
import pytest
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from tests.kit import run_async

from workworld.host.requests import Observed, Place


async def endless(_request: Request) -> Response:
    async def events() -> AsyncIterator[str]:
        while True:
            yield "data: tick\n\n"
            await asyncio.sleep(0.01)

    return StreamingResponse(events(), media_type="text/event-stream")


async def app(scope: Any, receive: Any, send: Any) -> None:
    response = await endless(Request(scope))
    await response(scope, receive, send)


SCOPE = {
    "type": "http",
    "asgi": {"spec_version": "2.3"},
    "method": "GET",
    "path": "/w/w1/live",
    "query_string": b"",
    "headers": [(b"accept", b"text/event-stream")],
}


def run(stop: bool, patience: float) -> list[dict[str, Any]]:
    """What is sent to a caller who listens on and on, while the host stops or does not."""
    sent: list[dict[str, Any]] = []

    async def listen() -> None:
        stopping = asyncio.Event()
        observed = Observed(app, None, lambda _path: Place(), stopping)

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            await anyio.sleep_forever()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(observed, SCOPE, receive, send)
            await asyncio.sleep(0.1)
            if stop:
                stopping.set()
            with anyio.fail_after(patience):
                while sent[-1].get("more_body", True):
                    await asyncio.sleep(0.01)

    run_async(listen)
    return sent


def test_streams_end_in_good_order_when_the_host_stops() -> None:
    sent = run(stop=True, patience=5)
    assert sent[0]["status"] == 200
    assert len(sent) > 3
    assert sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}


def test_streams_go_on_as_long_as_the_host_does() -> None:
    with pytest.raises(BaseExceptionGroup) as caught:
        run(stop=False, patience=0.3)
    assert caught.value.subgroup(TimeoutError)
