"""Issues as XML: a feed of Atom (RFC 4287), and one issue as the vendor's XML view has it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC
from xml.etree.ElementTree import Element, SubElement, register_namespace, tostring

from workworld.apps.tracker.models import Comment
from workworld.apps.tracker.service import activities, addresses
from workworld.apps.tracker.service.records import Record
from workworld.clock import from_microseconds
from workworld.context import Context
from workworld.directory import people

ATOM = "application/atom+xml"
_ATOM = "http://www.w3.org/2005/Atom"
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
register_namespace("", _ATOM)


def feed(ctx: Context, jql: str, path: str, found: Sequence[Record]) -> bytes:
    """Issues as a feed, in their order.

    Args:
        ctx: whose eyes see them.
        jql: what finds them.
        path: of the page that shows them.
        found: the issues.
    """
    root = Element(_named("feed"))
    _put(root, _named("title"), f"Issues: {jql}")
    _put(root, _named("id"), f"{people.canonical_url(ctx.session, 'tracker', '/issues')}#{jql}")
    latest = max((record.row.updated_us for record in found), default=ctx.clock.now_us())
    _put(root, _named("updated"), _stamp(latest))
    SubElement(root, _named("link"), {"rel": "alternate", "href": _clean(path)})
    for record in found:
        root.append(_entry(ctx, record))
    return _written(root)


def document(ctx: Context, record: Record) -> bytes:
    """One issue as a document of XML, with its comments as the reader sees them."""
    root = Element("rss", {"version": "0.92"})
    channel = SubElement(root, "channel")
    _put(channel, "title", people.company(ctx.session).name)
    item = SubElement(channel, "item")
    for name, text in _parts(ctx, record):
        if text:
            _put(item, name, text)
    said: Sequence[Comment] = activities.comments_of(ctx, [record.row.id]).get(record.row.id, ())
    if said:
        comments = SubElement(item, "comments")
        for each in said:
            made = _put(comments, "comment", each.body_text)
            made.set("id", each.id)
            made.set("author", each.author_id)
            made.set("created", _stamp(each.created_us))
    return _written(root)


def _written(root: Element) -> bytes:
    content: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return content


def _entry(ctx: Context, record: Record) -> Element:
    row, entry = record.row, Element(_named("entry"))
    address = addresses.of_issue(ctx, row.key)
    _put(entry, _named("title"), f"[{row.key}] {row.summary}")
    _put(entry, _named("id"), address)
    SubElement(entry, _named("link"), {"rel": "alternate", "href": address})
    _put(entry, _named("published"), _stamp(row.created_us))
    _put(entry, _named("updated"), _stamp(row.updated_us))
    author = SubElement(entry, _named("author"))
    _put(author, _named("name"), record.creator.name if record.creator else "Nobody")
    for term in (record.type.name, record.status.name, *record.labels):
        SubElement(entry, _named("category"), {"term": _clean(term)})
    _put(entry, _named("summary"), row.description_text or row.summary)
    return entry


def _parts(ctx: Context, record: Record) -> Iterator[tuple[str, str]]:
    row = record.row
    yield "title", f"[{row.key}] {row.summary}"
    yield "link", addresses.of_issue(ctx, row.key)
    yield "project", record.project.name
    yield "key", row.key
    yield "summary", row.summary
    yield "type", record.type.name
    yield "priority", record.priority.name if record.priority else ""
    yield "status", record.status.name
    yield "resolution", record.resolution.name if record.resolution else "Unresolved"
    yield "assignee", record.assignee.name if record.assignee else "Unassigned"
    yield "reporter", record.reporter.name if record.reporter else ""
    yield "parent", record.parent.key if record.parent else ""
    for label in record.labels:
        yield "label", label
    for component in record.components:
        yield "component", component.name
    for version in record.fix_versions:
        yield "fixVersion", version.name
    for version in record.affects_versions:
        yield "version", version.name
    yield "created", _stamp(row.created_us)
    yield "updated", _stamp(row.updated_us)
    yield "resolved", _stamp(row.resolved_us) if row.resolved_us else ""
    yield "due", row.due_date or ""
    yield "votes", str(record.vote_count)
    yield "watches", str(record.watch_count)
    yield "description", row.description_text
    yield "environment", row.environment_text


def _put(above: Element, name: str, text: str) -> Element:
    made = SubElement(above, name)
    made.text = _clean(text)
    return made


def _named(name: str) -> str:
    return f"{{{_ATOM}}}{name}"


def _stamp(us: int) -> str:
    return from_microseconds(us).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _clean(text: str) -> str:
    """Without what XML cannot hold."""
    return _UNFIT.sub("", text)
