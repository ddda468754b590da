"""Canvases through REST and MCP."""

import html
import json
import re
from typing import Any

import pytest
from tests.kit import COLLEAGUE, Doors, Office, text_of

CONTENT = "# Plan\n\nAsk ![](@{who}) in ![](#{where}).\n\n- [ ] Freeze\n- [x] Tag"


def read(doors: Doors, canvas_id: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(
        text_of(doors.mcp("slack_read_canvas", canvas_id=canvas_id))
    )
    return answer


def create(doors: Doors, content: str = "One\n\nTwo\n\nThree", **more: Any) -> str:
    made = doors.rest(
        "canvases.create",
        title="Plan",
        document_content={"type": "markdown", "markdown": content},
        **more,
    )
    assert made["ok"], made
    return str(made["canvas_id"])


def test_canvas_is_read_as_it_was_written(doors: Doors, office: Office) -> None:
    content = CONTENT.format(who=office.people["mchen"], where=office.channels["deploys"])
    made = json.loads(text_of(doors.mcp("slack_create_canvas", title="Plan", content=content)))
    found = read(doors, made["canvas_id"])
    assert made["canvas_url"].endswith(f"/chat/canvas/{made['canvas_id']}")
    assert found["markdown_content"] == content
    assert list(found["section_id_mapping"].values()) == content.split("\n\n")
    assert doors.rest("canvases.getContent", canvas_id=made["canvas_id"])["content"] == content
    shown = doors.rest("canvases.getContent", canvas_id=made["canvas_id"], content_type="html")
    assert "@Ming" in shown["content"]
    assert "<h1>Plan</h1>" in shown["content"]


def test_batch_names_sections_as_they_were(doors: Doors) -> None:
    canvas = create(doors)
    one, two, three = read(doors, canvas)["section_id_mapping"]
    edits = [
        {"edit_type": "delete", "section_id": two},
        {"edit_type": "replace", "section_id": one, "content": "Uno\n\nDue"},
        {"edit_type": "append", "section_id": one, "content": "Behind"},
        {"edit_type": "prepend", "section_id": three, "content": "Before"},
        {"edit_type": "prepend", "content": "First"},
        {"edit_type": "append", "content": "Last"},
    ]
    answer = doors.mcp("slack_update_canvas", canvas_id=canvas, sections=edits)
    (url,) = json.loads(text_of(answer)).values()
    assert url.endswith(f"/chat/canvas/{canvas}")
    found = read(doors, canvas)
    assert found["markdown_content"].split("\n\n") == [
        "First",
        "Uno",
        "Due",
        "Behind",
        "Before",
        "Three",
        "Last",
    ]
    assert {one, two, three}.isdisjoint(found["section_id_mapping"])


def test_batch_is_made_as_a_whole_or_not_at_all(doors: Doors) -> None:
    canvas = create(doors)
    before = read(doors, canvas)
    one, *_ = before["section_id_mapping"]
    for wrong in (
        {"edit_type": "replace", "section_id": "temp:C:0", "content": "x"},
        {"edit_type": "append", "content": "#### Too deep"},
        {"edit_type": "append", "content": "  "},
        {"edit_type": "delete"},
    ):
        edits = [{"edit_type": "delete", "section_id": one}, wrong]
        answer = doors.mcp("slack_update_canvas", canvas_id=canvas, sections=edits)
        assert answer.is_error
        assert text_of(answer).startswith("canvas_editing_failed")
        assert read(doors, canvas) == before


def test_batch_has_at_most_a_hundred_edits(doors: Doors) -> None:
    canvas = create(doors)
    edits = [{"edit_type": "append", "content": "x"}] * 101
    assert doors.mcp("slack_update_canvas", canvas_id=canvas, sections=edits).is_error
    assert read(doors, canvas)["markdown_content"] == "One\n\nTwo\n\nThree"


def test_stale_section_is_refused(doors: Doors) -> None:
    canvas = create(doors)
    one, *_ = read(doors, canvas)["section_id_mapping"]
    edit = {"edit_type": "replace", "section_id": one, "content": "x"}
    assert not doors.mcp("slack_update_canvas", canvas_id=canvas, sections=[edit]).is_error
    assert doors.mcp("slack_update_canvas", canvas_id=canvas, sections=[edit]).is_error


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ("insert_after", "One\n\nNew\n\nTwo\n\nThree"),
        ("insert_before", "New\n\nOne\n\nTwo\n\nThree"),
        ("insert_at_start", "New\n\nOne\n\nTwo\n\nThree"),
        ("insert_at_end", "One\n\nTwo\n\nThree\n\nNew"),
        ("replace", "New\n\nTwo\n\nThree"),
        ("delete", "Two\n\nThree"),
    ],
)
def test_rest_edits(doors: Doors, operation: str, expected: str) -> None:
    canvas = create(doors)
    found = doors.rest(
        "canvases.sections.lookup", canvas_id=canvas, criteria={"contains_text": "one"}
    )
    change: dict[str, Any] = {"operation": operation, "section_id": found["sections"][0]["id"]}
    if operation != "delete":
        change["document_content"] = {"type": "markdown", "markdown": "New"}
    assert doors.rest("canvases.edit", canvas_id=canvas, changes=[change])["ok"]
    assert read(doors, canvas)["markdown_content"] == expected


def test_rest_renames(doors: Doors) -> None:
    canvas = create(doors)
    title = {"type": "markdown", "markdown": "Another"}
    changes = [{"operation": "rename", "title_content": title}]
    assert doors.rest("canvases.edit", canvas_id=canvas, changes=changes)["ok"]
    assert read(doors, canvas)["title"] == "Another"


def test_headings_are_looked_up(doors: Doors) -> None:
    canvas = create(doors, "# A\n\n## B\n\nA text\n\n### C")

    def count(**criteria: Any) -> int:
        found = doors.rest("canvases.sections.lookup", canvas_id=canvas, criteria=criteria)
        return len(found["sections"])

    assert count(section_types=["any_header"]) == 3
    assert count(section_types=["h1", "h3"]) == 2
    assert count(contains_text="a") == 2
    assert count(section_types=["h1"], contains_text="a") == 1


def test_channel_has_one_canvas_of_its_own(doors: Doors, office: Office) -> None:
    there = {"channel_id": office.channels["product-eng"]}
    content = {"type": "markdown", "markdown": "Ours"}
    first = doors.rest("conversations.canvases.create", document_content=content, **there)
    assert first["ok"]
    again = doors.rest("conversations.canvases.create", document_content=content, **there)
    assert again["error"] == "channel_canvas_already_exists"
    assert create(doors, **there)
    outside = {"channel_id": office.channels["support"]}
    refused = doors.rest("canvases.create", title="x", **outside)
    assert refused["error"] == "not_in_channel"


def test_only_those_who_may_see_a_canvas(doors: Doors, colleague: Doors, office: Office) -> None:
    canvas = create(doors)
    hidden = colleague.rest("canvases.getContent", canvas_id=canvas)
    missing = colleague.rest("canvases.getContent", canvas_id="F0000000000")
    assert hidden == missing
    assert hidden["error"] == "canvas_not_found"
    shared = {"canvas_id": canvas, "user_ids": [office.people[COLLEAGUE]]}
    assert doors.rest("canvases.access.set", access_level="read", **shared)["ok"]
    assert colleague.rest("canvases.getContent", canvas_id=canvas)["ok"]
    change = {"operation": "insert_at_end", "document_content": {"markdown": "Me too"}}
    refused = colleague.rest("canvases.edit", canvas_id=canvas, changes=[change])
    assert refused["error"] == "restricted_action"
    assert doors.rest("canvases.access.set", access_level="write", **shared)["ok"]
    assert colleague.rest("canvases.edit", canvas_id=canvas, changes=[change])["ok"]
    assert colleague.rest("canvases.delete", canvas_id=canvas)["error"] == "restricted_action"
    assert doors.rest("canvases.access.delete", **shared)["ok"]
    assert colleague.rest("canvases.getContent", canvas_id=canvas) == missing


def test_members_of_its_channel_write_to_a_canvas(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    canvas = create(doors, channel_id=office.channels["general"])
    change = {"operation": "insert_at_end", "document_content": {"markdown": "Me too"}}
    assert colleague.rest("canvases.edit", canvas_id=canvas, changes=[change])["ok"]
    read_only = create(doors, channel_id=office.channels["announcements"])
    refused = colleague.rest("canvases.edit", canvas_id=read_only, changes=[change])
    assert refused["error"] == "restricted_action"


def test_owner_makes_a_canvas_somebody_elses(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    canvas = create(doors)
    heir = {"canvas_id": canvas, "user_ids": [office.people[COLLEAGUE]]}
    assert doors.rest("canvases.access.set", access_level="owner", **heir)["ok"]
    assert doors.rest("canvases.delete", canvas_id=canvas)["error"] == "restricted_action"
    back = {"canvas_id": canvas, "user_ids": [doors.person_id]}
    assert doors.rest("canvases.access.set", access_level="owner", **back)["error"] == (
        "restricted_action"
    )
    assert colleague.rest("canvases.delete", canvas_id=canvas)["ok"]


def test_sharing_names_people_or_channels(doors: Doors, office: Office) -> None:
    canvas = create(doors)
    people, places = [office.people[COLLEAGUE]], [office.channels["deploys"]]
    for wrong in ({}, {"user_ids": people, "channel_ids": places}):
        answer = doors.rest("canvases.access.set", canvas_id=canvas, access_level="read", **wrong)
        assert answer["error"] == "invalid_parameters"
    nobody = {"canvas_id": canvas, "access_level": "read", "user_ids": ["U0000000000"]}
    assert doors.rest("canvases.access.set", **nobody)["error"] == "user_not_found"


def test_deleted_canvas_leaves_nothing(doors: Doors, office: Office) -> None:
    before = doors.changes
    canvas = create(doors)
    shared = {"canvas_id": canvas, "user_ids": [office.people[COLLEAGUE]]}
    assert doors.rest("canvases.access.set", access_level="read", **shared)["ok"]
    assert doors.rest("canvases.delete", canvas_id=canvas)["ok"]
    assert doors.changes == before


def test_canvases_are_listed(doors: Doors, office: Office) -> None:
    there = create(doors, channel_id=office.channels["deploys"])
    elsewhere = create(doors)
    listed = text_of(doors.mcp("slack_list_canvases"))
    assert there in listed
    assert elsewhere in listed
    tabs = text_of(doors.mcp("slack_list_canvases", channel_id=office.channels["deploys"]))
    assert there in tabs
    assert elsewhere not in tabs


def test_canvas_is_a_file_of_the_vendor(doors: Doors, colleague: Doors) -> None:
    canvas = create(doors, "# A\n\n`b`")
    told = text_of(doors.mcp("slack_read_file", file_id=canvas))
    assert "MIME type: text/markdown" in told
    assert ">\n# A\n\n`b`\n</file_content_" in told
    file = doors.rest("files.info", file=canvas)["file"]
    assert (file["title"], file["filetype"], file["user"]) == ("Plan", "canvas", doors.person_id)
    assert colleague.rest("files.info", file=canvas)["error"] == "file_not_found"
    assert text_of(colleague.mcp("slack_read_file", file_id=canvas)).startswith("file_not_found")


def told(doors: Doors) -> str:
    return html.unescape(doors.home.get("/notifications").get_data(as_text=True))


def calls(doors: Doors) -> int:
    """How many mentions in canvases the person was told of."""
    return told(doors).count("</strong> mentioned you in the canvas")


def append(doors: Doors, canvas: str, text: str) -> None:
    change = {"operation": "insert_at_end", "document_content": {"markdown": text}}
    assert doors.rest("canvases.edit", canvas_id=canvas, changes=[change])["ok"]


def test_who_is_mentioned_in_a_canvas_is_told_once_and_led_to_the_section(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    me, saying = f"![](@{colleague.person_id})", "mentioned you in the canvas “Plan”"
    general = {"channel_id": office.channels["general"]}
    canvas = create(doors, **general)
    assert saying not in told(colleague)
    append(doors, canvas, f"Ask {me}")
    assert calls(colleague) == 1
    found = re.search(rf'href="(.*?)"><strong>.*?</strong> {saying}', told(colleague))
    assert found
    opened = colleague.home.get(found[1].rsplit('href="', 1)[-1])
    assert f"/chat/canvas/{canvas}#section-" in opened.location
    append(doors, canvas, f"And {me} again")
    assert doors.rest("canvases.edit", canvas_id=canvas, changes=[renaming("Plan B")])["ok"]
    assert calls(colleague) == 1
    append(colleague, canvas, f"I am ![](@{doors.person_id})")
    assert "mentioned you in the canvas “Plan B”" in told(doors)
    assert doors.rest("canvases.delete", canvas_id=canvas)["ok"]
    assert "mentioned you in the canvas" not in told(colleague) + told(doors)


def renaming(title: str) -> dict[str, Any]:
    return {"operation": "rename", "title_content": {"type": "markdown", "markdown": title}}


def test_mention_in_a_canvas_reaches_those_alone_who_see_it_and_want_to_know(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    me = f"![](@{colleague.person_id})"
    mine = create(doors, content=f"Not for {me}")
    assert "mentioned you" not in told(colleague)
    shared = {"canvas_id": mine, "user_ids": [colleague.person_id]}
    assert doors.rest("canvases.access.set", access_level="read", **shared)["ok"]
    general = office.channels["general"]
    colleague.mcp("slack_set_channel_notifications", channel_id=general, level="nothing")
    create(doors, channel_id=general, content=f"For {me}")
    assert "mentioned you" not in told(colleague)
    colleague.mcp("slack_set_channel_notifications", channel_id=general, level="mentions")
    create(doors, channel_id=general, content=f"For {me}")
    assert calls(colleague) == 1


def test_channel_opens_or_makes_its_canvas_from_its_tab(doors: Doors, office: Office) -> None:
    address = f"/c/{office.channels['product-eng']}/canvas"
    page = doors.browser.get(address).text
    assert "No canvas here yet" in page
    proof = {"csrf": page.split('name="csrf" value="')[1].split('"')[0]}
    made = doors.browser.post(address, data=proof)
    canvas = made.location.rsplit("/", 1)[1]
    assert '<h1 dir="auto">Canvas of #product-eng' in doors.browser.get(made.location).text
    assert doors.browser.get(address).location.endswith(f"/canvas/{canvas}")
    assert f"/canvas/{canvas}" in doors.browser.get(address.removesuffix("/canvas")).text
    again = doors.browser.post(address, data=proof)
    assert (again.status_code, again.location) == (303, address)
    elsewhere = f"/c/{office.channels['support']}"
    assert "Canvas</span>" not in doors.browser.get(elsewhere).text
