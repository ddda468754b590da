"""Comments on ranges of workbooks: conversations with answers, mentions, assignment and an end.

https://support.google.com/docs/answer/65129
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import Area, parse
from workworld.apps.sheets.models import Comment, Sheet, Thread, Workbook
from workworld.apps.sheets.service import access, lying
from workworld.apps.sheets.service.grids import Grid, grids_of
from workworld.apps.sheets.service.refusals import no_access, no_sheet, unparsable
from workworld.apps.sheets.service.shares import topic_of, url_of
from workworld.apps.sheets.service.shown_texts import ShownTexts
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.directory.models import Person
from workworld.directory.people import by_email, by_handle
from workworld.errors import Invalid, NotFound
from workworld.notifications.notices import notify_all, withdraw
from workworld.operations import Effect, operation
from workworld.permissions import who_see

# Files' comments are Drive's, whose API resolves by answers alone.
_DOORS = (Surface.UI, Surface.MCP)
_MENTION = re.compile(r"(?<![\w@+])[@+]([\w.-]+(?:@[\w.-]+\w)?)")
ThreadId = Annotated[int, Field(description="A conversation's id.")]
Text = Annotated[
    str,
    Field(description="What is said; @handle mentions somebody.", min_length=1, max_length=4096),
]
Assignee = Annotated[
    str | None, Field(description="Whose turn it is: a person's id.", max_length=50)
]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A thread with its sheet and what was said, oldest first."""

    thread: Thread
    sheet: Sheet
    comments: Sequence[Comment]


@operation(Effect.READ, scope="spreadsheets.readonly")
def list_threads(ctx: Context, *, workbook_id: WorkbookId) -> Sequence[Conversation]:
    """List the conversations about ranges of a spreadsheet, the latest first."""
    access.known(ctx, workbook_id)
    query = select(Thread, Sheet).join(Sheet, Sheet.id == Thread.sheet_id)
    rows = ctx.session.execute(query.where(Sheet.workbook_id == workbook_id)).all()
    said: dict[int, list[Comment]] = {thread.id: [] for thread, _ in rows}
    comments = select(Comment).where(Comment.thread_id.in_(said))
    for each in ctx.session.scalars(comments.order_by(Comment.created_us, Comment.id)):
        said[each.thread_id].append(each)
    found = [Conversation(thread, sheet, said[thread.id]) for thread, sheet in rows]
    return sorted(found, key=lambda each: (-each.comments[0].created_us, each.thread.id))


@operation(Effect.WRITE, scope="spreadsheets")
def start(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    sheet_id: Annotated[int, Field(description="Which sheet, as the vendor's API calls it.")],
    range_text: Annotated[str, Field(description="Such as B2:D4.", max_length=100)],
    text: Text,
    assignee_id: Assignee = None,
) -> Thread:
    """Begin a conversation about a range of a spreadsheet."""
    workbook = access.known(ctx, workbook_id, "commenter")
    grids = grids_of(ctx.session, workbook_id)
    grid = next((each for each in grids if each.sheet.sheet_id == sheet_id), None)
    if grid is None:
        raise no_sheet(sheet_id)
    area = _area(grid, range_text)
    _check_person(ctx, workbook, assignee_id)
    thread = Thread(
        id=lying.new_id(ctx),
        sheet_id=grid.sheet.id,
        position=0,
        ranges=[lying.text_of(grid, area)],
        assignee_id=assignee_id,
        quoted=ShownTexts(ctx, workbook).at(grid, area.top, area.left)[:500],
    )
    ctx.session.add(thread)
    ctx.session.flush()  # comments refer to it
    _say(ctx, workbook, thread, text, "assign" if assignee_id else "")
    return thread


@operation(Effect.WRITE, scope="spreadsheets")
def reply(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    thread_id: ThreadId,
    text: Text,
    assignee_id: Assignee = None,
    resolves: Annotated[bool, Field(description="Whether that settles it.")] = False,
) -> Comment:
    """Answer in a conversation; an answer opens a resolved one again, or resolves it itself."""
    workbook, thread = _known(ctx, workbook_id, thread_id)
    _check_person(ctx, workbook, assignee_id)
    deed = "resolve" if resolves else "reopen" if thread.is_resolved else ""
    thread.is_resolved = resolves
    if assignee_id:
        thread.assignee_id, deed = assignee_id, "assign"
    return _say(ctx, workbook, thread, text, deed)


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def resolve(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    thread_id: ThreadId,
    is_resolved: Annotated[bool, Field(description="False opens it again.")] = True,
) -> Thread:
    """Mark a conversation as resolved, or open it again."""
    workbook, thread = _known(ctx, workbook_id, thread_id)
    if thread.is_resolved == is_resolved:
        return thread
    thread.is_resolved = is_resolved
    _say(ctx, workbook, thread, "", "resolve" if is_resolved else "reopen")
    return thread


@operation(Effect.WRITE, scope="spreadsheets")
def change(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    comment_id: Annotated[str, Field(description="A comment's id.", max_length=50)],
    text: Text,
) -> Comment:
    """Change what the caller has said."""
    access.known(ctx, workbook_id, "commenter")
    comment = _own(ctx, workbook_id, comment_id)
    comment.text, comment.edited_us = text.strip(), ctx.clock.now_us()
    ctx.touch(topic_of(workbook_id))
    return comment


@operation(Effect.WRITE, scope="spreadsheets")
def remove(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    comment_id: Annotated[str, Field(description="A comment's id.", max_length=50)],
) -> None:
    """Delete what the caller has said; with the first comment goes the conversation."""
    access.known(ctx, workbook_id, "commenter")
    comment = _own(ctx, workbook_id, comment_id)
    said = _comments(ctx, comment.thread_id)
    gone = said if said[0].id == comment.id else [comment]
    for each in gone:
        withdraw(ctx, _url(ctx, workbook_id, each))
        ctx.session.delete(each)
    if len(gone) == len(said):
        ctx.session.flush()  # the thread goes after those that refer to it
        ctx.session.delete(ctx.session.get_one(Thread, comment.thread_id))
    ctx.touch(topic_of(workbook_id))


def mentioned(ctx: Context, text: str) -> list[Person]:
    """The people that a text mentions, by handle or e-mail address."""
    found = []
    for name in _MENTION.findall(text):
        bare = name.rstrip(".")
        person = by_email(ctx.session, bare) if "@" in bare else by_handle(ctx.session, bare)
        if person is not None and person not in found:
            found.append(person)
    return found


def _say(ctx: Context, workbook: Workbook, thread: Thread, text: str, deed: str) -> Comment:
    """Write a comment down, and tell those whom it concerns."""
    earlier = [each.author_id for each in _comments(ctx, thread.id)]
    comment = Comment(
        id=ctx.ids.next_id("AAAA", 12),
        thread_id=thread.id,
        author_id=ctx.actor.person_id,
        text=text.strip(),
        created_us=ctx.clock.now_us(),
        deed=deed,
    )
    ctx.session.add(comment)
    ctx.session.flush()  # what is told leads to it
    _tell(ctx, workbook, thread, comment, earlier)
    ctx.emit("sheets.commented", workbook_id=workbook.id, thread_id=thread.id, deed=deed)
    ctx.touch(topic_of(workbook.id))
    return comment


def _tell(
    ctx: Context, workbook: Workbook, thread: Thread, comment: Comment, earlier: Iterable[str]
) -> None:
    """Tell those who are mentioned or have the turn, who took part, and whose workbook it is."""
    url = _url(ctx, workbook.id, comment)

    def tell(kind: str, text: str, person_ids: Iterable[str]) -> None:
        seeing = who_see(ctx, Workbook, workbook.id, person_ids)
        notify_all(ctx, person_ids=seeing, app_id="sheets", kind=kind, text=text, url=url)

    said = f": {comment.text}" if comment.text else ""
    if comment.deed == "assign" and thread.assignee_id:
        tell("assigned", f"assigned you a comment in {workbook.title}{said}", [thread.assignee_id])
    named = [each.id for each in mentioned(ctx, comment.text)]
    tell("mention", f"mentioned you in {workbook.title}{said}", named)
    words = {"resolve": "resolved a comment", "reopen": "reopened a comment"}
    told = f"{words.get(comment.deed, 'commented')} in {workbook.title}{said}"
    turn = [thread.assignee_id] if thread.assignee_id else []
    tell("comment", told, [*earlier, *turn, workbook.owner_id])


def _known(ctx: Context, workbook_id: str, thread_id: int) -> tuple[Workbook, Thread]:
    """A workbook that the caller may comment on, and one of its conversations.

    Raises:
        NotFound: there is none.
    """
    workbook = access.known(ctx, workbook_id, "commenter")
    thread = ctx.session.get(Thread, thread_id)
    sheet = ctx.session.get(Sheet, thread.sheet_id) if thread else None
    if thread is None or sheet is None or sheet.workbook_id != workbook_id:
        raise NotFound("comment_not_found", "There is no such comment.")
    return workbook, thread


def _own(ctx: Context, workbook_id: str, comment_id: str) -> Comment:
    """A comment that is the caller's own.

    Raises:
        NotFound: there is none.
        Forbidden: somebody else said it.
    """
    comment = ctx.session.get(Comment, comment_id)
    if comment is None:
        raise NotFound("comment_not_found", "There is no such comment.")
    _known(ctx, workbook_id, comment.thread_id)
    if comment.author_id != ctx.actor.person_id:
        raise no_access()
    return comment


def _comments(ctx: Context, thread_id: int) -> list[Comment]:
    query = select(Comment).where(Comment.thread_id == thread_id)
    return list(ctx.session.scalars(query.order_by(Comment.created_us, Comment.id)))


def _area(grid: Grid, text: str) -> Area:
    reference = parse(text)
    area = reference.area(len(grid.rows), len(grid.columns)) if reference else None
    if area is None or not area.size or not grid.area.holds(area):
        raise unparsable(text)
    return area


def _check_person(ctx: Context, workbook: Workbook, person_id: str | None) -> None:
    if person_id and not who_see(ctx, Workbook, workbook.id, [person_id]):
        raise Invalid("cannot_assign", "Whoever is assigned must have access to the workbook.")


def _url(ctx: Context, workbook_id: str, comment: Comment) -> str:
    return url_of(ctx, workbook_id, f"/dialogs/comments?thread={comment.thread_id}#{comment.id}")
