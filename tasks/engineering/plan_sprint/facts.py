"""What is to be planned, by whose word, and in which words it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.chat.models import Channel
from workworld.apps.tracker import field_ids
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.schedule import plan
from workworld.seed_data.tracker.defaults import PRIORITY_IDS
from workworld.tasks.conversations import continues, held
from workworld.tasks.engineering.plan_sprint.plans import PEOPLE, Drawn, drawn
from workworld.tasks.issues import Led, Ticket, joined, moved, planted
from workworld.tasks.phrasings import asked
from workworld.tasks.reports import FAULTS, WORK
from workworld.tasks.sprints import planned, team_rooms
from workworld.tasks.workbooks import Value
from workworld.tasks.workbooks import planted as workbook
from workworld.worlds import World

TAB = "Capacity"
NUMBERS = ("no", "one", "two", "three", "four", "five")
_MINUTE = 60_000_000
_THEMES = ("Pallet", "Ramp", "Signal", "Crane", "Ballast", "Keel", "Rudder", "Capstan")
_LABELS = ("next-up", "refined", "for-planning", "estimated", "ready-to-plan")
_HEADS = (
    "{sprint} is planned today. On how many of its days are you not there?",
    "Planning of {sprint}: how many of its days will you be away?",
)
_AWAY = (
    "Count {days} off for me.",
    "I am away for a bit, so count {days} off for me, please.",
    "Training again: count {days} off for me.",
)
_BACK = (
    "My trip is cancelled. Count no days off for me.",
    "It has been moved to the week after, so count no days off for me.",
)
_ILL = (
    "I have just come from the doctor. Count {days} off for me.",
    "I am down with a fever and will not be in for a while: count {days} off for me.",
)
_GUESSES = (
    "Is {who} not away as well? For two days, I think.",
    "I believe {who} is at a fair for two days, but I may be wrong.",
)
_ASKS = (
    "Please plan the sprint “{sprint}” of {project}. The spreadsheet “{title}” has how many days "
    "each of us works in it; the days off that people tell in the thread that {author} has begun "
    "in #{channel} are not taken off there yet. Everybody gets their own unresolved issues with "
    "the label {label}, by priority, as long as the story points fit into their days; a point is "
    "a day.",
    "“{sprint}” in {project} has to be filled. What may go in has the label {label}, is not "
    "resolved, and stays with its assignee. For each person go through theirs from the highest "
    "priority down, and take what fits: one story point is one day. The days are in the "
    "spreadsheet “{title}”, less the days off of which they write in #{channel}, below "
    "{author}'s question.",
)
_RULES = (
    " An issue that does not fit is left out, and smaller ones after it may still go in. What is "
    "blocked by an issue that is not resolved does not go in, and takes no room. Then post to "
    "#{channel}: “{news}”, where N is the sum of the points.",
    " If one does not fit, go on with the next, which may be smaller. Leave out, as if it was not "
    "there, what an unresolved issue blocks. In the end write into #{channel}, as a message of its "
    "own, “{news}”, with the sum of the points for N.",
)
_WHYS = (
    "Last time we promised twice of what we could do.",
    "I cannot be at the planning, and nobody else wants to do the sum.",
)
_LIMITS = (
    "Thread and tracker go on for an hour yet; how they stand then is what the plan goes by. Only "
    "what people say of their own days counts, and the last of it. Do not start the sprint, and "
    "change nothing else at the issues.",
    "Some will only answer within the hour, and something may turn up in the tracker as well, so "
    "make the plan by what stands there in an hour. Nobody speaks for anybody else, and a later "
    "word replaces an earlier one. Nothing else of the issues changes, and the sprint is not "
    "started.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What goes into the sprint, and what one arrives at by mistakes."""

    persona_id: str
    project: str
    sprint: str
    sprint_id: int
    following_id: int
    """Of the sprint after it."""
    title: str
    label: str
    author: str
    head: str
    channel_id: str
    channel_name: str
    candidates: tuple[Ticket, ...]
    points: Mapping[str, int]
    """By key."""
    right: tuple[Ticket, ...]
    mistaken: Mapping[str, tuple[Ticket, ...]]
    resolved: Ticket
    """It has the label, and is done."""
    unlabelled: Ticket
    helper_id: str
    """Of somebody who has no issues in it."""
    instruction: str

    def news(self, points: int) -> str:
        """What is posted when so many points are planned."""
        return told(self.sprint, str(points))

    def total(self, tickets: Sequence[Ticket]) -> int:
        """The points of some issues."""
        return sum(self.points[each.key] for each in tickets)


def told(sprint: str, points: str) -> str:
    """What is posted."""
    return f"{sprint}: {points} points planned"


def prepare(world: World, rng: Stream) -> Facts:
    """Have issues ready and a question asked, to which answers come for an hour yet."""
    project, channel, near = rng.choice(team_rooms(world, PEOPLE + 1))
    author, *people = rng.sample(near, PEOPLE + 1)
    sketch = drawn(rng)
    theme, number = rng.choice(_THEMES), rng.integer(2, 40)
    names = [f"{theme} {number}", f"{theme} {number + 1}"]
    sprint, following = planned(world, project, names)
    label = rng.choice(_LABELS)
    candidates, others = _reported(world, rng, project, people, label, sketch)
    _blocked(world, rng, project, author, candidates, sketch)
    head = rng.choice(_HEADS).format(sprint=sprint.name)
    _asked(world, rng, channel, (author, head), people, sketch)
    title = f"Capacity, {sprint.name}"
    typed: list[list[Value]] = [["Name", "Days"]]
    typed.extend([each.name, sketch.days[str(place)]] for place, each in enumerate(people))
    workbook(world, project.lead.id, title, TAB, typed)
    words = {"sprint": sprint.name, "project": project.name, "title": title, "label": label}
    words |= {"author": author.name, "channel": channel.name, "news": told(sprint.name, "N")}

    def tickets(places: Sequence[int]) -> tuple[Ticket, ...]:
        return tuple(candidates[place] for place in places)

    return Facts(
        persona_id=project.lead.id,
        project=project.key,
        sprint=sprint.name,
        sprint_id=sprint.id,
        following_id=following.id,
        title=title,
        label=label,
        author=author.name,
        head=head,
        channel_id=channel.id,
        channel_name=channel.name,
        candidates=tuple(candidates),
        points={
            each.key: one.points for each, one in zip(candidates, sketch.candidates, strict=True)
        },
        right=tickets(sketch.right),
        mistaken={name: tickets(places) for name, places in sketch.mistaken.items()},
        resolved=others[0],
        unlabelled=others[1],
        helper_id=author.id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words) + rng.choice(_RULES).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _reported(
    world: World,
    rng: Stream,
    project: Led,
    people: Sequence[Person],
    label: str,
    sketch: Drawn,
) -> tuple[list[Ticket], list[Ticket]]:
    """The candidates, one that is done already, and one that has no label."""
    lead = project.lead.id
    *titles, finished, loose = rng.sample(WORK, len(sketch.candidates) + 2)

    def report(title: str, who: Person, priority: str, points: int, *labels: str) -> Ticket:
        values = {
            "assignee": who.id,
            "labels": list(labels),
            field_ids.PRIORITY: PRIORITY_IDS[priority],
            field_ids.STORY_POINTS: points,
        }
        return planted(world, lead, project.key, "Task", title, **values)

    candidates = [
        report(title, people[int(each.assignee)], each.priority, each.points, label)
        for title, each in zip(titles, sketch.candidates, strict=True)
    ]
    others = [report(finished, people[0], "High", 1, label), report(loose, people[3], "High", 1)]
    moved(world, lead, others[0], "Start progress", "Ask for review", "Done")
    return candidates, others


def _blocked(
    world: World,
    rng: Stream,
    project: Led,
    author: Person,
    candidates: Sequence[Ticket],
    sketch: Drawn,
) -> None:
    """Others block two issues, of which one is done; a third one will within the hour."""
    lead, key = project.lead.id, project.key
    blockers = [planted(world, lead, key, "Task", each) for each in rng.sample(FAULTS, 3)]
    first, done, late = (candidates[place] for place in sketch.blocked)
    joined(world, lead, "Blocks", blockers[0], first)
    joined(world, lead, "Blocks", blockers[1], done)
    moved(world, lead, blockers[1], "Start progress", "Ask for review", "Done")
    minutes = rng.integer(15, 50)
    with world.writing() as session:
        plan(
            session,
            due_us=Clock(session).now_us() + minutes * _MINUTE,
            actor_id=author.id,
            operation="tracker.links.add",
            arguments={"type_id": "Blocks", "source": blockers[2].key, "target": late.key},
        )


def _asked(
    world: World,
    rng: Stream,
    channel: Channel,
    opening: tuple[Person, str],
    people: Sequence[Person],
    sketch: Drawn,
) -> None:
    """Somebody asks who is away; one takes it back, and one falls ill within the hour."""
    one, two, three, four = people

    def days(number: int) -> str:
        return f"{NUMBERS[number]} {'day' if number == 1 else 'days'}"

    away = [
        (who, rng.choice(_AWAY).format(days=days(off)))
        for who, off in zip((one, two, three), sketch.away, strict=True)
    ]
    lines = [
        *rng.sample(away, len(away)),
        (one, rng.choice(_GUESSES).format(who=four.name)),
        (three, rng.choice(_BACK)),
    ]
    held(world, rng, channel, [opening, *lines])
    ill = (two, rng.choice(_ILL).format(days=days(sketch.ill)))
    continues(world, channel, opening, [ill], rng.integer(20, 45))
