"""``workworld tasks rubric``: a task's rubric as JSON, and whether such a file still holds."""

from __future__ import annotations

import json
from pathlib import Path

import click

from workworld.cli.tasks.choices import company, company_option, family_of
from workworld.environment import Environment
from workworld.errors import BrokenTask
from workworld.grading.rubrics import MalformedRubric, differences, read_rubric
from workworld.grading.rubrics import rubric as rubric_of


@click.command()
@click.argument("name", metavar="TASK", required=False)
@click.option("--seed", default=0, show_default=True, help="Which of the family's tasks.")
@company_option
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="A file, instead of printing it."
)
@click.option(
    "--check",
    "written",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Instead: whether a rubric's file is well-formed, and what the family gives today.",
)
def rubric(
    name: str | None,
    seed: int,
    preset: str,
    company_seed: int,
    out: Path | None,
    written: Path | None,
) -> None:
    """Print a task's rubric as JSON: id, kind, weight, description and what decides each check."""
    if (written is None) == (name is None):
        raise click.UsageError("name a task family, or give --check with a file")
    if written is not None:
        _check(written)
        return
    assert name is not None
    text = json.dumps(_made(name, seed, preset, company_seed), indent=2, ensure_ascii=False)
    if out is None:
        click.echo(text)
        return
    try:
        out.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"cannot write {out}: {error.strerror}") from None


def _made(name: str, seed: int, preset: str, company_seed: int) -> dict[str, object]:
    family = family_of(name)
    with company(preset, company_seed).environment() as env:
        return _rubric(env, family.id, seed)


def _rubric(env: Environment, name: str, seed: int) -> dict[str, object]:
    try:
        env.reset(name, seed)
    except BrokenTask as error:
        raise click.ClickException(str(error)) from None
    return rubric_of(env.task, env.world.snapshot)


def _check(file: Path) -> None:
    try:
        found = read_rubric(file.read_text(encoding="utf-8"))
    except (MalformedRubric, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file}: {error}") from None
    made_from = found["company"]
    present = _made(found["task"], found["seed"], made_from["preset"], made_from["seed"])
    if changed := differences(found, present):
        raise click.ClickException(f"{file}: not what the family gives today: {', '.join(changed)}")
    click.echo(f"{file}: the rubric of {found['task']}, seed {found['seed']}, as it is today.")
