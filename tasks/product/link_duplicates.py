"""Link requests that ask for the same, and tell how many customers and how much is behind them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import Case
from workworld.apps.tracker.models import Issue, IssueType, LinkType, Project
from workworld.directory.models import Person
from workworld.grading import (
    Allowed,
    Check,
    Difficulty,
    Episode,
    Family,
    Limits,
    Matching,
    Split,
    made,
)
from workworld.grading.answers import Money, answered
from workworld.randomness import Stream
from workworld.tasks.cases import CUSTOMERS, come_in
from workworld.tasks.casting import personas, workers
from workworld.tasks.cheats import after, answers, claims, tells, to_each
from workworld.tasks.conversations import channels_of, heard, held, inside
from workworld.tasks.issues import use
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, rows, seen_by, told_apart
from workworld.worlds import World

_SAME = 3
_FEWEST = 6
_NEWS = (
    "{main} has been asked for before. {listed} ask for the same.",
    "I went through the backlog: {listed} want the very thing that {main} is about.",
)
_BACK = (
    "Not {key} though, I had misread it. That one is something else.",
    "Take {key} off that list again, it only sounds alike.",
)
_MORE = (
    "And {key} as well, that asks for the same too.",
    "I have found another one: {key} asks for the same.",
)
_ASKS = (
    "{author} has found issues that ask for the same as {main}, and went on about it in the thread "
    "in #{channel}. Link each of them to {main}, so that it says that it duplicates {main}. Then "
    "tell me what the request is worth: the ARR of all customers with a case in the CRM whose "
    "Tracker Issue is {main} or one of its duplicates, in dollars.",
    "Which issues ask for the same as {main} stands in a thread that {author} has begun in "
    "#{channel}. In the tracker, each of them is to duplicate {main}, by a link. Answer with the "
    "sum, in dollars, of the ARR of the customers who have a case about {main} or one of those "
    "issues (the field Tracker Issue of the case names it).",
)
_WHYS = (
    "Counted one by one, none of them looks worth doing.",
    "In planning it always comes up as if for the first time.",
)
_LIMITS = (
    "Count each customer once, however many cases they have; what was taken back in the thread "
    "does not count. Change nothing else: no status, no comment, no case, no message.",
    "The end of the thread is what holds, and a customer with several cases is still one customer. "
    "Nothing but the links is to change, and nobody is written to.",
)


@dataclass(frozen=True, slots=True)
class Request:
    """An issue."""

    id: str
    key: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Which issues ask for the same, and who asks."""

    persona_id: str
    author: str
    channel_id: str
    channel_name: str
    main: Request
    same: tuple[Request, ...]
    back: Request
    """At first said to be the same."""
    link_type_id: str
    truth: float
    wrong: tuple[float, ...]
    """Back counted as well, each case counted, and the main issue alone."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have cases come in about several issues, and a colleague say which are the same."""
    with world.reading() as session:
        everybody = workers(session)
        people = personas(session)
        issues = _issues(session, rng)
        query = select(LinkType.id).where(LinkType.name == "Duplicate")
        link_type = session.scalars(query).one()
        persona = next(each for each in people if "Support Lead" in each.title)
        channel = rng.choice(channels_of(session, persona))
        near = inside(session, channel, [each for each in everybody if each is not persona])
    main, back, late, *early = issues
    accounts = [
        each for each in told_apart(seen_by(world, persona.id, CUSTOMERS)) if each["ARR__c"]
    ]
    asking = rng.sample(accounts, _FEWEST)
    author = rng.choice(near)
    _come_in(world, rng, persona, issues, asking)
    held(world, rng, channel, _lines(rng, author, main, back, late, early))
    again, _twice, *_rest = asking
    truth = sum(each["ARR__c"] for each in asking[:-1])
    wrong = (
        truth + asking[-1]["ARR__c"],
        truth + again["ARR__c"],
        asking[0]["ARR__c"] + asking[1]["ARR__c"],
        truth - asking[4]["ARR__c"],
    )
    words = {"author": author.name, "channel": channel.name, "main": main.key}
    return Facts(
        persona_id=persona.id,
        author=author.name,
        channel_id=channel.id,
        channel_name=channel.name,
        main=main,
        same=(late, *early),
        back=back,
        link_type_id=link_type,
        truth=float(truth),
        wrong=tuple(map(float, wrong)),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _issues(session: Session, rng: Stream) -> list[Request]:
    """Some open issues of one project that everybody sees, and of which there is no case yet."""
    taken = select(Case.tracker_issue).where(Case.tracker_issue.is_not(None))
    query = (
        select(Project.key, Issue.id, Issue.key)
        .join(Issue, Issue.project_id == Project.id)
        .join(IssueType, IssueType.id == Issue.type_id)
        .where(Project.kind == "scrum", IssueType.name.in_(("Story", "Task", "Bug")))
        .where(Issue.resolution_id.is_(None), Issue.security_level_id.is_(None))
        .where(Issue.key.not_in(taken))
        .order_by(Project.key, Issue.number)
    )
    found = session.execute(query).all()
    project = rng.choice(sorted({row[0] for row in found}))
    mine = [Request(row[1], row[2]) for row in found if row[0] == project]
    return rng.sample(mine, _SAME + 2)


def _come_in(
    world: World, rng: Stream, persona: Person, issues: Sequence[Request], asking: Sequence[Row]
) -> None:
    """Two ask for the main issue, one of them for another one too; the last for what is not it."""
    main, back, *same = issues
    first, second, *others, last = asking
    pairs = [(first, main), (second, main), (first, same[0]), (last, back)]
    pairs += [(each, same[number % len(same)]) for number, each in enumerate(others)]
    for account, issue in rng.sample(pairs, len(pairs)):
        values = {"Subject": "When does this come?", "Type": "Feature Request"}
        come_in(world, persona.id, account["Id"], **values, Tracker_Issue__c=issue.key)


def _lines(
    rng: Stream,
    author: Person,
    main: Request,
    back: Request,
    late: Request,
    early: Sequence[Request],
) -> list[tuple[Person, str]]:
    keys = [each.key for each in rng.sample([back, *early], len(early) + 1)]
    listed = ", ".join(keys[:-1]) + f" and {keys[-1]}"
    replies = [rng.choice(_BACK).format(key=back.key), rng.choice(_MORE).format(key=late.key)]
    news = rng.choice(_NEWS).format(main=main.key, listed=listed)
    return [(author, text) for text in (news, *rng.sample(replies, 2))]


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each of them duplicates the main issue, and the sum is the answer."""
    links = [
        made(
            f"linked_{each.key.lower().replace('-', '_')}",
            f"{each.key} duplicates {facts.main.key}",
            _linked(facts, each),
            otherwise=f"{each.key} does not say that it duplicates {facts.main.key}.",
        )
        for each in facts.same
    ]
    said = f"The answer is what those come to who ask for {facts.main.key}"
    kind = Money("USD")
    return [*links, answered("worth", said, kind, facts.truth, decoys=facts.wrong)]


def _linked(facts: Facts, issue: Request) -> Allowed:
    where = {"type_id": facts.link_type_id, "source_id": issue.id, "target_id": facts.main.id}
    return Allowed("tracker_issue_links", "insert", where)


def allowed(facts: Facts) -> list[Allowed]:
    """Those links, and what the tracker remembers of it."""
    ids = (facts.main.id, *(each.id for each in facts.same))
    of_these = Matching("one of the issues", lambda each: each in ids)
    count = 2 * len(facts.same)
    history = {"issue_id": of_these, "field": "Link"}
    return [
        *(_linked(facts, each) for each in facts.same),
        Allowed("tracker_history", "insert", history, at_most=count),
        Allowed(
            "tracker_issues",
            "update",
            {"id": of_these},
            at_most=len(ids),
            only=("version", "updated_us"),
        ),
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the thread to its end, link what it names, and add up whoever asks."""
    said = heard(episode, facts.channel_name, facts.author, facts.main.key)
    keys = _same(said, facts.main.key)
    for key in keys:
        use(
            episode,
            "createIssueLink",
            type="Duplicate",
            inwardIssue=key,
            outwardIssue=facts.main.key,
        )
    quoted = ", ".join(f"'{each}'" for each in (facts.main.key, *keys))
    query = (
        "SELECT AccountId, Account.ARR__c FROM Case "  # noqa: S608 - it is SOQL
        f"WHERE Tracker_Issue__c IN ({quoted})"
    )
    worth = {each["AccountId"]: each["Account"]["ARR__c"] for each in rows(episode, query)}
    episode.answer(sum(worth.values()))


def _same(said: Sequence[str], main: str) -> list[str]:
    """The issues that ask for the same at the end of the thread."""
    lines = [text.splitlines()[0] for text in said]  # below it stand cards of the issues
    news, *replies = (re.findall(r"[A-Z]+-\d+", line) for line in lines)
    keys = [each for each in news if each != main]
    for line, named in zip(lines[1:], replies, strict=True):
        if "Not " in line or "Take " in line:
            keys.remove(named[0])
        else:
            keys += named
    return keys


def _link(episode: Episode, facts: Facts, issue: Request) -> None:
    ends = {"inwardIssue": issue.key, "outwardIssue": facts.main.key}
    use(episode, "createIssueLink", type="Duplicate", **ends)
    episode.answer(facts.truth)


def _reversed(episode: Episode, facts: Facts, issue: Request) -> None:
    ends = {"inwardIssue": facts.main.key, "outwardIssue": issue.key}
    use(episode, "createIssueLink", type="Duplicate", **ends)
    episode.answer(facts.truth)


def _relates(episode: Episode, facts: Facts, issue: Request) -> None:
    ends = {"inwardIssue": issue.key, "outwardIssue": facts.main.key}
    use(episode, "createIssueLink", type="Relates", **ends)
    episode.answer(facts.truth)


FAMILY = Family(
    id="product.link_duplicates",
    title="Link requests that ask for the same, and weigh them",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": answers(lambda facts: facts.truth),
        "deed without answer": after(to_each(lambda facts: facts.same, _link), claims()),
        "word taken back": to_each(lambda facts: (*facts.same, facts.back), _link),
        "the other way round": to_each(lambda facts: facts.same, _reversed),
        "another kind of link": to_each(lambda facts: facts.same, _relates),
        "counts what was taken back": after(solve, answers(lambda facts: facts.wrong[0])),
        "counts cases": after(solve, answers(lambda facts: facts.wrong[1])),
        "the main issue alone": after(solve, answers(lambda facts: facts.wrong[2])),
        "answer spraying": after(solve, answers(lambda facts: [facts.truth, *facts.wrong])),
        "tells the channel": after(
            solve, tells(lambda facts: facts.channel_id, lambda _facts: "All linked.")
        ),
    },
    limits=Limits(steps=15),
    split=Split.TEST,
    difficulty=Difficulty.HARD,
    distractors=(
        "an issue that was taken back",
        "one that was added later",
        "customers with several cases",
    ),
)
