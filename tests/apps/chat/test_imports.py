"""Archives of messages, brought into the workspace."""

import io
import zipfile
from typing import Any

import pytest
from sqlalchemy import func, select
from tests.kit import Doors, Office

from workworld.apps.chat.models import Channel, Import, Membership, Message, Reaction
from workworld.apps.chat.service import exports, imports, messages
from workworld.apps.chat.service.export_shapes import as_json, packed
from workworld.calls import call, perform
from workworld.context import Request, Surface
from workworld.directory.models import Person
from workworld.errors import Refused
from workworld.files import uploads
from workworld.files.models import File

USERS: list[dict[str, Any]] = [
    {"id": "U1", "name": "ana", "real_name": "Ana Ruiz", "profile": {}},
    {"id": "U2", "name": "old.hand", "real_name": "Old Hand", "deleted": True, "profile": {}},
]
CHANNELS = [{"id": "C1", "name": "attic", "creator": "U2", "members": ["U1", "U2"]}]
SAID: list[dict[str, Any]] = [
    {"type": "message", "user": "U2", "ts": "1600000000.000100", "text": "Ask <@U1> in <#C1>"},
    {
        "type": "message",
        "user": "U1",
        "ts": "1600000001.000100",
        "thread_ts": "1600000000.000100",
        "text": "Done",
        "reactions": [{"name": "thumbsup", "users": ["U2", "U2"], "count": 1}],
    },
]


def archive(said: Any = SAID, **more: bytes) -> bytes:
    inside = {"users.json": as_json(USERS), "channels.json": as_json(CHANNELS)}
    inside["attic/2020-09-13.json"] = said if isinstance(said, bytes) else as_json(said)
    return packed({**inside, **more})


def uploaded(doors: Doors, content: bytes) -> str:
    given = {"name": "old.zip", "content": content}
    request = Request(Surface.SYSTEM, "upload", {"name": "old.zip"})
    file: File = call(
        doors.world, doors.actor, uploads.add, request, accept=lambda _ctx, _given: given
    )
    return file.id


def bring(doors: Doors, content: bytes, **given: Any) -> Import:
    file_id = uploaded(doors, content)
    row: Import = perform(doors.world, doors.actor, imports.run, file_id=file_id, **given)
    return row


def refusal(doors: Doors, content: bytes) -> str:
    with pytest.raises(Refused) as refused:
        bring(doors, content)
    assert refused.value.code == "invalid_archive"
    return str(refused.value)


def test_messages_keep_their_times_threads_and_reactions(doors: Doors, office: Office) -> None:
    row = bring(doors, archive())
    assert row.counts["messages"] == 2
    assert row.counts["reactions"] == 1
    assert (row.counts["new people"], row.counts["known people"]) == (1, 1)
    with doors.world.reading() as session:
        channel = session.scalars(select(Channel).where(Channel.name == "attic")).one()
        said = session.scalars(select(Message).where(Message.channel_id == channel.id)).all()
        hand = session.scalars(select(Person).where(Person.name == "Old Hand")).one()
    assert [message.ts for message in said] == [each["ts"] for each in SAID]
    assert said[0].text == f"Ask <@{office.people['aruiz']}> in <#{channel.id}>"
    assert said[1].thread_ts == said[0].ts
    assert hand.is_deactivated
    parent = doors.rest("conversations.history", channel=channel.id)["messages"][-1]
    assert parent["reply_count"] == 1
    replies = doors.rest("conversations.replies", channel=channel.id, ts=parent["ts"])["messages"]
    assert replies[1]["reactions"] == [{"name": "+1", "count": 1, "users": [hand.id]}]
    posted = perform(doors.world, doors.actor, messages.post, channel_id=channel.id, text="New")
    assert posted.ts > said[1].ts


def test_second_time_changes_nothing(doors: Doors) -> None:
    first, second = bring(doors, archive()), bring(doors, archive())
    assert first.counts["messages"] == 2
    assert second.counts["messages"] == 0
    assert second.counts["messages that were here"] == 2
    assert second.counts["new people"] == 0
    assert second.counts["merged channels"] == 1


def test_export_of_the_company_comes_back_as_it_was(doors: Doors) -> None:
    export = perform(doors.world, doors.actor, exports.create)
    row: Import = perform(
        doors.world, doors.actor, imports.run, file_id=export.file_id, prefix="old-"
    )
    assert row.counts["new people"] == 0
    with doors.world.reading() as session:
        names = dict(session.execute(select(Channel.name, Channel.id)).all())
        public = session.scalars(select(Channel.name).where(Channel.kind == "public")).all()
        compared = 0
        for name in [name for name in public if f"old-{name}" in names]:
            there, here = names[f"old-{name}"], names[name]
            columns = (Message.ts, Message.author_id, Message.thread_ts, Message.edited_ts)
            for table, wanted in (
                (Message, columns),
                (Reaction, (Reaction.ts, Reaction.emoji, Reaction.person_id)),
                (Membership, (Membership.person_id,)),
            ):
                query = select(*wanted)
                found = [
                    {*session.execute(query.where(table.channel_id == each)).all()}
                    for each in (here, there)
                ]
                assert found[0] <= found[1], (name, table)
                compared += len(found[0])
            said = [
                [
                    *session.scalars(
                        select(Message.text).where(Message.channel_id == each).order_by(Message.ts)
                    )
                ]
                for each in (here, there)
            ]
            for each, wanted in names.items():
                new = names.get(f"old-{each}", wanted)
                said[0] = [text.replace(wanted, new) for text in said[0]]
            assert said[0] == said[1][: len(said[0])]
    assert compared > 100
    assert row.counts["left out"] == 0, row.skipped


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"ts": "yesterday"}, "It has no time."),
        ({"ts": "9900000000.000100"}, "It was written in the future."),
        ({"text": ["no text"]}, "Its text is none, or has more than 40,000 characters."),
        ({"text": " "}, "It says nothing."),
        ({"subtype": "canvas_ping"}, "It is of a kind that is not known here."),
        ({"thread_ts": "1500000000.000100"}, "What it answers is not there."),
        ({"user": None}, "Nobody wrote it."),
    ],
)
def test_what_does_not_fit_is_left_out_and_told(
    doors: Doors, change: dict[str, Any], why: str
) -> None:
    row = bring(doors, archive([SAID[0], {**SAID[1], **change}]))
    assert row.counts["messages"] == 1
    assert [each[1] for each in row.skipped] == [why]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"nonsense", "This is no ZIP archive, or it is damaged."),
        (archive()[:-60], "This is no ZIP archive, or it is damaged."),
        (packed({"users.json": b"[]"}), "This archive has no channels.json"),
        (archive(**{"channels.json": b"{"}), "channels.json: It is no JSON."),
        (archive(**{"users.json": b'"a"'}), "users.json: It is no list of objects."),
        (archive(**{"users.json": b"\xff\xfe[]"}), "users.json: It is not written in UTF-8."),
        (archive(**{"users.json": b"[" * 9000}), "users.json: It is no JSON."),
        (archive(**{"../../etc/passwd": b"[]"}), "This archive leads outside itself"),
        (archive(**{"/etc/passwd": b"[]"}), "This archive leads outside itself"),
        (archive(**{"a\\..\\b": b"[]"}), "This archive leads outside itself"),
    ],
)
def test_bad_archive_is_refused_whole(doors: Doors, content: bytes, why: str) -> None:
    assert why in refusal(doors, content)
    with doors.world.reading() as session:
        assert session.scalar(select(func.count()).where(Channel.name == "attic")) == 0


def test_bomb_is_refused_before_it_is_unpacked(doors: Doors) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as opened:
        for name in ("users.json", "channels.json", "attic/2020-09-13.json"):
            opened.writestr(name, b" " * 30_000_000)
    assert len(made.getvalue()) < 100_000
    assert "has more than 60 MB" in refusal(doors, made.getvalue())


def test_day_that_cannot_be_read_is_left_out(doors: Doors) -> None:
    row = bring(doors, archive(b"{", **{"attic/2020-09-14.json": as_json(SAID)}))
    assert row.counts["messages"] == 2
    assert row.skipped == [["attic/2020-09-13.json", "It is no JSON."]]


def test_channel_that_the_importer_is_not_in_is_left_alone(doors: Doors, office: Office) -> None:
    rooms = [{"id": "C1", "name": "renewals"}, {"id": "C2", "name": "gatehouse-migration"}]
    content = archive(
        **{"channels.json": as_json(rooms), "renewals/2020-09-13.json": as_json(SAID)}
    )
    row = bring(doors, content)
    assert row.counts["messages"] == 0
    assert ["renewals", "There is a channel of this name that you are not in."] in row.skipped
    assert [
        "gatehouse-migration",
        "There is a channel of this name, and it is archived.",
    ] in row.skipped


def test_private_channels_stay_private(doors: Doors, colleague: Doors) -> None:
    groups = as_json([{"id": "G1", "name": "cellar", "members": ["U1"]}])
    bring(doors, archive(**{"groups.json": groups, "cellar/2020-09-13.json": as_json(SAID)}))
    mine = doors.rest("conversations.list", types="private_channel")["channels"]
    theirs = colleague.rest("conversations.list", types="private_channel")["channels"]
    assert "cellar" in [channel["name"] for channel in mine]
    assert "cellar" not in [channel["name"] for channel in theirs]


def test_only_admins_import_their_own_files(doors: Doors, colleague: Doors) -> None:
    file_id = uploaded(colleague, archive())
    for who, code in ((colleague, "not_an_admin"), (doors, "file_not_found")):
        with pytest.raises(Refused) as refused:
            perform(who.world, who.actor, imports.run, file_id=file_id)
        assert refused.value.code == code


def test_page_previews_imports_and_reports(doors: Doors) -> None:
    said = [*SAID, {**SAID[1], "ts": "1600000002.000100", "text": ""}]
    form = {"csrf": doors.csrf, "archive": (io.BytesIO(archive(said)), "old.zip")}
    sent = doors.browser.post("/admin/import", data=form)
    assert sent.status_code == 303
    preview = doors.browser.get(sent.location)
    assert "#attic" in preview.text
    assert "Old Hand" in preview.text
    file_id = sent.location.rpartition("/")[2]
    done = doors.submit(f"/admin/import/{file_id}", prefix="old-")
    assert done.status_code == 303
    report = doors.browser.get(done.location)
    assert "It says nothing." in report.text
    table = doors.browser.get(f"{done.location}/left-out.csv")
    assert table.text.splitlines()[1] == "attic 1600000002.000100,It says nothing."
    assert "old.zip" in doors.browser.get("/admin/import").text
    bad = {"csrf": doors.csrf, "archive": (io.BytesIO(b"nonsense"), "old.zip")}
    answer = doors.browser.post("/admin/import", data=bad)
    assert answer.status_code == 422
    assert "This is no ZIP archive" in answer.text
