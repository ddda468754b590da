"""Who was asked what, who chose what in the thread, and what was changed there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.chat.models import Channel
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.conversations import channels_of, held, inside
from workworld.tasks.phrasings import asked
from workworld.tasks.workbooks import Planted, Value, planted
from workworld.worlds import World

DONE, NOT_ALLOWED = "DONE", "NOT_ALLOWED"
TAB, OPEN = "Choices", "open"
_SPEAKERS = 6
_SUBJECTS = {
    "Team day": ("canoeing", "climbing", "museum", "cooking class"),
    "Summer lunch": ("fish", "vegetarian", "vegan", "chicken"),
    "First aid course": ("Tuesday", "Wednesday", "Thursday"),
    "New headsets": ("wired", "wireless", "single ear"),
    "Desk exchange": ("window", "corridor", "quiet room"),
    "Winter jackets": ("small", "medium", "large"),
    "Company bikes": ("city bike", "folding bike", "cargo bike"),
    "Language classes": ("Spanish", "Italian", "Japanese", "Polish"),
}
_QUESTIONS = (
    "{subject}: what would you like? There are {options}. Please say so in this thread.",
    "For “{subject}” we have {options}. One each, please answer below.",
)
_WORDS = (
    "I take {choice}, please.",
    "For me {choice}.",
    "{choice} sounds good to me.",
    "My choice: {choice}.",
)
_CHANGES = (
    "I have slept on it: {choice} for me, not {first}.",
    "Sorry to be a nuisance, I would rather have {choice} than {first} after all.",
)
_FOR_OTHERS = (
    "{other} is on the road and has asked me to answer as well: {choice}.",
    "I spoke to {other}, who cannot write here right now and wants {choice}.",
)
_UNDECIDED = (
    "I cannot make up my mind between {choice} and {first}, I will tell you in person.",
    "{choice} or {first}? Leave mine open, please.",
)
_ASKS = (
    "{asking} has asked in #{channel} what everybody wants for “{subject}”. Please type what they "
    "have chosen into the column Choice of the spreadsheet “{title}”.",
    "The spreadsheet “{title}” still says “{open}” for everybody. What they have chosen stands "
    "in the thread that {asking} has begun in #{channel} about “{subject}”. Bring it up to date.",
    "In #{channel} people have answered {asking}'s question about “{subject}”. Put each answer "
    "into “{title}”, next to the name.",
)
_WHYS = (
    "The order has to go out, and I would like to get it right.",
    "Half of them ask me every day whether they are on the list.",
)
_LIMITS = (
    "The last word of each counts, with the option named as in the question. Who has not decided "
    "stays “{open}”, and who is not on the list is not added. Nobody is written to. Answer DONE "
    "once it is done; if I may not change that spreadsheet, leave all as it is and answer "
    "NOT_ALLOWED.",
    "Use the options' names as the question has them, go by what each has said last, leave "
    "“{open}” where somebody has not decided, add no lines, and write to nobody. Your answer is "
    "DONE, or NOT_ALLOWED if I have no right to change the spreadsheet.",
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the workbook, and what becomes of it."""

    name: str
    row: int
    """Counted from 0, the headings are the first."""
    chosen: str
    """``OPEN`` if they have not decided."""
    first: str
    """What they said at first; the same, unless they changed their mind."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The workbook, and who wants what."""

    persona_id: str
    is_allowed: bool
    workbook: Planted
    older: Planted
    """One of the same people, of the year before."""
    subject: str
    asking: str
    channel_id: str
    channel_name: str
    options: tuple[str, ...]
    lines: tuple[Choice, ...]
    outsider: str
    """Somebody who answered, and is not on the list."""
    outsider_chose: str
    instruction: str

    @property
    def decided(self) -> tuple[Choice, ...]:
        """The lines that change."""
        return tuple(each for each in self.lines if each.chosen != OPEN)


@dataclass(frozen=True, slots=True)
class _Cast:
    persona: Person
    asking: Person
    channel: Channel
    speakers: Sequence[Person]
    """Who changes their mind, who speaks for another, who is undecided, the outsider, others."""
    absent: Person


def draw(world: World, rng: Stream) -> Facts:
    """Have somebody ask, and the others answer, one for a colleague and one twice."""
    is_allowed = rng.in_turn((True, True, True, False))
    cast = _cast(world, rng)
    subject = rng.choice(list(_SUBJECTS))
    options = _SUBJECTS[subject]
    changing, _deputy, undecided, outsider, *_others = cast.speakers
    chosen = {each.id: rng.choice(options) for each in (*cast.speakers, cast.absent)}
    first = rng.choice([each for each in options if each != chosen[changing.id]])
    held(world, rng, cast.channel, _said(rng, cast, subject, chosen, first))
    listed = [each for each in (*cast.speakers, cast.absent) if each is not outsider]
    listed = rng.sample(listed, len(listed))
    with world.reading() as session:
        year = Clock(session).now().date().year
    owner = cast.persona if is_allowed else cast.asking
    sharing = {} if is_allowed else {cast.persona.id: "reader"}
    heads: list[Value] = ["Name", "E-mail", "Choice"]
    rows: list[list[Value]] = [[each.name, each.email, OPEN] for each in listed]
    typed = [heads, *rows]
    title, before = (f"{subject} {each}" for each in (year, year - 1))
    workbook = planted(world, owner.id, title, TAB, typed, sharing)
    older = planted(world, owner.id, before, TAB, typed, sharing)
    lines = tuple(
        Choice(
            name=each.name,
            row=row,
            chosen=OPEN if each is undecided else chosen[each.id],
            first=first if each is changing else chosen[each.id],
        )
        for row, each in enumerate(listed, 1)
    )
    words = {"asking": cast.asking.name, "channel": cast.channel.name}
    words |= {"subject": subject, "title": title, "open": OPEN}
    return Facts(
        persona_id=cast.persona.id,
        is_allowed=is_allowed,
        workbook=workbook,
        older=older,
        subject=subject,
        asking=cast.asking.name,
        channel_id=cast.channel.id,
        channel_name=cast.channel.name,
        options=options,
        lines=lines,
        outsider=outsider.name,
        outsider_chose=chosen[outsider.id],
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(**words),
        ),
    )


def _cast(world: World, rng: Stream) -> _Cast:
    """A persona, and a channel of theirs with enough colleagues in it."""
    with world.reading() as session:
        everybody = workers(session)
        rooms = [
            (persona, channel, near)
            for persona in everybody
            if persona.spotlight
            for channel in channels_of(session, persona)
            if len(near := inside(session, channel, everybody)) > _SPEAKERS + 1
        ]
    persona, channel, near = rng.choice(rooms)
    asking, *speakers = rng.sample([each for each in near if each is not persona], _SPEAKERS + 1)
    taken = (persona, asking, *speakers)
    absent = rng.choice([each for each in everybody if each not in taken])
    return _Cast(persona, asking, channel, speakers, absent)


def _said(
    rng: Stream, cast: _Cast, subject: str, chosen: dict[str, str], first: str
) -> list[tuple[Person, str]]:
    """The question and its answers; the one who changes their mind does so at the end."""
    options = _SUBJECTS[subject]
    changing, deputy, undecided, *_others = cast.speakers
    told = ", ".join(options[:-1]) + f" and {options[-1]}"
    answers = [
        (each, rng.choice(_WORDS).format(choice=first if each is changing else chosen[each.id]))
        for each in cast.speakers
        if each is not undecided
    ]
    answers = rng.sample(answers, len(answers))
    between, other = rng.sample(options, 2)
    named = {"other": cast.absent.name, "choice": chosen[cast.absent.id]}
    later = [
        (deputy, rng.choice(_FOR_OTHERS).format(**named)),
        (undecided, rng.choice(_UNDECIDED).format(choice=between, first=other)),
        (changing, rng.choice(_CHANGES).format(choice=chosen[changing.id], first=first)),
    ]
    question = rng.choice(_QUESTIONS).format(subject=subject, options=told)
    return [(cast.asking, question), *answers, *rng.sample(later, len(later))]
