"""The same action has the same effect, refusal and journal entry through every door."""

import inspect
import mimetypes
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.conformance.parity import Case, Sent, Words, cases, parity_of
from tests.gates.agent import mark_of
from tests.gates.sampling import one_in
from tests.kit import Doors, flask_apps, text_of

from workworld import apps, loading
from workworld.context import Surface
from workworld.directory.models import Person
from workworld.doors import home
from workworld.doors.flask_apps import apis_of
from workworld.doors.mcp import Caller, call_tool
from workworld.doors.mcp.manners import PLAIN
from workworld.doors.web import COOKIE
from workworld.identity import Authority
from workworld.journal import JournalEntry
from workworld.operations import Effect, Operation, operation_of, operations
from workworld.worlds import Snapshot, Worlds

CASES = cases()
APPS = {app.id: app for app in loading.apps()}


def rested() -> set[str]:
    """The operations in the tables of endpoints, and those that what answers beside them names."""
    apis = [api for app in APPS.values() for api in apis_of(app)]
    rows = [row for api in apis for row in api.endpoints]
    beside = [view for api in apis for view in api.views.values()]
    beside += [row.aside for row in rows if row.aside]
    files = {inspect.getsourcefile(each) for each in beside}
    return {operation_of(row.function).id for row in rows} | named_in(
        Path(str(path)) for path in files
    )


def tooled() -> set[str]:
    """The operations in the tables of tools, in whichever profile."""
    profiles = [each for table in loading.tool_tables() for each in table.profiles.values()]
    rows = [row for profile in profiles for row in profile.tools]
    return {operation_of(function).id for row in rows for function in row.functions}


def paged() -> set[str]:
    """The operations that pages name."""
    modules = [*Path(str(home.__file__)).parent.glob("*.py")]
    for app in APPS.values():
        folder = Path(str(app.module("ui").__file__)).parent
        apart = {"api", "service"}
        modules += [
            path for path in folder.rglob("*.py") if apart.isdisjoint({path.parent.name, path.stem})
        ]
        modules += folder.glob("service/spoken*.py")  # what composers take after a slash
    return named_in(modules) | spoken_between_apps()


def spoken_between_apps() -> set[str]:
    """The operations to which a slash command leads that one app has because of another."""
    # By their files: where there is one app, what joins several is not imported.
    files = (Path(str(apps.__file__)).parent / "integrations").rglob("*.py")
    source = "".join(path.read_text() for path in files)
    ours = [
        each
        for each in declared_by_us()
        if each.function.__module__.startswith(f"{apps.__name__}.integrations.")
    ]
    return {
        each.id for each in ours if re.search(rf"Deed\((\w+\.)?{each.id.split('.')[-1]},", source)
    }


def named_in(modules: Iterable[Path]) -> set[str]:
    """The operations that these sources name, as in ``messages.post``."""
    source = "\n".join(path.read_text() for path in modules)
    named = set(re.findall(r"\b(?=(\w+\.\w+)\b)", source))
    return {each for each in operations() if each.partition(".")[2] in named}


def declared_by_us() -> list[Operation]:
    """Every operation but those that other tests declare."""
    ours = operations().values()
    return [each for each in ours if each.function.__module__.startswith("workworld.")]


OFFERED = {
    Surface.REST: rested(),
    Surface.MCP: tooled(),
    Surface.UI: paged(),
}


WRITES = [
    each.id for each in declared_by_us() if each.effect is Effect.WRITE and len(each.doors) > 1
]


def by_rest(doors: Doors, app_id: str, words: Words) -> str:
    token = doors.authority.token(doors.world, doors.person_id, mark_of(APPS[app_id]))
    headers = {"Authorization": f"Bearer {token}"}
    client = doors.anonymous(app_id)
    methods = {
        endpoint.path: endpoint.methods[-1]
        for api in apis_of(APPS[app_id])
        for endpoint in api.endpoints
    }
    method, _, path = words.where.rpartition(" ")
    method = method or methods.get(path, "POST")
    if words.has_file:
        headers["X-Atlassian-Token"] = "no-check"  # without which the vendor takes none
    if "" in words.arguments:  # the body is the file itself
        sent: Sent = words.arguments[""]
        headers["Content-Type"] = mimetypes.guess_type(sent.name)[0] or ""
        answer = client.open(path, method=method, headers=headers, data=sent.content)
        return f"{answer.get_data(as_text=True)} {code_asked(doors)}"
    how = "query_string" if method in ("GET", "DELETE") else "data" if words.has_file else "json"
    form: dict[str, Any] = {how: words.form()}
    answer = client.open(path, method=method, headers=headers, **form)
    said = answer.get_data(as_text=True)
    return said if parity_of(app_id).rest_names_codes else f"{said} {code_asked(doors)}"


def code_asked(doors: Doors) -> str:
    """The refusal's code, which some vendors' answers tell by a status and words alone."""
    return doors.journal[-1].outcome


def by_mcp(doors: Doors, app_id: str, words: Words) -> str:
    table = next(table for table in loading.tool_tables() if table.app_id == app_id)
    caller = Caller(doors.world, doors.actor, doors.site.addresses.app)
    profiles = table.profiles.values()
    tool = table.tool(words.where) or next(
        each for profile in profiles for each in profile.tools if each.name == words.where
    )
    said = call_tool(caller, tool, words.arguments).text
    return said if tool.manner == PLAIN else f"{said} {code_asked(doors)}"


def by_ui(doors: Doors, app_id: str, words: Words) -> str:
    adapter = flask_apps()[app_id].url_map.bind("localhost")
    path = words.where.partition("?")[0]
    shared = not adapter.test(path, "POST")  # a page of all apps, such as a file's
    client = doors.anonymous("home" if shared else app_id)
    client.set_cookie(COOKIE, doors.cookie, domain="localhost", path="/")
    fields = {"csrf": doors.authority.csrf(doors.cookie), **words.form()}
    return client.post(words.where, data=fields).get_data(as_text=True)


DOORS: dict[Surface, Callable[[Doors, str, Words], str]] = {
    Surface.REST: by_rest,
    Surface.MCP: by_mcp,
    Surface.UI: by_ui,
}


def essence(entry: JournalEntry) -> dict[str, Any]:
    columns = ("step", "time_us", "actor_id", "operation", "outcome", "cause", "topics")
    said = {name: getattr(entry, name) for name in columns}
    return said | ({"arguments": entry.arguments} if entry.outcome == "ok" else {})


@pytest.mark.parametrize("knock", one_in(4, CASES), ids=lambda k: f"{k[1].operation} {k[1].name}")
def test_action_is_the_same_through_every_door(
    knock: tuple[str, Case], worlds: Worlds, snapshot: Snapshot, authority: Authority
) -> None:
    app_id, case = knock
    rows, journals = [], []
    for surface, words in case.words:
        world = worlds.open(snapshot)
        facts = parity_of(app_id).facts(world)
        case.before(world, facts)
        with world.reading() as session:
            person = session.scalars(select(Person.id).where(Person.handle == case.handle)).one()
        doors = Doors(world, authority, person)
        steps = len(doors.journal)
        before = doors.changes
        said = DOORS[surface](doors, app_id, words.filled(facts))
        asked, *later = doors.journal[steps:]
        assert (asked.surface, asked.operation, asked.outcome) == (
            surface,
            case.operation,
            case.outcome,
        )
        assert case.outcome == "ok" or surface is Surface.UI or case.outcome in said, said
        rows.append(doors.changes)
        journals.append([essence(entry) for entry in (asked, *later)])
        assert case.outcome == "ok" or rows[-1] == before
    assert all(each == rows[0] for each in rows)
    assert all(each == journals[0] for each in journals)


@pytest.mark.parametrize("operation_id", WRITES)
def test_every_write_with_several_doors_has_cases(operation_id: str) -> None:
    doors = operations()[operation_id].doors
    mine = [case for _app, case in CASES if case.operation == operation_id]
    outcomes = {case.outcome for case in mine if set(case.doors) == {*doors}}
    assert "ok" in outcomes, f"a case that passes, through {', '.join(doors)}"
    assert len(outcomes) > 1, f"a case that is refused, through {', '.join(doors)}"


@pytest.mark.parametrize("door", [Surface.REST, Surface.MCP, Surface.UI])
def test_doors_of_operations_are_those_that_offer_them(door: Surface) -> None:
    declared = {each.id for each in declared_by_us() if door in each.doors}
    assert declared - OFFERED[door] == set(), "declared, but not offered"
    if door is not Surface.UI:  # what pages name, they do not always offer
        assert OFFERED[door] - declared == set(), "offered, but not declared"


def test_channels_are_the_same_through_every_door(doors: Doors) -> None:
    rest = doors.rest(
        "users.conversations", types="public_channel,private_channel", exclude_archived=True
    )
    by_name = {channel["name"] for channel in rest["channels"]}
    mcp = doors.mcp("slack_list_user_channels", format="names_only", exclude_archived=True)
    general = next(channel["id"] for channel in rest["channels"] if channel["is_general"])
    page = doors.browser.get(f"/c/{general}").get_data(as_text=True)
    mine = page.partition("Other channels")[0]
    for name in by_name:
        assert f"#{name}" in text_of(mcp)
        assert f'<span dir="auto">{name}<' in mine
    assert doors.journal == []


def test_every_app_is_among_the_pages() -> None:
    assert set(APPS) < set(flask_apps())
