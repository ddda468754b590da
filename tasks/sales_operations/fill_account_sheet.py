"""Fill in a list of customers from what the CRM has of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workworld.grading import Episode
from workworld.randomness import Stream
from workworld.tasks import fillings
from workworld.tasks.casting import personas
from workworld.tasks.fillings import EMPTY, Facts, Wording
from workworld.tasks.records import Row, rows, seen_by, told_apart
from workworld.worlds import World

_HEADS = ("Account", "Type", "Industry", "Owner")
_SEEN = "SELECT Name, Type, Industry, Owner.Name FROM Account ORDER BY Name LIMIT 2000"
_LINES = 17
_WORDING = Wording(
    titles=(
        "Account list",
        "Customer overview",
        "Territory list",
        "Book of business",
        "Key accounts",
    ),
    asks=(
        "The spreadsheet “{title}” lists accounts. Fill in the columns Type, Industry and Owner "
        "from the CRM, each account in its line.",
        "Please complete “{title}”: for every account in it I need type, industry and owner as "
        "the CRM has them.",
        "In “{title}” all columns but the first are still empty. What belongs there stands in the "
        "CRM: the account's type, its industry and the name of its owner.",
    ),
    whys=(
        "We divide the accounts up anew, and nobody should argue about who has what.",
        "Marketing has asked for it three times.",
        "I began it by hand and gave up at the second line.",
    ),
    limits=(
        "Where the CRM has nothing, write “{empty}”. Use the CRM's own words, leave the names and "
        "the order of the lines alone, and change nothing in the CRM.",
        "Write “{empty}” wherever a field is blank in the CRM, and otherwise just what it says "
        "there. The first column, the headings and the CRM itself stay as they are.",
    ),
)


def prepare(world: World, rng: Stream) -> Facts:
    """Draw somebody who sees enough accounts, and have them begin a list of some."""
    with world.reading() as session:
        people = personas(session)
    seen = {each.id: told_apart(seen_by(world, each.id, _SEEN)) for each in people}
    persona_id = rng.choice([who for who, found in seen.items() if len(found) >= _LINES])
    drawn = rng.sample(seen[persona_id], _LINES)
    lines = [(str(each["Name"]), _told(each)) for each in drawn]
    return fillings.begun(world, rng, persona_id, _HEADS, lines, _WORDING)


def _told(account: Row) -> tuple[str, ...]:
    values = account["Type"], account["Industry"], account["Owner"]["Name"]
    return tuple(str(each) if each else EMPTY for each in values)


def _found(episode: Episode, _facts: Facts, names: Sequence[str]) -> list[tuple[str, ...]]:
    """Ask the CRM for all accounts, and take those that are listed."""
    accounts: Mapping[str, Row] = {str(each["Name"]): each for each in rows(episode, _SEEN)}
    return [_told(accounts[name]) for name in names]


FAMILY = fillings.family(
    "sales_operations.fill_account_sheet",
    "Fill in a list of accounts from the CRM",
    prepare,
    _found,
    distractors=("fields that are blank", "accounts of similar names"),
)
