"""Queries in every part of the search grammar, and what a message must be like to be found."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from tests.apps.chat.search_oracle import Seen
from tests.kit import PERSONA

Is = Callable[[Seen], bool]


def between(first: str, last: str) -> Is:
    return lambda m: date.fromisoformat(first) <= m.day <= date.fromisoformat(last)


NOTHING: Is = lambda _m: False  # noqa: E731
IN_THREAD: Is = lambda m: m.is_reply or m.has_replies  # noqa: E731
LINK: Is = lambda m: "http://" in m.text or "https://" in m.text  # noqa: E731
CODE: Is = lambda m: re.search("`[^`]+`", m.text) is not None  # noqa: E731

CASES: dict[str, Is] = {
    # Words
    "bagels": lambda m: m.has("bagels"),
    "BAGELS": lambda m: m.has("bagels"),
    "bagel": lambda m: m.has("bagel"),
    "the release": lambda m: m.has("the", "release"),
    "release the": lambda m: m.has("the", "release"),
    "creme brulee": lambda m: m.has("creme", "brulee"),
    "crème BRÛLÉE": lambda m: m.has("creme", "brulee"),
    '"creme brulee"': lambda m: m.says("creme brulee"),
    '"brulee creme"': lambda m: m.says("brulee creme"),
    '"to the"': lambda m: m.says("to the"),
    '"to the" release': lambda m: m.says("to the") and m.has("release"),
    "go-live": lambda m: m.says("go live"),
    "dep*": lambda m: m.begins("dep"),
    "deploy*": lambda m: m.begins("deploy"),
    "de*": lambda m: m.has("de"),
    "dep* the": lambda m: m.begins("dep") and m.has("the"),
    "the -release": lambda m: m.has("the") and not m.has("release"),
    'the -"to the"': lambda m: m.has("the") and not m.says("to the"),
    "the -dep*": lambda m: m.has("the") and not m.begins("dep"),
    "-the": lambda m: not m.has("the"),
    "-the -a -to": lambda m: not any(m.has(word) for word in ("the", "a", "to")),
    "bagels -bagels": NOTHING,
    "zyzzyva": NOTHING,
    "the !!!": lambda m: m.has("the"),
    "AND": lambda m: m.has("and"),
    "the OR release": lambda m: m.has("the", "or", "release"),
    # From
    "from:me": lambda m: m.author == PERSONA,
    "from:@me the": lambda m: m.author == PERSONA and m.has("the"),
    "from:@mchen": lambda m: m.author == "mchen",
    "from:mchen": lambda m: m.author == "mchen",
    "from:@Ming": lambda m: m.author == "mchen",
    'from:"Mingzhu Chen"': lambda m: m.author == "mchen",
    "from:<@{mchen}>": lambda m: m.author == "mchen",
    "from:<@{mchen}|ming> the": lambda m: m.author == "mchen" and m.has("the"),
    "from:mchen from:me": lambda m: m.author in ("mchen", PERSONA),
    "-from:me the": lambda m: m.author != PERSONA and m.has("the"),
    "-from:me -from:mchen the": lambda m: m.author not in ("mchen", PERSONA) and m.has("the"),
    "from:nobody": NOTHING,
    # In
    "in:general": lambda m: m.channel == "general",
    "in:#general the": lambda m: m.channel == "general" and m.has("the"),
    "in:#GENERAL the": lambda m: m.channel == "general" and m.has("the"),
    "in:<#{general}>": lambda m: m.channel == "general",
    "in:<#{general}|general> the": lambda m: m.channel == "general" and m.has("the"),
    "in:{general}": lambda m: m.channel == "general",
    "in:general in:deploys the": lambda m: m.channel in ("general", "deploys") and m.has("the"),
    "-in:general the": lambda m: m.channel != "general" and m.has("the"),
    "in:renewals": NOTHING,
    "in:nowhere": NOTHING,
    "in:@mchen": lambda m: m.kind == "dm" and "mchen" in m.party,
    "in:<@{mchen}>": lambda m: m.kind == "dm" and "mchen" in m.party,
    "-in:@mchen -in:general": lambda m: (
        not (m.kind == "dm" and "mchen" in m.party) and m.channel != "general"
    ),
    # To and with
    "to:me": lambda m: m.kind in ("dm", "group_dm") and m.author != PERSONA,
    "to:@mchen": lambda m: "mchen" in m.party and m.author != "mchen",
    "to:me from:mchen": lambda m: bool(m.party) and m.author == "mchen",
    "with:@mchen": lambda m: "mchen" in m.party | m.thread,
    "with:mchen the": lambda m: "mchen" in m.party | m.thread and m.has("the"),
    "with:mchen with:jwikstrand": lambda m: {"mchen", "jwikstrand"} <= m.party | m.thread,
    "-with:mchen is:thread": lambda m: "mchen" not in m.party | m.thread and IN_THREAD(m),
    # Has
    "has:link": LINK,
    "has:code": CODE,
    "has:code -has:link": lambda m: CODE(m) and not LINK(m),
    "has:file": lambda m: bool(m.mimes),
    "has:image": lambda m: any(mime.startswith("image/") for mime in m.mimes),
    "has:file -has:image": lambda m: (
        bool(m.mimes) and not any(mime.startswith("image/") for mime in m.mimes)
    ),
    "has:reaction": lambda m: bool(m.reactions),
    "the has:reaction": lambda m: m.has("the") and bool(m.reactions),
    "has::tada:": lambda m: m.reacted("tada"),
    "has::thumbsup:": lambda m: m.reacted("+1"),
    "has::tada: has::eyes:": lambda m: m.reacted("tada") and m.reacted("eyes"),
    "has:reaction -has::+1:": lambda m: bool(m.reactions) and not m.reacted("+1"),
    "has::no_such_emoji:": NOTHING,
    "hasmy::rocket:": lambda m: "rocket" in m.mine,
    "hasmy::+1: hasmy::rocket:": lambda m: {"+1", "rocket"} <= m.mine,
    "has::rocket: -hasmy::rocket:": lambda m: m.reacted("rocket") and "rocket" not in m.mine,
    # Is
    "is:thread": IN_THREAD,
    "the is:thread": lambda m: m.has("the") and IN_THREAD(m),
    "the -is:thread": lambda m: m.has("the") and not IN_THREAD(m),
    "is:dm": lambda m: bool(m.party),
    "is:bot": lambda m: m.is_bot,
    "is:dm is:bot": lambda m: bool(m.party) or m.is_bot,
    "is:unread": lambda m: m.is_unread,
    "is:starred": lambda m: m.is_starred,
    "the -is:starred": lambda m: m.has("the") and not m.is_starred,
    "has:pin": lambda m: m.is_pinned,
    "is:pinned the": lambda m: m.is_pinned and m.has("the"),
    "is:pinned -has:link": lambda m: m.is_pinned and not LINK(m),
    "is:saved": lambda m: m.is_saved,
    "is:saved is:pinned": lambda m: m.is_saved or m.is_pinned,
    "the -is:saved": lambda m: m.has("the") and not m.is_saved,
    "-is:dm -is:bot -is:thread": lambda m: not (m.party or m.is_bot or IN_THREAD(m)),
    # Types of files
    "type:sheet": lambda m: "text/csv" in m.mimes,
    "type:image": lambda m: "image/png" in m.mimes,
    "type:image type:sheet": lambda m: bool(m.mimes & {"image/png", "text/csv"}),
    "type:pdf": NOTHING,
    # Days
    "on:2026-03-11": between("2026-03-11", "2026-03-11"),
    "on:today": between("2026-03-17", "2026-03-17"),
    "on:yesterday": between("2026-03-16", "2026-03-16"),
    "after:2026-03-11": between("2026-03-12", "2030-01-01"),
    "before:2026-03-11": between("1990-01-01", "2026-03-10"),
    "after:2026-03-09 before:2026-03-12 the": lambda m: (
        between("2026-03-10", "2026-03-11")(m) and m.has("the")
    ),
    "on:2026-03-11 on:2026-03-13": lambda m: m.day in (date(2026, 3, 11), date(2026, 3, 13)),
    "-on:2026-03-11 the": lambda m: m.day != date(2026, 3, 11) and m.has("the"),
    "during:march": between("2026-03-01", "2026-03-31"),
    "during:feb the": lambda m: between("2026-02-01", "2026-02-28")(m) and m.has("the"),
    "during:2026-02": between("2026-02-01", "2026-02-28"),
    "during:2026 bagels": lambda m: m.day.year == 2026 and m.has("bagels"),
    "-during:2026": lambda m: m.day.year != 2026,
    "after:february": between("2026-03-01", "2030-01-01"),
    "before:march the": lambda m: m.day < date(2026, 3, 1) and m.has("the"),
    # What is no modifier is words
    "during:never": lambda m: m.says("during never"),
    "is:wonderful": lambda m: m.says("is wonderful"),
    "has:wheels": lambda m: m.says("has wheels"),
    # Together
    'from:mchen in:#deploys after:2026-02-01 "rollback"': lambda m: (
        m.author == "mchen"
        and m.channel == "deploys"
        and m.day > date(2026, 2, 1)
        and m.has("rollback")
    ),
    "from:me has:file in:general": lambda m: (
        m.author == PERSONA and bool(m.mimes) and m.channel == "general"
    ),
    "is:thread from:me -has:reaction": lambda m: (
        IN_THREAD(m) and m.author == PERSONA and not m.reactions
    ),
}
