"""The page of all files, and the listing behind it at the other doors."""

import re

import pytest
from tests.files.sending import CSV, PNG, uploaded
from tests.kit import Doors, Office


@pytest.fixture
def shelf(doors: Doors, office: Office, colleague: Doors) -> dict[str, str]:
    """Files by name: one's own, shared or not, and those of somebody else."""
    general, support = office.channels["general"], office.channels["support"]
    made = (
        uploaded(doors, "alone.txt", b"mine alone, and the largest of all of them. " * 9),
        uploaded(doors, "wall.png", PNG, channel_id=general),
        uploaded(colleague, "rates 100%.csv", CSV, channel_id=general),
        uploaded(colleague, "far.txt", b"elsewhere", channel_id=support),
        uploaded(colleague, "hidden.txt", b"theirs alone"),
    )
    return {file["name"]: file["id"] for file in made}


def listed(doors: Doors, **asked: str) -> list[str]:
    """What the page lists, from top to bottom."""
    answer = doors.browser.get("/files", query_string=asked)
    assert answer.status_code == 200
    return re.findall(r'aria-label="Download ([^"]+)"', answer.text)


def test_page_lists_what_one_may_see_and_the_methods_agree(
    doors: Doors, colleague: Doors, shelf: dict[str, str]
) -> None:
    every = {"rates 100%.csv", "wall.png", "alone.txt", "far.txt"}
    assert set(listed(doors)) >= every
    assert "hidden.txt" not in listed(doors)
    told = doors.rest("files.list")["files"]
    assert [file["title"] for file in told] == listed(doors)
    assert set(listed(doors, show="mine")) >= {"alone.txt", "wall.png"}
    mine = doors.rest("files.list", user=doors.person_id)["files"]
    assert [file["title"] for file in mine] == listed(doors, show="mine")
    shared = listed(doors, show="shared")
    assert "rates 100%.csv" in shared
    assert not {"far.txt", "alone.txt", "wall.png"} & {*shared}  # one is not in #support
    assert "far.txt" not in listed(colleague, show="shared")
    assert "wall.png" in listed(colleague, show="shared")


def test_files_are_found_by_name_type_and_order(doors: Doors, shelf: dict[str, str]) -> None:
    assert listed(doors, q="0% RATES") == ["rates 100%.csv"]
    assert listed(doors, q="100_") == []
    assert listed(doors, q="wall", type="image") == ["wall.png"]
    assert listed(doors, q="wall", type="pdf") == []
    assert listed(doors, show="mine", sort="size")[0] == "alone.txt"
    by_name = listed(doors, sort="name")
    assert by_name == sorted(by_name, key=str.lower)
    assert listed(doors, show="x", sort="y", type="z", page="9" * 9) == listed(doors)
    assert "There is no such page" in doors.browser.get("/files?page=77").text
    assert "No file fits" in doors.browser.get("/files?q=nothing-like-it").text
    told = doors.mcp("slack_list_files", name="wall", sort="name").content
    assert "wall.png" in str(told)
    assert "alone.txt" not in str(told)


def test_listing_of_unknown_people_and_types_is_refused(
    doors: Doors, shelf: dict[str, str]
) -> None:
    assert doors.rest("files.list", user="U0000000000")["error"] == "user_not_found"
    assert doors.rest("files.list", types="images,nonsense")["error"] == "unknown_type"
    assert doors.rest("files.list", types="gdocs,spaces")["files"] == []
    kept = doors.rest("files.list", types="images", count=1, page=1)
    assert [file["id"] for file in kept["files"]] == [shelf["wall.png"]]
    made = kept["files"][0]["created"]
    assert doors.rest("files.list", ts_from=made + 1, types="images")["files"] == []


def test_where_a_file_was_shared_is_shown_to_those_alone_who_may_look_there(
    doors: Doors, office: Office, colleague: Doors, shelf: dict[str, str]
) -> None:
    private = office.channels["finance-close"]
    doors.browser.post(f"/files/{shelf['wall.png']}/share", data={**csrf(doors), "to": private})
    mine, theirs = (each.browser.get("/files?q=wall").text for each in (doors, colleague))
    assert "wall.png in #finance-close" in mine
    assert "wall.png in #general" in theirs
    assert "finance-close" not in theirs


def csrf(doors: Doors) -> dict[str, str]:
    found = re.search(r'name="csrf" value="([^"]+)"', doors.browser.get("/drafts").text)
    assert found
    return {"csrf": found[1]}


def test_own_file_is_shared_as_it_is_and_somebody_elses_as_a_link(
    doors: Doors, office: Office, shelf: dict[str, str]
) -> None:
    deploys, proof = office.channels["deploys"], csrf(doors)
    form = doors.browser.get(f"/files/{shelf['wall.png']}/share").text
    assert "Whoever is in the conversation will be able to open it." in form
    sent = {**proof, "to": deploys, "note": "Look, *this*", "place": "/files?show=mine"}
    answer = doors.browser.post(f"/files/{shelf['wall.png']}/share", data=sent)
    assert (answer.status_code, answer.location) == (303, "/files?show=mine")
    doors.browser.post(f"/files/{shelf['rates 100%.csv']}/share", data={**proof, "to": deploys})
    link, own = doors.rest("conversations.history", channel=deploys, limit=2)["messages"]
    assert own["text"] == "Look, *this*"
    assert [file["id"] for file in own["files"]] == [shelf["wall.png"]]
    assert shelf["rates 100%.csv"] in link["text"]
    assert "files" not in link


@pytest.mark.parametrize(
    ("to", "status", "said"),
    [("", 422, "Choose a channel or a person."), ("C0000000000", 404, "field-problem")],
)
def test_sharing_with_nobody_says_so_and_keeps_the_note(
    doors: Doors, shelf: dict[str, str], to: str, status: int, said: str
) -> None:
    sent = {**csrf(doors), "to": to, "note": "Kept"}
    answer = doors.browser.post(f"/files/{shelf['wall.png']}/share", data=sent)
    assert answer.status_code == status
    assert said in answer.text
    assert "Kept" in answer.text


def test_file_is_deleted_by_whoever_may(
    doors: Doors, colleague: Doors, shelf: dict[str, str]
) -> None:
    wall = shelf["wall.png"]
    assert f"/files/{wall}/delete" not in colleague.browser.get("/files?q=wall").text
    assert colleague.browser.get(f"/files/{wall}/delete").status_code == 403
    assert "wall.png" in doors.browser.get(f"/files/{wall}/delete").text
    assert doors.browser.post(f"/files/{wall}/delete", data=csrf(doors)).status_code == 303
    assert listed(doors, q="wall") == []
    assert doors.rest("files.info", file=wall)["error"] == "file_not_found"


@pytest.mark.parametrize("path", ["share", "delete"])
def test_hidden_file_has_no_dialogs(doors: Doors, shelf: dict[str, str], path: str) -> None:
    hidden = doors.browser.get(f"/files/{shelf['hidden.txt']}/{path}")
    missing = doors.browser.get(f"/files/F0000000000/{path}?page=x&file_id=1")
    assert (hidden.status_code, missing.status_code) == (404, 404)
