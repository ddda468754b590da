"""A message's text at every place that shows it: all of them read it alike."""

import re

import pytest
from tests.kit import Doors, Office, text_of


def newest(doors: Doors, office: Office) -> dict[str, str]:
    history = doors.rest("conversations.history", channel=office.channels["general"], limit=1)
    message: dict[str, str] = history["messages"][0]
    return message


def line(doors: Doors, office: Office) -> str:
    """The newest message on its channel's page."""
    page = doors.browser.get(f"/c/{office.channels['general']}").get_data(as_text=True)
    text = page.rpartition('<div class="message-text">')[2].partition("</div>")[0]
    return text.replace(' rel="noopener noreferrer" target="_blank"', "")


def test_one_text_reads_alike_wherever_it_is_shown(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    said = (
        f"*Zebras* for <@{doors.person_id}> :tada: `:tada:` <https://x.example|soon> &amp; <!here>"
    )
    sent = colleague.rest("chat.postMessage", channel=general, text=said)
    words = "Zebras for @Ana 🎉 :tada: soon &amp; @here"
    picture = '<span class="emoji" role="img" aria-label=":tada:">🎉</span> <code>:tada:</code>'
    assert picture in line(doors, office)
    found = doors.home.get("/search?q=soon").get_data(as_text=True)
    assert words in re.sub("</?mark>", "", found)
    assert words in doors.home.get("/notifications").get_data(as_text=True)
    link = doors.rest("chat.getPermalink", channel=general, message_ts=sent["ts"])["permalink"]
    doors.rest("chat.postMessage", channel=general, text=f"look: {link}")
    page = doors.browser.get(f"/c/{general}").get_data(as_text=True)
    assert f'<p class="link-card-subtitle">{words}</p>' in page
    assert newest(doors, office)["attachments"][0]["text"] == words.replace("&amp;", "&")  # type: ignore[index]
    place = f"/c/{general}/m/{sent['ts']}/delete"
    assert words in doors.browser.get(place).get_data(as_text=True)


def test_markdown_of_a_tool_shows_as_it_was_meant(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    markdown = "# Plan\n\n1. **a**\n   - b\n2. `x < y`\n\n> *quote*\n\n:tada: 2 * 3 \\*no\\*"
    doors.mcp("slack_send_message", channel_id=general, message=markdown)
    shown = re.sub("<span[^>]*>|</span>", "", line(doors, office)).replace("\u2060", "")
    assert shown == (
        "<strong>Plan</strong><br>1. <strong>a</strong><br>    ◦ b<br>2. <code>x &lt; y</code>"
        "<blockquote><em>quote</em></blockquote>🎉 2 * 3 *no*"
    )
    read = text_of(doors.mcp("slack_read_channel", channel_id=general, limit=1))
    assert "1. *a*\\n    ◦ b\\n2. `x &lt; y`" in read


def test_markdown_that_is_too_long_is_refused_as_such(doors: Doors, office: Office) -> None:
    place = {"channel_id": office.channels["general"]}
    for length in (40_001, 200_001):
        refused = doors.mcp("slack_send_message", **place, message="x" * length)
        assert refused.is_error
        assert "msg_too_long" in text_of(refused) or "message" in text_of(refused)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("see https://x.example/?#general and #nowhere", None),
        ("`@aruiz #general [a](https://x.example)`", "<code>{}</code>"),
        ("```\n@here <b> & [a](https://x.example)\n```", "<pre><code>{}</code></pre>"),
        ("a &lt; b <i> 'quoted'", None),
    ],
)
def test_references_count_neither_in_code_nor_in_addresses(
    doors: Doors, office: Office, typed: str, shown: str | None
) -> None:
    doors.submit(f"/c/{office.channels['general']}/messages", text=typed)
    assert "<@" not in newest(doors, office)["text"]
    assert "<#" not in newest(doors, office)["text"]
    assert 'class="mention' not in line(doors, office)
    if shown:
        assert line(doors, office).startswith(shown.partition("{}")[0])


@pytest.mark.parametrize(
    "typed",
    [
        "hi @aruiz in #general @here",
        "[the :tada: plan](https://x.example/a?b=1&c=2) and https://y.example",
        "*bold* `<@U1> &amp;` <b>\n> said\n```\n[a](https://x.example)\n```",
        "  two   spaces\n\n\nand lines",
    ],
)
def test_text_that_is_edited_is_what_was_typed(doors: Doors, office: Office, typed: str) -> None:
    general = office.channels["general"]
    doors.submit(f"/c/{general}/messages", text=typed, confirmed="1")
    sent = newest(doors, office)
    page = doors.browser.get(f"/c/{general}/m/{sent['ts']}/edit").get_data(as_text=True)
    field = page.partition('id="edit-text"')[2].partition(">\n")[2].partition("</textarea>")[0]
    entered = (
        field.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'").replace("&amp;", "&")
    )
    assert entered == typed.strip()
    doors.submit(f"/c/{general}/m/{sent['ts']}/edit", text=entered)
    assert newest(doors, office)["text"] == sent["text"]


def test_what_is_no_reference_stays_when_it_is_edited(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    sent = doors.rest("chat.postMessage", channel=general, text="<odd> <@U0> <!date^1^x|Monday>")
    page = doors.browser.get(f"/c/{general}/m/{sent['ts']}/edit").get_data(as_text=True)
    assert "&lt;odd&gt; &lt;@U0&gt; &lt;!date^1^x|Monday&gt;" in page


def test_search_takes_references_as_messages_hold_them(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    doors.rest("chat.postMessage", channel=general, text="zebra")
    for query in (f"zebra in:<#{general}>", f"zebra from:<@{doors.person_id}|ana>"):
        assert doors.rest("search.messages", query=query)["messages"]["total"] == 1


def test_many_addresses_in_a_text_are_not_all_looked_up(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    here = f"{doors.site.addresses.app('chat')}/c/{general}"
    many = " ".join(f"https://x{number}.example" for number in range(25))
    doors.rest("chat.postMessage", channel=general, text=f"{here} {many}")
    assert len(newest(doors, office)["attachments"]) == 1
    doors.rest("chat.postMessage", channel=general, text=f"{many} {here}")
    assert "attachments" not in newest(doors, office)


def test_length_counts_what_is_read_and_not_its_escapes(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    sent = doors.rest("chat.postMessage", channel=general, text="&amp;" * 40_000)
    assert sent["ok"]
    refused = doors.rest("chat.postMessage", channel=general, text="&nbsp;" * 8_000)
    assert refused["error"] == "msg_too_long"


def test_language_of_code_is_shown_and_stays_in_the_text(doors: Doors, office: Office) -> None:
    """REST has the text as it was sent, and blocks say the language in the vendor's field."""
    general = office.channels["general"]
    code = "def f():\n    return 1"
    shown = f'<pre data-language="python"><code class="language-python">{code}</code></pre>'
    doors.submit(f"/c/{general}/messages", text=f"```python\r\n{code}\r\n```")
    assert newest(doors, office)["text"] == f"```python\n{code}\n```"
    assert line(doors, office) == shown
    doors.mcp("slack_send_message", channel_id=general, message=f"```python\n{code}\n```")
    assert newest(doors, office)["text"] == f"```python\n{code}\n```"
    assert line(doors, office) == shown
    part = {
        "type": "rich_text_preformatted",
        "language": "python",
        "elements": [{"type": "text", "text": code}],
    }
    block = {"type": "rich_text", "elements": [part]}
    doors.rest("chat.postMessage", channel=general, blocks=[block])
    assert newest(doors, office)["blocks"][0]["elements"] == [part]  # type: ignore[index]
    assert shown in doors.browser.get(f"/c/{general}").get_data(as_text=True)
