"""Documents that say what is not so fail the build."""

import re
from pathlib import Path

import click
import pytest

from tests import coverage_tables
from workworld import loading
from workworld.cli import main
from workworld.doors.flask_apps import apis_of
from workworld.manifest import App
from workworld.operations import operations

ROOT = Path(__file__).resolve().parents[1]
GUIDES = tuple(f"docs/{guide.name}" for guide in sorted((ROOT / "docs").glob("*.md")))
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tasks/README.md", *GUIDES)
MAKEFILE = (ROOT / "Makefile").read_text()
LINKED = [
    (d, link)
    for d in DOCUMENTS
    for link in re.findall(r"\]\(([^)#]+)\)", (ROOT / d).read_text())
    if not link.startswith(("https://", "reference/"))  # those are written when they are built
]


@pytest.mark.parametrize(("document", "link"), LINKED)
def test_links_lead_somewhere(document: str, link: str) -> None:
    assert (ROOT / document).parent.joinpath(link).exists()


def test_every_make_target_that_is_named_exists() -> None:
    text = "".join((ROOT / document).read_text() for document in DOCUMENTS)
    named = {word for run in re.findall(r"\bmake ([a-z ]+)", text) for word in run.split()}
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    assert {"run", "test", "demo", "bench", "setup", "snapshots"} <= named & targets
    for line in re.findall(r"^make ([a-z]+)", text, re.MULTILINE):
        assert line in targets


def test_every_command_is_in_the_documents() -> None:
    text = "".join((ROOT / document).read_text() for document in DOCUMENTS)
    ctx = click.Context(main)
    for name in main.list_commands(ctx):
        command = main.get_command(ctx, name)
        assert command is not None
        assert f"workworld {name}" in text, name
        assert command.help
        if isinstance(command, click.Group):
            assert all(f"workworld {name} {inner}" in text for inner in command.commands)


def test_makefile_explains_its_targets() -> None:
    for target in ("run", "demo", "test", "lint", "types", "fix", "bench", "setup", "lock"):
        assert re.search(rf"^{target}:.*## \w", MAKEFILE, re.MULTILINE), target


@pytest.mark.parametrize("app", loading.apps(), ids=lambda app: app.id)
def test_coverage_table_is_current(app: App) -> None:
    readme = ROOT / "apps" / app.id / "README.md"
    if coverage_tables.UPDATE:
        coverage_tables.rewrite(readme, app)
    assert coverage_tables.table_in(readme) == coverage_tables.expected_in(readme, app)


@pytest.mark.parametrize("app", loading.apps(), ids=lambda app: app.id)
def test_coverage_table_names_everything_there_is(app: object) -> None:
    app_id = app.id  # type: ignore[attr-defined]
    readme = (ROOT / "apps" / app_id / "README.md").read_text()
    lines = [re.split(r" *\| *", line) for line in readme.splitlines() if line.startswith("| `")]
    rows = {cells[1].strip("`"): cells for cells in lines}
    for declared in operations().values():
        if declared.id.startswith(f"{app_id}."):
            assert (declared.scope or "") == rows[declared.id][2].strip("`"), declared.id
    for api in apis_of(app):  # type: ignore[arg-type]
        for endpoint in api.endpoints:
            path = endpoint.path.removeprefix(api.prefixes[0])
            newest = re.sub(r"^api/(2|latest)/", "api/3/", path)  # versions that are alike
            assert f"`{newest}`" in readme
    for table in loading.tool_tables():
        if table.app_id == app_id:
            assert all(f"`{tool.name}`" in readme for tool in table.tools)
