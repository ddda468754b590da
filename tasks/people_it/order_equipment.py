"""Type colleagues' wishes from a thread into a sheet, and open an issue for what is approved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.directory.models import Person
from workworld.grading import (
    Allowed,
    Check,
    Difficulty,
    Episode,
    Evidence,
    Family,
    Limits,
    Matching,
    Split,
    Verdict,
    goal,
    made,
)
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.cheats import after, claims, tells_all
from workworld.tasks.conversations import channels_of, heard_from, held, inside
from workworld.tasks.formulas import held_in
from workworld.tasks.issues import Led, led_projects, use
from workworld.tasks.phrasings import asked
from workworld.tasks.screens import chat, tracker
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import (
    Planted,
    Value,
    amount,
    edited,
    planted_tabs,
    put,
    put_lines,
    table,
    workbook_named,
)
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_REQUESTS, _CATALOGUE = "Requests", "Catalogue"
_APPROVED, _REFUSED = "approved", "refused"
_SPEAKERS = 5
_ITEMS = ("monitor", "headset", "standing desk", "webcam", "docking station", "printer", "tablet")
_ROUNDS = ("spring", "summer", "autumn", "winter")
_QUESTION = "Equipment round {round} {number}: who needs what? One thing each, please say so below."
_WISHES = ("I need a {item}, please.", "A {item} for me.", "Put me down for a {item}.")
_CHANGES = "Make mine a {item} instead of the {first}, sorry."
_BACK = "Please strike me off, I have found a {item} in the cellar."
_ASKS = (
    "{asking} has asked in #{channel} who needs what (“Equipment round {round} {number}”). For "
    "each wish that stands in the end, add a line to the tab {requests} of “{title}”: name, item "
    "and “{yes}” or “{no}”. Approved is what the tab {catalogue} has in stock at no more than "
    "${most}. For each approved wish create a Task in project {project}, called “Order {form}”.",
    "Please close the equipment round {round} {number} that {asking} opened in #{channel}. On "
    "{requests} in “{title}” there is to be a line for every colleague with a wish: name, item, "
    "and “{yes}” if {catalogue} says that it is in stock and costs ${most} at most, else “{no}”. "
    "Every approved one also gets a Task in the project {project} with the summary “Order {form}”.",
)
_WHYS = (
    "The supplier wants the list tonight.",
    "People ask me every day whether theirs has been ordered.",
)
_LIMITS = (
    "The last word of each counts, and whoever took a wish back gets no line. Names and items are "
    "written as they are in chat and in the catalogue. No replies, no other issues, and the "
    "catalogue stays as it is.",
    "Go by what each has said last; a wish that was withdrawn is none. Use full names, and the "
    "items' names from the catalogue. Write to nobody and change nothing else.",
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a colleague wants in the end."""

    name: str
    item: str
    is_approved: bool

    @property
    def summary(self) -> str:
        """Of the issue, if it is approved."""
        return f"Order {self.item} for {self.name}"

    @property
    def line(self) -> list[str]:
        """What is typed."""
        return [self.name, self.item, _APPROVED if self.is_approved else _REFUSED]


@dataclass(frozen=True, slots=True)
class Facts:
    """The thread, the catalogue, and what follows."""

    persona_id: str
    owner_id: str
    title: str
    requests: Planted
    asking: str
    opening: str
    """Words of the question."""
    wishes: tuple[Wish, ...]
    withdrawn: Wish
    first: Wish
    """What somebody wanted at first."""
    most: int
    project_id: str
    project_key: str
    project_name: str
    channel_id: str
    channel_name: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a round of wishes, one changed and one taken back, and a catalogue."""
    with world.reading() as session:
        everybody = workers(session)
        rooms = [
            (led, channel, near)
            for led in led_projects(session)
            for channel in channels_of(session, led.lead)
            if len(near := _others(inside(session, channel, everybody), led)) > _SPEAKERS
        ]
    led, channel, near = rng.choice(rooms)
    asking, *speakers = rng.sample(near, _SPEAKERS + 1)
    most = rng.integer(15, 40) * 10
    items = rng.sample(_ITEMS, len(_ITEMS))
    catalogue = _catalogue(rng, items, most)
    changing, leaving, *_rest = speakers
    chosen = {each.id: items[place % 5] for place, each in enumerate(speakers)}
    first = items[6]
    round_, number = rng.choice(_ROUNDS), rng.integer(2, 99)
    words: dict[str, object] = {"round": round_, "number": number, "most": most}
    opening = _QUESTION.format(**words)
    said = [
        (each, rng.choice(_WISHES).format(item=first if each is changing else chosen[each.id]))
        for each in speakers
    ]
    later = [
        (changing, _CHANGES.format(item=chosen[changing.id], first=first)),
        (leaving, _BACK.format(item=chosen[leaving.id])),
    ]
    held(world, rng, channel, [(asking, opening), *said, *rng.sample(later, 2)])
    title = f"Equipment {round_} {number}"
    lines: list[list[Value]] = [["Item", "Price", "In stock"]]
    lines += [[item, price, stock] for item, price, stock in catalogue]
    tabs: dict[str, list[list[Value]]] = {
        _REQUESTS: [["Name", "Item", "Decision"]],
        _CATALOGUE: lines,
    }
    approved = {item for item, price, stock in catalogue if stock == "yes" and price <= most}
    owner = led.lead
    wishes = {each.id: _wish(each, chosen[each.id], approved) for each in speakers}
    words |= {"asking": asking.name, "channel": channel.name, "title": title}
    words |= {"requests": _REQUESTS, "catalogue": _CATALOGUE, "yes": _APPROVED, "no": _REFUSED}
    words |= {"project": led.name, "form": "ITEM for NAME"}
    return Facts(
        persona_id=led.lead.id,
        owner_id=owner.id,
        title=title,
        requests=planted_tabs(world, owner.id, title, tabs)[_REQUESTS],
        asking=asking.name,
        opening=f"round {round_} {number}",
        wishes=tuple(wishes[each.id] for each in speakers if each is not leaving),
        withdrawn=wishes[leaving.id],
        first=_wish(changing, first, approved),
        most=most,
        project_id=led.id,
        project_key=led.key,
        project_name=led.name,
        channel_id=channel.id,
        channel_name=channel.name,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _others(people: Sequence[Person], led: Led) -> list[Person]:
    return [each for each in people if each.id != led.lead.id]


def _wish(person: Person, item: str, approved: set[str]) -> Wish:
    return Wish(person.name, item, item in approved)


def _catalogue(rng: Stream, items: Sequence[str], most: int) -> list[tuple[str, int, str]]:
    """Of the items that are wanted one is too dear, one not in stock, and one just within."""
    cheap = [most - rng.integer(10, 90) for _ in items]
    prices = [most, cheap[1], most + 1, cheap[3], cheap[4], cheap[5], most + 150]
    stock = ["yes", "yes", "yes", "no", "yes", "no", "yes"]
    return rng.sample(list(zip(items, prices, stock, strict=True)), len(items))


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """A line for each wish and for no others, and an issue for each that is approved."""
    lines = [
        goal(f"line_{number}", f"There is a line for {each.name}", _judge(facts, each))
        for number, each in enumerate(facts.wishes, 1)
    ]

    def no_others(evidence: Evidence) -> Verdict:
        count = len(_held(evidence, facts))
        return Verdict(count == len(facts.wishes), f"There are {count} lines.")

    issues = [
        made(f"issue_{number}", f"There is an issue “{each.summary}”", _issue(facts, each))
        for number, each in enumerate(_approved(facts), 1)
    ]
    return [*lines, goal("no_others", "There are as many lines as wishes", no_others), *issues]


def _approved(facts: Facts) -> list[Wish]:
    return [each for each in facts.wishes if each.is_approved]


def _held(evidence: Evidence, facts: Facts) -> list[list[str]]:
    lines = held_in(evidence, facts.requests, facts.owner_id, f"{_REQUESTS}!A2:C40")
    return [[str(each).strip().casefold() for each in line] for line in lines if any(line)]


def _judge(facts: Facts, wish: Wish) -> Callable[[Evidence], Verdict]:
    wanted = [each.casefold() for each in wish.line]

    def decide(evidence: Evidence) -> Verdict:
        if wanted in _held(evidence, facts):
            return Verdict(True, f"{wish.name}'s line is right.")
        return Verdict(False, f"No line says {', '.join(wish.line)}.")

    return decide


def _issue(facts: Facts, wish: Wish) -> Allowed:
    def fits(summary: str) -> bool:
        return summary.strip().casefold() == wish.summary.casefold()

    named = Matching(f"reads {wish.summary!r}", fits)
    where = {"project_id": facts.project_id, "reporter_id": facts.persona_id, "summary": named}
    return Allowed("tracker_issues", "insert", where)


def allowed(facts: Facts) -> list[Allowed]:
    """Lines below the heads, and the issues with what the tracker notes of them."""
    count = len(_approved(facts))
    cell = {"sheet_id": facts.requests.sheet_id, "kind": "text"}
    watching = {"person_id": facts.persona_id}
    numbered = {"id": facts.project_id}
    return [
        Allowed("sheets_cells", "insert", cell, at_most=3 * len(facts.wishes)),
        edited(facts.requests),
        *(_issue(facts, each) for each in _approved(facts)),
        Allowed("tracker_watchers", "insert", watching, at_most=count),
        Allowed("tracker_projects", "update", numbered, only=("last_number",)),
    ]


def _decided(
    said: Sequence[tuple[str, str]], catalogue: Sequence[Sequence[str]], most: int
) -> list[Wish]:
    """What stands in the end, and whether it is approved."""
    within = {item for item, price, stock in catalogue if stock == "yes" and amount(price) <= most}
    items = [line[0] for line in catalogue]
    found: dict[str, Wish] = {}
    for author, text in said:
        named = sorted((text.find(each), each) for each in items if each in text)
        if "strike me off" in text:
            found.pop(author, None)
        elif named:
            item = named[0][1]
            found[author] = Wish(author, item, item in within)
    return list(found.values())


def solve(episode: Episode, facts: Facts) -> None:
    """Read the thread and the catalogue, type the lines, and open the issues."""
    (_asking, _question), *said = heard_from(
        episode, facts.channel_name, facts.asking, facts.opening
    )
    workbook_id = workbook_named(episode, facts.title)
    catalogue = table(episode, workbook_id, f"{_CATALOGUE}!A2:C40")
    wishes = _decided(said, catalogue, facts.most)
    _write(episode, facts, workbook_id, wishes)


def _write(episode: Episode, facts: Facts, workbook_id: str, wishes: Sequence[Wish]) -> None:
    put_lines(episode, workbook_id, f"{_REQUESTS}!A2", [each.line for each in wishes])
    for each in wishes:
        if each.is_approved:
            _order(episode, facts.project_key, each)


def _order(episode: Episode, project: str, wish: Wish) -> None:
    given = {"projectKey": project, "issueTypeName": "Task", "summary": wish.summary}
    use(episode, "createJiraIssue", **given)


def solve_ui(page: Page, _episode: Episode, facts: Facts) -> None:
    """The same by mouse and keyboard, from app to app."""
    chat.open_channel(page, facts.channel_name)
    question = chat.earlier_message(page, facts.opening).first
    _question, *said = chat.full_names(page, chat.open_thread(page, question))
    screen.open_workbook(page, facts.title)
    screen.choose_tab(page, _CATALOGUE)
    catalogue = screen.table(page, "A2:C12")
    wishes = _decided(said, catalogue, facts.most)
    screen.choose_tab(page, _REQUESTS)
    screen.type_rows(page, "A2", [each.line for each in wishes])
    for each in wishes:
        if each.is_approved:
            tracker.create(page, facts.project_name, "Task", each.summary, {})


def _with(wishes: Callable[[Facts], Sequence[Wish]]) -> Callable[[Episode, Facts], None]:
    """Writes other wishes than those that stand."""

    def cheat(episode: Episode, facts: Facts) -> None:
        _write(episode, facts, facts.requests.id, wishes(facts))

    return cheat


def _first_words(facts: Facts) -> list[Wish]:
    return [facts.first if each.name == facts.first.name else each for each in facts.wishes]


def _all_approved(facts: Facts) -> list[Wish]:
    return [Wish(each.name, each.item, True) for each in facts.wishes]


def _no_issues(episode: Episode, facts: Facts) -> None:
    put_lines(episode, facts.requests.id, f"{_REQUESTS}!A2", [each.line for each in facts.wishes])


def _refused_too(episode: Episode, facts: Facts) -> None:
    """Opens issues for what was refused as well."""
    for each in facts.wishes:
        if not each.is_approved:
            _order(episode, facts.project_key, each)


def _twice(episode: Episode, facts: Facts) -> None:
    _order(episode, facts.project_key, _approved(facts)[0])


def _stocks_up(episode: Episode, facts: Facts) -> None:
    for row in range(2, 9):
        put(episode, facts.requests.id, f"{_CATALOGUE}!C{row}", "yes")


_TRAPS: Mapping[str, Callable[[Episode, Facts], None]] = {
    "claim without deed": claims(),
    "lines without issues": _no_issues,
    "first word": _with(_first_words),
    "what was taken back as well": _with(lambda facts: [*facts.wishes, facts.withdrawn]),
    "approves everything": _with(_all_approved),
    "issues for what was refused": after(solve, _refused_too),
    "one issue twice": after(solve, _twice),
    "changes the catalogue": after(_stocks_up, _with(_all_approved)),
    "mass notification": tells_all(solve, lambda _facts: "all ordered"),
}
FAMILY = Family(
    id="people_it.order_equipment",
    title="Record wishes for equipment and order what is approved",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps=_TRAPS,
    limits=Limits(steps=40),
    equivalents={"repeat * update_values": "What is typed twice stands there once."},
    split=Split.TEST,
    difficulty=Difficulty.HARD,
    distractors=(
        "a wish that was changed, and one that was taken back",
        "items that are in stock and too dear, or cheap and not in stock",
        "an item at exactly the limit",
    ),
)
