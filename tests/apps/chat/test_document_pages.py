"""The pages of canvases and lists."""

import re
from html import unescape
from typing import Any

import pytest
from sqlalchemy import select
from tests.kit import COLLEAGUE, Doors, Office

from workworld.apps.chat.models import CanvasSection, Document, ListColumn, ListRecord
from workworld.apps.chat.service import canvases, lists
from workworld.calls import perform
from workworld.context import Actor


@pytest.fixture
def canvas(doors: Doors) -> str:
    """The checklist of releases, in #deploys."""
    with doors.world.reading() as session:
        return str(session.scalars(select(Document.id).where(Document.kind == "canvas")).one())


@pytest.fixture
def bugs(doors: Doors) -> str:
    """The bugs to be triaged, in #product-eng."""
    with doors.world.reading() as session:
        return str(session.scalars(select(Document.id).where(Document.kind == "list")).one())


def get(doors: Doors, path: str, status: int = 200) -> str:
    answer = doors.browser.get(path)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return unescape(answer.get_data(as_text=True))


def sections(doors: Doors, canvas: str) -> list[CanvasSection]:
    with doors.world.reading() as session:
        query = select(CanvasSection).where(CanvasSection.canvas_id == canvas)
        rows = session.scalars(query.order_by(CanvasSection.position)).all()
        session.expunge_all()
        return [*rows]


def fields(page: str) -> dict[str, str]:
    """The hidden fields of the editor on a page."""
    editor = page.partition('class="canvas-editor"')[2].partition("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', editor))


def done(page: str) -> int:
    """How many boxes of a canvas are ticked."""
    return len(re.findall(r'role="checkbox" aria-checked="true"', page))


def test_canvas_is_shown_with_names_and_boxes(doors: Doors, office: Office, canvas: str) -> None:
    page = get(doors, f"/canvas/{canvas}")
    assert '<h1 dir="auto">Release checklist</h1>' in page
    assert '<span class="mention">@Ming</span> deploys' in page
    assert f'href="/c/{office.channels["deploy-alerts"]}">#deploy-alerts</a>' in page
    assert page.count('role="checkbox"') == 4
    assert done(page) == 2
    assert "#deploys</a> · Yesterday at 4:41 PM by Tadhg" in page


def test_section_is_edited_in_its_place(doors: Doors, canvas: str) -> None:
    intro = sections(doors, canvas)[1]
    page = get(doors, f"/canvas/{canvas}/edit/{intro.id}")
    assert "Since the rollback of 4.18.2: @mchen deploys" in page
    typed = "Anew, @mchen\n\n`@mchen` in #deploys, @nobody"
    answer = doors.submit(f"/canvas/{canvas}/sections", **fields(page), content=typed)
    assert answer.status_code == 303
    assert [row.text for row in sections(doors, canvas)][:3] == [
        "How a release goes out",
        "Anew, @unknown",
        "@mchen in #private channel, @nobody",
    ]
    assert sections(doors, canvas)[1].id == intro.id


def test_preview_changes_nothing(doors: Doors, canvas: str) -> None:
    intro = sections(doors, canvas)[1]
    page = get(doors, f"/canvas/{canvas}/edit/{intro.id}")
    answer = doors.submit(
        f"/canvas/{canvas}/sections", **fields(page), content="**Bold** x", preview="1"
    )
    assert "<strong>Bold</strong> x" in answer.get_data(as_text=True)
    assert doors.journal == []


def test_what_others_wrote_meanwhile_is_not_lost(
    doors: Doors, colleague: Doors, canvas: str
) -> None:
    intro, heading = sections(doors, canvas)[1:3]
    mine = fields(get(doors, f"/canvas/{canvas}/edit/{intro.id}"))
    elsewhere = fields(get(doors, f"/canvas/{canvas}/edit/{heading.id}"))
    theirs = fields(get(colleague, f"/canvas/{canvas}/edit/{intro.id}"))
    place = f"/canvas/{canvas}/sections"
    assert colleague.submit(place, **theirs, content="Theirs").status_code == 303
    refused = doors.submit(place, **mine, content="Mine")
    page = unescape(refused.get_data(as_text=True))
    assert refused.status_code == 422
    assert "Somebody has changed this section meanwhile" in page
    assert '<pre dir="auto">Theirs</pre>' in page
    assert ">\nMine</textarea>" in page
    assert sections(doors, canvas)[1].text == "Theirs"
    # Another section was not touched by it, and can be saved; so can this one, knowingly.
    assert doors.submit(place, **elsewhere, content="## First").status_code == 303
    again = fields(get(doors, f"/canvas/{canvas}/edit/{intro.id}"))
    assert doors.submit(place, **again, content="Mine").status_code == 303
    assert [row.text for row in sections(doors, canvas)][1:3] == ["Mine", "First"]


def test_section_that_was_deleted_meanwhile_can_be_added_again(doors: Doors, canvas: str) -> None:
    intro = sections(doors, canvas)[1]
    mine = fields(get(doors, f"/canvas/{canvas}/edit/{intro.id}"))
    place = f"/canvas/{canvas}/sections"
    doors.submit(place, **{**mine, "edit_type": "delete"})
    refused = doors.submit(place, **mine, content="Mine")
    page = unescape(refused.get_data(as_text=True))
    assert "Somebody has deleted this section" in page
    assert doors.submit(place, **fields(page), content="Mine").status_code == 303
    assert sections(doors, canvas)[-1].text == "Mine"


def test_sections_are_added_moved_and_deleted(doors: Doors, canvas: str) -> None:
    first, second = sections(doors, canvas)[:2]
    page = get(doors, f"/canvas/{canvas}/add?after={first.id}")
    place = f"/canvas/{canvas}/sections"
    assert doors.submit(place, **fields(page), content="Between").status_code == 303
    assert sections(doors, canvas)[1].text == "Between"
    editor = fields(get(doors, f"/canvas/{canvas}/edit/{second.id}"))
    moved = {"section": editor["section"], "by": "-1"}
    assert doors.submit(f"/canvas/{canvas}/move", **moved).status_code == 303
    assert sections(doors, canvas)[1].id == second.id
    assert doors.submit(f"/canvas/{canvas}/move", **moved).status_code == 409
    editor = fields(get(doors, f"/canvas/{canvas}/edit/{second.id}"))
    doors.submit(place, **{**editor, "edit_type": "delete"})
    assert second.id not in [row.id for row in sections(doors, canvas)]


def test_box_is_ticked(doors: Doors, canvas: str) -> None:
    page = get(doors, f"/canvas/{canvas}")
    form = page.partition('class="canvas-boxes"')[2].partition("</form>")[0]
    section = re.findall(r'name="section" value="([^"]*)"', form)[0]
    assert doors.submit(f"/canvas/{canvas}/tick", section=section, item="2:1").status_code == 303
    assert done(get(doors, f"/canvas/{canvas}")) == 3
    stale = doors.submit(f"/canvas/{canvas}/tick", section=section, item="2:0")
    assert stale.status_code == 409
    assert done(get(doors, f"/canvas/{canvas}")) == 3


def test_new_canvas_is_made_and_listed(doors: Doors, office: Office) -> None:
    channel = office.channels["general"]
    made = doors.submit("/canvases/new", title="Plan", content="# Hi", channel=channel)
    assert made.status_code == 303
    assert "Plan" in get(doors, "/canvases")
    refused = doors.submit("/canvases/new", title="Plan", content="##### Hi", channel="")
    assert refused.status_code == 422
    assert "headings of three levels" in refused.get_data(as_text=True)


def test_hidden_and_missing_documents_are_the_same(
    doors: Doors, office: Office, canvas: str, bugs: str
) -> None:
    outsider = Doors(doors.world, doors.authority, office.people["nbarve"])
    for path in (f"/canvas/{canvas}", f"/list/{bugs}"):
        hidden, missing = get(outsider, path, 404), get(outsider, f"{path[:-1]}0", 404)
        assert hidden.replace(path, "") == missing.replace(f"{path[:-1]}0", "")
    assert "No canvases yet" in get(outsider, "/canvases")
    assert "No lists yet" in get(outsider, "/lists")
    assert get(doors, f"/list/{canvas}", 404)


def test_who_may_only_read_is_offered_nothing_else(
    doors: Doors, office: Office, canvas: str, bugs: str
) -> None:
    reader = office.people["nbarve"]
    shared = {"access_level": "read", "user_ids": [reader]}
    perform(doors.world, doors.actor, canvases.share, canvas_id=canvas, **shared)
    perform(doors.world, doors.actor, lists.share, list_id=bugs, **shared)
    outsider = Doors(doors.world, doors.authority, reader)
    page, table = get(outsider, f"/canvas/{canvas}"), get(outsider, f"/list/{bugs}")
    for offered in ("Edit section", "Add a section", "Add record", "Share</span>", "Rename"):
        assert offered not in page.partition("<body")[2] + table.partition("<body")[2]
    assert "disabled" in page.partition('role="checkbox"')[2].partition(">")[0]
    told = outsider.home.get("/notifications").get_data(as_text=True)
    assert "shared the canvas" in told


def test_sharing_is_shown_and_taken_back(doors: Doors, office: Office, canvas: str) -> None:
    who = office.people["nbarve"]
    place = f"/canvas/{canvas}/share"
    assert doors.submit(place, access_level="read", person=who).status_code == 303
    assert "Stop sharing with" in get(doors, place)
    assert doors.submit(f"/canvas/{canvas}/unshare", person=who).status_code == 303
    assert "Stop sharing with" not in get(doors, place)
    assert doors.submit(place, access_level="read").status_code == 422


def column(doors: Doors, bugs: str, key: str) -> str:
    with doors.world.reading() as session:
        query = select(ListColumn.id).where(ListColumn.list_id == bugs, ListColumn.key == key)
        return str(session.scalars(query).one())


def record(doors: Doors, bugs: str) -> str:
    with doors.world.reading() as session:
        query = select(ListRecord.id).where(ListRecord.list_id == bugs)
        return str(session.scalars(query.order_by(ListRecord.position)).first())


def names(page: str) -> list[str]:
    return re.findall(r'class="list-name"[^>]*>([^<]*)<', page)


def test_list_is_sorted_and_filtered(doors: Doors, bugs: str) -> None:
    assert len(names(get(doors, f"/list/{bugs}"))) == 6
    hours = column(doors, bugs, "hours")
    up, down = (names(get(doors, f"/list/{bugs}?sort={sign}{hours}")) for sign in ("", "-"))
    assert up[0].startswith("API answers 500")
    assert down[0].startswith("Slot times jump")
    assert up[4:] == down[4:], "what has no value comes last either way"
    assert names(get(doors, f"/list/{bugs}?q=yard+planned")) == [
        "The badge with the minutes overlaps the carrier's name"
    ]
    assert "Nothing fits" in get(doors, f"/list/{bugs}?q=zeppelin")


def test_field_is_changed_in_its_place(doors: Doors, bugs: str) -> None:
    row, status = record(doors, bugs), column(doors, bugs, "status")
    page = get(doors, f"/list/{bugs}/r/{row}/{status}")
    was = re.findall(r'name="was" value="(\w+)"', page)[0]
    place = f"/list/{bugs}/r/{row}"
    form: dict[str, Any] = {"column": status, "was": was, status: "planned"}
    assert doors.submit(place, **form).status_code == 303
    assert "Status: Planned" in get(doors, f"/list/{bugs}")
    stale = doors.submit(place, **{**form, status: "new"})
    assert stale.status_code == 422
    assert "Somebody has changed this field meanwhile" in stale.get_data(as_text=True)


def test_typed_day_is_read(doors: Doors, bugs: str) -> None:
    row, reported = record(doors, bugs), column(doors, bugs, "reported")
    place = f"/list/{bugs}/r/{row}"
    assert doors.submit(place, column=reported, **{reported: "yesterday"}).status_code == 303
    assert "Reported: Mar 16, 2026" in get(doors, f"/list/{bugs}")
    refused = doors.submit(place, column=reported, **{reported: "whenever"})
    assert refused.status_code == 422
    assert 'value="whenever"' in refused.get_data(as_text=True)


def test_record_is_added_opened_and_deleted(doors: Doors, office: Office, bugs: str) -> None:
    bug, owner = column(doors, bugs, "bug"), column(doors, bugs, "owner")
    told = column(doors, bugs, "told")
    who = office.people[COLLEAGUE]
    form: dict[str, Any] = {bug: "Blank page", owner: ["", who], told: ["false", "true"]}
    assert doors.submit(f"/list/{bugs}/records", **form).status_code == 303
    page = get(doors, f"/list/{bugs}")
    assert names(page)[-1] == "Blank page"
    assert "Owner: Jonas Wikstrand" in page
    made = re.findall(r'id="record-(Rec\w+)"', page)[-1]
    assert 'value="Blank page"' in get(doors, f"/list/{bugs}/r/{made}")
    assert doors.submit(f"/list/{bugs}/r/{made}/delete").status_code == 303
    assert "Blank page" not in get(doors, f"/list/{bugs}")
    get(doors, f"/list/{bugs}/r/{made}", 404)


def test_column_of_choices_is_added(doors: Doors, bugs: str) -> None:
    form = {"name": "Team", "type": "select", "choices": "Red\nBlue\n"}
    assert doors.submit(f"/list/{bugs}/columns", **form).status_code == 303
    assert "Team" in get(doors, f"/list/{bugs}")
    again = doors.submit(f"/list/{bugs}/columns", name="Team", type="select", choices="")
    assert again.status_code == 422


def test_long_list_comes_in_pages(doors: Doors) -> None:
    actor = Actor(doors.person_id)
    made = perform(doors.world, actor, lists.create, name="Long").id
    for number in range(35):
        doors.mcp("slack_add_list_record", list_id=made, columns={"Name": f"N{number:02}"})
    assert names(get(doors, f"/list/{made}"))[-1] == "N29"
    assert names(get(doors, f"/list/{made}?page=2")) == [f"N{n}" for n in range(30, 35)]


def test_documents_are_found_and_have_cards(doors: Doors, canvas: str, bugs: str) -> None:
    found = doors.home.get("/search?q=rollback+pool").get_data(as_text=True)
    assert "Release checklist" in found
    assert "Bug triage" in doors.home.get("/search?q=trailer+twice").get_data(as_text=True)
    palette = doors.home.get("/palette?q=triage&app=chat").get_data(as_text=True)
    assert f"/chat/list/{bugs}" in palette
    with doors.world.reading() as session:
        general = session.scalars(select(Document.channel_id)).first()
    posted = doors.rest(
        "chat.postMessage",
        channel=general,
        text=f"{doors.site.addresses.app('chat')}/canvas/{canvas}",
    )
    assert posted["ok"], posted
    newest = doors.rest("conversations.history", channel=general, limit=1)["messages"][0]
    found_card = newest["attachments"][0]
    assert (found_card["footer"], found_card["title"]) == ("Canvas", "Release checklist")


def test_a_channel_shows_three_documents_as_tabs_and_the_rest_in_a_menu(
    doors: Doors, office: Office
) -> None:
    general = office.channels["general"]
    for number in range(5):
        perform(
            doors.world, doors.actor, canvases.create, title=f"Note {number}", channel_id=general
        )
    bar = get(doors, f"/c/{general}").partition('id="bar"')[2]
    assert re.findall(r'class="channel-tab" [^>]*><.*?>(Note \d)<', bar) == [
        "Note 0",
        "Note 1",
        "Note 2",
    ]
    assert re.findall(r'role="menuitem"[^>]*><svg.*?<span>(Note \d)<', bar) == ["Note 3", "Note 4"]
