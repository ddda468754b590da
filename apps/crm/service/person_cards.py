"""Contacts and leads as vCards, for address books of others.

https://help.salesforce.com/s/articleView?id=sales.contacts_vcard.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field as Argument

from workworld.apps.crm import record_ids as ids
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import exports, reading, records, refusals
from workworld.apps.crm.service.list_rows import AT_ONCE
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.records import SCOPE
from workworld.context import Context, Surface
from workworld.files import vcards
from workworld.files.vcards import Address, Card, Version
from workworld.operations import Effect, operation

KIND = "VCard"
PEOPLE = ("Contact", "Lead")
"""The objects whose records are people that one writes to."""
_MAILING = ("Street", "City", "State", "PostalCode", "Country")


@dataclass(frozen=True, slots=True)
class CardFile:
    """A file of vCards: what it is called, how many there are, and its text."""

    name: str
    cards: int
    content: str


# The vendor hands it out on pages alone; programs ask its REST API for the record.
@operation(Effect.WRITE, scope=SCOPE, doors=(Surface.UI, Surface.MCP))
def export(
    ctx: Context,
    *,
    sobject: Annotated[Literal["Contact", "Lead"], Argument(description="What they are.")],
    record_ids: Annotated[
        Sequence[str],
        Argument(description="Ids of the people, at most 2,000.", min_length=1, max_length=AT_ONCE),
    ],
    version: Annotated[
        Version, Argument(description="Of the format: 3.0 is what most address books read.")
    ] = "3.0",
) -> CardFile:
    """Take contacts or leads away as a file of vCards: all of them, or none if one is not there.

    What the caller may not see of them stands on no card. It is a step, so that the audit log
    tells who has taken what away.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS``: the caller's profile does not let files leave.
        NotFound: ``NOT_FOUND``: one of them is not there for the caller.
    """
    kind = records.sobject_of(ctx, sobject)
    exports.require(ctx)
    wanted = [*dict.fromkeys(_full(each, kind.name) for each in record_ids)]
    found = reading.load(ctx, kind, wanted)
    if len(found) < len(wanted):
        raise refusals.not_found()
    accounts = {found[each].values.get("AccountId") for each in wanted} - {None}
    names = reading.names(ctx, [str(each) for each in accounts])
    cards = [_card(found[each], names) for each in wanted]
    name = _file_name(kind.plural, found[wanted[0]] if len(wanted) == 1 else None)
    thing = wanted[0] if len(wanted) == 1 else ""
    exports.note(ctx, kind=KIND, thing_id=thing, name=name, rows=len(cards))
    return CardFile(name, len(cards), vcards.write(cards, version=version).decode("utf-8"))


def _full(record_id: str, sobject: str) -> str:
    """An id of 18 characters, of a record of an object.

    Raises:
        NotFound: it is none.
    """
    full = ids.full(record_id)
    known = objects.of_prefix(ids.prefix_of(full)) if full else None
    if full is None or known is None or known.name != sobject:
        raise refusals.not_found()
    return full


def _card(person: Loaded, accounts: Mapping[str, str]) -> Card:
    values = person.values

    def said(name: str) -> str:
        value: Any = values.get(name)
        return "" if value is None else str(value)

    above = "Mailing" if person.sobject.name == "Contact" else ""
    return Card(
        said("LastName"),
        said("FirstName"),
        said("Salutation"),
        accounts.get(said("AccountId"), "") or said("Company"),
        said("Department"),
        said("Title"),
        [each for each in (said("Email"), said("Second_Email__c")) if each],
        said("Phone"),
        said("MobilePhone"),
        website=said("Website"),
        address=Address(*(said(f"{above}{part}") for part in _MAILING)),
        birthday=said("Birthdate"),
        note=said("Description"),
        uid=person.id,
    )


def _file_name(plural: str, person: Loaded | None) -> str:
    """After the person, if there is but one, in signs that every system takes."""
    said = str(person.values.get("Name") or "") if person is not None else plural.lower()
    plain = "".join(each if each.isalnum() or each in " -." else "-" for each in said).strip(" .")
    return f"{plain or plural.lower()}.vcf"
