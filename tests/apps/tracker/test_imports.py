"""Importing issues: good rows are done, bad ones told, and nothing is lost."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest
from tests.apps.tracker.desk import DEVELOPER, REPORTER, Desk

from workworld.apps.tracker.service import comments, imports, links, worklogs
from workworld.calls import call
from workworld.clock import to_microseconds
from workworld.context import Actor, Request, Surface
from workworld.notifications import inbox
from workworld.zones import zone

_SUMMARY = {"1": "summary"}


def upload(desk: Desk, text: str | bytes, *, by: str = "aruiz") -> str:
    content = text.encode() if isinstance(text, str) else text
    made = call(
        desk.world,
        Actor(desk.people[by]),
        imports.upload,
        Request(Surface.SYSTEM, "a file"),
        accept=lambda _ctx, _none: {"name": "issues.csv", "content": content},
        present=lambda _ctx, file: file.id,
    )
    return str(made)


def both(desk: Desk, text: str | bytes, columns: Mapping[str, str], **said: Any) -> list[Any]:
    """What an import does, which must be what it was told to do beforehand."""
    given = {"file_id": upload(desk, text), "columns": columns, "project": "CAL", **said}
    told = desk.do(imports.check, **given)
    found = desk.do(imports.run, **given)
    assert [(x.action, bool(x.reason)) for x in told] == [(x.action, bool(x.reason)) for x in found]
    return list(found)


def test_columns_are_recognised_by_their_names(desk: Desk) -> None:
    head = "Issue Type;Title;Assignee;Labels;Labels;Due date;Parent ID;Odd"
    file_id = upload(desk, f"{head}\nBug;Ä;Ana Ruiz;a;b;17.03.2026;7;\n".encode("windows-1252"))
    found = desk.do(imports.preview, file_id=file_id)
    assert (found.encoding, found.delimiter, found.rows) == ("windows-1252", ";", 1)
    assert found.date_format == "dd.MM.yyyy"
    assert [each.suggested for each in found.columns] == [
        *("issuetype", "summary", "assignee", "labels", "labels", "duedate", "parentrow", "")
    ]


def test_good_rows_are_created_and_bad_ones_told(desk: Desk) -> None:
    text = (
        "Summary,Type,Assignee,Labels,Labels,Due,Priority\n"
        "Fit,Bug,mchen,one,two,2026-04-01,High\n"
        "Nobody's,Bug,Nemo,,,,\n"
        ",Bug,,,,,\n"
        "No day,Bug,,,,soonish,\n"
        "Odd,Gadget,,,,,\n"
        "Too wide,Bug,,,,,High,more\n"
        "Plain,,,,,,\n"
    )
    fields = ("summary", "issuetype", "assignee", "labels", "labels", "duedate", "priority")
    found = both(desk, text, {str(at): field for at, field in enumerate(fields, start=1)})
    assert [bool(each.key) for each in found] == [True, *[False] * 5, True]
    assert found[1].reason == "Assignee: Nobody here is called 'Nemo'."
    assert found[2].reason == "You must specify a summary of the issue."
    assert "'soonish' is no day" in found[3].reason
    assert "'Gadget' is not valid" in found[4].reason
    assert found[5].reason == "The row has 8 cells, and there are 7 columns."
    held = desk.record(found[0].key)
    assert (held.type.name, held.assignee.handle if held.assignee else "") == ("Bug", "mchen")
    assert [*held.labels] == ["one", "two"]
    assert (held.row.due_date, held.priority.name if held.priority else "") == (
        "2026-04-01",
        "High",
    )
    assert desk.record(found[6].key).type.name == "Task"


def test_parts_are_made_below_their_parents_wherever_these_stand(desk: Desk) -> None:
    text = (
        "Id,Parent,Type,Summary\n2,1,Sub-task,Part\n1,,Task,Whole\n3,9,Sub-task,Lost\n"
        "4,5,Sub-task,Its parent is bad\n5,,Task,\n6,2,Task,Wrong level\n"
    )
    columns = {"1": "rowid", "2": "parentrow", "3": "issuetype", "4": "summary"}
    found = both(desk, text, columns)
    assert desk.record(found[0].key).row.parent_id == desk.record(found[1].key).row.id
    assert found[2].reason == "No row has the id '9' of its parent."
    assert "Row 5" in found[3].reason
    assert [bool(each.key) for each in found] == [True, True, False, False, False, False]


def test_row_that_is_its_own_parent_is_refused(desk: Desk) -> None:
    columns = {"1": "rowid", "2": "parentrow", "3": "summary"}
    found = both(desk, "Id,Parent,Summary\n1,2,a\n2,1,b\n", columns)
    assert [each.reason for each in found] == ["It is a part of itself."] * 2


def test_importing_again_by_external_id_updates(desk: Desk) -> None:
    columns = {"1": "externalid", "2": "summary", "3": "comment"}
    (first,) = both(desk, "Id,Summary,Comment\nX-1,Before,Said once\n", columns)
    again = both(desk, "Id,Summary,Comment\nX-1,After,Said once\nX-2,New,\nX-2,Twin,\n", columns)
    assert (again[0].action, again[0].key) == ("update", first.key)
    assert desk.record(first.key).row.summary == "After"
    assert desk.record(first.key).comment_count == 1
    assert again[2].reason == "Row 2 has the same external id, 'X-2'."


def test_key_updates_its_issue(desk: Desk) -> None:
    key = desk.create(by=DEVELOPER)
    columns = {"1": "issuekey", "2": "priority"}
    found = both(desk, f"Key,Priority\n{key},Highest\nCAL-9999,High\n", columns)
    assert desk.value(key, "priority") == "1"
    assert "does not exist" in found[1].reason


def test_comments_work_links_and_statuses_come_along(desk: Desk) -> None:
    text = (
        "Id,Summary,Comment,Comment,Log Work,Status,Blocks\n"
        '1,First,Plain words,01/Mar/26 9:00 AM;Jane;"Older, elsewhere",2h,In Progress,2\n'
        "2,Second,,,Checked;01/Mar/26;Jane;3600,Done,\n".replace(
            "Checked;01/Mar/26;Jane;3600", '"Checked;01/Mar/26;Jane;3600"'
        )
    )
    fields = ("rowid", "summary", "comment", "comment", "worklog", "status", "link:Blocks")
    columns = {str(at): field for at, field in enumerate(fields, start=1)}
    first, second = both(desk, text.replace(';Jane;"Older, elsewhere"', ";Jane;Older"), columns)
    said = [each.body_text for each in desk.do(comments.list, issue=first.key).items]
    assert said == ["Plain words", "Jane, 01/Mar/26 9:00 AM:\nOlder"]
    assert [each.seconds for each in desk.do(worklogs.list, issue=second.key).items] == [3600]
    assert (desk.status(first.key), desk.status(second.key)) == ("In Progress", "Done")
    assert desk.record(second.key).row.resolution_id is not None
    (link,) = desk.do(links.list, issue=first.key)
    assert (link.type.name, link.other.key) == ("Blocks", second.key)


def test_comments_and_work_keep_their_authors_and_moments(desk: Desk) -> None:
    text = (
        "Summary,Due,Comment,Comment,Log Work\n"
        "Old,2026-04-01,03/14/2026 9:30 AM;mchen;See: a; b,03/02/2026 8:00 AM;Ana Ruiz;Fine,"
        "Checked;03/13/2026 1:00 PM;mchen;5400\n"
        "Later,,03/14/2036 9:30 AM;mchen;Not yet,,\n"
    )
    fields = ("summary", "duedate", "comment", "comment", "worklog")
    columns = {str(at): field for at, field in enumerate(fields, start=1)}
    first, second = both(desk, text, columns)
    me, mingzhu = desk.people["aruiz"], desk.people["mchen"]
    said = desk.do(comments.list, issue=first.key).items
    assert [(each.author_id, each.body_text) for each in said] == [
        (me, "Fine"),
        (mingzhu, "See: a; b"),
    ]
    mine = zone("America/New_York")
    assert said[1].created_us == to_microseconds(datetime(2026, 3, 14, 9, 30, tzinfo=mine))
    (work,) = desk.do(worklogs.list, issue=first.key).items
    assert (work.author_id, work.seconds, work.body_text) == (mingzhu, 5400, "Checked")
    assert work.started_us == to_microseconds(datetime(2026, 3, 13, 13, tzinfo=mine))
    assert desk.record(first.key).row.due_date == "2026-04-01"
    (later,) = desk.do(comments.list, issue=second.key).items
    assert (later.author_id, later.body_text) == (me, "mchen, 03/14/2036 9:30 AM:\nNot yet")


def test_who_does_not_administer_lets_nobody_else_have_said_something(desk: Desk) -> None:
    columns = {"1": "summary", "2": "comment", "3": "worklog"}
    text = "Summary,Comment,Work\nOld,2026-03-14;aruiz;I agree,Done;2026-03-14;aruiz;2h\n"
    file_id = upload(desk, text, by=DEVELOPER)
    (row,) = desk.do(imports.run, by=DEVELOPER, file_id=file_id, columns=columns, project="CAL")
    (said,) = desk.do(comments.list, issue=row.key).items
    assert (said.author_id, said.body_text) == (
        desk.people[DEVELOPER],
        "aruiz, 2026-03-14:\nI agree",
    )
    (work,) = desk.do(worklogs.list, issue=row.key).items
    assert (work.author_id, work.body_text) == (
        desk.people[DEVELOPER],
        "Done, 2026-03-14, aruiz",
    )


def test_imported_comments_are_no_news(desk: Desk) -> None:
    columns = {"1": "summary", "2": "comment", "3": "assignee"}
    text = "Summary,Comment,Assignee\nOld,2026-03-14;mchen;[~lraghunath] look,lraghunath\n"
    (row,) = both(desk, text, columns)
    told = desk.do(inbox.list, by="lraghunath", app_id="tracker").items
    assert [each.kind for each in told if row.key in each.text] == ["assignment"]


@pytest.mark.parametrize("amount", ["soon", "30"])
def test_unfit_work_is_told_before_the_import(desk: Desk, amount: str) -> None:
    (told,) = both(desk, f"Summary,Work\nOld,{amount}\n", {"1": "summary", "2": "worklog"})
    assert told.reason.startswith("Work log: ")


def test_values_are_mapped(desk: Desk) -> None:
    columns = {"1": "summary", "2": "assignee", "3": "priority"}
    values = {"assignee": {"Nemo": "mchen", "Gone": ""}, "priority": {"P1": "Highest"}}
    text = "Summary,Owner,Prio\na,Nemo,P1\nb,Gone,P2\nc,Gone,P1\n"
    found = both(desk, text, columns, values=values)
    assert [bool(each.key) for each in found] == [True, False, True]
    assert found[1].reason == "Priority: There is no 'P2' in Calderoute product."
    assert desk.record(found[0].key).row.assignee_id == desk.people["mchen"]


def test_importer_needs_the_rights_of_creating(desk: Desk) -> None:
    file_id = upload(desk, "Summary\nMine\n", by="nbarve")
    given = {"file_id": file_id, "columns": _SUMMARY, "project": "SEC"}
    for act in (imports.check, imports.run):
        (told,) = desk.do(act, by="nbarve", **given)
        assert told.reason
        assert not told.key


def test_file_of_somebody_else_is_not_found(desk: Desk) -> None:
    file_id = upload(desk, "Summary\nMine\n")
    refused = desk.refused(imports.run, by=REPORTER, file_id=file_id, columns=_SUMMARY)
    assert refused.code == "file_not_found"


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ({"9": "summary"}, "invalid_columns"),
        ({"x": "summary"}, "invalid_columns"),
        ({"1": "flavour"}, "invalid_columns"),
        ({}, "invalid_columns"),
    ],
)
def test_columns_that_there_are_not_are_refused(
    desk: Desk, columns: dict[str, str], code: str
) -> None:
    file_id = upload(desk, "Summary\nMine\n")
    assert desk.refused(imports.run, file_id=file_id, columns=columns).code == code


def test_wrong_encoding_is_refused_and_nothing_done(desk: Desk) -> None:
    file_id = upload(desk, "Summary\nGröße\n".encode("windows-1252"))
    given: dict[str, Any] = {"file_id": file_id, "columns": _SUMMARY, "project": "CAL"}
    assert desk.refused(imports.run, encoding="utf-8", **given).code == "unreadable_file"
    (found,) = desk.do(imports.run, **given)
    assert desk.record(found.key).row.summary == "Größe"


def test_half_bad_file_leaves_nothing_of_its_bad_rows(desk: Desk) -> None:
    rows = [f"Row {number},{'mchen' if number % 2 else 'Nemo'}" for number in range(1, 21)]
    found = both(desk, "\n".join(["Summary,Owner", *rows]), {"1": "summary", "2": "assignee"})
    assert sum(bool(each.key) for each in found) == 10
    numbers = [int(each.key.partition("-")[2]) for each in found if each.key]
    assert numbers == list(range(numbers[0], numbers[0] + 10))
