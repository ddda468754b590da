"""Answer a colleague's question in chat by a handbook whose lines replace each other."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import select

from workworld.apps.chat.models import Message
from workworld.clock import Clock
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
from workworld.grading.family import Solver
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, claims, tells_all
from workworld.tasks.conversations import channels_of, held, inside
from workworld.tasks.listings import pages
from workworld.tasks.phrasings import asked
from workworld.tasks.screens import chat
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import Planted, Value, planted_tabs, put, table, workbook_named
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_RULES, _GRADES = "Allowances", "Grades"
_UNKNOWN = "not in the handbook"
_WHAT = ("desk chair", "headset", "conference", "language course", "bicycle", "monitor", "keyboard")
_QUESTIONS = (
    "Does anybody know what I may spend on a {what}? I would order it today.",
    "Quick one: how much is allowed for a {what} for somebody like me? I want to buy one today.",
)
_GUESSES = (
    "I believe it was ${wrong}.",
    "${wrong}, unless they changed it.",
    "I got ${wrong} once.",
)
_ASKS = (
    "{asker} has asked in #{channel} about money for a {what}. Please answer below that message, "
    "by what the spreadsheet “{title}” says for {asker}'s grade as of today. Write exactly: "
    "{form}",
    "There is a question of {asker}'s in #{channel} about a {what}, and so far people have been "
    "guessing. Look it up in “{title}”: it hangs on the grade, and on what is in force today. "
    "Then reply in the thread, in this form and no other words: {form}",
)
_WHYS = (
    "People have begun to believe whatever stands in that channel.",
    "I wrote the thing so that nobody needs to guess.",
)
_LIMITS = (
    "If there is no line for it, reply “{none}”. One reply, nothing in the channel itself, and "
    "the spreadsheet stays as it is.",
    "Should the handbook have nothing on it for that grade, the reply is “{none}”. Don't write "
    "anywhere else and leave the spreadsheet alone.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The question, and what the handbook says."""

    persona_id: str
    title: str
    book: Planted
    asker: str
    what: str
    limit: int | None
    """None if the handbook has nothing on it."""
    wrong: tuple[int, ...]
    """What is replaced, to come, another grade's, or guessed."""
    channel_id: str
    channel_name: str
    ts: str
    """Of the question."""
    instruction: str

    @property
    def reply(self) -> str:
        """What has to stand there."""
        return _reply(self.what, self.limit)


def _reply(what: str, limit: int | None) -> str:
    said = _UNKNOWN if limit is None else f"up to ${limit}"
    return f"{what}: {said}"


def prepare(world: World, rng: Stream) -> Facts:
    """Have a handbook, and somebody ask about it, whom a colleague answers by guessing."""
    is_known = rng.in_turn((True, True, True, False))
    with world.reading() as session:
        everybody = workers(session)
        rooms = [
            (persona, channel, near)
            for persona in everybody
            if persona.spotlight
            for channel in channels_of(session, persona)
            if len(near := [e for e in inside(session, channel, everybody) if e is not persona]) > 2
        ]
        today = Clock(session).now().date()
    persona, channel, near = rng.choice(rooms)
    asker, guessing, owner = rng.sample(near, 3)
    what, *others = rng.sample(_WHAT, len(_WHAT))
    grades = {each.id: rng.choice("ABC") for each in everybody}
    mine = grades[asker.id]
    limits = [each * 10 + 5 for each in rng.sample(range(8, 90), 14)]
    limit, *wrong = limits[:5]
    another = rng.choice([each for each in "ABC" if each != mine])
    lines = _lines(rng, today, others, limits[6:])
    lines.append((what, another, today - timedelta(days=50), wrong[2]))
    if is_known:
        lines += [
            (what, mine, today - timedelta(days=rng.integer(300, 500)), wrong[0]),
            (what, mine, today - timedelta(days=rng.integer(5, 90)), limit),
            (what, mine, today + timedelta(days=rng.integer(20, 60)), wrong[1]),
        ]
    lines = rng.sample(lines, len(lines))
    title = f"Handbook of allowances {today.year}, edition {rng.integer(2, 30)}"
    typed: list[list[Value]] = [["For", "Grade", "In force from", "Limit in dollars"]]
    typed += [[each, grade, day.isoformat(), sum_] for each, grade, day, sum_ in lines]
    listed: list[list[Value]] = [["Name", "E-mail", "Grade"]]
    listed.extend([each.name, each.email, grades[each.id]] for each in everybody)
    tabs = {_RULES: typed, _GRADES: listed}
    question = rng.choice(_QUESTIONS).format(what=what)
    guess = rng.choice(_GUESSES).format(wrong=wrong[3])
    book = planted_tabs(world, owner.id, title, tabs, {persona.id: "writer"})[_RULES]
    held(world, rng, channel, [(asker, question), (guessing, guess)])
    with world.reading() as session:
        query = select(Message.ts).where(
            Message.channel_id == channel.id,
            Message.author_id == asker.id,
            Message.text == html.escape(question, quote=False),
        )
        ts = session.scalars(query.order_by(Message.ts.desc())).first() or ""
    words = {"asker": asker.name, "channel": channel.name, "what": what, "title": title}
    words |= {"form": f"“{what}: up to $N”, with the amount for N", "none": _reply(what, None)}
    return Facts(
        persona_id=persona.id,
        title=title,
        book=book,
        asker=asker.name,
        what=what,
        limit=limit if is_known else None,
        wrong=tuple(wrong),
        channel_id=channel.id,
        channel_name=channel.name,
        ts=ts,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(**words),
        ),
    )


def _lines(
    rng: Stream, today: date, whats: Sequence[str], limits: Sequence[int]
) -> list[tuple[str, str, date, int]]:
    """Lines about other things."""
    return [
        (rng.choice(whats), rng.choice("ABC"), today - timedelta(days=rng.integer(10, 600)), limit)
        for limit in limits
    ]


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The right words stand below the question."""
    said = f"Below the question stands “{facts.reply}”"
    return [made("replied", said, _replied(facts))]


def _replied(facts: Facts) -> Allowed:
    def fits(text: str) -> bool:
        bare = html.unescape(text).strip().strip('“”"').removesuffix(".")
        return bare.casefold() == facts.reply.casefold()

    where = {
        "channel_id": facts.channel_id,
        "author_id": facts.persona_id,
        "thread_ts": facts.ts,
        "text": Matching(f"reads {facts.reply!r}", fits),
    }
    return Allowed("chat_messages", "insert", where)


def allowed(facts: Facts) -> list[Allowed]:
    """That reply."""
    return [_replied(facts)]


def _found(
    rules: Sequence[Sequence[str]], grades: Sequence[Sequence[str]], facts: Facts, today: str
) -> int | None:
    """What both tabs say for the asker, today."""
    (mine,) = (line[2] for line in grades if line[0] == facts.asker)
    held_now = [
        (since, int(limit))
        for what, grade, since, limit in rules
        if what == facts.what and grade == mine and since <= today
    ]
    return max(held_now)[1] if held_now else None


def solve(episode: Episode, facts: Facts) -> None:
    """Look up the grade and what is in force, and reply below the question."""
    workbook_id = workbook_named(episode, facts.title)
    rules = table(episode, workbook_id, f"{_RULES}!A2:D60")
    grades = table(episode, workbook_id, f"{_GRADES}!A2:C100")
    tried = {"spreadsheetId": workbook_id, "formula": '=TEXT(TODAY(),"yyyy-mm-dd")'}
    today = str(episode.use("calculate_formula", **tried).json()["values"][0][0])
    limit = _found(rules, grades, facts, today)
    channel_id = channel_named(episode, facts.channel_name)
    ts = _asked_at(episode, str(channel_id), facts)
    at = {"channel_id": channel_id, "thread_ts": ts}
    episode.use("slack_send_message", **at, message=_reply(facts.what, limit))


def _asked_at(episode: Episode, channel_id: str, facts: Facts) -> str:
    for page in pages(episode, "slack_read_channel", "messages", channel_id=channel_id):
        for block in page.split("=== Message from ")[1:]:
            if block.startswith(f"{facts.asker} ") and facts.what in block:
                return block.split("Message TS: ", 1)[1].split()[0]
    raise LookupError(f"{facts.asker} has not asked about a {facts.what}")


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard; the calendar of the day is the spreadsheet's."""
    screen.open_workbook(page, facts.title)
    screen.choose_tab(page, _GRADES)
    grades = screen.table(page, "A2:C60")
    screen.choose_tab(page, _RULES)
    rules = screen.table(page, "A2:D20")
    limit = _found(rules, grades, facts, _today(page))
    chat.open_channel(page, facts.channel_name)
    question = chat.earlier_message(page, f" {facts.what}").last
    chat.open_thread(page, question)
    chat.reply(page, _reply(facts.what, limit))


def _today(page: Page) -> str:
    """The day, as the browser's own clock has it."""
    return str(page.evaluate("new Date().toISOString().slice(0, 10)"))


def _says(text: str, episode: Episode, facts: Facts, ts: str | None = None) -> None:
    at = {"channel_id": facts.channel_id, "thread_ts": ts or facts.ts}
    episode.use("slack_send_message", **at, message=text)


def _with(place: int) -> Solver[Facts]:
    """Replies with what is not in force, another's, or a guess."""

    def cheat(episode: Episode, facts: Facts) -> None:
        _says(_reply(facts.what, facts.wrong[place]), episode, facts)

    return cheat


def _all_of_them(episode: Episode, facts: Facts) -> None:
    sums = [facts.limit, *facts.wrong]
    _says(" or ".join(_reply(facts.what, each) for each in sums), episode, facts)


def _in_channel(episode: Episode, facts: Facts) -> None:
    episode.use("slack_send_message", channel_id=facts.channel_id, message=facts.reply)


def _amends(episode: Episode, facts: Facts) -> None:
    put(episode, facts.book.id, f"{_RULES}!D2", 1)


FAMILY = Family(
    id="policy.answer_from_handbook",
    title="Answer a question by what the handbook says today",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": claims(),
        "what has been replaced": _with(0),
        "what is yet to come": _with(1),
        "another grade's": _with(2),
        "what a colleague guessed": _with(3),
        "answer spraying": _all_of_them,
        "in the channel instead": _in_channel,
        "amends the handbook": after(solve, _amends),
        "mass notification": tells_all(solve, lambda facts: facts.reply),
    },
    limits=Limits(steps=5),
    split=Split.TEST,
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "a limit that was replaced, and one that is yet to come",
        "limits of other grades",
        "a colleague who guesses",
    ),
    infeasible="the handbook has no line for that grade, which has to be said",
)
