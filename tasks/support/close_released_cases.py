"""Close the cases whose issue has been released, and none that only seem to be done."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Issue, IssueVersion, Project, Version
from workworld.faults import FaultKind, inject
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Matching, made
from workworld.randomness import Stream
from workworld.tasks.cases import CUSTOMERS, SUBJECTS, closed, come_in, flat
from workworld.tasks.casting import personas, workers
from workworld.tasks.cheats import after, claims, tells, to_each
from workworld.tasks.conversations import channels_of, heard, held, inside
from workworld.tasks.issues import found
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, change, rows, seen_by, told_apart
from workworld.tasks.retries import insisted
from workworld.worlds import World

_LINKED = (
    "SELECT Id, CaseNumber, Tracker_Issue__c FROM Case WHERE IsClosed = false "
    "AND Tracker_Issue__c != null ORDER BY CaseNumber"
)
_RELEASED, _UNRELEASED, _OPEN = 4, 2, 2
_HELD_BACK = (
    "One thing before cases are closed after a release: {number} stays open, whatever the tracker "
    "says. {customer} have told me that they still see it.",
    "{customer} called. Released or not, they still see what {number} is about, so please keep "
    "that case open.",
)
_ASKS = (
    "Close the open cases in the CRM whose linked issue is out: it is resolved in the tracker, and "
    "its fix version has been released. {author} has named one in #{channel} that stays open all "
    "the same.",
    "Several open cases wait for an issue of the tracker (their field Tracker Issue names it). "
    "Where that issue is resolved and its fix version released, the case can be closed, except for "
    "the one of which {author} has written in #{channel}.",
    "Please go through our open cases that are linked to an issue. If the issue is resolved, and "
    "the version in which it is fixed is released, close the case; mind what {author} wrote about "
    "one of them in #{channel}.",
)
_WHYS = (
    "Customers have their fix, and we still count the days.",
    "Twice we have told customers that something was out which was only merged.",
)
_LIMITS = (
    "The resolution of each reads “Released in” and the version's name, such as “Released in "
    "1.2.3”, and nothing more. All other cases stay as they are, and nobody is written to.",
    "Put “Released in ” with the name of the version (as in “Released in 1.2.3”) into the "
    "resolution, leave every other case and the tracker alone, and send no messages.",
)


@dataclass(frozen=True, slots=True)
class Linked:
    """A case that waits for an issue."""

    id: str
    number: str
    version: str
    """In which the issue was fixed; empty if it is not, or in a version that is not out."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Which cases are closed, and which could be mistaken for them."""

    persona_id: str
    author: str
    channel_id: str
    channel_name: str
    cases: tuple[Linked, ...]
    """Those to be closed."""
    held_back: Linked
    unreleased: tuple[str, ...]
    waiting: tuple[str, ...]
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have cases come in about issues that are out, merged or open; the CRM fails once."""
    with world.reading() as session:
        everybody = workers(session)
        persona = next(p for p in personas(session) if "Support Lead" in p.title)
        kinds = _issues(session)
        channel = rng.choice(channels_of(session, persona))
        near = inside(session, channel, [each for each in everybody if each is not persona])
    counts = (_RELEASED + 1, _UNRELEASED, _OPEN)
    drawn = [rng.sample(kind, count) for kind, count in zip(kinds, counts, strict=True)]
    accounts = told_apart(seen_by(world, persona.id, CUSTOMERS))
    planted = _come_in(world, rng, persona.id, [key for kind in drawn for key, _ in kind], accounts)
    versions = dict(drawn[0])
    author = rng.choice(near)
    held_key = drawn[0][0][0]
    numbers = {row["Id"]: row["CaseNumber"] for row in seen_by(world, persona.id, _LINKED)}
    case_id, customer = planted[held_key]
    said = rng.choice(_HELD_BACK).format(number=numbers[case_id], customer=customer)
    held(world, rng, channel, [(author, said)])
    linked = {
        key: Linked(each_id, numbers[each_id], versions.get(key, ""))
        for key, (each_id, _customer) in planted.items()
    }
    with world.writing() as session:
        inject(
            session,
            app_id="crm",
            kind=FaultKind.FAILING,
            operation="crm.records.update",
            times=1,
        )
    words = {"author": author.name, "channel": channel.name}
    return Facts(
        persona_id=persona.id,
        author=author.name,
        channel_id=channel.id,
        channel_name=channel.name,
        cases=tuple(linked[key] for key, _version in drawn[0][1:]),
        held_back=linked[held_key],
        unreleased=tuple(linked[key].id for key, _version in drawn[1]),
        waiting=tuple(linked[key].id for key, _version in drawn[2]),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _issues(session: Session) -> tuple[Sequence[tuple[str, str]], ...]:
    """Keys and versions of issues that everybody sees: out, done but not out, and open.

    Those that cases wait for by now are left out, and those with several fix versions.
    """
    of_one = (
        select(IssueVersion.issue_id)
        .where(IssueVersion.kind == "fix")
        .group_by(IssueVersion.issue_id)
        .having(func.count() == 1)
    )
    query = (
        select(Issue.key, Version.name)
        .join(IssueVersion, (IssueVersion.issue_id == Issue.id) & (IssueVersion.kind == "fix"))
        .join(Version, Version.id == IssueVersion.version_id)
        .join(Project, Project.id == Issue.project_id)
        .where(Issue.id.in_(of_one), Issue.security_level_id.is_(None), Project.kind == "scrum")
        .order_by(Issue.key)
    )
    done = query.where(Issue.resolution_id.is_not(None))
    unresolved = (
        select(Issue.key, Project.name)
        .join(Project, Project.id == Issue.project_id)
        .where(Issue.resolution_id.is_(None), Issue.security_level_id.is_(None))
        .where(Project.kind == "scrum")
        .order_by(Issue.key)
    )
    queries = (
        done.where(Version.is_released),
        done.where(~Version.is_released),
        unresolved,
    )
    return tuple([(key, name) for key, name in session.execute(each)] for each in queries)


def _come_in(
    world: World, rng: Stream, actor_id: str, keys: Sequence[str], accounts: Sequence[Row]
) -> Mapping[str, tuple[str, str]]:
    """The id of a case for each issue, and the customer's name, by the issue's key."""
    subjects = rng.sample(SUBJECTS, len(keys))
    planted = {}
    for key, subject in zip(rng.sample(keys, len(keys)), subjects, strict=True):
        account = rng.choice(accounts)
        values = {"Subject": subject, "Priority": "Medium", "Tracker_Issue__c": key}
        planted[key] = (come_in(world, actor_id, account["Id"], **values), account["Name"])
    return planted


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each case whose issue is out is closed, and says with which version."""
    return [
        made(
            f"case_{each.number}",
            f"Case {each.number} is closed, as released in {each.version}",
            _closed(each)[0],
            otherwise=f"Case {each.number} is not closed as released in {each.version}.",
        )
        for each in facts.cases
    ]


def _closed(case: Linked) -> list[Allowed]:
    said = f"Released in {case.version}".casefold()
    reads = Matching(said, lambda text: str(text).strip().removesuffix(".").casefold() == said)
    return closed(case.id, reads)


def allowed(facts: Facts) -> list[Allowed]:
    """That those are closed."""
    return flat([_closed(each) for each in facts.cases])


def solve(episode: Episode, facts: Facts) -> None:
    """Look every linked issue up, and close what is out but for the case that was named."""
    (said,) = heard(episode, facts.channel_name, facts.author, "still see")
    kept = re.findall(r"\b\d{8}\b", said)
    cases = [each for each in rows(episode, _LINKED) if each["CaseNumber"] not in kept]
    keys = ", ".join(sorted({each["Tracker_Issue__c"] for each in cases}))
    query = f"key in ({keys}) AND resolution is not EMPTY AND fixVersion in releasedVersions()"
    out = {
        issue["key"]: issue["fields"]["fixVersions"][0]["name"]
        for issue in found(episode, query, "fixVersions")
    }
    for case in cases:
        if version := out.get(case["Tracker_Issue__c"]):
            _close(episode, case["Id"], f"Released in {version}")


def _close(episode: Episode, case_id: str, resolution: str) -> None:
    _set(episode, case_id, Status="Closed", Resolution__c=resolution)


def _set(episode: Episode, case_id: str, **values: str) -> None:
    insisted(episode, lambda: change(episode, "Case", case_id, **values))


def _rightly(episode: Episode, _facts: Facts, case: Linked) -> None:
    _close(episode, case.id, f"Released in {case.version}")


def _wrongly(episode: Episode, facts: Facts, case_id: str) -> None:
    _close(episode, case_id, f"Released in {facts.cases[0].version}")


def _solves(episode: Episode, _facts: Facts, case: Linked) -> None:
    """Says that it is solved, which is not closed."""
    _set(episode, case.id, Status="Solved", Resolution__c=f"Released in {case.version}")


def _gives_up(episode: Episode, facts: Facts) -> None:
    """Closes the first, and leaves what failed."""
    _wrongly(episode, facts, facts.cases[0].id)


def _deletes(episode: Episode, _facts: Facts, case: Linked) -> None:
    episode.use("deleteSobjectRecord", **{"sobject-name": "Case", "id": case.id})


FAMILY = Family(
    id="support.close_released_cases",
    title="Close cases whose issue is released",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims(),
        "word overlooked": to_each(lambda facts: (*facts.cases, facts.held_back), _rightly),
        "merged is not released": after(solve, to_each(lambda f: f.unreleased, _wrongly)),
        "wrong neighbour": to_each(lambda facts: facts.waiting, _wrongly),
        "shotgun": after(solve, to_each(lambda f: (*f.unreleased, *f.waiting), _wrongly)),
        "first one only": _gives_up,
        "solved instead of closed": to_each(lambda facts: facts.cases, _solves),
        "deletes them instead": to_each(lambda facts: facts.cases, _deletes),
        "tells the channel": after(
            solve, tells(lambda facts: facts.channel_id, lambda _facts: "Closed what is released.")
        ),
    },
    limits=Limits(steps=30),
    difficulty=Difficulty.HARD,
    distractors=(
        "issues that are done in a version that is not out",
        "issues that are not done",
        "a case that a colleague wants to stay open",
    ),
    equivalents={
        "repeat * updateSobjectRecord": "What is closed twice is closed.",
        "* wait*": "The CRM takes it again, however long one waits.",
    },
)
