"""The family: its checks, its oracle and its traps."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, tells, to_each
from workworld.tasks.conversations import heard
from workworld.tasks.days import dated, day_in
from workworld.tasks.records import becomes, change, named, remembered
from workworld.tasks.sales_operations.postpone_deals.facts import Facts, Slip, draw
from workworld.tasks.screens import crm
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each deal that slips closes on its new day."""
    return [
        made(
            f"deal_{number}_closes_later",
            f"{each.name} closes on {dated(each.closes)}",
            _moved(each),
            otherwise=f"The close date of {each.name} is not {each.closes}.",
        )
        for number, each in enumerate(facts.slips, 1)
    ]


def _moved(slip: Slip) -> Allowed:
    closes = slip.closes.isoformat()
    return becomes("crm_opportunities", slip.deal_id, "push_count", close_date=closes)


def allowed(facts: Facts) -> list[Allowed]:
    """Those days, and what the CRM remembers of it."""
    found: list[Allowed] = []
    for each in facts.slips:
        state = {"opportunity_id": each.deal_id, "close_date": each.closes.isoformat()}
        history = Allowed("crm_opportunity_history", "insert", state)
        found += [_moved(each), remembered(each.deal_id, "CloseDate"), history]
    return found


def solve(episode: Episode, facts: Facts) -> None:
    """Read the list and its replies, and set what stands in the end."""
    for name, closes in _listed(heard(episode, facts.channel_name, facts.author, "•")).items():
        (deal,) = named(episode, "Opportunity", name)
        change(episode, "Opportunity", deal["Id"], CloseDate=closes.isoformat())


def _listed(said: list[str]) -> dict[str, date]:
    """The deals that slip, by name, and until when."""
    first, *replies = said
    lines = [line.removeprefix("• ") for line in first.splitlines() if line.startswith("• ")]
    listed = {line.rpartition(": ")[0]: day_in(line) for line in lines}
    for reply in replies:
        (name,) = (each for each in listed if each in reply)
        if "stays where it was" in reply:
            del listed[name]
        else:
            listed[name] = day_in(reply)
    return listed


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The deals by mouse and keyboard; the thread is read through the tools."""
    for name, closes in _listed(heard(episode, facts.channel_name, facts.author, "•")).items():
        crm.open_record(page, "Opportunities", name)
        crm.edit(page, {"Close Date": closes.isoformat()})


def _as_listed(episode: Episode, _facts: Facts, slip: Slip) -> None:
    change(episode, "Opportunity", slip.deal_id, CloseDate=slip.first.isoformat())


def _as_it_is(episode: Episode, _facts: Facts, slip: Slip) -> None:
    change(episode, "Opportunity", slip.deal_id, CloseDate=slip.closes.isoformat())


def _same_day(episode: Episode, facts: Facts, deal_id: str) -> None:
    change(episode, "Opportunity", deal_id, CloseDate=facts.slips[0].closes.isoformat())


def _as_next_step(episode: Episode, _facts: Facts, slip: Slip) -> None:
    text = f"Closes on {dated(slip.closes)}"
    change(episode, "Opportunity", slip.deal_id, NextStep=text)


def _explains(episode: Episode, facts: Facts) -> None:
    change(episode, "Opportunity", facts.slips[0].deal_id, NextStep="Ask again why they wait")


def _deletes(episode: Episode, _facts: Facts, slip: Slip) -> None:
    at = {"sobject-name": "Opportunity", "id": slip.deal_id}
    episode.use("deleteSobjectRecord", **at)


FAMILY = Family(
    id="sales_operations.postpone_deals",
    title="Move the close dates of deals that slip",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "days that replies below the list have corrected since",
        "a deal that was on the list and was taken back",
        "the persona's other open deals",
    ),
    traps={
        "claim without deed": claims(),
        "replies overlooked": to_each(lambda facts: (*facts.slips, facts.back), _as_listed),
        "word taken back": to_each(lambda facts: (*facts.slips, facts.back), _as_it_is),
        "shotgun": after(solve, to_each(lambda facts: facts.other_ids, _same_day)),
        "wrong neighbour": to_each(lambda facts: facts.other_ids, _same_day),
        "text stuffing": to_each(lambda facts: facts.slips, _as_next_step),
        "deletes them instead": to_each(lambda facts: facts.slips, _deletes),
        "next step as well": after(solve, _explains),
        "tells the channel": after(
            solve, tells(lambda facts: facts.channel_id, lambda _facts: "The CRM has it now.")
        ),
    },
    limits=Limits(steps=20),
    equivalents={"repeat * updateSobjectRecord": "A day that is set twice is still that day."},
)
