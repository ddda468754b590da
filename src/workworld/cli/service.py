"""``workworld service``: one of the processes that serve a company together."""

from __future__ import annotations

import gc
from pathlib import Path

import click
from rich.console import Console

from workworld.cli.company import company_options, get_snapshot, open_worlds, person_in
from workworld.cli.serve import PORT, listening
from workworld.host import Host
from workworld.host.composition import CONTROL, Composition, services
from workworld.host.keys import Keys
from workworld.host.logs import LogFormat, configure
from workworld.host.whereabouts import announced
from workworld.paths import cache_home
from workworld.rollouts.demonstrations import demonstrating
from workworld.worlds import Snapshot, World, Worlds
from workworld.worlds.fingerprints import fingerprint

_SEED = "seed"


def _origins(_ctx: click.Context, _option: click.Parameter, given: str) -> dict[str, str]:
    """``chat=http://… crm=http://…`` as a mapping that names every service.

    Raises:
        BadParameter: one is missing, or there is no such service.
    """
    pairs: dict[str, str] = {}
    for each in given.split():
        name, _, url = each.partition("=")
        pairs[name] = url.rstrip("/")
    known = services()
    wrong = [*(each for each in pairs if each not in known), *(set(known) - pairs.keys())]
    for each in sorted(wrong):
        said = "is missing" if each in known else f"is no service: there are {', '.join(known)}"
        raise click.BadParameter(f"{each} {said}")
    return pairs


@click.command()
@click.argument("name", metavar="SERVICE")
@company_options
@click.option("--world", "world_id", default="main", show_default=True, help="The shared world.")
@click.option(
    "--keys",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    envvar="WORKWORLD_KEYS",
    show_envvar=True,
    help="The folder of the secrets that all services share; they are made at the first start.",
)
@click.option(
    "--public",
    callback=_origins,
    required=True,
    envvar="WORKWORLD_PUBLIC",
    show_envvar=True,
    metavar="NAME=URL …",
    help="The origin at which people reach each service, one after the other.",
)
@click.option(
    "--inside",
    callback=_origins,
    required=True,
    envvar="WORKWORLD_INSIDE",
    show_envvar=True,
    metavar="NAME=URL …",
    help="The origin at which services reach each other.",
)
@click.option("--address", default="127.0.0.1", show_default=True, help="Where both ports listen.")
@click.option("--port", type=PORT, default=8700, show_default=True, help="The port of the service.")
@click.option(
    "--control-port",
    type=PORT,
    default=8701,
    show_default=True,
    help="The port of the control API and the portal, which the service control has.",
)
@click.option(
    "--log-format",
    type=click.Choice([form.value for form in LogFormat]),
    default=LogFormat.HUMAN.value,
    show_default=True,
    help="Lines for people, or JSON for programs; they go to standard error.",
)
def service(
    name: str,
    preset: str,
    seed: int,
    world_id: str,
    keys: Path,
    public: dict[str, str],
    inside: dict[str, str],
    address: str,
    port: int,
    control_port: int,
    log_format: str,
) -> None:
    """Serve one part of a company whose world several processes share.

    SERVICE is an app, mcp for all MCP servers, control for the control API, the portal and the
    pages that apps share, or seed, which makes the company, its world and the secrets, and ends.
    """
    configure(LogFormat(log_format))
    try:
        secrets = Keys(keys)
        authority = secrets.authority()
        token = secrets.admin_token
    except OSError as error:
        raise click.ClickException(f"cannot keep secrets in {keys}: {error}") from None
    with open_worlds() as worlds:
        if name == _SEED:
            _seed(worlds, preset, seed, world_id)
            return
        if name not in services():
            raise click.UsageError(f"no service {name!r}: there are {', '.join(services())}, seed")
        has_control = name == CONTROL
        snapshot = get_snapshot(preset, seed) if has_control else _named(preset, seed)
        world = _joined(worlds, snapshot, world_id)
        with listening():
            host = Host(
                worlds,
                snapshot,
                authority,
                address=address,
                agent_port=port,
                control_port=control_port if has_control else None,
                control_address=address,
                admin_token=token,
                composed=Composition(name, public, inside),
                demonstrate=demonstrating(snapshot) if has_control else None,
            )
        gc.freeze()  # what is imported by now lives as long as the process: no need to scan it
        if has_control:
            with announced(cache_home(), host.control_origin, token):
                host.run(lambda: _announce(host, world))
        else:
            host.run(lambda: _say(f"The service {name} is at {host.origin}."))


def _named(preset: str, seed: int) -> Snapshot:
    """What a shared world was made from; the file itself need not be within reach."""
    mark = fingerprint(preset, seed)
    return Snapshot(preset, seed, mark, cache_home() / "snapshots" / mark)


def _joined(worlds: Worlds, snapshot: Snapshot, world_id: str) -> World:
    """The world, which the service ``seed`` has made.

    Raises:
        click.ClickException: it is not there.
    """
    for kept in worlds.kept():
        if (kept.id, kept.fingerprint, kept.shared) == (world_id, snapshot.fingerprint, True):
            return worlds.join(world_id, snapshot)
    said = f"there is no shared world {world_id!r} of this version: run `workworld service seed`"
    raise click.ClickException(said)


def _seed(worlds: Worlds, preset: str, seed: int, world_id: str) -> None:
    """Make the company and its world, unless they are there.

    Raises:
        click.ClickException: another version of Workworld made a world of that name.
    """
    mark = fingerprint(preset, seed)
    older = [kept for kept in worlds.kept() if kept.id == world_id and kept.fingerprint != mark]
    if older:
        raise click.ClickException(
            f"the world {world_id!r} was made from another company or by another version of "
            f"Workworld ({older[0].fingerprint}, not {mark}), and what was changed in it cannot be "
            f"carried over: go on with that version, keep it beside the new one under another "
            f"name (--world), or remove {older[0].folder}"
        )
    worlds.open(get_snapshot(preset, seed), world_id, fresh=False, shared=True)
    _say(f"The world {world_id} is ready.")


def _announce(host: Host, world: World) -> None:
    """Say where to begin."""
    person = person_in(world, None)
    _say(f"The portal is at {host.portal_url}")
    _say(f"Sign in as {person.name} at {host.launch_url(world.id, person.id)}")


def _say(line: str) -> None:
    Console(soft_wrap=True, highlight=False).print(line, markup=False)
