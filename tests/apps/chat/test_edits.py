"""Edits that meet, and edits that are not saved."""

import re

from tests.kit import Doors, Office

CHANGED = "This message changed while you were editing."


def said(doors: Doors, office: Office, text: str) -> tuple[str, str]:
    """A message of the caller's: its address, and its ts."""
    sent = doors.rest("chat.postMessage", channel=office.channels["general"], text=text)
    return f"/c/{office.channels['general']}/m/{sent['ts']}", str(sent["ts"])


def shown(doors: Doors, url: str) -> str:
    return doors.browser.get(url).get_data(as_text=True)


def seen(page: str) -> str:
    found = re.search(r'name="seen" value="([^"]*)"', page)
    assert found
    return found[1]


def text_of(doors: Doors, office: Office, ts: str) -> str:
    place = {"channel": office.channels["general"], "ts": ts}
    return str(doors.rest("conversations.replies", **place)["messages"][0]["text"])


def test_edit_of_a_text_that_changed_meanwhile_shows_both(doors: Doors, office: Office) -> None:
    url, ts = said(doors, office, "at nine")
    begun = seen(shown(doors, f"{url}/edit"))
    doors.rest("chat.update", channel=office.channels["general"], ts=ts, text="at *ten*")
    refused = doors.submit(f"{url}/edit", text="at eleven", seen=begun)
    page = refused.get_data(as_text=True)
    assert refused.status_code == 409
    assert CHANGED in page
    assert '<pre dir="auto">at *ten*</pre>' in page
    assert ">\nat eleven</textarea>" in page
    assert text_of(doors, office, ts) == "at *ten*"
    again = doors.submit(f"{url}/edit", text="at eleven", seen=seen(page))
    assert again.status_code == 303
    assert text_of(doors, office, ts) == "at eleven"


def test_second_edit_of_one_state_is_refused_and_the_same_one_is_not(
    doors: Doors, office: Office
) -> None:
    url, _ts = said(doors, office, "at nine")
    begun = seen(shown(doors, f"{url}/edit"))
    assert doors.submit(f"{url}/edit", text="at ten", seen=begun).status_code == 303
    assert doors.submit(f"{url}/edit", text="at ten", seen=begun).status_code == 303
    assert doors.submit(f"{url}/edit", text="at two", seen=begun).status_code == 409


def test_clients_of_the_vendor_write_over_one_another(doors: Doors, office: Office) -> None:
    _url, ts = said(doors, office, "at nine")
    for text in ("at ten", "at eleven"):
        place = {"channel": office.channels["general"], "ts": ts}
        assert doors.rest("chat.update", **place, text=text)["ok"]
    assert text_of(doors, office, ts) == "at eleven"


def test_other_refusals_keep_what_was_seen(doors: Doors, office: Office) -> None:
    url, ts = said(doors, office, "at nine")
    begun = seen(shown(doors, f"{url}/edit"))
    doors.rest("chat.update", channel=office.channels["general"], ts=ts, text="at ten")
    refused = doors.submit(f"{url}/edit", text=" ", seen=begun)
    assert refused.status_code == 422
    assert seen(refused.get_data(as_text=True)) == begun


def test_edit_that_is_not_saved_is_there_again(doors: Doors, office: Office) -> None:
    url, ts = said(doors, office, "at nine")
    steps = len(doors.journal)
    begun = seen(shown(doors, f"{url}/edit"))
    assert doors.submit(f"{url}/edit/draft", text="at nine sh", seen=begun).status_code == 200
    assert len(doors.journal) == steps
    assert "Continue editing" in shown(doors, url)
    assert ">\nat nine sh</textarea>" in shown(doors, f"{url}/edit")
    doors.submit(f"{url}/edit", text="at nine sharp", seen=begun)
    assert "Continue editing" not in shown(doors, url)
    assert ">\nat nine sharp</textarea>" in shown(doors, f"{url}/edit")
    assert text_of(doors, office, ts) == "at nine sharp"


def test_kept_edit_knows_that_the_text_changed(doors: Doors, office: Office) -> None:
    url, ts = said(doors, office, "at nine")
    doors.submit(f"{url}/edit/draft", text="at nine sharp", seen="")
    doors.rest("chat.update", channel=office.channels["general"], ts=ts, text="at ten")
    again = seen(shown(doors, f"{url}/edit"))
    assert doors.submit(f"{url}/edit", text="at nine sharp", seen=again).status_code == 409
    assert "Continue editing" in shown(doors, url)


def test_edit_that_is_given_up_or_changes_nothing_is_forgotten(
    doors: Doors, office: Office
) -> None:
    url, _ts = said(doors, office, "at *nine*\n\nsharp")
    for last in ("", "at *nine*\r\n\r\nsharp"):
        doors.submit(f"{url}/edit/draft", text="half", seen="")
        assert "Continue editing" in shown(doors, url)
        assert doors.submit(f"{url}/edit/draft", text=last, seen="").status_code == 200
        assert "Continue editing" not in shown(doors, url)


def test_nobody_keeps_an_edit_of_what_others_wrote(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    url, _ts = said(doors, office, "at nine")
    assert colleague.submit(f"{url}/edit/draft", text="at ten", seen="").status_code == 204
    assert "Continue editing" not in shown(colleague, url)
    doors.submit(f"{url}/edit/draft", text="at ten", seen="")
    assert "Continue editing" not in shown(colleague, url)
