"""``workworld mcp``: the apps' MCP server over standard input and output."""

from __future__ import annotations

import os
import signal
import tempfile
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

import anyio
import click
from mcp.server.stdio import stdio_server

from workworld import loading
from workworld.cli.company import company_options, get_snapshot, notes, person_in
from workworld.cli.relay import NoAnswer, Relay
from workworld.context import Actor
from workworld.doors.mcp import VENDOR, Caller, Choice, Offer, mcp_server, offer_of
from workworld.errors import Invalid
from workworld.worlds import Worlds


@click.command()
@company_options
@click.option("--stdio", is_flag=True, required=True, help="Speak over standard input and output.")
@click.option("--app", "app_id", help="Whose tools to offer alone, instead of all apps'.")
@click.option("--profile", default=VENDOR, show_default=True, help="Which of the app's profiles.")
@click.option("--as", "email", help="For whom to act, by e-mail address.")
@click.option("--url", help="An MCP endpoint of a running host to use instead of a new world.")
@click.option(
    "--token", envvar="WORKWORLD_TOKEN", help="The bearer token for --url, or WORKWORLD_TOKEN."
)
def mcp(
    preset: str,
    seed: int,
    stdio: bool,
    app_id: str | None,
    profile: str,
    email: str | None,
    url: str | None,
    token: str | None,
) -> None:
    """Offer the apps' tools over MCP, on a world of its own that ends with the connection.

    With --url it is a world of a running host instead, which goes on afterwards.
    """
    assert stdio  # the one transport of this command; HTTP is served by `workworld serve`
    if url is not None:
        _relay(url, token)
        return
    offered = _offer(app_id, profile)
    snapshot = get_snapshot(preset, seed)
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="workworld-"))
        world = stack.enter_context(Worlds(Path(folder))).open(snapshot)
        person = person_in(world, email)
        notes.print(f"Acting for {person.name} <{person.email}> in a world of its own.")
        _stop_on_signals(stack)
        anyio.run(_serve, offered, Caller(world, Actor(person.id)))


def _offer(app_id: str | None, profile: str) -> Offer:
    tables = {table.app_id: table for table in loading.tool_tables()}
    if app_id is not None and app_id not in tables:
        raise click.UsageError(f"--app is one of: {', '.join(tables)}")
    with_profile = [each for each in tables.values() if profile in each.profiles]
    chosen = [tables[app_id]] if app_id else with_profile or [*tables.values()]
    try:
        return offer_of(chosen, Choice(tuple(each.app_id for each in chosen), profile))
    except Invalid as refused:
        raise click.UsageError(refused.message) from None


def _relay(url: str, token: str | None) -> None:
    if not token:
        raise click.UsageError("--url needs a token: give --token or set WORKWORLD_TOKEN")
    _stop_on_signals(ExitStack())
    try:
        anyio.run(Relay(url, token).run)
    except NoAnswer as none:
        raise click.ClickException(str(none)) from None


def _stop_on_signals(stack: ExitStack) -> None:
    """A thread that waits for standard input cannot be interrupted, so the process just ends."""

    def stop(number: int, _frame: object) -> None:
        stack.close()
        os._exit(128 + number)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


async def _serve(offered: Offer, caller: Caller) -> None:
    server = mcp_server(offered, version("workworld"), lambda *_: caller)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
