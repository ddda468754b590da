"""What is added to an issue: children, links to issues and pages, files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.issue_view import State
from workworld.apps.tracker.pages.issues import MENDABLE, done, problem_of, refused, typed
from workworld.apps.tracker.service import attachments, issues, links, ranking, remote_links, sight
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, NotFound, Problem, Refused


@BLUEPRINT.post("/browse/<issue>/children")
def add_child(issue: str) -> Any:
    """Make an issue below an issue."""
    given = typed("type", "summary")
    try:
        page(issues.create, nothing, accept=_child, issue=issue, **given)
    except MENDABLE as refusal:
        said = " ".join(each.what for each in refusal.problems) or refusal.message
        return _again(issue, refusal, "child", "children", {**given, "problem": said})
    return _go_on(issue, "child")


@BLUEPRINT.post("/browse/<issue>/children/order")
def order_children(issue: str) -> Any:
    """Put an issue below this one before or after another one."""
    form = flask.request.form
    beside: dict[str, Any] = {name: form[name] for name in ("before", "after") if form.get(name)}
    try:
        page(ranking.place, nothing, issues=[form.get("child", "")], **beside)
    except (*MENDABLE, NotFound) as refusal:
        return refused(issue, refusal)
    return done(issue, "children")


@BLUEPRINT.post("/browse/<issue>/links")
def add_link(issue: str) -> Any:
    """Link an issue to another one."""
    given = typed("type", "other")
    try:
        page(links.add, nothing, accept=_link, issue=issue, **given)
    except (*MENDABLE, NotFound) as refusal:
        said = problem_of(refusal, f.LINKS)
        return _again(issue, refusal, "link", "links", {**given, "problem": said})
    return done(issue, "links")


@BLUEPRINT.post("/browse/<issue>/links/<link>/delete")
def remove_link(issue: str, link: str) -> Any:
    """Take away a link between two issues."""
    return _removed(issue, "links", links.delete, link_id=link)


@BLUEPRINT.post("/browse/<issue>/weblinks")
def add_web_link(issue: str) -> Any:
    """Link an issue to a page elsewhere."""
    given = typed("url", "title")
    title = given["title"].strip() or given["url"].strip()
    try:
        page(remote_links.put, nothing, issue=issue, url=given["url"].strip(), title=title)
    except MENDABLE as refusal:
        said = " ".join(each.what for each in refusal.problems) or refusal.message
        return _again(issue, refusal, "weblink", "links", {**given, "problem": said})
    return done(issue, "links")


@BLUEPRINT.post("/browse/<issue>/weblinks/<link>/delete")
def remove_web_link(issue: str, link: str) -> Any:
    """Take away a link to a page elsewhere."""
    return _removed(issue, "links", remote_links.delete, issue=issue, link_id=link)


@BLUEPRINT.post("/browse/<issue>/attachments")
def attach_files(issue: str) -> Any:
    """Attach files to an issue."""
    sent = [each for each in flask.request.files.getlist("file") if each.filename]
    try:
        if not sent:
            raise Invalid("no_file", "Choose a file first.")
        for each in sent:
            name = str(each.filename)
            page(attachments.add, nothing, accept=file_of(each.read()), issue=issue, name=name)
    except MENDABLE as refusal:
        state = {"problem": refusal.message}
        return _again(issue, refusal, "file", "attachments", state)
    return done(issue, "attachments")


@BLUEPRINT.post("/browse/<issue>/attachments/<attachment>/delete")
def remove_file(issue: str, attachment: str) -> Any:
    """Take a file away from an issue."""
    return _removed(issue, "attachments", attachments.delete, attachment_id=attachment)


def _removed(key: str, part: str, operation: Any, /, **arguments: Any) -> Any:
    try:
        page(operation, nothing, **arguments)
    except MENDABLE as refusal:
        return refused(key, refusal)
    return done(key, part)


def _again(issue: str, refusal: Refused, add: str, part: str, entered: Mapping[str, str]) -> Any:
    """The form of what is added, with what was entered and why it was not taken."""
    return refused(issue, refusal, part, state=State(add=add, typed=entered))


def _go_on(issue: str, add: str) -> Any:
    """After one of several, ready for the next."""
    if is_fragment():
        return done(issue)
    return flask.redirect(flask.url_for("ui.issue_page", issue=issue, add=add), 303)


def _child(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    parent = sight.read(ctx, str(given["issue"]))
    return {
        "project_id": parent.project_id,
        "type_id": given["type"],
        "fields": {f.SUMMARY: given["summary"], f.PARENT: parent.id},
    }


def _link(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    here, other = str(given["issue"]), str(given["other"]).strip()
    if not other:
        raise Invalid("no_issue", problems=[Problem("Choose an issue first.", f.LINKS)])
    type_id, _, way = str(given["type"]).partition(":")
    ends = (other, here) if way == "in" else (here, other)
    sight.read(ctx, here)
    return {"type_id": type_id, "source": ends[0], "target": ends[1]}


def file_of(content: bytes) -> Any:
    """What takes the bytes of a file that was sent as an operation's argument.

    Args:
        content: its bytes, which are no part of the request that is kept.
    """

    def accept(_ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**given, "content": content}

    return accept
