"""An agent writes markup and scripts wherever text is taken: pages show them as text."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page
from sqlalchemy import JSON, String, select
from tests.gates.agent import Agent, endpoints, in_words_of, tools
from tests.gates.facets import facets_of, shown_to
from tests.gates.sampling import one_in, turn
from tests.gates.screens import screens

from workworld import loading
from workworld.database import Base, state_tables
from workworld.operations import Effect, operation_of
from workworld.worlds import World

SCRIPTS = [
    "<script>ran()</script>",
    "<img src=x onerror=ran()>",
    '"><svg onload=ran()>',
    "' onmouseover='ran()' autofocus onfocus='ran()",
    "<javascript:ran()|press me>",
    "[press me](javascript:ran())",
    "<data:text/html,<script>ran()</script>|press me>",
    '<https://a.example/" onmouseover="ran()|press me>',
    "<https://a.example/|<img src=x onerror=ran()>>",
    "```<script>ran()</script>```",
    "`</code><script>ran()</script>`",
    "&lt;script&gt;ran()&lt;/script&gt;",
    "{{ 7 * 7 }}{% include 'apps.html' %}${7*7}",
    '<@U1"><script>ran()</script>>',
    "<!--<script>ran()</script>-->",
    "</textarea></title><script>ran()</script>",
    "\u202e<iframe srcdoc='<script>parent.ran()</script>'>",
]
HUNT = """() => {
  const found = [];
  const own = ["/static/", "/files/", "/emoji/", "/print/"];
  const isOwn = (src) =>
    src.startsWith(`${location.origin}/w/`) && own.some((path) => src.includes(path));
  for (const element of document.querySelectorAll("*")) {
    const tag = element.tagName.toLowerCase();
    for (const { name, value } of element.attributes) {
      if (name.startsWith("on")) found.push(`${tag} ${name}`);
      const leads = ["href", "src", "action", "formaction", "xlink:href", "srcdoc"].includes(name);
      if (leads && !/^(https?:|mailto:|tel:|[/#?.]|$)/i.test(value.trim()))
        found.push(`${tag} ${name}=${value}`);
    }
    if (tag === "script" && !element.src) found.push("script");
    if (["iframe", "object", "embed", "base"].includes(tag)) found.push(tag);
    if (tag === "img" && !isOwn(element.src)) found.push(`img ${element.src}`);
  }
  return [...found, ...(globalThis.didRun ?? [])];
}"""


@pytest.fixture
def watched(chrome: Browser, agent: Agent) -> Any:
    """A page without the protection of its content policy, which tells of scripts that ran."""
    context = chrome.new_context(bypass_csp=True)
    page = context.new_page()
    page.add_init_script("globalThis.didRun = []; globalThis.ran = () => didRun.push('ran');")
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    premises = agent.premises
    page.goto(premises.host.launch_url(agent.world.id, agent.person_id))
    yield page
    context.close()


def assert_harmless(agent: Agent, page: Page, paths: Sequence[str]) -> None:
    for path in paths:
        response = page.goto(agent.premises.host.origin + path)
        assert response is not None
        assert response.status < 500, path
        assert page.evaluate(HUNT) == [], path


@pytest.mark.browser
def test_the_hunt_finds_a_script(watched: Page) -> None:
    watched.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=ran()>')")
    watched.wait_for_function("didRun.length")
    assert "img onerror" in watched.evaluate(HUNT)


def test_free_members_of_rows_are_given_a_script(agent: Agent) -> None:
    for app in loading.apps():
        facets_of(app.id).prepare(agent.world, agent.person_id)
    put_into_json(agent.world, SCRIPTS[0])
    with agent.world.reading() as session:
        for name, columns in members("free_json").items():
            for column in columns:
                held = session.scalars(select(Base.metadata.tables[name].c[column])).all()
                told = json.dumps([each for each in held if each])
                assert SCRIPTS[0] in told or not list(prose_in(held)), f"{name}.{column}"


@pytest.mark.browser
def test_what_is_written_through_a_door_is_shown_as_text(agent: Agent, watched: Page) -> None:
    rows = [
        (app, row)
        for app, row in [*endpoints(), *tools()]
        if operation_of(row.function).effect is Effect.WRITE
    ]
    for place, (app, row) in enumerate(rows):
        facts = shown_to(agent, app.id)
        texts = [name for name, value in facts.items() if value == "a word"]
        for script in turn(len(SCRIPTS), SCRIPTS, place):
            given = in_words_of(row, {**facts, **dict.fromkeys(texts, script)})
            given.pop("thread_ts", None)
            if hasattr(row, "path"):
                agent.rest(app, row, given)
            else:
                agent.tool(app, row.name, given)
    assert any(entry.outcome == "ok" for entry in agent.doors.journal)
    assert_harmless(agent, watched, one_in(9, screens(agent.world, agent.person_id)))


@pytest.mark.browser
@pytest.mark.parametrize(
    "script", [SCRIPTS[2], *(pytest.param(s, marks=pytest.mark.gate_full) for s in SCRIPTS)]
)
def test_what_rows_hold_is_shown_as_text(agent: Agent, watched: Page, script: str) -> None:
    """Straight into every free column, for texts that no door lets a person write yet."""
    for name in ("home", *(app.id for app in loading.apps())):
        facets_of(name).prepare(agent.world, agent.person_id)
    paths = one_in(9, screens(agent.world, agent.person_id))
    put_into_json(agent.world, script)
    for table, columns in free_text().items():
        for column in columns:
            with agent.world.writing() as session:
                session.connection().exec_driver_sql(
                    f"UPDATE {table} SET {column} = substr({column}, 1, 12) || ? || {own(table)}",
                    (script,),
                )
    assert_harmless(agent, watched, paths)


def put_into_json(world: World, script: str) -> None:
    """Put a script into every free member of every JSON column."""
    with world.writing() as session:
        for name, columns in members("free_json").items():
            table = Base.metadata.tables[name]
            keys = list(table.primary_key)
            for row in session.execute(select(*keys, *(table.c[each] for each in columns))).all():
                of_it = [key == value for key, value in zip(keys, row, strict=False)]
                given = zip(columns.items(), row[len(keys) :], strict=True)
                values = {
                    column: scripted(value, set(names), f"{script}{row[0]}")
                    for (column, names), value in given
                    if value is not None
                }
                if values:
                    session.execute(table.update().where(*of_it).values(values))


def scripted(value: Any, names: set[str], script: str, name: str = "") -> Any:
    """JSON with a script in its free members; numbers and formulas are no prose."""
    if isinstance(value, dict):
        within = [(key, member(name, key), each) for key, each in value.items()]
        return {key: scripted(each, names, script, place) for key, place, each in within}
    if isinstance(value, list):
        return [scripted(each, names, script, name) for each in value]
    is_prose = isinstance(value, str) and re.search("[A-Za-z]", value) and value[0] != "="
    return value[:12] + script if is_prose and is_named(name, names) else value


def member(name: str, key: str) -> str:
    """What a member is called behind the one that it is in, such as ``blocks/name``."""
    return f"{name.rpartition('/')[2]}/{key}"


def is_named(name: str, names: set[str]) -> bool:
    """Whether a member is among those that a facet names, alone or behind the one that it is in."""
    return not names.isdisjoint((name, name.rpartition("/")[2], "*"))


def prose_in(value: Any, name: str = "") -> Iterator[str]:
    """The members of JSON that hold several words."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from prose_in(each, member(name, key))
    elif isinstance(value, list):
        for each in value:
            yield from prose_in(each, name)
    elif isinstance(value, str) and re.search(r"\w \w", value):
        yield name


def members(facet: Literal["free_json", "fixed_json"]) -> dict[str, dict[str, Sequence[str]]]:
    """Members of JSON of all apps, by table and column."""
    found = [getattr(facets_of(name), facet) for name in ("home", *(a.id for a in loading.apps()))]
    return {table: dict(columns) for each in found for table, columns in each.items()}


def own(table: str) -> str:
    """What tells a row from others of its table, in SQL."""
    known = Base.metadata.tables[table]
    if known.dialect_options["sqlite"]["with_rowid"]:
        return "rowid"
    return " || '-' || ".join(column.name for column in known.primary_key)


def free_text() -> dict[str, tuple[str, ...]]:
    """The columns that people fill with what they like, by table."""
    found: dict[str, tuple[str, ...]] = {}
    for name in ("home", *(app.id for app in loading.apps())):
        found |= {table: tuple(columns) for table, columns in facets_of(name).free_text.items()}
    return found


def test_every_column_of_prose_is_tried(agent: Agent) -> None:
    """A column in which the company has written several words is free text."""
    known, fixed = free_text(), fixed_text()
    with agent.world.reading() as session:
        for table in state_tables():
            for column in table.columns:
                if not isinstance(column.type, String) or column.foreign_keys:
                    continue
                if column.name in fixed.get(table.name, ()):
                    continue
                values = session.scalars(column.table.select().with_only_columns(column)).all()
                if any(re.search(r"\w \w", value or "") for value in values):
                    assert column.name in known.get(table.name, ()), f"{table.name}.{column.name}"
    for name, columns in known.items():
        assert set(columns) <= set(Base.metadata.tables[name].columns.keys())


def test_every_member_of_prose_is_tried(agent: Agent) -> None:
    """The same of JSON: a member in which several words have been written is free text."""
    for app in loading.apps():
        facets_of(app.id).prepare(agent.world, agent.person_id)
    known, fixed = members("free_json"), members("fixed_json")
    missing = set()
    with agent.world.reading() as session:
        for column in [each for table in state_tables() for each in table.columns]:
            if not isinstance(column.type, JSON):
                continue
            place = column.table.name, column.name
            told = {
                name for each in (known, fixed) for name in each.get(place[0], {}).get(place[1], ())
            }
            for held in session.scalars(select(column)).all() if "*" not in told else ():
                missing |= {(*place, name) for name in prose_in(held) if not is_named(name, told)}
    assert missing == set(), sorted(missing)
    for table, columns in known.items():
        assert set(columns) <= set(Base.metadata.tables[table].columns.keys())


def fixed_text() -> dict[str, tuple[str, ...]]:
    """The columns whose texts nobody writes freely, by table."""
    found = [facets_of(app.id).fixed for app in loading.apps()]
    return {table: tuple(columns) for each in found for table, columns in each.items()}
