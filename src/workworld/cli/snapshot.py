"""``workworld snapshot``: the frozen companies on this machine."""

from __future__ import annotations

import click

from workworld.cli.company import company_options, get_snapshot


@click.group()
def snapshot() -> None:
    """Build frozen companies."""


@snapshot.command()
@company_options
def build(preset: str, seed: int) -> None:
    """Build a company if it is not in the cache, and print where it lies."""
    built = get_snapshot(preset, seed)
    click.echo(built.path)
