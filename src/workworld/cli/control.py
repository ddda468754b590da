"""How commands reach the worlds: through the running host, or else in the folder itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
import httpx2

from workworld.cli.company import open_worlds
from workworld.host.control import Companies, ControlPort, Desk
from workworld.host.control_client import ControlClient, ControlFailed
from workworld.host.whereabouts import running_host
from workworld.identity import Authority, new_admin_token
from workworld.paths import cache_home


@contextmanager
def control() -> Iterator[ControlClient]:
    """A client of the running host; without one, of a control port in this very process.

    Raises:
        click.ClickException: what was asked in the block is refused, or nobody answers.
    """
    home = cache_home()
    try:
        host = running_host(home)
        if host is not None:
            yield host.client
            return
        with open_worlds() as worlds:
            token = new_admin_token()
            desk = Desk(worlds, Companies(home / "snapshots"), Authority())
            with desk.stage:
                yield ControlClient(token, app=ControlPort(desk, token).app())
    except ControlFailed as error:
        raise click.ClickException(str(error)) from None
    except httpx2.TransportError as error:
        raise click.ClickException(f"the host of {home} does not answer: {error}") from None
