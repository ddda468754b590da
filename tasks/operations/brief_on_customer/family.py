"""The family: its checks, what it allows, its oracle and its traps."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Matching, made
from workworld.grading.family import Solver
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, claims, tells
from workworld.tasks.conversations import heard_from
from workworld.tasks.formulas import formula_typed, hard_codes, looks
from workworld.tasks.issues import found
from workworld.tasks.listings import person_id
from workworld.tasks.messages import calls_only, posted, send
from workworld.tasks.operations.brief_on_customer.briefs import (
    CASE_HEADS,
    CASES,
    DEAL_HEADS,
    DEALS,
    FIGURES,
    NONE,
    SUMMARY,
    Case,
    Deal,
    formulas,
)
from workworld.tasks.operations.brief_on_customer.facts import Facts, prepare, told
from workworld.tasks.records import Row, named, rows
from workworld.tasks.workbooks import Value, cell_filled, edited, put, workbook_named

_DEALS = (
    "SELECT Name, StageName, CloseDate, Amount, Probability FROM Opportunity "
    "WHERE AccountId = '{account}' AND IsClosed = false ORDER BY CloseDate, Name"
)
_CASES = (
    "SELECT CaseNumber, Subject, Priority, Tracker_Issue__c FROM Case "
    "WHERE AccountId = '{account}' AND IsClosed = false ORDER BY CaseNumber"
)
_AMOUNT = re.compile(r"“(.+?)” (?:is at|has become|is) \$([\d,]+)")
_CASE_SAID = re.compile(r"case (\d{8}) is (?:about )?([A-Z]+-\d+)")
_MENTION = re.compile(r"<@\w+(?:\|[^>]*)?>[,:]?\s*")


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each cell is as it should be, what is calculated is live, and the owner is told."""
    typed = [
        made(
            f"{tab.lower()}_{row}_{column}",
            f"{tab}: line {row} has {value} as its {head}",
            cell_filled(facts.books[tab], row, column, value),
        )
        for tab, heads, lines in _tabs(facts)
        for row, line in enumerate(lines, 1)
        for column, (head, value) in enumerate(zip(heads, line, strict=False))
    ]
    live = facts.live.checks(lambda cell: f"{cell} is right, and follows what it is made of")
    said = "The account's owner is told how many deals and cases there are"
    return [*typed, *live, made("told", said, _told(facts))]


def _tabs(
    facts: Facts,
) -> list[tuple[str, Sequence[str], list[tuple[str | float, ...]]]]:
    """Of both tabs with lines: the headings, and what cells hold."""
    return [
        (DEALS, DEAL_HEADS, [each.values for each in facts.deals]),
        (CASES, CASE_HEADS, [each.values for each in facts.cases]),
    ]


def _told(facts: Facts) -> Allowed:
    def holds(stored: str) -> bool:
        text = " ".join(html.unescape(_MENTION.sub("", stored)).split())
        return calls_only(facts.owner_id, stored) and text.strip('“”" ') == facts.news

    text = Matching(f"mentions the owner, and reads {facts.news!r}", holds)
    return posted(facts.channel_id, facts.persona_id, text)


def allowed(facts: Facts) -> list[Allowed]:
    """Those cells and that message."""
    cells = [
        cell_filled(facts.books[tab], row, column, value)
        for tab, _heads, lines in _tabs(facts)
        for row, line in enumerate(lines, 1)
        for column, value in enumerate(line)
    ]
    deals, summary = facts.books[DEALS], facts.books[SUMMARY]
    weighted = [
        formula_typed(deals, row, len(DEAL_HEADS) - 1, replaces=False)
        for row in range(1, len(facts.deals) + 1)
    ]
    figures = [formula_typed(summary, row, 1, replaces=False) for row in range(1, len(FIGURES) + 1)]
    return [*cells, *weighted, *figures, edited(deals), looks(deals), _told(facts)]


def solve(episode: Episode, facts: Facts) -> None:
    """Read CRM, tracker and chat, let the owner's word go first, type it all, and tell them."""
    (account,) = named(episode, "Account", facts.customer, "Id, Owner.Name")
    owner = str(account["Owner"]["Name"])
    said = heard_from(episode, facts.channel_name, owner, facts.customer)
    words = [text for who, text in said if who == owner]
    sums = [each for text in words for each in _AMOUNT.findall(text)]
    amounts = {name: float(number.replace(",", "")) for name, number in sums}
    deals = [
        [
            each["Name"],
            each["StageName"],
            each["CloseDate"],
            amounts.get(each["Name"], each["Amount"]),
            each["Probability"],
        ]
        for each in rows(episode, _DEALS.format(account=account["Id"]))
    ]
    cases = rows(episode, _CASES.format(account=account["Id"]))
    issues = _issues(episode, cases, words)
    lines = [
        [each["CaseNumber"], each["Subject"], each["Priority"], *issues[each["CaseNumber"]]]
        for each in cases
    ]
    _type(episode, workbook_named(episode, facts.title), deals, lines)
    channel_id = str(channel_named(episode, facts.channel_name))
    news = told(facts.customer, len(deals), len(lines))
    send(episode, channel_id, f"<@{person_id(episode, owner)}> {news}")


def _issues(
    episode: Episode, cases: Iterable[Row], words: Sequence[str]
) -> dict[str, tuple[str, str, str]]:
    """Key, status and version of the issue that belongs to each case, by the case's number."""
    keys = {str(each["CaseNumber"]): each["Tracker_Issue__c"] for each in cases}
    for text in words:
        keys |= {number: key for number, key in _CASE_SAID.findall(text) if number in keys}
    there = _looked_up(episode, [each for each in keys.values() if each])
    originals = {key: _original(fields) for key, fields in there.items() if _original(fields)}
    there |= _looked_up(episode, sorted({str(each) for each in originals.values()}))
    return {number: _told_of(originals.get(key, key), there) for number, key in keys.items()}


def _looked_up(episode: Episode, keys: Sequence[str]) -> dict[str, Mapping[str, Any]]:
    fields = ("status", "resolution", "fixVersions", "issuelinks")
    issues = found(episode, f"key in ({', '.join(keys)})", *fields)
    return {each["key"]: each["fields"] for each in issues}


def _original(fields: Mapping[str, Any]) -> str:
    """The key of the issue that one duplicates which was closed as a duplicate."""
    if (fields["resolution"] or {}).get("name") != "Duplicate":
        return ""
    (key,) = (
        each["outwardIssue"]["key"]
        for each in fields["issuelinks"]
        if each["type"]["name"] == "Duplicate" and "outwardIssue" in each
    )
    return str(key)


def _told_of(key: str | None, there: Mapping[str, Mapping[str, Any]]) -> tuple[str, str, str]:
    if not key:
        return NONE, NONE, NONE
    fields = there[key]
    versions = [each["name"] for each in fields["fixVersions"]] or [NONE]
    return key, fields["status"]["name"], versions[0]


def _type(
    episode: Episode,
    workbook_id: str,
    deals: Sequence[Sequence[Value]],
    cases: Sequence[Sequence[Value]],
) -> None:
    """Type the lines, and the formulas."""
    weighted, figures = formulas(len(deals), len(cases))
    lines = [[*line, formula] for line, formula in zip(deals, weighted, strict=True)]
    texts = [[f"'{line[0]}", *line[1:]] for line in cases]  # a number would lose its zeros
    for area, values in (
        (f"{DEALS}!A2", lines),
        (f"{CASES}!A2", texts),
        (f"{SUMMARY}!B2", [[each] for each in figures]),
    ):
        episode.use("update_values", spreadsheetId=workbook_id, range=area, values=values)


def _write(episode: Episode, facts: Facts, deals: Sequence[Deal], cases: Sequence[Case]) -> None:
    """Types these lines, and tells the owner."""
    lines: list[list[Value]] = [
        [each.name, each.stage, each.closes.isoformat(), each.amount, each.probability]
        for each in deals
    ]
    _type(episode, facts.books[DEALS].id, lines, [list(each.values) for each in cases])
    _tells(episode, facts)


def _tells(episode: Episode, facts: Facts) -> None:
    send(episode, facts.channel_id, f"<@{facts.owner_id}> {facts.news}")


def _with_deals(which: str) -> Solver[Facts]:
    def cheat(episode: Episode, facts: Facts) -> None:
        _write(episode, facts, getattr(facts, which), facts.cases)

    return cheat


def _by_crm(episode: Episode, facts: Facts) -> None:
    _write(episode, facts, *facts.by_crm)


def _duplicates(episode: Episode, facts: Facts) -> None:
    """Leaves duplicates as they are linked."""
    cases = [
        stale if stale.status == "Won't Fix" else right
        for right, stale in zip(facts.cases, facts.by_crm[1], strict=True)
    ]
    _write(episode, facts, facts.deals, cases)


def _wrong_case(episode: Episode, facts: Facts) -> None:
    """Overlooks what was said of a case."""
    cases = [
        right if stale.status == "Won't Fix" else stale
        for right, stale in zip(facts.cases, facts.by_crm[1], strict=True)
    ]
    _write(episode, facts, facts.deals, cases)


def _in_another_order(episode: Episode, facts: Facts) -> None:
    _write(episode, facts, facts.deals[::-1], facts.cases)


def _silently(episode: Episode, facts: Facts) -> None:
    lines: list[list[Value]] = [
        [each.name, each.stage, each.closes.isoformat(), each.amount, each.probability]
        for each in facts.deals
    ]
    _type(episode, facts.books[DEALS].id, lines, [list(each.values) for each in facts.cases])


def _tells_another(episode: Episode, facts: Facts) -> None:
    _silently(episode, facts)
    send(episode, facts.channel_id, f"<@{facts.other_id}> {facts.news}")


def _tells_all(episode: Episode, facts: Facts) -> None:
    _silently(episode, facts)
    send(episode, facts.channel_id, f"<!channel> <@{facts.owner_id}> {facts.news}")


def _adds_column(episode: Episode, facts: Facts) -> None:
    """Notes beside the headings where something comes from."""
    put(episode, facts.books[DEALS].id, f"{DEALS}!G1", "by word of the owner")


FAMILY = Family(
    id="operations.brief_on_customer",
    title="Gather what is open with a customer",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims(),
        "tells only": _tells,
        "does not tell": _silently,
        "the CRM alone": _by_crm,
        "the owner's first word": _with_deals("of_first"),
        "others' word": _with_deals("guessed"),
        "duplicates as they are": _duplicates,
        "the case's wrong issue": _wrong_case,
        "in another order": _in_another_order,
        "hard-coded values": hard_codes(solve, lambda facts: facts.live),
        "one hard-coded value": hard_codes(solve, lambda facts: facts.live, only=1),
        "tells somebody else": _tells_another,
        "mass notification": _tells_all,
        "tells everybody as well": after(
            solve, tells(lambda facts: facts.default_id, lambda facts: facts.news)
        ),
        "adds a column": after(solve, _adds_column),
    },
    limits=Limits(steps=110),
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "a customer of nearly the same name",
        "deals and cases that are closed",
        "an amount that was said twice, and supposed by somebody else",
        "an issue that duplicates another one",
    ),
    equivalents={
        "repeat * update_values": "What is typed twice stands there once.",
        "swap * update_values.values.*": "Another formula that comes to the same, and is live.",
    },
)
