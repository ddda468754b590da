"""What of the CRM the search over all apps finds, and where the palette leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workworld.apps.crm import APP, record_ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import addresses, people, recents, search
from workworld.context import Context
from workworld.directory import people as directory
from workworld.paging import decode_cursor, encode_cursor
from workworld.search.palette import Place, leads
from workworld.search.providers import Found, Hit, searches

_MOST_PLACES = 6
_ICONS = {
    "Account": "building-2",
    "Contact": "contact",
    "Lead": "user-plus",
    "Opportunity": "trending-up",
    "Case": "briefcase",
    "Campaign": "megaphone",
}
"""The objects whose records are found from everywhere, and what stands for them."""
_PAGES = ("Lead", "Account", "Contact", "Opportunity", "Case")
_FOUND = Found([], 0, None)


@searches("crm.accounts", title="Accounts")
def find_accounts(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find accounts by words of their texts that begin so."""
    return _found(ctx, "Account", words, limit, cursor)


@searches("crm.contacts", title="Contacts")
def find_contacts(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find contacts by words of their texts that begin so."""
    return _found(ctx, "Contact", words, limit, cursor)


@searches("crm.leads", title="Leads")
def find_leads(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find leads by words of their texts that begin so."""
    return _found(ctx, "Lead", words, limit, cursor)


@searches("crm.opportunities", title="Opportunities")
def find_opportunities(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find deals by words of their texts that begin so."""
    return _found(ctx, "Opportunity", words, limit, cursor)


@searches("crm.cases", title="Cases")
def find_cases(ctx: Context, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Find cases by words of their texts that begin so."""
    return _found(ctx, "Case", words, limit, cursor)


@leads(APP.id)
def lead(ctx: Context, text: str) -> list[Place]:
    """The records at which the caller looked last, and the CRM's pages.

    When something was typed, the records whose texts say so come first.
    """
    if people.find(ctx, ctx.actor.person_id) is None:
        return []
    found: Sequence[search.Hits] = ()
    if text.strip():
        text, most = text[:200], _MOST_PLACES
        found = search.find(ctx, text=text, sobjects=list(_ICONS), limit=most, counts=False)
    places = [_place(ctx, each.sobject.name, row) for each in found for row in each.rows]
    known = {place.url for place in places}
    seen = [_seen(ctx, *each) for each in recents.latest(ctx, tuple(_ICONS), _MOST_PLACES)]
    return [*places, *(each for each in seen if each.url not in known), *_pages(ctx)]


def _found(ctx: Context, sobject: str, words: Sequence[str], limit: int, cursor: str) -> Found:
    """Some records of an object that hold all words, and where the next ones begin."""
    if people.find(ctx, ctx.actor.person_id) is None:
        return _FOUND
    listing = f"crm {sobject} found"
    start = min(int(decode_cursor(listing, cursor)), 2_000) if cursor else 0
    text = " ".join(f'"{word}"' if " " in word else word for word in words)[:200]
    hits = search.find(ctx, text=text, sobjects=[sobject], limit=limit, offset=start)
    if not hits:
        return _FOUND
    (found,) = hits
    following = start + len(found.rows)
    more = encode_cursor(listing, str(following)) if following < found.total else None
    made = [
        Hit(
            title=_title(sobject, row),
            url=addresses.of_record(ctx, row["Id"]),
            icon=_ICONS[sobject],
            place=_note(sobject, row),
        )
        for row in found.rows
    ]
    return Found(made, found.total, more)


def _title(sobject: str, row: Any) -> str:
    """What a record is called: cases by their number and subject."""
    if sobject == "Case":
        return f"{row['CaseNumber']} {row.get('Subject') or ''}".strip()
    return str(row.get("Name") or objects.of_name(sobject).label)


def _note(sobject: str, row: Any) -> str:
    """What tells a record from others that are called the same."""
    told = {"Opportunity": "StageName", "Case": "Status", "Lead": "Company", "Contact": "Title"}
    return str(row.get(told.get(sobject, "Type")) or "")


def _place(ctx: Context, sobject: str, row: Any) -> Place:
    url = addresses.of_record(ctx, row["Id"])
    hint = objects.of_name(sobject).label
    return Place(_title(sobject, row), url, _ICONS[sobject], hint, also=_note(sobject, row))


def _seen(ctx: Context, record_id: str, name: str) -> Place:
    sobject = objects.of_prefix(record_ids.prefix_of(record_id))
    kind = sobject.name if sobject else ""
    label = sobject.label if sobject else ""
    url = addresses.of_record(ctx, record_id)
    return Place(name, url, _ICONS.get(kind, APP.icon), label)


def _pages(ctx: Context) -> list[Place]:
    pages = [("CRM home", "/home", "house")]
    pages += [(objects.of_name(name).plural, f"/{name}/list", _ICONS[name]) for name in _PAGES]
    pages += [
        ("Reports", "/reports", "chart-column"),
        ("Dashboards", "/dashboards", "chart-column"),
    ]
    return [
        Place(title, directory.canonical_url(ctx.session, APP.id, path), icon, APP.title)
        for title, path, icon in pages
    ]
