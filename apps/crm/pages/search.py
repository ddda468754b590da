"""Search over records: what the box in the top bar offers, and the page of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import flask

from workworld.apps.crm.pages import values
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed, icon_of
from workworld.apps.crm.pages.values import Shown, label_of
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.service import search
from workworld.apps.crm.service.rows import Values
from workworld.apps.crm.service.search import Hits
from workworld.context import Context
from workworld.doors.web import page

_OFFERED = 4
_AT_FIRST = 5
_ON_A_PAGE = 25
_MOST_PAGES = 80
_CHANGED = (("", "Any time"), ("7", "Past 7 days"), ("30", "Past 30 days"), ("365", "Past year"))
_SUBJECTS = (("Case", "Subject"),)
"""What people call those records that have a number for a name."""
_OWNERS = (("", "Anyone"), ("me", "Me"))


@dataclass(frozen=True, slots=True)
class Line:
    """A record that was found."""

    id: str
    title: str
    url: str
    note: str
    """What tells it from others."""
    cells: Sequence[Shown]


@dataclass(frozen=True, slots=True)
class Group:
    """What was found of one object."""

    sobject: str
    label: str
    plural: str
    total: int
    columns: Sequence[Any]
    lines: Sequence[Line]


@BLUEPRINT.get("/search")
def search_results() -> str:
    """What was found: some of each object, or all of one."""
    given = flask.request.args
    text, wanted = given.get("q", "").strip()[:200], given.get("object", "")
    changed, owner = _one_of(_CHANGED, given.get("changed")), _one_of(_OWNERS, given.get("owner"))
    asked = given.get("page", "1")
    number = min(max(int(asked), 1), _MOST_PAGES) if asked.isdecimal() and len(asked) < 4 else 1
    narrowed: dict[str, Any] = {"mine": owner == "me", "days": int(changed or 0)}
    groups = _found(text, limit=_AT_FIRST, **narrowed)
    chosen = next((each for each in groups if each.sobject == wanted), None)
    if chosen is not None:
        start = (number - 1) * _ON_A_PAGE
        whole = _found(text, [wanted], limit=_ON_A_PAGE, offset=start, **narrowed)
        chosen = whole[0] if whole else chosen
    kept = {"q": text, "changed": changed, "owner": owner}

    def address(**more: Any) -> str:
        return at("/search", {name: value for name, value in (kept | more).items() if value})

    return framed(
        "search.html",
        text=text,
        groups=groups,
        chosen=chosen,
        total=sum(each.total for each in groups),
        address=address,
        owners=_OWNERS,
        owner=owner,
        times=_CHANGED,
        changed=changed,
        page_number=number,
        pages_count=min(-(-chosen.total // _ON_A_PAGE), _MOST_PAGES) if chosen else 1,
        page_url=lambda wanted_page: address(object=wanted, page=wanted_page),
    )


@BLUEPRINT.get("/search/suggestions")
def search_suggestions() -> str:
    """The records that fit what is typed into the search box, as options of its list."""
    text = flask.request.args.get("q", "").strip()[:200]
    return flask.render_template(
        "search_suggestions.html",
        text=text,
        groups=_found(text, limit=_OFFERED, counts=False),
        icon_of=icon_of,
        all_url=at("/search", {"q": text}),
    )


def _found(text: str, sobjects: Sequence[str] = (), **more: Any) -> list[Group]:
    def present(ctx: Context, found: Sequence[Hits]) -> list[Group]:
        return [_group(ctx, each) for each in found]

    made: list[Group] = page(search.find, present, text=text, sobjects=list(sobjects), **more)
    return made


def _group(ctx: Context, hits: Hits) -> Group:
    names = values.names_of(ctx, hits.fields, hits.rows)
    lines = []
    for row in hits.rows:
        url = values.url_of(row["Id"])
        cells = [_cell(ctx, hits, each, row, names, url) for each in hits.fields]
        title = values.title_of(hits.sobject, row)
        said = [each.text for each in cells[1:4] if each.text and each.kind != "boolean"]
        told = [each for each in said if each not in title]
        lines.append(Line(row["Id"], title, url, " • ".join(told[:2]), cells))
    columns = [(label_of(each), each.kind.is_number) for each in hits.fields]
    kind = hits.sobject
    return Group(kind.name, kind.label, kind.plural, hits.total, columns, lines)


def _cell(
    ctx: Context, hits: Hits, field: Field, row: Values, names: Mapping[str, str], url: str
) -> Shown:
    """What stands in a column; a subject leads to its record, as its number does."""
    shown = values.shown(ctx, hits.sobject, field, row, names, in_list=True)
    is_subject = (hits.sobject.name, field.name) in _SUBJECTS and shown.text
    return replace(shown, url=url) if is_subject else shown


def _one_of(choices: Sequence[tuple[str, str]], given: str | None) -> str:
    return given if given in dict(choices) else ""
