"""Which invoices of a ledger the bank's list does not show as paid in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits
from workworld.grading.answers import SetOf, Text, answered
from workworld.randomness import Stream
from workworld.tasks.casting import personas, workers
from workworld.tasks.cheats import after, answers, claims, tells_all
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.phrasings import asked
from workworld.tasks.screens import sheets as screen
from workworld.tasks.workbooks import (
    Planted,
    Value,
    amount,
    planted_tabs,
    put,
    table,
    workbook_named,
)
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_LEDGER, _BANK = "Ledger", "Bank"
_INVOICES = 14
_TITLES = ("Payables", "Supplier invoices", "Open items", "Invoices and payments", "Creditors")
_ASKS = (
    "“{title}” has our suppliers' invoices on the tab {ledger} and what has left our account on "
    "the tab {bank}. Which of the invoices have not been paid in full?",
    "Please go through the spreadsheet “{title}” and compare its tabs: every invoice on {ledger} "
    "should have been paid by what stands on {bank}. Which ones were not, or not wholly?",
    "Two suppliers say that we owe them money. Tell me which invoices on {ledger} in “{title}” "
    "are not covered completely by the payments on {bank}.",
)
_WHYS = (
    "I would rather hear it from you than from their lawyers.",
    "The next payment run is tomorrow at noon.",
)
_LIMITS = (
    "Some were paid in parts, and each payment names the invoice that it is for. Answer with the "
    "invoice numbers and change nothing.",
    "An invoice may have been paid in several parts; what counts is the number in the text of the "
    "payment. I need the numbers of those invoices as your answer, and nothing is to be changed or "
    "posted.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The two lists, and what could be taken for what is missing."""

    persona_id: str
    book: Planted
    title: str
    unpaid: tuple[str, ...]
    """Numbers of invoices, as all that follow."""
    short: tuple[str, ...]
    """Those among them of which a part was paid."""
    in_parts: tuple[str, ...]
    """Paid in full, but by no single payment."""
    invoices: tuple[str, ...]
    channel_id: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have invoices, and payments for most of them."""
    with world.reading() as session:
        persona = rng.choice(personas(session))
        approving = [each.name for each in workers(session)]
        channel_id = everybodys_channel(session)
    first = rng.integer(2_000, 7_000)
    numbers = [f"INV-{first + each}" for each in rng.sample(range(200), _INVOICES)]
    sums = {number: rng.integer(120, 9_000) + rng.integer(0, 3) * 0.25 for number in numbers}
    none, short, parts, rest = numbers[:2], numbers[2:4], numbers[4:7], numbers[7:]
    # Someone has paid another invoice of nearly the same number, and of the same amount.
    payments = [(_turned(none[0], numbers), sums[none[0]])]
    payments += [(number, sums[number] - rng.integer(10, 90)) for number in short]
    for number in parts:
        part = rng.integer(20, 100)
        payments += [(number, part), (number, sums[number] - part)]
    payments += [(number, sums[number]) for number in rest]
    payments += [(f"INV-{first - each}", rng.integer(200, 900)) for each in (31, 57)]
    words = ("Payment {}", "Transfer {} thank you", "{} part", "invoice {}")
    booked: list[list[Value]] = [
        [rng.choice(words).format(number), paid]
        for number, paid in rng.sample(payments, len(payments))
    ]
    ledger: list[list[Value]] = [
        [number, sums[number], rng.choice(approving)] for number in sorted(numbers)
    ]
    title = f"{rng.choice(_TITLES)} {first}"
    tabs: dict[str, list[list[Value]]] = {
        _LEDGER: [["Invoice", "Amount", "Approved by"], *ledger],
        _BANK: [["Text", "Amount"], *booked],
    }
    words_told = {"title": title, "ledger": _LEDGER, "bank": _BANK}
    return Facts(
        persona_id=persona.id,
        book=planted_tabs(world, persona.id, title, tabs)[_LEDGER],
        title=title,
        unpaid=(*none, *short),
        short=tuple(short),
        in_parts=tuple(parts),
        invoices=tuple(numbers),
        channel_id=channel_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words_told),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _turned(number: str, taken: Sequence[str]) -> str:
    """The number with its last two digits the other way round, or else with another one."""
    other = number[:-2] + number[-1] + number[-2]
    return other if other not in taken else f"{number[:-4]}{number[-4:][::-1]}9"


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The answer names the invoices that are not paid in full, and no others."""
    nothing_paid = [each for each in facts.unpaid if each not in facts.short]
    wrong = [nothing_paid, facts.short, _and_parts(facts), facts.invoices]
    said = "The answer is which invoices were not paid in full"
    return [answered("unpaid", said, SetOf(Text()), facts.unpaid, decoys=wrong)]


def allowed(_facts: Facts) -> list[Allowed]:
    """Nothing: it is a question."""
    return []


def solve(episode: Episode, facts: Facts) -> None:
    """Add up what was paid for each invoice."""
    workbook_id = workbook_named(episode, facts.title)
    ledger = table(episode, workbook_id, f"{_LEDGER}!A2:B100")
    booked = table(episode, workbook_id, f"{_BANK}!A2:B100")
    episode.answer(_open(ledger, booked))


def _open(ledger: Sequence[Sequence[str]], booked: Sequence[Sequence[str]]) -> list[str]:
    """The invoices for which less was paid than they are about."""
    paid: dict[str, float] = {}
    for text, sum_ in booked:
        (number,) = (each for each in text.split() if each.startswith("INV-"))
        paid[number] = paid.get(number, 0) + amount(sum_)
    return [number for number, due, *_ in ledger if amount(due) - paid.get(number, 0) > 1]


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The same by looking at both tabs."""
    screen.open_workbook(page, facts.title)
    screen.choose_tab(page, _LEDGER)
    ledger = screen.table(page, "A2:B40")
    screen.choose_tab(page, _BANK)
    episode.answer(_open(ledger, screen.table(page, "A2:B40")))


def _and_parts(facts: Facts) -> list[str]:
    return [*facts.unpaid, *facts.in_parts]


def _marks(episode: Episode, facts: Facts) -> None:
    """Notes it in the ledger, where nobody asked for it."""
    put(episode, facts.book.id, f"{_LEDGER}!D2", "unpaid")


FAMILY = Family(
    id="finance.find_unpaid_invoices",
    title="Find invoices that were not paid in full",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without answer": claims("I have compared them, all is well"),
        "answer spraying": answers(lambda facts: facts.invoices),
        "those paid in parts as well": answers(_and_parts),
        "only those without any payment": answers(
            lambda facts: [each for each in facts.unpaid if each not in facts.short]
        ),
        "how many instead of which": answers(lambda facts: len(facts.unpaid)),
        "marks them in the ledger": after(solve, _marks),
        "mass notification": tells_all(solve, lambda facts: facts.title),
    },
    limits=Limits(steps=5),
    difficulty=Difficulty.EASY,
    distractors=(
        "invoices that were paid in parts",
        "a payment with the same amount and two digits the other way round",
        "payments for invoices that are not in the ledger",
    ),
)
