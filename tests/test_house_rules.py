"""Rules that ruff cannot see."""

import ast
import gzip
import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from workworld.doors.assets import (
    MODULES,
    OTHER_MODULES,
    OTHER_SHEETS,
    SHEETS,
    STATIC,
    bundle,
    lean,
    script,
    style_sheet,
)

ROOT = Path(__file__).resolve().parents[1]
CODE = [
    path
    for folder in ("src/workworld", "apps", "mcp_servers", "seed_data", "tasks")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not any(part.is_symlink() for part in (path, *path.parents))
]
WRITTEN = (".py", ".css", ".js", ".html", ".md", ".yaml", ".toml")
TESTS = sorted((ROOT / "tests").rglob("*.py"))
SERVED = [*ROOT.glob("apps/*/static"), ROOT / "src/workworld/doors/static"]
VENDOR_FOLDERS = [ROOT / "src/workworld/doors/static/vendor", ROOT / "src/workworld/vendor"]
VENDORED = [
    (folder, row)
    for folder in VENDOR_FOLDERS
    for row in tomllib.loads((folder / "VENDORED.toml").read_text())["file"]
]


def called(function: ast.expr) -> str:
    """What is called, as ``ctx.session.flush``; of an expression, what is taken from it."""
    if isinstance(function, ast.Attribute):
        return f"{called(function.value)}.{function.attr}"
    return function.id if isinstance(function, ast.Name) else ""


def calls(paths: Iterable[Path], name: str) -> list[str]:
    """Where these sources call a function, or a method after its dot, as ``file:line``."""
    texts = ((path, path.read_text()) for path in paths)
    return [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, text in texts
        if f"{name}(" in text  # most are not worth parsing
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and f".{called(node.func)}".endswith(f".{name}")
    ]


def matches(paths: Iterable[Path], pattern: str) -> list[str]:
    """Where these texts have what matches, as ``file:line: text``."""
    sought = re.compile(pattern, re.MULTILINE)
    return [
        f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}: {found[0]}"
        for path in paths
        for text in [path.read_text()]
        for found in sought.finditer(text)
    ]


def test_no_code_is_overlooked() -> None:
    assert len(CODE) > 50


def test_no_file_holds_two_versions_of_itself() -> None:
    """A style sheet or a page with the marks of a merge is served, and loses rules silently."""
    marks = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)
    folders = ("apps", "mcp_servers", "seed_data", "src/workworld", "tasks", "tests")
    found = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    written = [path for path in found if path.suffix in WRITTEN and path.is_file()]
    assert len(written) > len(CODE)
    assert [path for path in written if marks.search(path.read_text())] == []


def test_chance_of_the_process_decides_nothing() -> None:
    """``hash()`` of a text differs from process to process."""
    assert calls(CODE, "hash") == []


def test_only_call_commits() -> None:
    """A service that commits would leave half a step behind when a later line refuses."""
    assert calls(CODE, "session.commit") == []


def test_flush_gives_its_reason() -> None:
    """A hand-written flush is rarely needed, so it says in a comment why it is."""
    flushes = calls(CODE, "session.flush")
    assert flushes != []
    assert [place for place in flushes if "#" not in _line(place)] == []


def _line(place: str) -> str:
    path, _, number = place.rpartition(":")
    return (ROOT / path).read_text().splitlines()[int(number) - 1]


def test_modules_and_everything_public_are_documented() -> None:
    silent = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in CODE
        for line, name, is_documented in _public(ast.parse(path.read_text()))
        if not is_documented
    ]
    assert silent == []


def _public(scope: ast.Module | ast.ClassDef) -> Iterator[tuple[int, str, bool]]:
    """Modules, classes and functions that others may use, and whether they have a docstring."""
    if isinstance(scope, ast.Module) and scope.body:
        yield 1, "the module", ast.get_docstring(scope) is not None
    for node in scope.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if not node.name.startswith("_"):
            yield node.lineno, node.name, ast.get_docstring(node) is not None
            if isinstance(node, ast.ClassDef):
                yield from _public(node)


def test_tests_run_coroutines_in_a_thread_of_their_own() -> None:
    """The main thread has a loop already once a browser was driven in it."""
    assert [*calls(TESTS, "asyncio.run"), *calls(TESTS, "anyio.run")] == []


def test_scripts_read_no_clock_and_no_chance() -> None:
    banned = r"Date\.now|new Date\(\)|Math\.random|Intl\.|toLocale|\balert\(|\bconfirm\(|\bprompt\("
    found = [path for folder in SERVED for path in sorted(folder.rglob("*.js"))]
    scripts = [path for path in found if path.parent.name != "vendor"]
    assert len(scripts) > 20
    assert matches(scripts, banned) == []


SENT = [
    path
    for folder in (*SERVED, STATIC.parent / "templates", *ROOT.glob("apps/*/templates"))
    for path in sorted(folder.rglob("*"))
    if path.suffix in (".css", ".html", ".js", ".yaml")
]


def test_nothing_sent_holds_two_versions_of_itself() -> None:
    """A browser passes over the marks of a conflict, and the rules beside them, without a word."""
    assert len(SENT) > 100
    assert matches(SENT, r"^(?:<{7}|={7}|>{7})(?: .*)?$") == []


@pytest.mark.parametrize(("folder", "row"), VENDORED, ids=lambda each: str(each)[:60])
def test_vendored_file_is_the_one_recorded(folder: Path, row: dict[str, str]) -> None:
    assert hashlib.sha256((folder / row["file"]).read_bytes()).hexdigest() == row["sha256"]
    assert (folder / row["license_file"]).is_file()


@pytest.mark.parametrize("folder", VENDOR_FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_vendored_file_is_recorded(folder: Path) -> None:
    rows = [row for vendor, row in VENDORED if vendor == folder]
    recorded = {row["file"] for row in rows} | {row["license_file"] for row in rows}
    assert {path.name for path in folder.iterdir()} == recorded | {"VENDORED.toml"}


def test_shared_scripts_stay_within_budget() -> None:
    vendored = [path.read_bytes() for path in (STATIC / "vendor").glob("*.js")]
    sent = [gzip.compress(content) for content in (script().encode(), *vendored)]
    assert sum(map(len, sent)) <= 80_000


def test_script_comes_with_what_it_imports(tmp_path: Path) -> None:
    (tmp_path / "places.js").write_text("export const here = 1;\n")
    (tmp_path / "marks.js").write_text(
        'import { here } from "./places.js";\nexport const m = here;\n'
    )
    page = tmp_path / "page.js"
    page.write_text(
        'import { m } from "./marks.js";\nimport { here } from "./places.js";\nm + here;\n'
    )
    said = bundle(page)
    assert "import" not in said
    order = [said.index(f"modules.{name} = ") for name in ("places", "marks", "page")]
    assert order == sorted(order)
    assert said.count("modules.places = ") == 1
    assert bundle(tmp_path / "places.js") == "export const here = 1;\n"


def test_every_shared_file_is_sent() -> None:
    assert {*SHEETS, *OTHER_SHEETS} == {path.stem for path in STATIC.glob("*.css")}
    own = [path for path in STATIC.rglob("*.js") if path.parent.name != "vendor"]
    assert {*MODULES, *OTHER_MODULES} == {
        str(path.relative_to(STATIC).with_suffix("")) for path in own
    }


PAGES = [
    page
    for folder in [STATIC.parent / "templates", *ROOT.glob("apps/*/templates")]
    for page in sorted(folder.glob("*.html"))
    if "{% extends" in page.read_text()
]


def test_style_sheets_of_pages_stay_within_budget() -> None:
    assert len(PAGES) > 50
    sizes = {page: sum(len(text.encode()) for text in _sheets_of(page)) for page in PAGES}
    shared = len(style_sheet().encode())
    heavy = {
        str(page.relative_to(ROOT)): size for page, size in sizes.items() if size > 60_000 - shared
    }
    assert heavy == {}


def _sheets_of(page: Path) -> Iterator[str]:
    """The sheets that a page links beside the one that all have."""
    text = page.read_text()
    styles = re.search(r"\{% block styles %\}(.*?)\{% endblock %\}", text)
    above = [page.with_name(name) for name in re.findall(r'\{% extends "(\w+\.html)"', text)]
    if above and above[0] in PAGES and (not styles or "super()" in styles[1]):
        yield from _sheets_of(above[0])
    for kind, name in re.findall(
        r"(shared\(|filename=)'([\w/]+\.css)'", styles[1] if styles else ""
    ):
        folder = STATIC if kind == "shared(" else page.parent.parent / "static"
        yield bundle(folder / name)


def test_every_dialog_is_closed_at_its_top() -> None:
    """Whoever looks for a way out finds it where it always is, beside what stands at the foot."""
    folders = [STATIC.parent / "templates", *ROOT.glob("apps/*/templates")]
    heads = [
        (path.name, line.strip())
        for folder in folders
        for path in sorted(folder.rglob("*.html"))
        for line in path.read_text().splitlines()
        if '<header class="dialog-head"' in line
    ]
    assert len(heads) > 50
    ways = ("close_link(", "data-closes")
    assert [head for head in heads if not any(way in head[1] for way in ways)] == []


def test_style_sheet_is_sent_without_what_only_people_need() -> None:
    said = "/* why */\n@layer app {\n  a :is(b, c) > d { opacity: 0.5; margin: 0 auto; }\n}\n"
    assert lean(said) == "@layer app{a :is(b,c)>d{opacity:.5;margin:0 auto}}"
