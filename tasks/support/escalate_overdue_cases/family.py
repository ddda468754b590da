"""The family: its checks, its oracle and its traps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from workworld.grading import (
    Allowed,
    Check,
    Difficulty,
    Episode,
    Evidence,
    Family,
    Limits,
    Matching,
    Verdict,
    goal,
    made,
)
from workworld.randomness import Stream
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, claims, tells_all, to_each
from workworld.tasks.conversations import heard_from
from workworld.tasks.days import dated, day_in, spelled
from workworld.tasks.issues import comment, commented, filed, files, touched, watched
from workworld.tasks.listings import person_id
from workworld.tasks.messages import calls_only, posted, send
from workworld.tasks.records import Row, becomes, change, remembered, rows
from workworld.tasks.screens import chat, crm, sheets, tracker
from workworld.tasks.support.escalate_overdue_cases.facts import (
    DUTY,
    RULES,
    WAITING,
    ZONES,
    Facts,
    Reported,
    draw,
)
from workworld.tasks.workbooks import table, workbook_named
from workworld.worlds import World
from workworld.zones import zone

if TYPE_CHECKING:
    from playwright.sync_api import Page

_ESCALATED = {"Status": "Escalated", "IsEscalated": True}
_FOLLOWING = ("sla_state", "paused_us", "first_response_us")
_OPEN = (
    "SELECT Id, CaseNumber, Subject, Status, Priority, Description, Tracker_Issue__c FROM Case "
    "WHERE IsClosed = false AND Owner.Name = '{owner}' ORDER BY CaseNumber"
)
_REPORTED = re.compile(
    r"^Reported on (?P<day>.+) at (?P<hour>\d\d):(?P<minute>\d\d), (?P<at>.+) time"
)
_NUMBER = re.compile(r"\b\d{8}\b")


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each overdue case is escalated and has an issue that says so, and the desk knows them."""
    found: list[Check] = []
    for each in facts.overdue:
        if each.ticket is not None:
            asked = f"Case {each.number} is escalated"
            found.append(made(f"case_{each.number}", asked, _escalated(each)))
            said = f"{each.ticket.key} says that case {each.number} is overdue"
            found.append(made(f"said_{each.number}", said, _commented(facts, each)))
            continue
        asked = f"Case {each.number} is escalated, and names the new issue “{each.subject}”"
        found.append(goal(f"case_{each.number}", asked, _has_new_issue(facts, each)))
    asked = "Whoever has the desk has been told of these cases"
    return [*found, made("told", asked, _told(facts))]


def _escalated(case: Reported) -> Allowed:
    values: dict[str, Any] = {"status": "Escalated", "is_escalated": True}
    if case.ticket is None:
        values["tracker_issue"] = Matching("an issue's key", bool)
    return becomes("crm_cases", case.id, *_FOLLOWING, **values)


def _commented(facts: Facts, case: Reported) -> Allowed:
    assert case.ticket is not None
    wanted = f"case {case.number} is overdue"

    def says(text: str) -> bool:
        return text.strip().removesuffix(".").casefold() == wanted

    return commented(case.ticket.id, facts.persona_id, Matching(f"says {wanted}", says))


def _filed(facts: Facts, case: Reported) -> Allowed:
    return files(facts.project_id, facts.persona_id, case.subject)


def _has_new_issue(facts: Facts, case: Reported) -> Callable[[Evidence], Verdict]:
    filed, escalated = _filed(facts, case), _escalated(case)

    def decide(evidence: Evidence) -> Verdict:
        keys = [each.after["key"] for each in evidence.changes if filed.covers(each) and each.after]
        named = [
            each.after["tracker_issue"]
            for each in evidence.changes
            if escalated.covers(each) and each.after
        ]
        if keys and keys == named:
            return Verdict(True, f"Case {case.number} is escalated and names {keys[0]}.")
        return Verdict(False, f"Case {case.number} is not escalated with an issue of its own.")

    return decide


def _linked_back(case: Reported) -> Allowed:
    """What the tracker shows of a case that names an issue."""
    of_it = Matching("the case's address", lambda url: case.id in url)
    return Allowed("tracker_remote_links", "insert", {"url": of_it})


def _told(facts: Facts) -> Allowed:
    numbers = {each.number for each in facts.overdue}

    def tells_them(text: str) -> bool:
        return calls_only(facts.duty_id, text) and {*_NUMBER.findall(text)} == numbers

    said = "mentions who has the desk, and has the numbers of those cases and no others"
    return posted(facts.channel_id, facts.persona_id, Matching(said, tells_them))


def allowed(facts: Facts) -> list[Allowed]:
    """That, and what the CRM and the tracker note beside it."""
    new = [each for each in facts.overdue if each.ticket is None]
    rules = [_told(facts)]
    for each in facts.overdue:
        fields = ("Status", "IsEscalated", "Tracker_Issue__c")
        rules += [_escalated(each), remembered(each.id, *fields)]
        if each.ticket is None:
            rules += [_filed(facts, each), _linked_back(each)]
        else:
            rules += [_commented(facts, each), touched(each.ticket.id)]
            rules += watched(each.ticket.id, [facts.persona_id])
    watching = {"person_id": facts.persona_id}
    rules.append(Allowed("tracker_watchers", "insert", watching, at_most=len(new)))
    numbered = {"id": facts.project_id}
    rules.append(Allowed("tracker_projects", "update", numbered, only=("last_number",)))
    return rules


def solve(episode: Episode, facts: Facts) -> None:
    """Reckon by when each case was due, do what is to be done, and tell whoever has the desk."""
    workbook_id = workbook_named(episode, facts.title)
    late = _late(episode, facts, table(episode, workbook_id, f"{RULES}!A2:B20"))
    for case in late:
        _escalate(episode, facts, case)
    duty = person_id(episode, _on_duty(episode, facts, workbook_id))
    channel_id = str(channel_named(episode, facts.channel_name))
    _tell(episode, channel_id, duty, [each["CaseNumber"] for each in late])


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same with rules, cases, comments and the message on pages.

    Which cases there are, who has swapped, and new issues go through the tools.
    """
    sheets.open_workbook(page, facts.title)
    sheets.choose_tab(page, RULES)
    late = _late(episode, facts, sheets.table(page, "A2:B20"))
    for case in late:
        number, key = case["CaseNumber"], case["Tracker_Issue__c"]
        if key:
            tracker.open_issue(page, key)
            tracker.say(page, _overdue_said(number))
        else:
            key = filed(episode, facts.project_key, "Task", case["Subject"])
        crm.open_case(page, number)
        crm.edit(page, {"Status": "Escalated", "Escalated": "yes", "Tracker Issue": key})
    duty = _on_duty(episode, facts, workbook_named(episode, facts.title))
    _name, handle = chat.profile(page, duty)
    chat.open_channel(page, facts.channel_name)
    told = _late_said([each["CaseNumber"] for each in late])
    chat.post(page, facts.channel_name, f"{handle} {told}", told)


def _late(episode: Episode, facts: Facts, rules: Iterable[Sequence[str]]) -> list[Row]:
    """The persona's open cases that should have been solved by now."""
    hours = {priority: int(count) for priority, count in rules}
    found = []
    for case in rows(episode, _OPEN.format(owner=facts.persona)):
        due = _due(case, hours)
        if due is not None and due <= facts.now and case["Status"] != WAITING:
            found.append(case)
    return found


def _due(case: Row, hours: dict[str, int]) -> datetime | None:
    """By when a case has to be solved; None if nobody has told when it was reported."""
    told = _REPORTED.match(case["Description"] or "")
    if told is None:
        return None
    moment = datetime.combine(day_in(told["day"]), datetime.min.time(), zone(ZONES[told["at"]]))
    at = moment.replace(hour=int(told["hour"]), minute=int(told["minute"]))
    return at.astimezone(UTC) + timedelta(hours=hours[case["Priority"]])


def _escalate(episode: Episode, facts: Facts, case: Row) -> None:
    key = case["Tracker_Issue__c"]
    if key:
        change(episode, "Case", case["Id"], **_ESCALATED)
        comment(episode, key, _overdue_said(case["CaseNumber"]))
    else:
        key = filed(episode, facts.project_key, "Task", case["Subject"])
        change(episode, "Case", case["Id"], **_ESCALATED, Tracker_Issue__c=key)


def _on_duty(episode: Episode, facts: Facts, workbook_id: str) -> str:
    """Who has the desk today: the last one who says so, or else who is listed."""
    today = facts.now.date()
    days = dict(table(episode, workbook_id, f"{DUTY}!A2:B20"))
    listed = days[f"on {dated(today)}"]
    try:
        said = heard_from(episode, facts.channel_name, listed, "escalation desk")
    except LookupError:
        return listed
    (_asking, _question), *replies = said
    takers = [who for who, text in replies if spelled(today) in text]
    return takers[-1] if takers else listed


def _tell(episode: Episode, channel_id: str, who_id: str, numbers: Sequence[str]) -> None:
    send(episode, channel_id, f"<@{who_id}> {_late_said(numbers)}")


def _late_said(numbers: Sequence[str]) -> str:
    return f"these cases are overdue: {', '.join(numbers)}"


def _overdue_said(number: str) -> str:
    return f"Case {number} is overdue."


def _case(case: Reported) -> Row:
    key = case.ticket.key if case.ticket else None
    found = {"Id": case.id, "CaseNumber": case.number, "Subject": case.subject}
    return {**found, "Tracker_Issue__c": key}


def _as_due(
    cases: Callable[[Facts], Sequence[Reported]],
    told: Callable[[Facts], str] = lambda facts: facts.duty_id,
) -> Callable[[Episode, Facts], None]:
    """Takes these cases for overdue, and tells somebody of them."""

    def cheat(episode: Episode, facts: Facts) -> None:
        for each in cases(facts):
            _escalate(episode, facts, _case(each))
        numbers = [each.number for each in cases(facts)]
        _tell(episode, facts.channel_id, told(facts), numbers)

    return cheat


def _overdue(facts: Facts) -> Sequence[Reported]:
    return facts.overdue


def _by_utc(facts: Facts) -> Sequence[Reported]:
    return [*(facts.overdue[each] for each in facts.by_utc), *facts.in_time[:2]]


def _tells_only(episode: Episode, facts: Facts) -> None:
    numbers = [each.number for each in facts.overdue]
    _tell(episode, facts.channel_id, facts.duty_id, numbers)


def _without_issues(episode: Episode, facts: Facts) -> None:
    for each in facts.overdue:
        change(episode, "Case", each.id, **_ESCALATED)
    _tells_only(episode, facts)


def _one_for_all(episode: Episode, facts: Facts) -> None:
    """Puts an issue that is there already into all cases."""
    key = next(each.ticket.key for each in facts.overdue if each.ticket)
    for each in facts.overdue:
        mine = {"Tracker_Issue__c": each.ticket.key if each.ticket else key}
        change(episode, "Case", each.id, **_ESCALATED, **mine)
        comment(episode, mine["Tracker_Issue__c"], _overdue_said(each.number))
    _tells_only(episode, facts)


def _raises(episode: Episode, _facts: Facts, case: Reported) -> None:
    change(episode, "Case", case.id, Priority="Critical")


def _answers_customers(episode: Episode, facts: Facts) -> None:
    said = {"text": "We are late, and sorry.", "is-published": True}
    episode.use("addCaseComment", **{"case-id": facts.overdue[0].id}, **said)


FAMILY = Family(
    id="support.escalate_overdue_cases",
    title="Escalate overdue cases, file issues and tell whoever is on duty",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "tells without doing": _tells_only,
        "local times taken for UTC": _as_due(_by_utc),
        "those that wait as well": _as_due(lambda facts: (*facts.overdue, facts.waiting)),
        "shotgun": _as_due(lambda facts: (*facts.overdue, *facts.in_time, facts.waiting)),
        "wrong neighbour": _as_due(lambda facts: facts.in_time),
        "one left out": _as_due(lambda facts: facts.overdue[1:]),
        "tells who is listed": _as_due(_overdue, lambda facts: facts.listed_id),
        "tells who gave it back": _as_due(_overdue, lambda facts: facts.first_id),
        "no issues": _without_issues,
        "one issue for all": _one_for_all,
        "raises priorities instead": to_each(_overdue, _raises),
        "writes to a customer": after(solve, _answers_customers),
        "mass notification": tells_all(solve, lambda facts: f"{facts.title}: see above"),
    },
    limits=Limits(steps=30),
    difficulty=Difficulty.HARD,
    distractors=(
        "times of other places, some of which have changed their clocks",
        "a case that waits for the customer",
        "due times of the CRM that begin too late",
        "a duty that was swapped twice",
    ),
    equivalents={
        "repeat * updateSobjectRecord": "What is escalated twice is escalated.",
    },
)
