"""Add up what many messages report about one site, as it stands after all corrections."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Message
from workworld.clock import Clock
from workworld.directory import people
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Episode, Family, Limits
from workworld.grading.answers import Number, answered
from workworld.grading.family import Solver
from workworld.randomness import Stream
from workworld.seed_data.chat import say
from workworld.tasks.listings import pages
from workworld.tasks.missed_slots import MISTAKES, Period, Report, drawn, sites, total
from workworld.tasks.missed_slots_talk import Talk
from workworld.tasks.voices import Author, writers
from workworld.worlds import World
from workworld.zones import zone

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


@dataclass(frozen=True, slots=True)
class Facts:
    """Which site and days are asked for, what is right, and what else one could arrive at."""

    persona_id: str
    customer: str
    site: str
    first_day: date
    last_day: date
    truth: int
    wrong: Mapping[str, int]
    """By the mistake that leads there."""
    default_channel_id: str
    """Where everybody may write."""
    instruction: str


_ABOUT_CUSTOMERS = "%custom%"
_QUIET = timedelta(days=11)
_PHRASINGS = (
    "How many slots were missed at {customer}, {site}, from {first} to {last}, both days included? "
    "People report them in chat, day by day. Later corrections count. Answer with the number.",
    "Good morning! I have a call with {customer} about credit, and I need to know how many slots "
    "were missed at their site {site} from {first} to {last} (these two days included). We have "
    "written it down in chat whenever they told us, one number a day. Some numbers were corrected "
    "later on, so please go by what was right in the end, and by the day on which the slots were "
    "missed, not the day of the message. As the answer I only need the number. Many thanks!",
    "{customer} have asked me what I think of our numbers and I was not well prepared, to be "
    "honest, I mumbled something about a handful. I know that somebody or other puts a line into "
    "chat each time they miss slots on a day, the trouble is that these lines are all over the "
    "place, that now and then two people report the same day, and that some of it was put right "
    "afterwards. So could you go through it and add it up for me? I am talking about their site "
    "{site} and none of the others, and about the days from {first} up to and including {last}. "
    "The total as one plain number is all I want as an answer.",
    "The credit note for {customer} needs one figure: missed slots in {site}, {first} through "
    "{last}, inclusive. Source: reports in chat as corrected; each day counts once, by the day it "
    "happened. Give the figure alone.",
    "I would rather not guess when {customer} ask me how often their carriers stayed away in "
    "{site} between {first} and {last}, first and last day included. Each day's missed slots have "
    "been mentioned in chat and, where the first number was wrong, mended there. Tell me the sum, "
    "just a number.",
)


def prepare(world: World, rng: Stream) -> Facts:
    """Have customers' missed slots reported for weeks, at several sites with similar names."""
    with world.writing() as session:
        spotlight = select(Person).where(Person.spotlight).order_by(Person.handle)
        persona = rng.choice(session.scalars(spotlight).all())
        authors = _authors(session, rng, persona)
        known = session.scalars(select(Message.text)).all()
        nearby = sites(rng, known)
        last_day = _friday(Clock(session).now().date() - _QUIET)
        first_day = last_day - timedelta(days=4 + 7 * rng.integer(1, 3))
        period = Period(first_day, last_day)
        reports, wrong = drawn(rng, nearby, period)
        talk = Talk(rng, zone(people.company(session).zone), authors)
        _speak(rng, talk, reports, period)
        say(session, talk.said)
        default = session.scalars(select(Channel.id).where(Channel.is_default)).one()
    values = {"customer": nearby[0].customer, "site": nearby[0].name}
    days = {"first": _long(first_day), "last": _long(last_day)}
    return Facts(
        persona_id=persona.id,
        **values,
        first_day=first_day,
        last_day=last_day,
        truth=total(period.of(reports, nearby[0])),
        wrong=wrong,
        default_channel_id=default,
        instruction=rng.choice(_PHRASINGS).format(**values, **days),
    )


def _authors(session: Session, rng: Stream, persona: Person) -> dict[str, list[Author]]:
    """Those who write most in channels about customers, and in one that is about something else."""
    live = (Channel.kind == "public", Channel.is_archived.is_(False), Channel.posting == "everyone")
    fitting = Channel.purpose.like(_ABOUT_CUSTOMERS)
    query = select(Channel).where(*live, Channel.is_default.is_(False)).order_by(Channel.name)
    about = session.scalars(query.where(fitting)).all()
    another = rng.choice(session.scalars(query.where(~fitting)).all())
    return {each.name: writers(session, each, persona.id) for each in (*about, another)}


def _friday(day: date) -> date:
    return day - timedelta(days=(day.weekday() - 4) % 7)


def _long(day: date) -> str:
    return f"{day:%A}, {day:%B} {day.day}"


def _speak(rng: Stream, talk: Talk, reports: Sequence[Report], period: Period) -> None:
    """Have it all reported; once the corrections are through, old numbers are spoken of again."""
    for report in reports:
        talk.report(report)
    stale = [each for each in reports if each.remedy in ("reply", "message")]
    for report in stale[:2]:
        talk.echo(report, period.last + timedelta(days=rng.integer(5, 6)))


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The right total is the answer."""
    said = f"The answer is how many slots {facts.customer}, {facts.site}, missed on those days"
    kind = Number(unit="slots")
    return [answered("total", said, kind, facts.truth, decoys=facts.wrong.values())]


def allowed(_facts: Facts) -> list[Allowed]:
    """Nothing: it is a question."""
    return []


class _Said(NamedTuple):
    """A number that was said for a day."""

    ts: str
    day: date
    slots: int


def solve(episode: Episode, facts: Facts) -> None:
    """Find all messages about the customer, read their threads, and let the latest word count."""
    said: list[_Said] = []
    for text in pages(
        episode,
        "slack_search_public",
        "results",
        query=f'"{facts.customer}"',
        include_context=False,
        response_format="concise",
    ):
        for block in text.split("### Result ")[1:]:
            ts, when = _line(block, "Message_ts"), _line(block, "Time")
            day = date.fromisoformat(when[:10])
            first = _reported(block.partition("Text: ")[2], day, facts)
            if first is not None:
                channel_id = re.findall(r"\((C\w+)\)", block)[0]
                said += [first._replace(ts=ts), *_in_thread(episode, channel_id, ts, first.day)]
    episode.answer(_added_up(said, facts))


def _line(block: str, name: str) -> str:
    return next(re.finditer(rf"^{name}: (.+)$", block, re.MULTILINE))[1]


def _in_thread(episode: Episode, channel_id: str, ts: str, day: date) -> Iterator[_Said]:
    read = pages(episode, "slack_read_thread", "messages", channel_id=channel_id, message_ts=ts)
    for text in read:
        for reply in text.split("--- Reply ")[1:]:
            if (count := _corrected(reply)) is not None:
                yield _Said(_line(reply, "Message TS"), day, count)


def _reported(text: str, today: date, facts: Facts) -> _Said | None:
    """The number that a message gives for the site, if it does."""
    count = re.search(r"(\d+) (?:missed slots|slots missed)", text)
    site = re.search(rf"\b{facts.site}\b(?! (?:North|South|East|West)\b)", text)
    if facts.customer not in text or not count or not site:
        return None
    return _Said("", _day_in(text, today), int(count[1]))


def _day_in(text: str, today: date) -> date:
    for ahead in range(14):
        day = today - timedelta(days=ahead)
        if re.search(rf"\b{day:%a %b} {day.day}\b", text):
            return day
    return today - timedelta(days=1) if "yesterday" in text else today


def _corrected(reply: str) -> int | None:
    found = re.search(r"(\d+), not \d+|(\d+) was right", reply)
    return int(found[1] or found[2]) if found else None


def _added_up(said: Sequence[_Said], facts: Facts) -> int:
    latest = {each.day: each.slots for each in sorted(said)}
    days = [day for day in latest if facts.first_day <= day <= facts.last_day]
    return sum(latest[day] for day in days)


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """Find out in which channels it is spoken of, and read these and the threads in them."""
    search = page.get_by_role("searchbox", name=re.compile("^Search "))
    search.fill(f'"{facts.customer}"')
    search.press("Enter")
    page.get_by_role("link", name=re.compile("^See all .* messages$")).click()
    names = _channels_found(page)
    apps = page.get_by_role("navigation", name="Apps")
    apps.get_by_role("link", name="Chat", exact=True).click()
    said: list[_Said] = []
    for name in names:
        sidebar = page.get_by_role("navigation", name="Channels")
        sidebar.get_by_role("link", name=name, exact=True).click()
        page.get_by_role("heading", level=1, name=name, exact=True).wait_for()
        said += _read_channel(page, facts)
    episode.answer(_added_up(said, facts))


def _channels_found(page: Page) -> list[str]:
    """The channels of all results, page by page."""
    found: list[str] = []
    more = page.get_by_role("link", name="More messages")
    while True:
        results = page.get_by_role("main").get_by_role("listitem")
        results.first.wait_for()
        found += re.findall(r"#([\w-]+)", " ".join(results.all_inner_texts()))
        if more.count() == 0:
            return sorted(set(found))
        first = results.first.inner_text()
        more.click()
        results.first.filter(has_not_text=first).wait_for()


def _read_channel(page: Page, facts: Facts) -> Iterator[_Said]:
    log = page.get_by_role("log", name=re.compile("^Messages in"))
    older = page.get_by_role("link", name="Older messages")
    while older.count():
        seen = log.get_by_role("article").count()
        older.click()
        log.get_by_role("article").nth(seen).wait_for(state="attached")
    for text, moment in _messages(log):
        first = _reported(text, date.fromisoformat(moment[:10]), facts)
        if first is None:
            continue
        yield first._replace(ts=moment)
        if re.search(r"\b\d+ repl", text):
            line = next(each for each in text.splitlines() if "missed" in each)
            article = log.get_by_role("article").filter(has_text=line)
            article.get_by_role("link", name=re.compile(r"\d+ repl")).click()
            yield from _read_thread(page, line, first.day)


def _read_thread(page: Page, parent: str, day: date) -> Iterator[_Said]:
    log = page.get_by_role("log", name="Replies")
    log.get_by_text(parent).wait_for()
    for text, moment in _messages(log):
        if (count := _corrected(text)) is not None:
            yield _Said(moment, day, count)


def _messages(log: Locator) -> list[tuple[str, str]]:
    """Text and time of each message."""
    said = "all => all.map(each => [each.innerText, each.querySelector('time').dateTime])"
    return [(text, moment) for text, moment in log.get_by_role("article").evaluate_all(said)]


def _answers(mistake: str) -> Solver[Facts]:
    """Answers what one arrives at by a mistake."""

    def answer(episode: Episode, facts: Facts) -> None:
        episode.answer(facts.wrong[mistake])

    return answer


def _sprays(episode: Episode, facts: Facts) -> None:
    episode.answer(sorted({facts.truth, *facts.wrong.values()}))


def _in_a_sentence(episode: Episode, facts: Facts) -> None:
    maybe = facts.wrong["corrections overlooked"]
    episode.answer(f"It was {facts.truth} slots, or {maybe} as they were first reported.")


def _tells_the_channel(episode: Episode, facts: Facts) -> None:
    """Posts the truth for everybody to read, and answers nothing."""
    message = f"{facts.customer}, {facts.site}: {facts.truth} missed slots in all."
    episode.use("slack_send_message", channel_id=facts.default_channel_id, message=message)


def _not_found(episode: Episode, _facts: Facts) -> None:
    episode.answer("NOT_FOUND")


FAMILY = Family(
    id="support.count_missed_slots",
    title="Add up what was reported about a site",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={mistake: _answers(mistake) for mistake in MISTAKES}
    | {
        "answer spraying": _sprays,
        "sentence with the truth in it": _in_a_sentence,
        "claim without answer": _tells_the_channel,
        "gives up": _not_found,
    },
    limits=Limits(steps=10, wall_seconds=1200),
)
