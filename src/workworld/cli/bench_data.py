"""``workworld bench-data``: companies of load data, as large as somebody asks for."""

from __future__ import annotations

import click

from workworld.cli.company import get_snapshot
from workworld.worlds.scales import preset_of, scale_in


class _Scale(click.ParamType[int]):
    name = "messages"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return scale_in(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


@click.command("bench-data")
@click.option(
    "--scale", type=_Scale(), default="100k", show_default=True, help="How many messages: 450k."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Which variant of it.")
def bench_data(scale: int, seed: int) -> None:
    """Fill a company with so many messages and all that goes with them, and print where it lies.

    It is built once and then taken from the cache, like any company.
    """
    preset = preset_of(scale)
    built = get_snapshot(preset, seed)
    click.echo(built.path)
    variant = f" --seed {seed}" if seed else ""
    click.echo(f"Open it with: workworld serve --preset {preset}{variant}", err=True)
