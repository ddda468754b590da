"""``workworld serve``: worlds over HTTP."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any

import click
from rich.console import Console

from workworld import loading
from workworld.cli.addresses import public_urls
from workworld.cli.checks.ports import AGENT_PORT, CONTROL_PORT
from workworld.cli.company import company_options, get_snapshot, open_worlds, person_in
from workworld.doors.flask_apps import apis_of
from workworld.host import Host
from workworld.host.control import Asked, Fields, Office, Refusal, row_of
from workworld.host.fleet import Fleet
from workworld.host.idleness import LONGEST, Terms
from workworld.host.logs import LogFormat, configure
from workworld.host.whereabouts import announced
from workworld.identity import Authority
from workworld.paths import cache_home
from workworld.rollouts.demonstrations import demonstrating

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
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="How many processes serve worlds, each with an agent port of its own.",
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
@click.option(
    "--training",
    "is_training",
    is_flag=True,
    help="Pages as agents in training see them: without test ids, and nothing moves.",
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
    workers: int,
    public: dict[str, str],
    is_training: bool,
    email: str | None,
) -> None:
    """Serve a company: browser UI, REST and MCP on one port, control on another."""
    snapshot = get_snapshot(preset, seed)
    form = LogFormat(log_format)
    configure(form)
    if workers > 1:
        if public:
            said = "each of several workers has an address of its own, so --public-url fits none"
            raise click.UsageError(said)
        with listening():
            fleet = Fleet(
                cache_home() / "worlds",
                snapshot,
                workers,
                address=address,
                agent_port=port,
                control_port=control_port,
                ttl=idle_after,
                log_format=form,
                is_training=is_training,
                demonstrate=demonstrating(snapshot),
            )
        _serve_fleet(fleet, name, email, fresh=fresh)
        return
    with open_worlds() as worlds:
        try:
            world = worlds.open(snapshot, name, fresh=False)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        person = person_in(world, email)
        with listening():
            host = Host(
                worlds,
                snapshot,
                Authority(),
                address=address,
                agent_port=port,
                control_port=control_port,
                public=public,
                is_training=is_training,
                idle_after=None if idle_after is None else Terms(idle_after),
                demonstrate=demonstrating(snapshot),
            )
        if fresh:  # only now that nothing else can fail: what it throws away is gone
            world.reset()
        with announced(cache_home(), host.control_origin, host.admin_token):
            gc.freeze()  # what is imported by now lives as long as the process: no need to scan it
            host.run(lambda: _announce(host, name, person.id, person.name, person.email))


@contextmanager
def listening() -> Iterator[None]:
    """Say what to do if a port is taken."""
    try:
        yield
    except OSError as error:
        said = f"cannot listen: {error}; try --port and --control-port"
        raise click.ClickException(said) from None


def _serve_fleet(fleet: Fleet, name: str, email: str | None, *, fresh: bool) -> None:
    """Serve by several processes."""
    try:
        fleet.start()
        person = _opened(fleet, name, email, fresh=fresh)
        with announced(cache_home(), fleet.control_origin, fleet.admin_token):
            told = (person["id"], person["name"], person["email"])
            fleet.run(lambda: _announce(fleet, name, *told))
    except Refusal as refusal:
        raise click.UsageError(str(refusal)) from None
    except RuntimeError as error:
        raise click.ClickException(f"{error}: its lines above say why") from None
    finally:
        fleet.end()


def _opened(fleet: Fleet, name: str, email: str | None, *, fresh: bool) -> Mapping[str, Any]:
    """Open the world, by the same requests as trainers; the person whose link is printed."""
    _ask(fleet, "POST", "/api/worlds", name=name, fresh=False, ttl=0)
    people = _ask(fleet, "GET", "/api/worlds/{world}/people", name)["people"]
    found = [each for each in people if (each["email"] == email if email else each["spotlight"])]
    if not found:
        known = ", ".join(each["email"] for each in people)
        raise click.UsageError(f"nobody here has the address {email}; there are {known}")
    if fresh:
        _ask(fleet, "POST", "/api/worlds/{world}/reset", name)
    person: Mapping[str, Any] = found[0]
    return person


def _ask(office: Office, method: str, path: str, world: str = "", **given: Any) -> dict[str, Any]:
    return office.answer(row_of(method, path), Asked(world, Fields(given)))


def _announce(
    host: Host | Fleet, world_id: str, person_id: str, person_name: str, email: str
) -> None:
    """Say where to sign in and what clients need."""
    say = Console(soft_wrap=True, highlight=False).print
    office: Office = host.desk if isinstance(host, Host) else host
    at = host.addresses(world_id)
    keys = _ask(office, "POST", "/api/worlds/{world}/credentials", world_id, person=person_id)
    say(f"\n[bold]Workworld {version('workworld')}[/] serves the world [bold]{world_id}[/].\n")
    rows = {
        f"Sign in as {person_name}": keys["launch_url"],
        "or by password at": at.home,
        "  e-mail": email,
        "  password": keys["password"],
        "As anybody, in the portal": host.portal_url,
    }
    for app in loading.apps():
        rows |= {
            f"{app.title} REST": at.app(app.id) + api.prefixes[0]
            for api in apis_of(app)
            if api.endpoints
        }
        rows[f"{app.title} MCP"] = at.mcp(app.id)
        rows[f"{app.title} bearer token"] = keys["tokens"][app.id]
    width = max(map(len, rows))
    for label, value in rows.items():
        say(f"  {label:{width}}  {value}", markup=False)
    say("\nStop with Ctrl+C.")
