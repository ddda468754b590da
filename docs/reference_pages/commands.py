"""The command line."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from reference_pages.markdown import code, plain, table
from workworld.cli import main

_HEAD = ("option", "is")


def page() -> str:
    """Every command with its arguments and options."""
    said = "Every command says the same with `--help`.\n"
    found = [_told(path, command) for path, command in walked()]
    return "\n".join(["# Command line\n", said, *found])


def walked() -> Iterator[tuple[str, click.Command]]:
    """Every command by what is typed for it, groups before what is in them."""
    yield from _below("workworld", main)


def _below(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if path != "workworld":
        yield path, command
    if isinstance(command, click.Group):
        ctx = click.Context(command, info_name=path)
        for name in command.list_commands(ctx):
            inner = command.get_command(ctx, name)
            if inner is not None:
                yield from _below(f"{path} {name}", inner)


def _told(path: str, command: click.Command) -> str:
    level = "##" if path.count(" ") == 1 else "###"
    ctx = click.Context(command, info_name=path)
    said = "\n\n".join(plain(part) for part in inspect.cleandoc(command.help or "").split("\n\n"))
    usage = " ".join([path, *command.collect_usage_pieces(ctx)])
    rows = [
        (code(record[0]), plain(record[1]))
        for option in command.params
        if (record := option.get_help_record(ctx)) is not None
    ]
    shown = "" if isinstance(command, click.Group) else f"```sh\n{usage}\n```\n\n"
    return f"{level} `{path}`\n\n{said}\n\n{shown}{table(_HEAD, rows)}"
