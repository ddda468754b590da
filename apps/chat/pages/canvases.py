"""Canvases: all that one may see, new ones, and a canvas to be read and changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import flask
from markupsafe import Markup

from workworld.apps.chat import typed_canvas
from workworld.apps.chat.models import CanvasSection
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.documents import (
    LEVELS,
    MENDABLE,
    DocumentLine,
    Sharer,
    again,
    all_lines,
    identity,
    line_of,
    nothing,
    open_channels,
    refused_kindly,
    shared_from,
    sharers,
    when,
)
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.service import canvas_markdown, canvas_sections, canvases, own_emoji
from workworld.apps.chat.service.canvas_reading import names_of
from workworld.apps.chat.service.canvases import Canvas
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import Invalid
from workworld.links.addresses import rendered
from workworld.richtext.html_writer import to_html
from workworld.richtext.names import Names
from workworld.richtext.nodes import Block, Document, Heading

_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Box:
    """An item of a checklist."""

    html: Markup
    is_done: bool


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section of a canvas, as a page shows it."""

    key: str
    id: str
    """What the service calls it until the canvas is changed."""
    version: int
    name: str
    """How it begins."""
    markdown: str
    html: Markup
    boxes: tuple[Box, ...]
    """The items, if it is a checklist."""
    edited: str
    """When it was changed last, and by whom."""


@dataclass(frozen=True, slots=True)
class CanvasView:
    """A canvas, as its page shows it."""

    line: DocumentLine
    sections: tuple[SectionView, ...]
    sharers: Sequence[Sharer]
    preview: Markup | None = None

    def section(self, key: str) -> SectionView | None:
        """The section of this key."""
        return next((each for each in self.sections if each.key == key), None)


@dataclass(frozen=True, slots=True)
class Editor:
    """What is being written.

    Args:
        edit_type: ``replace``, or ``append`` behind the section, or at the end.
        key: of the section; empty for the end.
        typed: the text so far, or None for what there is.
        problem: why it was not taken.
        theirs: what somebody else made of the section meanwhile.
        wants_preview: whether to show what it will look like.
    """

    edit_type: str
    key: str = ""
    typed: str | None = None
    problem: str = ""
    theirs: str | None = None
    wants_preview: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """How a canvas's page is to be shown."""

    editor: Editor | None = None
    dialog: str = ""
    problem: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


@BLUEPRINT.get("/canvases")
def canvas_index() -> str:
    """All canvases that the person may see."""
    return flask.render_template(
        "documents.html", sidebar=sidebar(), kind="canvas", documents=all_lines(canvases.list)
    )


@BLUEPRINT.get("/canvases/new")
def new_canvas_form() -> str:
    """The form of a new canvas."""
    return _form({"channel": flask.request.args.get("channel", "")})


@BLUEPRINT.post("/canvases/new")
def new_canvas() -> Any:
    """Make a canvas."""
    form = flask.request.form
    given: dict[str, Any] = {"title": form.get("title", "")}
    if form.get("channel"):
        given["channel_id"] = form["channel"]
    try:
        canvas_id = page(canvases.create, identity, accept=_with_content, **given)
    except MENDABLE as refused:
        return _form(form, refused.message), status_of(refused)
    return flask.redirect(flask.url_for("ui.canvas", canvas_id=canvas_id), 303)


@BLUEPRINT.get("/canvas/<canvas_id>")
def canvas(canvas_id: str) -> str:
    """A canvas to be read."""
    return _shown(canvas_id, View())


@BLUEPRINT.get("/canvas/<canvas_id>/add")
def add_section_form(canvas_id: str) -> str:
    """A canvas, and the editor of a new section: behind another one, or at the end."""
    return _shown(canvas_id, View(Editor("append", flask.request.args.get("after", ""))))


@BLUEPRINT.get("/canvas/<canvas_id>/edit/<section>")
def edit_section_form(canvas_id: str, section: str) -> Any:
    """A canvas, and the editor of one of its sections."""
    return _shown(canvas_id, View(Editor("replace", section)))


@BLUEPRINT.post("/canvas/<canvas_id>/sections")
def write_section(canvas_id: str) -> Any:
    """Write, add or delete a section; or show what would be written."""
    form = flask.request.form
    editor = Editor(form.get("edit_type", "replace"), form.get("key", ""), _typed("content"))
    if "preview" in form:
        return again(_shown(canvas_id, View(replace(editor, wants_preview=True))), 200)
    try:
        page(canvases.update, nothing, accept=_edit_of, canvas_id=canvas_id)
    except MENDABLE as refused:
        if refused.code == "canvas_not_found":
            raise
        return again(_refused(canvas_id, editor, refused.message), status_of(refused))
    anchor = f"section-{editor.key}" if editor.key else "canvas-end"
    return flask.redirect(flask.url_for("ui.canvas", canvas_id=canvas_id, _anchor=anchor), 303)


@BLUEPRINT.post("/canvas/<canvas_id>/move")
def move_section(canvas_id: str) -> Any:
    """Move a section up or down."""
    form = flask.request.form
    by = -1 if form.get("by") == "-1" else 1
    problem = refused_kindly(
        canvases.move, canvas_id=canvas_id, section_id=form.get("section", ""), by=by
    )
    return _after(canvas_id, problem)


@BLUEPRINT.post("/canvas/<canvas_id>/tick")
def tick_item(canvas_id: str) -> Any:
    """Tick an item of a checklist, or take the tick away."""
    form = flask.request.form
    number, _, done = form.get("item", "").partition(":")
    problem = refused_kindly(
        canvases.tick,
        canvas_id=canvas_id,
        section_id=form.get("section", ""),
        item=int(number) if number.isdecimal() and len(number) < 5 else 0,
        is_done=done == "1",
    )
    return _after(canvas_id, problem)


@BLUEPRINT.post("/canvas/<canvas_id>/title")
def rename_canvas(canvas_id: str) -> Any:
    """Give a canvas another title."""
    title = flask.request.form.get("title", "")
    return _after(canvas_id, refused_kindly(canvases.update, canvas_id=canvas_id, title=title))


@BLUEPRINT.get("/canvas/<canvas_id>/title")
def rename_canvas_form(canvas_id: str) -> str:
    """Ask for another title."""
    return _shown(canvas_id, View(dialog="document_title.html"))


@BLUEPRINT.get("/canvas/<canvas_id>/share")
def share_canvas_form(canvas_id: str) -> str:
    """Say with whom a canvas is shared, and share it with others."""
    return _shown(canvas_id, View(dialog="document_share.html"))


@BLUEPRINT.post("/canvas/<canvas_id>/share")
def share_canvas(canvas_id: str) -> Any:
    """Share a canvas."""
    said = shared_from({"access_level": flask.request.form.get("access_level", "read")})
    return _shared(canvas_id, refused_kindly(canvases.share, canvas_id=canvas_id, **said))


@BLUEPRINT.post("/canvas/<canvas_id>/unshare")
def unshare_canvas(canvas_id: str) -> Any:
    """Share a canvas no longer with somebody."""
    said = shared_from({})
    return _shared(canvas_id, refused_kindly(canvases.unshare, canvas_id=canvas_id, **said))


@BLUEPRINT.get("/canvas/<canvas_id>/delete")
def delete_canvas_form(canvas_id: str) -> str:
    """Ask whether a canvas is to be deleted."""
    return _shown(canvas_id, View(dialog="document_delete.html"))


@BLUEPRINT.post("/canvas/<canvas_id>/delete")
def delete_canvas(canvas_id: str) -> Any:
    """Delete a canvas."""
    if problem := refused_kindly(canvases.delete, canvas_id=canvas_id):
        return _after(canvas_id, problem)
    return flask.redirect(flask.url_for("ui.canvas_index"), 303)


def _form(form: Mapping[str, str], problem: str = "") -> str:
    return flask.render_template(
        "new_document.html",
        sidebar=sidebar(),
        kind="canvas",
        form=form,
        channels=[("", "Nowhere: only I see it"), *open_channels()],
        problem=problem,
    )


def _after(canvas_id: str, problem: str) -> Any:
    if problem:
        return again(_shown(canvas_id, View(problem=problem)), 409)
    return flask.redirect(flask.url_for("ui.canvas", canvas_id=canvas_id), 303)


def _shared(canvas_id: str, problem: str) -> Any:
    if problem:
        return again(_shown(canvas_id, View(dialog="document_share.html", problem=problem)), 422)
    return flask.redirect(flask.url_for("ui.share_canvas_form", canvas_id=canvas_id), 303)


def _refused(canvas_id: str, editor: Editor, problem: str) -> str:
    """The editor again with what was typed, beside what somebody else has written meanwhile."""
    found: CanvasView = page(canvases.read, _canvas, canvas_id=canvas_id)
    now = found.section(editor.key)
    if editor.key and now is None:
        gone = "Somebody has deleted this section. Save to add yours at the end."
        return _shown(canvas_id, View(Editor("append", "", editor.typed, gone)))
    if now is not None and flask.request.form.get("seen") not in (None, str(now.version)):
        said = "Somebody has changed this section meanwhile. Compare, then save yours or cancel."
        return _shown(canvas_id, View(replace(editor, problem=said, theirs=now.markdown)))
    return _shown(canvas_id, View(replace(editor, problem=problem)))


def _shown(canvas_id: str, view: View) -> str:
    editor = view.editor
    text = editor.typed if editor is not None and editor.wants_preview else None

    def present(ctx: Context, found: Canvas) -> CanvasView:
        return _canvas(ctx, found, text)

    shown = page(canvases.read, present, canvas_id=canvas_id)
    return flask.render_template(
        "canvas.html",
        sidebar=sidebar(),
        canvas=shown,
        document=shown.line,
        editor=editor,
        view=view,
        levels=LEVELS,
        channels=open_channels() if view.dialog == "document_share.html" else (),
        place=flask.url_for("ui.canvas", canvas_id=canvas_id),
    )


def _with_content(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**given, "content": typed_canvas.read(ctx, _typed("content"))}


def _edit_of(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the form says, with the section that it stood for if nobody has changed it since."""
    form = flask.request.form
    change: dict[str, Any] = {"edit_type": form.get("edit_type", "replace")}
    if section := _section_meant(ctx, str(given["canvas_id"])):
        change["section_id"] = section
    if change["edit_type"] != "delete":
        change["content"] = typed_canvas.read(ctx, _typed("content"))
    return {**given, "changes": [change]}


def _section_meant(ctx: Context, canvas_id: str) -> str:
    form = flask.request.form
    key, seen = form.get("key"), form.get("seen")
    if key:
        document = canvases.known(ctx, canvas_id)
        row = ctx.session.get(CanvasSection, key)
        is_here = row is not None and row.canvas_id == document.id
        anchored = form.get("edit_type") == "append"
        if row is not None and is_here and (anchored or str(row.version) == seen):
            return canvas_sections.id_of(document, row)
    return form.get("section", "")


def _canvas(ctx: Context, found: Canvas, typed: str | None = None) -> CanvasView:
    docs = [canvas_sections.document_of(row) for row in found.sections]
    names = names_of(ctx, docs, _channel_url)
    editors = people.by_ids(ctx.session, {row.edited_by for row in found.sections})
    sections = tuple(
        SectionView(
            key=row.id,
            id=found.id_of(row),
            version=row.version,
            name=_short(row.text),
            markdown=typed_canvas.written(ctx, rendered(ctx, canvas_markdown.written([doc]))),
            html=to_html(_below_title(doc), names),
            boxes=_boxes(doc, names),
            edited=f"{when(ctx, row.edited)} by {editors[row.edited_by].display_name}",
        )
        for row, doc in zip(found.sections, docs, strict=True)
    )
    line = line_of(ctx, found.document)
    preview = None if typed is None else _preview(ctx, typed)
    return CanvasView(line, sections, sharers(ctx, found.document), preview)


def _preview(ctx: Context, typed: str) -> Markup:
    try:
        text, own = typed_canvas.read(ctx, typed), own_emoji.in_text(ctx, typed)
        docs = canvas_markdown.read(text, canvas_sections.FAILED, own)
    except Invalid as refused:
        return Markup("<p>{}</p>").format(refused.message)
    names = names_of(ctx, docs, _channel_url)
    return Markup().join(to_html(_below_title(doc), names) for doc in docs)


def _boxes(doc: Document, names: Names) -> tuple[Box, ...]:
    ticks = canvas_markdown.boxes(doc)
    if ticks is None:
        return ()
    items = canvas_markdown.without_boxes(doc)
    return tuple(
        Box(to_html(item, names, bare=True), done) for item, done in zip(items, ticks, strict=True)
    )


def _below_title(doc: Document) -> Document:
    """The title is the page's first heading: those of the canvas stand one level below it."""
    return Document(tuple(_lowered(block) for block in doc.content))


def _lowered(block: Block) -> Block:
    return Heading(block.level + 1, block.content) if isinstance(block, Heading) else block


def _short(text: str) -> str:
    line = " ".join(text.replace("[ ]", "").replace("[x]", "").replace("•", "").split())
    return line if len(line) <= _LONGEST_NAME else f"{line[:_LONGEST_NAME].rstrip()}…"


def _typed(name: str) -> str:
    return flask.request.form.get(name, "").replace("\r\n", "\n")


def _channel_url(channel_id: str) -> str:
    return flask.url_for("ui.channel", channel_id=channel_id)
