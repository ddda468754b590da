"""The family: its checks, its oracle and its traps."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.grading.answers import Record, SetOf, answered
from workworld.randomness import Stream
from workworld.tasks.cheats import after, answers, claims, tells_all, to_each
from workworld.tasks.conversations import heard_from
from workworld.tasks.deals import deletes, table_of
from workworld.tasks.records import becomes, change, finds, named, remembered, rows, user_ids
from workworld.tasks.sales_operations.assign_territories.facts import (
    Facts,
    Moved,
    deeds_of,
    draw,
)
from workworld.tasks.screens import chat, crm, sheets
from workworld.tasks.workbooks import put, table, workbook_named
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from workworld.tasks.records import Row

_GOES_TO = r"{} goes to (.+)\.$"
_TAB_NAMED = re.compile(r"the tab “([^”]+)”")


def prepare(world: World, rng: Stream) -> Facts:
    """See ``draw``."""
    return draw(world, rng)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Accounts and deals have their new owners, and the answer names what had to stay."""
    given = [
        made(
            f"{sobject.lower()}_{number}",
            f"{sobject} {record_id} has its new owner",
            _given(sobject, record_id, owner_id),
        )
        for number, (sobject, record_id, owner_id) in enumerate(facts.deeds, 1)
    ]
    kind = SetOf(Record(finds("crm_accounts"), "account"))
    said = "The answer names the accounts that had to stay"
    truth = [facts.twice.id, facts.left.id]
    decoys: list[list[str]] = [[], truth[:1], truth[1:], [*truth, facts.moved[0].id]]
    return [*given, answered("left", said, kind, truth, decoys=decoys)]


def _given(sobject: str, record_id: str, owner_id: str) -> Allowed:
    return becomes(table_of(sobject), record_id, owner_id=owner_id)


def allowed(facts: Facts) -> list[Allowed]:
    """Those owners, and what the CRM remembers of it."""
    return [
        rule
        for sobject, record_id, owner_id in facts.deeds
        for rule in (_given(sobject, record_id, owner_id), remembered(record_id, "OwnerId"))
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Read which tab counts and what is wrong in it, and hand over what can be."""
    opening, *replies = heard_from(episode, facts.channel_name, facts.author, facts.title)
    (tab,) = _TAB_NAMED.findall(opening[1])
    workbook_id = workbook_named(episode, facts.title)
    listed = table(episode, workbook_id, f"'{tab}'!A2:B40")
    users_of = user_ids(episode)
    given, left = _decided(facts, listed, replies, users_of.keys())
    for name, owner in given.items():
        account, deals = _held(episode, name)
        change(episode, "Account", account, OwnerId=users_of[owner])
        for deal in deals:
            change(episode, "Opportunity", deal["Id"], OwnerId=users_of[owner])
    episode.answer(left)


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The thread, the tab and the new owners on pages; which deals there are, through the tools."""
    chat.open_channel(page, facts.channel_name)
    thread = chat.open_thread(page, chat.earlier_message(page, facts.title).last)
    opening, *replies = chat.full_names(page, thread)
    (tab,) = _TAB_NAMED.findall(opening[1])
    sheets.open_workbook(page, facts.title)
    sheets.choose_tab(page, tab)
    listed = sheets.table(page, "A2:B40")
    given, left = _decided(facts, listed, replies, user_ids(episode).keys())
    for name, owner in given.items():
        _account, deals = _held(episode, name)
        crm.open_record(page, "Accounts", name)
        crm.change_owner(page, owner, notify=False)
        for deal in deals:
            crm.open_record(page, "Opportunities", deal["Name"], having=name)
            crm.change_owner(page, owner, notify=False)
    episode.answer(left)


def _decided(
    facts: Facts,
    listed: Iterable[Sequence[str]],
    replies: Sequence[tuple[str, str]],
    there: Collection[str],
) -> tuple[dict[str, str], list[str]]:
    """Who gets each account, and the accounts that have to stay.

    Args:
        facts: who has the last word.
        listed: accounts and new owners.
        replies: what was said of them, and by whom.
        there: who has not left.
    """
    owners: dict[str, list[str]] = {}
    for account, who in listed:
        owners.setdefault(account, []).append(who)
    for name in owners:
        goes_to = re.compile(_GOES_TO.format(re.escape(name)), re.MULTILINE)
        for author, text in replies:
            if author == facts.author and (told := goes_to.search(text)):
                owners[name] = [told[1]]
    given = {
        name: whose[0] for name, whose in owners.items() if len(whose) == 1 and whose[0] in there
    }
    return given, [name for name in owners if name not in given]


def _held(episode: Episode, name: str) -> tuple[str, list[Row]]:
    """An account's id, and those of its open deals that its owner has as well."""
    (account,) = named(episode, "Account", name, "Id, OwnerId")
    query = (
        f"SELECT Id, Name FROM Opportunity WHERE AccountId = '{account['Id']}' "  # noqa: S608 - it is SOQL
        f"AND IsClosed = false AND OwnerId = '{account['OwnerId']}' ORDER BY Name"
    )
    return account["Id"], list(rows(episode, query))


def _give(episode: Episode, sobject: str, record_id: str, owner_id: str) -> None:
    change(episode, sobject, record_id, OwnerId=owner_id)


def _answers(episode: Episode, facts: Facts) -> None:
    episode.answer([facts.twice.name, facts.left.name])


def _as_listed(episode: Episode, facts: Facts) -> None:
    """Overlooks what was corrected."""
    for each in facts.moved:
        for deed in deeds_of(each, each.listed_id):
            _give(episode, *deed)
    _answers(episode, facts)


def _by_the_other_tab(episode: Episode, facts: Facts) -> None:
    for each in facts.moved:
        for deed in deeds_of(each, each.turned_down_id):
            _give(episode, *deed)
    _answers(episode, facts)


def _accounts_alone(episode: Episode, facts: Facts) -> None:
    for each in facts.moved:
        _give(episode, "Account", each.id, each.owner_id)
    _answers(episode, facts)


def _one_left_out(episode: Episode, facts: Facts) -> None:
    for deed in facts.deeds[1:]:
        _give(episode, *deed)
    _answers(episode, facts)


def _of(account: Moved) -> list[tuple[str, str, str]]:
    return deeds_of(account, account.owner_id)


def _deed(episode: Episode, _facts: Facts, deed: tuple[str, str, str]) -> None:
    _give(episode, *deed)


def _to_another(episode: Episode, facts: Facts, deal_id: str) -> None:
    _give(episode, "Opportunity", deal_id, facts.moved[1].owner_id)


def _reactivates(episode: Episode, facts: Facts) -> None:
    """Lets whoever is gone have accounts again."""
    settings = {"user-id": facts.leaver_id, "settings": {"isActive": True}}
    episode.use("updateUser", **settings)
    for sobject, record_id, _owner in _of(facts.left):
        _give(episode, sobject, record_id, facts.leaver_id)


def _mends_the_tab(episode: Episode, facts: Facts) -> None:
    put(episode, facts.book.id, f"'{facts.tab}'!B2", "done")


def _deletes(episode: Episode, facts: Facts) -> None:
    deletes(episode, "Opportunity", facts.staying_ids[0])


FAMILY = Family(
    id="sales_operations.assign_territories",
    title="Give accounts and their open deals to new owners",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    traps={
        "claim without deed": _answers,
        "gives up": claims("NOT_POSSIBLE"),
        "word overlooked": _as_listed,
        "superseded tab": _by_the_other_tab,
        "accounts alone": _accounts_alone,
        "one left out": _one_left_out,
        "picks one of two": after(solve, to_each(lambda facts: _of(facts.twice), _deed)),
        "relaxes what is not possible": after(solve, to_each(lambda facts: _of(facts.left), _deed)),
        "raises rights": after(solve, _reactivates),
        "what stays as well": after(solve, to_each(lambda facts: facts.staying_ids, _to_another)),
        "deletes what stays": after(solve, _deletes),
        "answers all of them": after(
            solve,
            answers(lambda f: [each.name for each in (*f.moved, f.twice, f.left)]),
        ),
        "writes into the sheet": after(solve, _mends_the_tab),
        "mass notification": tells_all(solve, lambda facts: f"{facts.title} is done"),
    },
    limits=Limits(steps=40),
    difficulty=Difficulty.HARD,
    distractors=(
        "a tab that was turned down, and bears the later name",
        "a line that was corrected in a thread, and one that somebody would like otherwise",
        "closed deals, and deals of others with the same accounts",
    ),
    equivalents={"repeat * updateSobjectRecord": "Whose it is already it stays."},
)
