"""Chat's text format: what may be typed, what is stored, what is shown.

Stored text is Slack's mrkdwn, exactly as sent over REST: https://docs.slack.dev/messaging/formatting-message-text
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

_REFERENCE = re.compile(r"<(@U[A-Z0-9]+|#C[A-Z0-9]+|!here|!channel|!everyone)>")
_FENCE = re.compile(r"```\n?(.*?)```", re.DOTALL)
_INLINE_CODE = re.compile(r"`([^`\n]+)`")
_ANGLED = re.compile(r"<([^<>\n]+)>")
# None of these reaches over a NUL, behind which finished markup is kept, nor over a second
# opening mark, so that a long text of nothing but opening marks is read in linear time.
_BARE_LINK = re.compile(
    r"(?<!\w)https?://(?:(?!&[lg]t;)[^\s<>|\x00])*(?<![.,;:!?)\]'\"*_~])", re.ASCII
)
_MARKDOWN_LINK = re.compile(r"\[([^\[\]\n\x00]+)\]\((https?://[^\s()<>|\x00]+)\)")
_AUTO_LINK = re.compile(r"<(https?://[^\s<>|\x00]+)>")
_MARKDOWN_BOLD = re.compile(r"(\*\*|__)(?=\S)([^*_\n]+)(?<=\S)\1")
_MARKDOWN_ITALIC = re.compile(r"(?<![\w*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\w*])")
_MARKDOWN_STRIKE = re.compile(r"~~(?=\S)([^~\n]+)(?<=\S)~~")
_MARKDOWN_HEADING = re.compile(r"^#{1,6} +([^\n]+?)$", re.MULTILINE)
_MARKDOWN_BULLET = re.compile(r"^( *)[*+-] (?=\S)", re.MULTILINE)
_BOLD_MARK = "\x01"
_STYLES = (("*", "strong"), ("_", "em"), ("~", "s"))
_QUOTE = re.compile(r"(?:^&gt; ?[^\n]*(?:\n|$))+", re.MULTILINE)


def from_plain(text: str) -> str:
    """Text as typed into the composer → mrkdwn: markup characters are literal.

    Line ends as browsers send them (``\\r\\n``) become ``\\n``, and the blank ends are cut.
    """
    return _escape(text.replace("\r\n", "\n").strip())


def from_markdown(text: str) -> str:
    """Standard Markdown, as Slack's MCP tools take it → mrkdwn.

    ``<@U…>``, ``<#C…>`` and ``<!here>`` stay references; every other ``<`` is literal. Code is
    left alone.
    """
    kept: list[str] = []

    def keep(mrkdwn: str) -> str:
        kept.append(mrkdwn)
        return f"\x00{len(kept) - 1}\x00"

    text = text.replace("\x00", "").replace(_BOLD_MARK, "")
    text = _FENCE.sub(lambda m: keep(_escape(m[0])), text)
    text = _INLINE_CODE.sub(lambda m: keep(_escape(m[0])), text)
    text = _REFERENCE.sub(lambda m: keep(m[0]), text)
    text = _AUTO_LINK.sub(lambda m: keep(f"<{_escape(m[1])}>"), text)
    text = _MARKDOWN_LINK.sub(lambda m: keep(f"<{_escape(m[2])}|{_escape(m[1])}>"), text)
    text = _escape(text)
    text = _MARKDOWN_BULLET.sub(r"\1• ", text)
    text = _MARKDOWN_HEADING.sub(rf"{_BOLD_MARK}\1{_BOLD_MARK}", text)
    text = _MARKDOWN_BOLD.sub(rf"{_BOLD_MARK}\2{_BOLD_MARK}", text)
    text = _MARKDOWN_ITALIC.sub(r"_\1_", text)
    text = _MARKDOWN_STRIKE.sub(r"~\1~", text)
    return _restore(text.replace(_BOLD_MARK, "*"), kept)


@dataclass(frozen=True, slots=True)
class Names:
    """What references in a text are called, and where they lead.

    Args:
        people: display names by person id.
        channels: names by channel id; only of those that the reader may see.
        channel_url: channel id → address of its page.
        reader_id: mentions of this person stand out.
    """

    people: Mapping[str, str]
    channels: Mapping[str, str]
    channel_url: Callable[[str], str]
    reader_id: str = ""

    def person(self, person_id: str) -> str:
        """A person's display name."""
        return self.people.get(person_id, "unknown")


def people_in(text: str) -> list[str]:
    """Ids of the people whom a text mentions."""
    return re.findall(r"<@(U[A-Z0-9]+)(?:\|[^<>]*)?>", text)


def groups_in(text: str) -> list[str]:
    """The groups that a text addresses: ``here``, ``channel``, ``everyone``."""
    return re.findall(r"<!(here|channel|everyone)(?:\|[^<>]*)?>", text)


def without_code(text: str) -> str:
    """A text without its code, in which nothing is a reference."""
    return _INLINE_CODE.sub(" ", _FENCE.sub(" ", text))


def channels_in(text: str) -> list[str]:
    """Ids of the channels to which a text refers."""
    return re.findall(r"<#(C[A-Z0-9]+)(?:\|[^<>]*)?>", text)


def to_html(text: str, names: Names) -> Markup:
    """mrkdwn → HTML in which nothing but our own markup is live."""
    kept: list[str] = []

    def keep(markup: str) -> str:
        kept.append(markup)
        return f"\x00{len(kept) - 1}\x00"

    text = text.replace("\x00", "")
    text = _FENCE.sub(lambda m: keep(f"<pre><code>{_safe(m[1].rstrip())}</code></pre>"), text)
    text = _INLINE_CODE.sub(lambda m: keep(f"<code>{_safe(m[1])}</code>"), text)
    text = _ANGLED.sub(lambda m: keep(_angled(m[1], names)), text)
    text = _BARE_LINK.sub(lambda m: keep(_link(m[0], m[0])), text)
    text = _safe(text)
    for mark, tag in _STYLES:
        text = _style(mark).sub(rf"<{tag}>\1</{tag}>", text)
    text = _QUOTE.sub(_quote, text)
    return Markup(_restore(text.replace("\n", "<br>"), kept))  # noqa: S704 - escaped above


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _safe(text: str) -> str:
    """Escaped for HTML, once: entities that mrkdwn carries already stay as they are."""
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        text = text.replace(entity, character)
    return html.escape(text)


def _style(mark: str) -> re.Pattern[str]:
    m = re.escape(mark)
    return re.compile(rf"(?<![\w{m}]){m}(?=\S)([^{m}\n]+?)(?<=\S){m}(?![\w{m}])")


def _angled(inside: str, names: Names) -> str:
    target, _, label = inside.partition("|")
    if target.startswith("@"):
        person_id = target[1:]
        mine = " mention-me" if person_id == names.reader_id else ""
        return f'<span class="mention{mine}">@{_safe(names.person(person_id))}</span>'
    if target.startswith("#"):
        name = names.channels.get(target[1:])
        if name is None:
            return '<span class="mention">#private channel</span>'
        url = _safe(names.channel_url(target[1:]))
        return f'<a class="mention" href="{url}">#{_safe(name)}</a>'
    if target.startswith("!"):
        return f'<span class="mention mention-me">@{_safe(target[1:])}</span>'
    if target.startswith(("https://", "http://", "mailto:")):
        return _link(target, label or target.removeprefix("mailto:"))
    return _safe(f"<{inside}>")


def _link(target: str, label: str) -> str:
    return f'<a href="{_safe(target)}" rel="noopener noreferrer" target="_blank">{_safe(label)}</a>'


def _quote(match: re.Match[str]) -> str:
    lines = [line.removeprefix("&gt;").removeprefix(" ") for line in match[0].splitlines()]
    return f"<blockquote>{'<br>'.join(lines)}</blockquote>"


def _restore(text: str, kept: list[str]) -> str:
    """Put kept pieces back; a piece may hold earlier ones."""
    while "\x00" in text:
        text = re.sub(r"\x00(\d+)\x00", lambda m: kept[int(m[1])], text)
    return text
