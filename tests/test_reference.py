"""The documentation: whatever there is stands in it, and it says nothing of what there is not."""

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest
from reference_pages import commands, names, targets, write
from reference_pages.pages import pages

from workworld import loading
from workworld.cli import main
from workworld.doors.flask_apps import apis_of
from workworld.doors.session.tools import TOOLS
from workworld.host.control.table import TABLE
from workworld.operations import operations

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
GUIDES = sorted(DOCS.glob("*.md"))
VARIABLE = re.compile(r"\bWORKWORLD_[A-Z]+(?:_[A-Z]+)*\b")


@pytest.fixture(scope="module")
def reference() -> Mapping[str, str]:
    return pages()


def test_every_operation_is_told(reference: Mapping[str, str]) -> None:
    apps = {app.id for app in loading.apps()}
    for name, declared in operations().items():
        owner = name.split(".")[0]
        page = reference[f"operations/{owner if owner in apps else 'core'}.md"]
        (row,) = [line for line in page.splitlines() if line.startswith(f"| `{name}` |")]
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", row)]
        assert cells[2], f"{name} has no docstring"
        assert cells[3] == declared.effect
        assert cells[4] == (f"`{declared.scope}`" if declared.scope else "")


def test_every_endpoint_and_tool_is_told(reference: Mapping[str, str]) -> None:
    for app in loading.apps():
        rest = reference[f"rest/{app.id}.md"]
        for api in apis_of(app):
            assert all(f" {endpoint.path}`" in rest for endpoint in api.endpoints)
    for table in loading.tool_tables():
        page = reference[f"tools/{table.app_id}.md"]
        for profile, upstream in table.profiles.items():
            assert f"| `{profile}` | {len(upstream.tools)} |" in page
            for tool in upstream.tools:
                assert f"### `{tool.name}`\n" in page
                assert all(f"| `{name}`" in page for name in tool.properties)
    assert all(f"### `{tool.name}`\n" in reference["session.md"] for tool in TOOLS)


def test_every_family_is_told(reference: Mapping[str, str]) -> None:
    page = reference["tasks.md"]
    for family in loading.families().values():
        assert page.count(f"`{family.id}`: ") == 1
        assert f"| difficulty | {family.difficulty} |" in page


def test_every_command_and_option_is_told(reference: Mapping[str, str]) -> None:
    found = dict(commands.walked())
    assert {f"workworld {name}" for name in main.list_commands(click.Context(main))} < set(found)
    for path, command in found.items():
        assert re.search(rf"^###? `{path}`\n\n\S", reference["commands.md"], re.MULTILINE), path
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, f"{path} {option.opts[-1]}"
                assert option.opts[-1] in reference["commands.md"]


def test_every_control_request_is_told(reference: Mapping[str, str]) -> None:
    for row in TABLE:
        _, _, told = reference["control.md"].partition(f"## `{row.method} {row.path}`\n")
        section = told.split("\n## ")[0]
        assert section, row.path
        assert all(f"| `{field.name}`" in section and field.text for field in row.fields)


@pytest.mark.parametrize("module", names.MODULES)
def test_every_public_name_is_told(module: str, reference: Mapping[str, str]) -> None:
    for name, found in names.public(module):
        assert f"### `{module}.{name}`\n" in reference["python.md"]
        if inspect.isclass(found):
            for inside in vars(found).values():
                if inspect.isfunction(inside) and not inside.__name__.startswith("_"):
                    assert inspect.getdoc(inside), f"{name}.{inside.__name__}"
        assert inspect.getdoc(found) or not callable(found), name


def test_every_make_target_is_told(reference: Mapping[str, str]) -> None:
    for target, said in targets.explained().items():
        assert said, f"the Makefile says nothing of {target}"
        assert f"| `make {target}` |" in reference["make.md"]
    guides = "".join(guide.read_text() for guide in [*GUIDES, ROOT / "README.md"])
    named = re.findall(r"^make ([a-z-]+)|`make ([a-z-]+)", guides, re.MULTILINE)
    assert {one or other for one, other in named} <= set(targets.explained())


def test_every_variable_is_told() -> None:
    told = set(VARIABLE.findall((DOCS / "settings.md").read_text()))
    found = set()
    for file in _sources():
        found |= set(VARIABLE.findall(file.read_text()))
    assert found - told == set(), "settings.md lacks them"
    assert told - found == set(), "nobody reads them"


def _sources() -> Iterator[Path]:
    for folder in ("src/workworld", "apps", "mcp_servers", "seed_data", "tests", "compose", ".ci"):
        for file in (ROOT / folder).rglob("*"):
            is_text = file.suffix in {".py", ".sh", ".yaml", ".example", ""} and file.is_file()
            if is_text and file != Path(__file__):
                yield file
    yield ROOT / "Makefile"


def test_commands_in_the_guides_are_there() -> None:
    known = dict(commands.walked())
    for guide in [*GUIDES, ROOT / "README.md", ROOT / "tasks" / "README.md"]:
        blocks = re.findall(r"```sh\n(.*?)```", guide.read_text(), re.DOTALL)
        for line in re.findall(r"^(?:\.venv/bin/)?workworld (.+)$", "".join(blocks), re.MULTILINE):
            words = line.split("#")[0].split()
            path = f"workworld {words[0]}"
            if isinstance(known[path], click.Group):
                path = f"{path} {words[1]}"
            options = {name for each in known[path].params for name in each.opts}
            asked = {word.split("=")[0] for word in words if word.startswith("--")}
            assert asked <= options, f"{guide.name}: {line}"


@pytest.mark.parametrize("guide", [*GUIDES, ROOT / "README.md"], ids=lambda file: file.stem)
def test_python_in_the_guides_is_python(guide: Path) -> None:
    for block in re.findall(r"```python\n(.*?)```", guide.read_text(), re.DOTALL):
        compile(block, str(guide), "exec")


def test_pages_that_went_are_removed(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "old.md").write_text("# Old")
    kept = (tmp_path / "make.md").stat().st_mtime_ns
    write(tmp_path)
    assert not (tmp_path / "old.md").exists()
    assert (tmp_path / "make.md").stat().st_mtime_ns == kept


@pytest.mark.packaging
def test_it_is_built_without_a_warning_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    build = (sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", tmp_path / "trees")
    done = subprocess.run(
        [*map(str, build), str(DOCS), str(tmp_path / "html")],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for name in ("index.html", "reference/tools/chat.html"):
        page = (tmp_path / "html" / name).read_text()
        assert not re.search(r'(?:src|<link[^>]+href)="(?:https?:)?//', page)
    styles = "".join(file.read_text() for file in (tmp_path / "html").rglob("*.css"))
    assert not re.search(r"url\(['\"]?(?:https?:)?//|@import", styles)
