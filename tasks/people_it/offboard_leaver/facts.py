"""Who leaves, who takes over what, and what stands in the checklist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from workworld.apps.chat.models import Channel
from workworld.apps.tracker.models import Issue
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.casting import like, workers
from workworld.tasks.conversations import channels_of, inside
from workworld.tasks.issues import Led, assignable, led_projects, unresolved
from workworld.tasks.phrasings import asked
from workworld.tasks.workbooks import Planted, Value, planted_tabs
from workworld.worlds import World

TAB = "Checklist"
DONE = "done"
_FEWEST, _MOST = 2, 9
_STEPS = (
    ("Badge", "Hand it in at the front desk"),
    ("Laptop", "Collect it on the last day"),
    ("Payroll", "Pay out what is left of the leave"),
    ("Farewell", "Card and cake"),
    ("Reference", "Write it, and have it signed"),
)
_ASKS = (
    "{leaver} leaves us. Please see to my lines of the spreadsheet “{title}”, tab {tab}: do what "
    "each says, and when it is done put “{done}” into its column State.",
    "On the checklist “{title}” (tab {tab}) some lines have my name as the owner. Carry them out, "
    "so that {leaver} can go with a clear desk, and set their State to “{done}”.",
)
_WHYS = (
    "Whoever left last had issues in their name for half a year.",
    "It is the last week, and nobody has begun.",
)
_LIMITS = (
    "The other owners do theirs themselves, so leave their lines alone. {leaver} stays in all "
    "channels until the last day, and nobody is written to.",
    "Do nothing of what others own. Nobody is taken out of a channel yet, and no messages or "
    "comments are written.",
)


@dataclass(frozen=True, slots=True)
class Task:
    """An open issue of the leaver's, and whose it becomes."""

    id: str
    key: str
    owner_id: str


@dataclass(frozen=True, slots=True)
class Facts:
    """The checklist, and what follows from the persona's lines."""

    persona_id: str
    persona: str
    leaver: str
    title: str
    book: Planted
    coming: str
    coming_id: str
    like_id: str
    """Who could be taken for the one who takes over."""
    project: str
    """Its key."""
    issues: tuple[Task, ...]
    elsewhere: tuple[str, ...]
    """Keys of the leaver's issues that are resolved, or of other projects."""
    channels: tuple[tuple[str, str], ...]
    """Ids and names of those that the successor joins."""
    own_rows: tuple[int, ...]
    """The persona's lines, counted from 0."""
    other_row: int
    channel_id: str
    instruction: str

    @property
    def exception(self) -> Task:
        """The issue that another gets than all others."""
        return next(each for each in self.issues if each.owner_id != self.coming_id)


@dataclass(frozen=True, slots=True)
class _Cast:
    led: Led
    leaver: Person
    issues: Sequence[Issue]
    coming: Person
    other: Person
    channels: Sequence[Channel]
    everybody: Sequence[Person]


def draw(world: World, rng: Stream) -> Facts:
    """Have a checklist, of which two lines are the persona's."""
    cast = _cast(world, rng)
    persona, coming, exception = cast.led.lead, cast.coming, rng.choice(cast.issues)
    with world.reading() as session:
        today = Clock(session).now().date()
        query = select(Issue.key).where(Issue.assignee_id == cast.leaver.id)
        ours = {each.key for each in cast.issues}
        keys = session.scalars(query.order_by(Issue.key)).all()
    title = f"Leaving: {cast.leaver.name}, {today:%B %Y}, {rng.integer(10, 99)}"
    others = [each for each in cast.everybody if each is not persona]
    lines: list[tuple[str, str, str]] = [
        (step, detail, rng.choice(others).name) for step, detail in rng.sample(_STEPS, 3)
    ]
    named = " and ".join(f"#{each.name}" for each in cast.channels)
    issues = (
        f"Open issues of {cast.leaver.name} in {cast.led.key} go to {coming.name}, but for "
        f"{exception.key}, which {cast.other.name} takes"
    )
    own = [
        ("Issues", issues, persona.name),
        ("Channels", f"{coming.name} joins {named}", persona.name),
    ]
    drawn = rng.sample([*lines, *own], len(lines) + len(own))
    typed: list[list[Value]] = [["Step", "What", "Owner", "State"]]
    typed.extend([*each, "open"] for each in drawn)
    book = planted_tabs(world, others[0].id, title, {TAB: typed}, {persona.id: "writer"})[TAB]
    words = {"leaver": cast.leaver.name, "title": title, "tab": TAB, "done": DONE}
    rows = [row for row, line in enumerate(drawn, 1) if line in own]
    return Facts(
        persona_id=persona.id,
        persona=persona.name,
        leaver=cast.leaver.name,
        title=title,
        book=book,
        coming=coming.name,
        coming_id=coming.id,
        like_id=like(coming, cast.everybody, [cast.other, cast.leaver]).id,
        project=cast.led.key,
        issues=tuple(
            Task(each.id, each.key, cast.other.id if each is exception else coming.id)
            for each in cast.issues
        ),
        elsewhere=tuple(each for each in keys if each not in ours)[:3],
        channels=tuple((each.id, each.name) for each in cast.channels),
        own_rows=tuple(rows),
        other_row=next(row for row in range(1, len(drawn) + 1) if row not in rows),
        channel_id=cast.channels[0].id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(**words),
        ),
    )


def _cast(world: World, rng: Stream) -> _Cast:
    """A leaver with a few open issues, and two who can take them over."""
    with world.reading() as session:
        projects = led_projects(session)
        everybody = workers(session)
        owned = {led.key: _owned(unresolved(session, led.id), everybody) for led in projects}
    able = {led.key: assignable(world, led.lead.id, led.key) for led in projects}
    with world.reading() as session:
        found = [
            (led, leaver, issues)
            for led in projects
            for leaver, issues in owned[led.key]
            if leaver.id != led.lead.id
        ]
        led, leaver, issues = rng.choice(found)
        taken = (led.lead.id, leaver.id)
        heirs = [each for each in everybody if each.id in able[led.key] - {*taken}]
        rooms = channels_of(session, led.lead)
        outside = {
            each.id: [room for room in rooms if not inside(session, room, [each])] for each in heirs
        }
    coming = rng.choice([each for each in heirs if len(outside[each.id]) > 1])
    other = rng.choice([each for each in heirs if each is not coming])
    channels = rng.sample(outside[coming.id], 2)
    return _Cast(led, leaver, issues, coming, other, channels, everybody)


def _owned(issues: Sequence[Issue], people: Sequence[Person]) -> list[tuple[Person, list[Issue]]]:
    """Those who have some of the issues, and not too many."""
    found = [(each, [i for i in issues if i.assignee_id == each.id]) for each in people]
    return [(each, own) for each, own in found if _FEWEST <= len(own) <= _MOST]
