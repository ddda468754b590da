"""Blocks and attachments as the lines of a page: texts rendered, pictures only of own files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from workworld.apps.chat.blocks import rich_text
from workworld.apps.chat.blocks.colors import nearest
from workworld.apps.chat.blocks.finding import chosen_of, options_of
from workworld.apps.chat.emoji_looks import emoji_look, emoji_shown
from workworld.apps.chat.models import Message, MessageContent, Whisper
from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import own_emoji, wording
from workworld.context import Context
from workworld.directory import people
from workworld.doors.file_lines import FileLine
from workworld.emoji import emoji_at
from workworld.files.models import File
from workworld.links.addresses import rendered, split
from workworld.permissions import seen
from workworld.richtext import html_writer, markdown_reader
from workworld.richtext.fitness import is_link
from workworld.richtext.names import Names
from workworld.richtext.nodes import Document, mentioned

Json = Mapping[str, Any]
_NOTHING = Markup()
_SHOWN_ONLY = {
    "plain_text_input": "Text",
    "email_text_input": "E-mail address",
    "url_text_input": "Web address",
    "number_input": "Number",
    "rich_text_input": "Formatted text",
    "file_input": "Files",
}
_TYPED = {"datepicker": "date", "timepicker": "time", "datetimepicker": "datetime-local"}


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of an element."""

    value: str
    html: Markup
    name: str
    is_chosen: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked before something is pressed."""

    title: str
    text: str
    confirm: str
    deny: str
    style: str

    @classmethod
    def of(cls, element: Json) -> Asking | None:
        """What the app of an element wishes to be asked, if it does."""
        asked = element.get("confirm")
        if not asked:
            return None
        texts = {name: asked[name]["text"] for name in ("title", "text", "confirm", "deny")}
        return cls(**texts, style=asked.get("style") or "primary")


@dataclass(frozen=True, slots=True)
class Line:
    """A block, or an element in one, as a page shows it.

    Args:
        kind: ``section``, ``button``, ``choice`` … as the template knows them.
        html: its text.
        parts: what stands in it.
        aside: what stands beside it.
        place: where its element is in the message, as forms name it: ``0.1``.
        label: what it is called.
        style: ``primary``, ``danger``, the colour of a bar, or how something is typed.
        url: where it leads.
        note: a small line below it.
        image: the own file that it shows.
        choices: its options.
        asks: what is asked before it is done.
    """

    kind: str
    html: Markup = _NOTHING
    parts: tuple[Line, ...] = ()
    aside: Line | None = None
    place: str = ""
    label: str = ""
    style: str = ""
    url: str = ""
    note: str = ""
    image: FileLine | None = None
    choices: tuple[Choice, ...] = ()
    asks: Asking | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """What a line of the log shows besides its text."""

    blocks: tuple[Line, ...] = ()
    attachments: tuple[Line, ...] = ()
    replaces_text: bool = False
    """Whether the text of the message is not shown."""
    username: str = ""
    icon: str = ""


NOTHING_HELD = Held()


def documents_in(content: MessageContent | Whisper) -> Iterator[Document]:
    """The texts of blocks and attachments, for the names in them."""
    yield from _documents([*(content.blocks or ()), *(content.attachments or ())])


def _documents(value: Any) -> Iterator[Document]:
    match value:
        case {"type": "rich_text"}:
            yield rich_text.document_of(value)
        case {"type": "mrkdwn", "text": str(text)}:
            yield from_mrkdwn(text)
        case dict():
            for name, inner in value.items():
                if name in ("text", "pretext", "value", "title") and isinstance(inner, str):
                    yield from_mrkdwn(inner)
                else:
                    yield from _documents(inner)
        case list():
            for inner in value:
                yield from _documents(inner)


def held_by(ctx: Context, row: Message, content: MessageContent, names: Names) -> Held:
    """What a message holds, as a page shows it."""
    return replace(
        held_in(ctx, content, names),
        replaces_text=bool(content.blocks) or content.is_fallback,
        username=content.username if row.subtype is None else "",
        icon=_icon(ctx, content.icon),
    )


def held_in(ctx: Context, content: MessageContent | Whisper, names: Names) -> Held:
    """Blocks and attachments, as a page shows them."""
    writer = _Writer(ctx, names)
    attachments = (
        writer.attachment(each, f"a{number}.")
        for number, each in enumerate(content.attachments or ())
    )
    blocks = tuple(writer.blocks(content.blocks or (), ""))
    return Held(blocks, tuple(attachments), replaces_text=bool(blocks))


def lines_of_blocks(
    ctx: Context, blocks: Sequence[Json], channel_url: Callable[[str], str]
) -> tuple[Line, ...]:
    """Blocks that stand in no message.

    Args:
        ctx: says who reads.
        blocks: as their app gave them.
        channel_url: channel id → address of its page.
    """
    docs = [*_documents([*blocks])]
    people_ids = sorted({who for doc in docs for who in mentioned(doc)})
    known = people.by_ids(ctx.session, people_ids)
    names = wording.names_in(ctx, docs, known, channel_url)
    return tuple(_Writer(ctx, names).blocks(blocks, ""))


def with_emoji(ctx: Context, text: str) -> Markup:
    """Text in which nothing is markup but emoji by name."""
    return _NOTHING.join(_pieces(ctx, text))


def _pieces(ctx: Context, text: str) -> Iterator[str]:
    own, done, place = own_emoji.in_text(ctx, text), 0, 0
    while (place := text.find(":", place)) >= 0:
        if found := emoji_at(text, place, own):
            picture = own_emoji.picture_of(ctx, found[0])
            yield from (text[done:place], emoji_shown(found[0], picture, f":{found[0]}:"))
            done = place = found[1]
        else:
            place += 1  # its last colon may be another's first
    yield text[done:]


@dataclass(frozen=True)
class _Writer:
    ctx: Context
    names: Names
    _files: dict[str, FileLine | None] = field(default_factory=dict)

    def blocks(self, blocks: Sequence[Json], place: str) -> Iterator[Line]:
        """Blocks one after another."""
        for number, block in enumerate(blocks):
            yield self._block(block, f"{place}{number}")

    def attachment(self, given: Json, place: str) -> Line:
        """A legacy attachment: a bar, and what stands beside it."""
        if given.get("blocks"):
            parts = tuple(self.blocks(given["blocks"], place))
            return Line("attachment", parts=parts, style=nearest(given.get("color")))
        fields = [
            Line("fact", self._mrkdwn(str(each.get("value", ""))), label=str(each.get("title", "")))
            for each in given.get("fields") or ()
        ]
        url = str(given.get("title_link") or "")
        return Line(
            "attachment",
            self._mrkdwn(str(given.get("text") or given.get("fallback") or ""))
            if not (given.get("title") or fields) or given.get("text")
            else _NOTHING,
            (*self._above(given), *fields),
            label=str(given.get("title") or ""),
            style=nearest(given.get("color")),
            url=rendered(self.ctx, url) if is_link(url) else "",
            note=str(given.get("footer") or ""),
            image=self._own(str(given.get("image_url") or given.get("thumb_url") or "")),
        )

    def _above(self, given: Json) -> Iterator[Line]:
        if given.get("pretext"):
            yield Line("pretext", self._mrkdwn(str(given["pretext"])))
        if given.get("author_name"):
            yield Line("author", label=str(given["author_name"]))

    def _block(self, block: Json, place: str) -> Line:  # noqa: PLR0911 - one for each kind
        match block["type"]:
            case "header":
                return Line("header", self._text(block["text"]))
            case "divider":
                return Line("divider")
            case "section":
                return self._section(block, place)
            case "context":
                return Line("context", parts=tuple(map(self._small, block["elements"])))
            case "image":
                return self._picture(block)
            case "actions":
                parts = (
                    self._element(each, f"{place}.{number}")
                    for number, each in enumerate(block["elements"])
                )
                return Line("actions", parts=tuple(parts))
            case "input":
                return self._input(block)
            case "markdown":
                own = own_emoji.in_text(self.ctx, block["text"])
                doc = markdown_reader.from_markdown(block["text"], breaks=True, emoji=True, own=own)
                return Line("prose", html_writer.to_html(doc, self.names))
            case "table":
                return Line("table", parts=tuple(map(self._row, block["rows"])))
        return Line("rich_text", html_writer.to_html(rich_text.document_of(block), self.names))

    def _section(self, block: Json, place: str) -> Line:
        fields = tuple(Line("field", self._text(each)) for each in block.get("fields") or ())
        beside = block.get("accessory")
        aside = self._element(beside, f"{place}.x") if beside else None
        html = self._text(block["text"]) if block.get("text") else _NOTHING
        return Line("section", html, fields, aside)

    def _row(self, cells: Sequence[Json]) -> Line:
        return Line("row", parts=tuple(Line("cell", self._cell(each)) for each in cells))

    def _cell(self, cell: Json) -> Markup:
        if cell["type"] == "raw_text":
            return Markup("{}").format(cell["text"])
        return html_writer.to_html(rich_text.document_of(cell), self.names, bare=True)

    def _small(self, element: Json) -> Line:
        if element["type"] == "image":
            return self._picture(element)
        return Line("text", self._text(element))

    def _picture(self, block: Json) -> Line:
        title = (block.get("title") or {}).get("text", "")
        own = block.get("slack_file") or {}
        image = self._own(own.get("id") or own.get("url") or block.get("image_url") or "")
        return Line("image", label=block["alt_text"], note=title, image=image)

    def _input(self, block: Json) -> Line:
        element = block["element"]
        hint = (block.get("hint") or {}).get("text", "")
        kind = _SHOWN_ONLY.get(element["type"], "Choice")
        typed = str(element.get("initial_value") or "")
        return Line("input", self._text(block["label"]), label=typed, style=kind, note=hint)

    def _element(self, element: Json, place: str) -> Line:
        match element["type"]:
            case "button":
                return self._button(element, place)
            case "image":
                return self._picture(element)
            case "datepicker" | "timepicker" | "datetimepicker":
                return self._dated(element, place)
        return self._choice(element, place)

    def _button(self, element: Json, place: str) -> Line:
        url = str(element.get("url") or "")
        return Line(
            "link" if is_link(url) else "button",
            self._text(element["text"]),
            place=place,
            label=element.get("accessibility_label") or "",
            style=element.get("style") or "",
            url=rendered(self.ctx, url),
            asks=Asking.of(element),
        )

    def _dated(self, element: Json, place: str) -> Line:
        value = element.get("initial_date") or element.get("initial_time") or ""
        return Line(
            "typed",
            place=place,
            label=_prompt(element),
            style=_TYPED[element["type"]],
            note=str(value),
            asks=Asking.of(element),
        )

    def _choice(self, element: Json, place: str) -> Line:
        """What is chosen from options; those that only its app knows cannot be."""
        options = options_of(element)
        kind = element["type"]
        many = kind == "checkboxes" or kind.startswith("multi_")
        if kind in ("users_select", "multi_users_select"):
            return Line(
                "people",
                place=place,
                label=_prompt(element),
                style="many" * many,
                asks=Asking.of(element),
            )
        if not options:
            return Line("unavailable", place=place, label=_prompt(element))
        chosen = chosen_of(element)
        choices = tuple(
            Choice(
                option["value"],
                self._text(option["text"]),
                option["text"]["text"],
                option["value"] in chosen,
                (option.get("description") or {}).get("text", ""),
            )
            for option in options
        )
        shown = {"checkboxes": "ticks", "radio_buttons": "radios", "overflow": "menu"}
        name = shown.get(kind, "ticks" if many else "select")
        return Line(
            name, place=place, label=_prompt(element), choices=choices, asks=Asking.of(element)
        )

    def _text(self, value: Json) -> Markup:
        text = value["text"]
        if value["type"] == "mrkdwn":
            return self._mrkdwn(text)
        return with_emoji(self.ctx, text)

    def _mrkdwn(self, text: str) -> Markup:
        doc = from_mrkdwn(rendered(self.ctx, text), own_emoji.in_text(self.ctx, text))
        return html_writer.to_html(doc, self.names, bare=True)

    def _own(self, wanted: str) -> FileLine | None:
        """The picture of an own file that the reader may see; nothing is fetched from elsewhere."""
        place = split(self.ctx, wanted) if "://" in wanted else None
        file_id = place[1].strip("/").partition("/")[0] if place and place[0] == "files" else wanted
        if file_id not in self._files:
            row = seen(self.ctx, File, file_id) if file_id.isalnum() else None
            line = FileLine.of(row) if row else None
            self._files[file_id] = line if line and line.is_image else None
        return self._files[file_id]


def _icon(ctx: Context, icon: str) -> str:
    name = icon.strip(":")
    return emoji_look(ctx, name) if icon.startswith(":") and own_emoji.picture_of(ctx, name) else ""


def _prompt(element: Json) -> str:
    return (element.get("placeholder") or {}).get("text", "") or "Choose"
