"""Lists through REST and MCP."""

import json
from typing import Any

import pytest
from tests.kit import Doors, Office, text_of

from workworld.apps.chat.service import records

COLUMNS = [
    {"name": "Bug", "type": "text"},
    {"name": "Notes", "type": "rich_text"},
    {"name": "Hours", "type": "number"},
    {"name": "Cost", "type": "currency", "options": {"currency": "EUR"}},
    {"name": "Impact", "type": "rating"},
    {"name": "Status", "type": "select", "options": {"choices": ["Open", "Done"]}},
    {"name": "Areas", "type": "multi_select", "options": {"choices": ["UI", "API", "Data"]}},
    {"name": "Due", "type": "date"},
    {"name": "Owner", "type": "user"},
    {"name": "Seen", "type": "checkbox"},
    {"name": "Contact", "type": "email"},
    {"name": "Phone", "type": "phone"},
    {"name": "Channel", "type": "channel"},
    {"name": "Files", "type": "attachment"},
]


def told(doors: Doors, tool: str, **arguments: Any) -> dict[str, Any]:
    answer = doors.mcp(tool, **arguments)
    assert not answer.is_error, text_of(answer)
    found: dict[str, Any] = json.loads(text_of(answer))
    return found


def refused(doors: Doors, tool: str, **arguments: Any) -> str:
    answer = doors.mcp(tool, **arguments)
    assert answer.is_error
    return text_of(answer).partition(":")[0]


@pytest.fixture
def bugs(doors: Doors) -> str:
    """A list with a column of each type."""
    made = told(doors, "slack_create_list", name="Bugs", description="Triage", columns=COLUMNS)
    assert made["list_name"] == "Bugs"
    assert made["list_link"].endswith(f"/chat/list/{made['list_id']}")
    return str(made["list_id"])


def add(doors: Doors, bugs: str, **values: Any) -> str:
    made = told(doors, "slack_add_list_record", list_id=bugs, columns=values)
    return str(made["record_id"])


def table(doors: Doors, bugs: str, **more: Any) -> list[list[str]]:
    found = told(doors, "slack_read_list", list_id=bugs, **more)
    lines = found["content"].split("\n")
    return [
        line.removeprefix("| ").removesuffix(" |").split(" | ")
        for line in lines
        if "---" not in line
    ]


def test_every_type_is_read_as_it_was_written(doors: Doors, office: Office, bugs: str) -> None:
    ana, deploys = office.people["aruiz"], office.channels["deploys"]
    record = add(
        doors,
        bugs,
        bug="It | breaks",
        NOTES="**Bold** and ![](@" + ana + ")",
        hours="1,234.5",
        cost=20,
        impact=4,
        status="done",
        areas=["api", "UI"],
        due="2026-03-20",
        owner=ana,
        seen=True,
        contact="ana@calderoute.example",
        phone="+1 617 555 0112",
        channel=[deploys],
    )
    head, _row = table(doors, bugs)
    assert head == ["Record ID", *(str(column["name"]) for column in COLUMNS)]
    text = told(doors, "slack_read_list", list_id=bugs)["content"]
    assert f"| {record} | It \\| breaks | **Bold** and ![](@{ana}) |" in text
    assert f"| 1,234.5 | EUR 20.00 | 4/5 | Done | API, UI | 2026-03-20 | Ana Ruiz ({ana})" in text
    assert f"| Yes | ana@calderoute.example | +1 617 555 0112 | #deploys ({deploys}) |" in text


def test_list_is_read_as_csv_and_by_title(doors: Doors, bugs: str) -> None:
    record = add(doors, bugs, Bug='He said "no", twice')
    found = told(doors, "slack_read_list", list_title="bugs", format="csv")
    assert found["list_id"] == bugs
    assert f'{record},"He said ""no"", twice",' in found["content"]
    shape = told(doors, "slack_read_list", list_id=bugs, schema_only=True)
    assert [each["type"] for each in shape["columns"]] == [each["type"] for each in COLUMNS]
    assert "content" not in shape
    assert refused(doors, "slack_read_list", list_title="No such list") == "list_not_found"
    assert refused(doors, "slack_read_list", list_id="F0000000000") == "list_not_found"


def test_list_is_read_page_by_page(doors: Doors, bugs: str) -> None:
    made = [add(doors, bugs, Bug=f"Bug {number}") for number in range(5)]
    seen, cursor = [], ""
    for _page in range(3):
        found = told(doors, "slack_read_list", list_id=bugs, limit=2, cursor=cursor)
        seen += [line.split(" | ")[0].strip("| ") for line in found["content"].split("\n")[2:]]
        cursor = found["next_cursor"]
    assert seen == made
    assert cursor == ""
    assert refused(doors, "slack_read_list", list_id=bugs, cursor="x") == "invalid_cursor"


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("Bug", 7),
        ("Bug", "x" * 4001),
        ("Notes", "#### Too deep"),
        ("Hours", "many"),
        ("Hours", True),
        ("Hours", "1e400"),
        ("Cost", {}),
        ("Impact", 6),
        ("Impact", 1.5),
        ("Status", "Stuck"),
        ("Status", ["Open", "Done"]),
        ("Areas", ["UI", "Legal"]),
        ("Due", "17 March"),
        ("Due", "2026-02-30"),
        ("Owner", "U0000000000"),
        ("Seen", "perhaps"),
        ("Contact", "ana at calderoute"),
        ("Phone", "call me"),
        ("Channel", "C0000000000"),
        ("Files", "F0000000000"),
    ],
)
def test_value_that_does_not_fit_is_refused(
    doors: Doors, bugs: str, column: str, value: Any
) -> None:
    before = doors.changes
    columns = {"Bug": "A", column: value}
    assert refused(doors, "slack_add_list_record", list_id=bugs, columns=columns) == (
        "data_not_matching_schema"
    )
    assert doors.changes == before


def test_hidden_channel_is_none_that_a_field_may_hold(
    doors: Doors, office: Office, bugs: str
) -> None:
    columns = {"Channel": office.channels["renewals"]}
    assert refused(doors, "slack_add_list_record", list_id=bugs, columns=columns) == (
        "data_not_matching_schema"
    )


def test_columns_are_named_without_doubt(doors: Doors) -> None:
    columns = [{"name": "Name", "type": "text"}, *[{"name": "Owner", "type": "user"}] * 2]
    made = told(doors, "slack_create_list", name="Twins", columns=columns)
    twins, me = made["list_id"], doors.person_id

    def code(**values: Any) -> str:
        return refused(doors, "slack_add_list_record", list_id=twins, columns=values)

    assert code(Colour="red") == "column_names_not_found"
    assert code(Owner=me) == "ambiguous_column_names"
    assert code(Name="a", name="b") == "ambiguous_column_names"
    assert add(doors, twins, owner=me)
    assert add(doors, twins, owner_2=me)


def test_record_is_updated_and_deleted(doors: Doors, bugs: str) -> None:
    one, two = add(doors, bugs, Bug="One", Hours=1), add(doors, bugs, Bug="Two")
    change = {"list_id": bugs, "record_id": one, "columns": {"Hours": None, "Status": "Open"}}
    told(doors, "slack_update_list_record", **change)
    assert [row[:7] for row in table(doors, bugs)[1:]] == [
        [one, "One", "", "", "", "", "Open"],
        [two, "Two", "", "", "", "", ""],
    ]
    told(doors, "slack_delete_list_record", list_id=bugs, record_id=one)
    assert [row[0] for row in table(doors, bugs)[1:]] == [two]
    assert refused(doors, "slack_update_list_record", **change) == "record_not_found"


def test_only_those_who_may_see_and_change_a_list(
    doors: Doors, colleague: Doors, bugs: str
) -> None:
    record = {"list_id": bugs, "columns": {"Bug": "Mine"}}
    assert refused(colleague, "slack_add_list_record", **record) == "list_not_found"
    with_them = {"list_id": bugs, "user_ids": [colleague.person_id]}
    told(doors, "slack_share_list", access_level="read", **with_them)
    assert told(colleague, "slack_read_list", list_id=bugs)["list_title"] == "Bugs"
    assert refused(colleague, "slack_add_list_record", **record) == "no_permission_to_edit_list"
    told(doors, "slack_share_list", access_level="write", **with_them)
    assert told(colleague, "slack_add_list_record", **record)["record_id"]
    assert refused(colleague, "slack_delete_list", list_id=bugs) == "no_permission_to_edit_list"
    told(doors, "slack_unshare_list", **with_them)
    assert refused(colleague, "slack_read_list", list_id=bugs) == "list_not_found"


def test_column_is_added_and_list_renamed(doors: Doors, bugs: str) -> None:
    options = {"choices": [{"value": "p1", "label": "High"}, "Low"]}
    column = {"list_id": bugs, "name": "Priority", "type": "select", "options": options}
    assert told(doors, "slack_add_list_column", **column)["key"] == "priority"
    add(doors, bugs, priority="p1")
    assert table(doors, bugs)[1][-1] == "High"
    renamed = told(doors, "slack_rename_list", list_id=bugs, name="Defects")
    assert renamed["list_name"] == "Defects"
    assert refused(doors, "slack_add_list_column", list_id=bugs, name="x", type="select") == (
        "invalid_arguments"
    )


def test_first_text_column_names_the_records(doors: Doors) -> None:
    columns = [{"name": "When", "type": "date"}]
    made = told(doors, "slack_create_list", name="Dates", columns=columns)
    assert table(doors, made["list_id"]) == [["Record ID", "Name", "When"]]
    bare = told(doors, "slack_create_list", name="Bare")
    assert table(doors, bare["list_id"]) == [["Record ID", "Name"]]


def test_deleted_list_leaves_nothing(doors: Doors) -> None:
    before = doors.changes
    made = told(doors, "slack_create_list", name="Bugs", columns=COLUMNS)["list_id"]
    add(doors, made, Bug="One", Hours=1)
    told(doors, "slack_delete_list", list_id=made)
    assert doors.changes == before


def test_list_holds_so_many_records(
    doors: Doors, bugs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MOST", 1)
    add(doors, bugs, Bug="One")
    columns = {"Bug": "Two"}
    assert refused(doors, "slack_add_list_record", list_id=bugs, columns=columns) == (
        "over_row_maximum"
    )


def test_rest_client_keeps_a_list(doors: Doors, office: Office) -> None:
    made = doors.rest(
        "slackLists.create",
        name="Shows",
        schema=[
            {"key": "show", "name": "Show", "type": "text", "is_primary_column": True},
            {"key": "who", "name": "Who", "type": "user"},
        ],
        todo_mode=True,
    )
    assert made["ok"], made
    shows = made["list_id"]
    ids = {column["key"]: column["id"] for column in made["list_metadata"]["schema"]}
    assert [*ids] == ["show", "who", "completed", "assignee", "due_date"]
    ana = office.people["aruiz"]
    text = [{"type": "rich_text_section", "elements": [{"type": "text", "text": "Favourites"}]}]
    fields = [
        {"column_id": ids["show"], "rich_text": [{"type": "rich_text", "elements": text}]},
        {"column_id": ids["who"], "user": [ana]},
        {"column_id": ids["due_date"], "date": ["2026-03-20"]},
    ]
    item = doors.rest("slackLists.items.create", list_id=shows, initial_fields=fields)["item"]
    assert [field["text"] for field in item["fields"]] == ["Favourites", "Ana Ruiz", "2026-03-20"]
    assert item["fields"][0]["rich_text"][0]["elements"] == text
    assert item["fields"][1]["user"] == [ana]
    cells = [{"row_id": item["id"], "column_id": ids["completed"], "checkbox": True}]
    assert doors.rest("slackLists.items.update", list_id=shows, cells=cells)["ok"]
    found = doors.rest("slackLists.items.info", list_id=shows, id=item["id"])
    assert found["record"]["fields"][2]["checkbox"] is True
    assert found["list"]["title"] == "Shows"
    listed = doors.rest("slackLists.items.list", list_id=shows)
    assert [each["id"] for each in listed["items"]] == [item["id"]]
    assert doors.rest("slackLists.update", id=shows, name="Series")["ok"]
    assert doors.rest("slackLists.items.delete", list_id=shows, id=item["id"])["ok"]
    assert doors.rest("slackLists.items.list", list_id=shows)["items"] == []
    again = {"list_id": shows, "ids": [item["id"]]}
    assert doors.rest("slackLists.items.deleteMultiple", **again)["error"] == "record_not_found"
