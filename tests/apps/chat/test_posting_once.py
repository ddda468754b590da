"""A form that is sent twice posts once; the same words in another form are another message."""

from __future__ import annotations

import re

import pytest
from tests.kit import Doors, Office


def said(doors: Doors, channel_id: str) -> list[str]:
    found = doors.rest("conversations.history", channel=channel_id, limit=20)["messages"]
    return [message["text"] for message in found]


def nonce_in(doors: Doors, path: str, form: str) -> str:
    """What a page's form has as its nonce."""
    page = doors.browser.get(path).get_data(as_text=True)
    found = re.search(rf'{form}.*?name="nonce" value="([^"]+)"', page, re.DOTALL)
    assert found, form
    return found[1]


@pytest.mark.parametrize("door", ["composer", "thread", "threads page", "share", "snippet"])
def test_form_that_is_sent_twice_posts_once(
    doors: Doors, colleague: Doors, office: Office, door: str
) -> None:
    general = office.channels["general"]
    root = doors.rest("chat.postMessage", channel=general, text="root")["ts"]
    colleague.rest("chat.postMessage", channel=general, text="re", thread_ts=root)
    channel, thread = f"/c/{general}", f"/c/{general}/t/{root}"
    shown, form, action, fields = {
        "composer": (channel, "channel-composer-form", f"{channel}/messages", {"text": "ok"}),
        "thread": (
            thread,
            "thread-composer-form",
            f"{thread}/messages",
            {"text": "ok", "broadcast": "1"},
        ),
        "threads page": ("/threads", "stream-reply", f"{thread}/messages", {"text": "ok"}),
        "share": (
            f"{channel}/m/{root}/share",
            "share-message",
            f"{channel}/m/{root}/share",
            {"to": general, "note": "ok"},
        ),
        "snippet": (
            f"{channel}/snippet",
            "snippet-dialog",
            f"{channel}/snippet",
            {"text": "print()", "name": "ok"},
        ),
    }[door]

    def posted() -> int:
        rows = [each for each in doors.changes if each.table == "chat_messages"]
        return len(rows)

    def files() -> int:
        return len([each for each in doors.changes if each.table == "files_files"])

    before = posted()
    fields["nonce"] = nonce_in(doors, shown, form)
    answers = [doors.submit(action, **fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert posted() == before + 1
    assert files() == (1 if door == "snippet" else 0)
    fields["nonce"] = nonce_in(doors, shown, form)
    doors.submit(action, **fields)
    assert posted() == before + 2


def test_other_words_in_the_same_form_are_another_message(doors: Doors, office: Office) -> None:
    """Somebody goes back to a page and writes something else."""
    general = office.channels["general"]
    nonce = nonce_in(doors, f"/c/{general}", "channel-composer-form")
    for text in ("one", "two", "two", "one"):
        doors.submit(f"/c/{general}/messages", text=text, nonce=nonce)
    assert said(doors, general)[:2] == ["two", "one"]


def test_crowd_that_was_asked_about_is_told_once(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    fields = {"text": "@channel cake", "nonce": "n"}
    asked = doors.submit(f"/c/{general}/messages", **fields).get_data(as_text=True)
    assert 'name="nonce" value="n"' in asked.partition('id="ask-everybody"')[2]
    for _ in range(2):
        doors.submit(f"/c/{general}/messages", confirmed="1", **fields)
    assert said(doors, general)[:2].count("<!channel> cake") == 1
