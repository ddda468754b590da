"""Exports of what was said."""

import csv
import io
import json
import zipfile
from typing import Any

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.service import exports
from workworld.calls import perform
from workworld.errors import Refused
from workworld.files.files import content_of
from workworld.files.models import File
from workworld.identity import Authority
from workworld.worlds import Snapshot, World, Worlds


@pytest.fixture
def owner(world: World, office: Office, authority: Authority) -> Doors:
    return Doors(world, authority, office.people["gostrander"])


def exported(doors: Doors, **given: Any) -> bytes:
    row = perform(doors.world, doors.actor, exports.create, **given)
    with doors.world.reading() as session:
        return content_of(session, session.get_one(File, row.file_id))


def refusal(doors: Doors, **given: Any) -> str:
    with pytest.raises(Refused) as refused:
        exported(doors, **given)
    return refused.value.code


def test_archive_has_the_vendors_layout(doors: Doors, office: Office) -> None:
    opened = zipfile.ZipFile(io.BytesIO(exported(doors)))
    names = opened.namelist()
    assert names[:2] == ["users.json", "channels.json"]
    assert "groups.json" not in names
    assert not [name for name in names if name.startswith("renewals/")]
    found = json.loads(opened.read("channels.json"))
    assert "deploys" in [channel["name"] for channel in found]
    users = {user["name"]: user for user in json.loads(opened.read("users.json"))}
    assert users["gostrander"]["is_owner"] is True
    days = [name for name in names if name.startswith("deploys/")]
    assert days == sorted(days)
    said = [message for day in days for message in json.loads(opened.read(day))]
    assert [message["ts"] for message in said] == sorted(message["ts"] for message in said)
    parent = next(message for message in said if "reply_count" in message)
    replies = [each for each in said if each.get("thread_ts") == parent["ts"] != each["ts"]]
    assert len(replies) == parent["reply_count"]


def test_equal_worlds_give_equal_bytes(
    doors: Doors, worlds: Worlds, snapshot: Snapshot, authority: Authority
) -> None:
    other = Doors(worlds.open(snapshot), authority, doors.person_id)
    assert exported(doors) == exported(other)


def test_only_owners_export_what_is_private(doors: Doors, owner: Doors, office: Office) -> None:
    closed = {"which": "named", "channel_ids": [office.channels["finance-close"]]}
    assert refusal(doors, **closed) == "restricted_action"
    assert refusal(doors, which="all") == "restricted_action"
    names = zipfile.ZipFile(io.BytesIO(exported(owner, which="all"))).namelist()
    assert {"groups.json", "dms.json"} <= {*names}
    assert [name for name in names if name.startswith("renewals/")]


def test_members_export_nothing(colleague: Doors) -> None:
    assert refusal(colleague) == "not_an_admin"
    assert colleague.browser.get("/admin/export").status_code == 403


def test_days_bound_an_export(doors: Doors) -> None:
    whole = json.loads(exported(doors, form="json"))
    first = exported(doors, form="json", since="2026-03-01", until="2026-03-05")
    stamps = [float(each["ts"]) for row in json.loads(first) for each in row["messages"]]
    assert stamps
    assert len(stamps) < sum(len(row["messages"]) for row in whole)
    assert refusal(doors, since="2026-03-05", until="2026-03-01") == "invalid_arguments"


def test_table_holds_no_formulas(doors: Doors, office: Office) -> None:
    deploys = office.channels["deploys"]
    doors.rest("chat.postMessage", channel=deploys, text="=HYPERLINK(1)")
    table = exported(doors, form="csv", which="named", channel_ids=[deploys]).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert rows[-1]["text"] == "'=HYPERLINK(1)"
    assert {row["channel"] for row in rows} == {"deploys"}
    assert rows[-1]["author"] == "Ana Ruiz"


def test_page_makes_and_hands_out_exports(doors: Doors, owner: Doors, office: Office) -> None:
    assert doors.submit("/admin/export", which="public", form="csv").status_code == 303
    assert owner.submit("/admin/export", which="all", form="json").status_code == 303
    listed = doors.browser.get("/admin/export").text
    assert "export-2026" in listed
    assert "with private ones" not in listed
    assert "with private ones" in owner.browser.get("/admin/export").text
    for row, _file in perform(owner.world, owner.actor, exports.list):
        where = f"/admin/export/{row.id}/file"
        assert owner.browser.get(where).status_code == 200
        assert doors.browser.get(where).status_code == (404 if row.is_closed else 200)


def test_day_that_cannot_be_told_keeps_the_form(doors: Doors) -> None:
    answer = doors.submit("/admin/export", which="public", form="csv", since="some day")
    assert answer.status_code == 422
    assert 'value="some day"' in answer.text
