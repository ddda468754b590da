"""Both kinds of environment, in the same company."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser

from workworld import AnyEnvironment, Environment, HostedEnvironment
from workworld.host import Host
from workworld.worlds import Snapshot

Make = Callable[..., AnyEnvironment]
KINDS = ("local", "hosted")


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """Where the world is."""
    return str(request.param)


@pytest.fixture
def make(kind: str, host: Host, snapshot: Snapshot) -> Iterator[Make]:
    """Makes environments of one kind, closed at the end."""
    with ExitStack() as stack:

        def made(*, browser: Browser | None = None, **more: Any) -> AnyEnvironment:
            env: AnyEnvironment
            if kind == "hosted":
                url, token = host.control_origin, host.admin_token
                env = HostedEnvironment(url, token, browser=browser, **more)
            else:
                env = Environment(home=snapshot.path.parents[1], browser=browser, **more)
            return stack.enter_context(env)

        yield made


@pytest.fixture
def env(make: Make) -> AnyEnvironment:
    """An environment."""
    return make()
