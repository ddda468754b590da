"""Give one's open cases to those who stand in, where not everybody may have cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Split, made
from workworld.grading.answers import Status, answered
from workworld.randomness import Stream
from workworld.tasks.cases import CUSTOMERS, SUBJECTS, come_in, flat, given_to
from workworld.tasks.casting import personas, workers
from workworld.tasks.cheats import after, answers, claims, tells, to_each
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.days import spelled
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, change, rows, seen_by, told_apart
from workworld.worlds import World

DONE, NOT_POSSIBLE = "DONE", "NOT_POSSIBLE"
_OPEN = (
    "SELECT Id, CaseNumber, AccountId, Account.Name, Owner.Name FROM Case WHERE IsClosed = false "
    "ORDER BY CaseNumber"
)
_USERS = "SELECT Id, Name, Email, Profile.Name FROM User WHERE IsActive = true ORDER BY Name"
_PROFILES = ("Support Agent", "CSM", "Sales Rep", "Sales Manager", "CRM Admin")
_ASKS = (
    "I am away from {day} on. Please give my open cases in the CRM to {heir}; only those of "
    "{special} go to {other}.",
    "From {day} I am on leave, and my open cases need somebody else. In the CRM, {other} is to "
    "have what is open of {special}, and {heir} everything else of mine that is open.",
    "Somebody has to look after my open cases in the CRM while I am gone, which is from {day}. "
    "{heir} takes them, with one exception: {other} takes those of {special}.",
)
_WHYS = (
    "I would rather not find them all waiting when I am back.",
    "The last time somebody was away, three customers waited for a week.",
)
_LIMITS = (
    "Change their owners and nothing else, leave what is closed and what is others' alone, and "
    "write to nobody. Answer DONE. If one of the two has no account in the CRM, so that they can "
    "be given nothing, give nothing to anybody and answer NOT_POSSIBLE.",
    "No other field changes, no other case, and no messages. The answer is DONE, or NOT_POSSIBLE "
    "if either of the two is no user of the CRM; then everything stays with me for now.",
)


@dataclass(frozen=True, slots=True)
class Handed:
    """A case, and who gets it."""

    id: str
    number: str
    owner_id: str
    """The user's id in the CRM."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Who gets which case, and what stays."""

    persona_id: str
    is_possible: bool
    own_name: str
    heir: str
    other: str
    special: str
    cases: tuple[Handed, ...]
    """Those of the persona that are open; owners are the right ones, if it is possible."""
    heir_id: str
    other_ids: tuple[str, ...]
    """Open cases of somebody else, of the same customers."""
    channel_id: str
    instruction: str

    @property
    def truth(self) -> str:
        """The right answer."""
        return DONE if self.is_possible else NOT_POSSIBLE


def prepare(world: World, rng: Stream) -> Facts:
    """Have cases come in, most of them the persona's."""
    is_possible = rng.in_turn((True, False, True, True))
    with world.reading() as session:
        everybody = workers(session)
        persona = next(p for p in personas(session) if "Support Lead" in p.title)
        today = Clock(session).now().date()
        channel_id = everybodys_channel(session)
    users = seen_by(world, persona.id, _USERS)
    may = [
        each
        for each in users
        if each["Profile"]["Name"] in _PROFILES and each["Email"] != persona.email
    ]
    outside = _outside(everybody, users)
    heir, other, else_ = rng.sample(may, 3)
    special, *accounts = rng.sample(told_apart(seen_by(world, persona.id, CUSTOMERS)), 4)
    _come_in(world, rng, persona, (special, *accounts), else_["Id"])
    found = seen_by(world, persona.id, _OPEN)
    mine = [each for each in found if each["Owner"]["Name"] == persona.name]
    names = [heir["Name"], other["Name"]]
    if not is_possible:
        names[rng.integer(0, 1)] = rng.choice(outside).name
    words = {"heir": names[0], "other": names[1], "special": special["Name"]}
    words["day"] = spelled(today + timedelta(days=rng.integer(1, 12)))
    return Facts(
        persona_id=persona.id,
        is_possible=is_possible,
        own_name=persona.name,
        heir=names[0],
        other=names[1],
        special=special["Name"],
        cases=tuple(
            Handed(
                each["Id"],
                each["CaseNumber"],
                (other if each["AccountId"] == special["Id"] else heir)["Id"],
            )
            for each in mine
        ),
        heir_id=heir["Id"],
        other_ids=tuple(each["Id"] for each in found if each["Owner"]["Name"] == else_["Name"]),
        channel_id=channel_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _outside(everybody: Sequence[Person], users: Sequence[Row]) -> list[Person]:
    """Employees who do not work with the CRM, and share no name with who does."""
    emails, names = ({each[key] for each in users} for key in ("Email", "Name"))
    return [each for each in everybody if each.email not in emails and each.name not in names]


def _come_in(
    world: World, rng: Stream, persona: Person, accounts: Sequence[Row], other_id: str
) -> None:
    """Two cases of each customer that are the persona's, one of whoever else, and a closed one."""
    subjects = iter(rng.sample(SUBJECTS, len(SUBJECTS)))
    for account in accounts:
        for owner in ({}, {}, {"OwnerId": other_id}):
            values = {"Subject": next(subjects), "Priority": rng.choice(("Low", "Medium"))}
            come_in(world, persona.id, account["Id"], **values, **owner)
    done = {"Subject": next(subjects), "Status": "Closed", "Resolution__c": "Explained"}
    come_in(world, persona.id, accounts[0]["Id"], **done)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The answer says how it stands; if it is possible, each case has its new owner."""
    other = NOT_POSSIBLE if facts.is_possible else DONE
    kind = Status((DONE, NOT_POSSIBLE))
    reply = answered("answered", "The answer says how it stands", kind, facts.truth, decoys=[other])
    if not facts.is_possible:
        return [reply]
    given = [
        made(f"case_{each.number}", f"Case {each.number} has its new owner", _deed(each))
        for each in facts.cases
    ]
    return [reply, *given]


def _deed(case: Handed) -> Allowed:
    return given_to(case.id, case.owner_id)[0]


def allowed(facts: Facts) -> list[Allowed]:
    """Those owners, if it is possible."""
    if not facts.is_possible:
        return []
    return flat([given_to(each.id, each.owner_id) for each in facts.cases])


def solve(episode: Episode, facts: Facts) -> None:
    """Look both up among the users, and give each open case to one of them."""
    by_name = {
        each["Name"]: each["Id"]
        for each in rows(episode, "SELECT Id, Name FROM User WHERE IsActive = true")
    }
    if not {facts.heir, facts.other} <= set(by_name):
        episode.answer(NOT_POSSIBLE)
        return
    for case in rows(episode, _OPEN):
        if case["Owner"]["Name"] == facts.own_name:
            name = facts.other if case["Account"]["Name"] == facts.special else facts.heir
            change(episode, "Case", case["Id"], OwnerId=by_name[name])
    episode.answer(DONE)


def _to_heir(episode: Episode, facts: Facts, case_id: str) -> None:
    change(episode, "Case", case_id, OwnerId=facts.heir_id)
    episode.answer(DONE)


def _as_told(episode: Episode, _facts: Facts, case: Handed) -> None:
    change(episode, "Case", case.id, OwnerId=case.owner_id)
    episode.answer(DONE)


def _own(facts: Facts) -> list[str]:
    return [each.id for each in facts.cases]


def _closes(episode: Episode, _facts: Facts, case_id: str) -> None:
    change(episode, "Case", case_id, Status="Closed", Resolution__c="Away")
    episode.answer(DONE)


FAMILY = Family(
    id="support.hand_over_cases",
    title="Give open cases to those who stand in",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims("All of them are in good hands."),
        "answers the other way": answers(lambda facts: NOT_POSSIBLE if facts.is_possible else DONE),
        "exception overlooked": to_each(_own, _to_heir),
        "shotgun": to_each(lambda facts: (*_own(facts), *facts.other_ids), _to_heir),
        "wrong neighbour": to_each(lambda facts: facts.other_ids, _to_heir),
        "relaxes what is not possible": to_each(
            lambda facts: facts.cases if not facts.is_possible else facts.cases[:1], _as_told
        ),
        "closes them instead": to_each(_own, _closes),
        "tells everybody": after(
            solve,
            tells(lambda facts: facts.channel_id, lambda facts: f"Ask {facts.heir} from now on."),
        ),
    },
    limits=Limits(steps=30),
    split=Split.VALIDATION,
    difficulty=Difficulty.EASY,
    distractors=("others' cases of the same customers", "a case that is closed"),
    infeasible="some who are to stand in have no account in the CRM",
    equivalents={"repeat * updateSobjectRecord": "A case that is given twice is still theirs."},
)
