"""``workworld serve``: worlds over HTTP."""

from __future__ import annotations

import gc
from importlib.metadata import version

import click
from rich.console import Console

from workworld import loading
from workworld.cli.addresses import public_urls
from workworld.cli.checks.ports import AGENT_PORT, CONTROL_PORT
from workworld.cli.company import company_options, get_snapshot, open_worlds, person_in
from workworld.directory.models import Person
from workworld.doors.flask_apps import apis_of
from workworld.host import Host
from workworld.host.idleness import LONGEST, Terms
from workworld.host.logs import LogFormat, configure
from workworld.host.whereabouts import announced
from workworld.identity import Authority
from workworld.paths import cache_home
from workworld.worlds import World

PORT = click.IntRange(0, 65535)


@click.command()
@company_options
@click.option(
    "--address", default="127.0.0.1", show_default=True, help="Where the agent port listens."
)
@click.option(
    "--port",
    type=PORT,
    default=AGENT_PORT,
    show_default=True,
    help="The agent port; 0 takes a free one.",
)
@click.option(
    "--control-port",
    type=PORT,
    default=CONTROL_PORT,
    show_default=True,
    help="The control port, always on the loopback; 0 takes a free one.",
)
@click.option("--world", "name", default="main", show_default=True, help="The world to open.")
@click.option("--fresh", is_flag=True, help="Start the world over instead of going on with it.")
@click.option(
    "--idle-after",
    type=click.IntRange(1, LONGEST),
    metavar="SECONDS",
    help="Close worlds of the control API that nobody has used for so long.",
)
@click.option(
    "--log-format",
    type=click.Choice([form.value for form in LogFormat]),
    default=LogFormat.HUMAN.value,
    show_default=True,
    help="Lines for people, or JSON for programs; they go to standard error.",
)
@click.option(
    "--public-url",
    "public",
    multiple=True,
    metavar="APP=URL",
    callback=public_urls,
    help="Where an app's root is reached through a proxy; {world} in its path is the world.",
)
@click.option("--as", "email", help="Whose sign-in link to print, by e-mail address.")
def serve(
    preset: str,
    seed: int,
    address: str,
    port: int,
    control_port: int,
    name: str,
    fresh: bool,
    idle_after: int | None,
    log_format: str,
    public: dict[str, str],
    email: str | None,
) -> None:
    """Serve a company: browser UI, REST and MCP on one port, control on another."""
    snapshot = get_snapshot(preset, seed)
    configure(LogFormat(log_format))
    with open_worlds() as worlds:
        try:
            world = worlds.open(snapshot, name, fresh=False)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        person = person_in(world, email)
        try:
            host = Host(
                worlds,
                snapshot,
                Authority(),
                address=address,
                agent_port=port,
                control_port=control_port,
                public=public,
                idle_after=None if idle_after is None else Terms(idle_after),
            )
        except OSError as error:
            said = f"cannot listen: {error}; try --port and --control-port"
            raise click.ClickException(said) from None
        if fresh:  # only now that nothing else can fail: what it throws away is gone
            world.reset()
        with announced(cache_home(), host.control_origin, host.admin_token):
            gc.freeze()  # what is imported by now lives as long as the process: no need to scan it
            host.run(lambda: _announce(host, world, person))


def _announce(host: Host, world: World, person: Person) -> None:
    """Say where to sign in and what clients need."""
    say = Console(soft_wrap=True, highlight=False).print
    at, token = host.addresses(world.id), host.authority.token(world.id, person.id)
    say(f"\n[bold]Workworld {version('workworld')}[/] serves the world [bold]{world.id}[/].\n")
    rows = {
        f"Sign in as {person.name}": host.launch_url(world.id, person.id),
        "or by password at": at.home,
        "  e-mail": person.email,
        "  password": host.authority.password(world.id, person.id),
        "As anybody, in the portal": host.portal_url,
    }
    for app in loading.apps():
        for api in apis_of(app):
            rows[f"{app.title} REST"] = at.app(app.id) + api.prefixes[0]
        rows[f"{app.title} MCP"] = at.mcp(app.id)
        rows[f"{app.title} bearer token"] = app.token_prefix + token
    width = max(map(len, rows))
    for label, value in rows.items():
        say(f"  {label:{width}}  {value}", markup=False)
    say("\nStop with Ctrl+C.")
