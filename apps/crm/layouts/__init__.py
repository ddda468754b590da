"""How pages of records are laid out: which fields stand where, and which lists of others.

https://help.salesforce.com/s/articleView?id=platform.customize_layout.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workworld.apps.crm.layouts import contracts, deals, people, service
from workworld.apps.crm.layouts.kinds import DESCRIPTION, SYSTEM, Layout, Related, Section
from workworld.apps.crm.schema import objects, shapes
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject

__all__ = [
    "ADDED",
    "CLONED",
    "Layout",
    "Related",
    "Section",
    "all_fields",
    "fields_of",
    "has_page",
    "layout_of",
]
_LAYOUTS: Mapping[str, Layout] = {
    **people.LAYOUTS,
    **deals.LAYOUTS,
    **contracts.LAYOUTS,
    **service.LAYOUTS,
}
_PAGED = frozenset(
    {*_LAYOUTS, "PricebookEntry", "OpportunityContactRole", "OpportunityTeamMember"}
    | {"AccountTeamMember", "CampaignMember", "CaseComment", "OpportunityHistory"}
    | {"AccountContactRelation", "ObjectTerritory2Association"}
    | {"CaseArticle", "CaseMilestone", "MacroInstruction"}
)
CLONED = frozenset(
    {"Lead", "Account", "Contact", "Opportunity", "Case", "Campaign", "Product2", "Task", "Event"}
    | {"Contract", "Asset"}
)
"""The objects whose records are often made after another one."""
_UNSHOWN = frozenset({"IsDeleted", "SystemModstamp"})
_MOST_HIGHLIGHTS = 4
ADDED = "More Details"
"""The heading of fields that were added to an object, until somebody places them."""


def has_page(sobject: SObject) -> bool:
    """Whether records of an object have pages of their own."""
    return sobject.name in _PAGED


def layout_of(name: str, record_type_id: str = "") -> Layout:
    """How the records of an object are shown: as administrators have laid them out, if they have.

    Args:
        name: the object's.
        record_type_id: the kind of the records; empty for those of none.
    """
    laid_out = shapes.in_force().sections
    found = laid_out.get((name, record_type_id)) or laid_out.get((name, ""))
    usual = _LAYOUTS.get(name) or _plain(objects.of_name(name))
    if found:
        return usual._replace(sections=[Section(*each) for each in found])
    return _with_added(usual, objects.of_name(name))


def fields_of(sobject: SObject, names: Sequence[str]) -> Sequence[Field]:
    """Fields by their names; those that the object lacks are left out."""
    found = (sobject.field(name) for name in names)
    return [each for each in found if each is not None]


def all_fields(sobject: SObject, record_type_id: str = "") -> Sequence[Field]:
    """Every field that the layout of an object's records of a type has, in its order."""
    sections = layout_of(sobject.name, record_type_id).sections
    return fields_of(sobject, [name for each in sections for name in (*each.left, *each.right)])


def _with_added(layout: Layout, sobject: SObject) -> Layout:
    """A layout that nobody has changed, with the fields that were added to the object."""
    known = {name for each in layout.sections for name in (*each.left, *each.right)}
    added = [each.name for each in sobject.fields.values() if each.is_added]
    added = [name for name in added if name not in known]
    if not added:
        return layout
    half = (len(added) + 1) // 2
    place = next((n for n, each in enumerate(layout.sections) if each in (DESCRIPTION, SYSTEM)), 0)
    more = Section(ADDED, tuple(added[:half]), tuple(added[half:]))
    sections = [*layout.sections[:place], more, *layout.sections[place:]]
    return layout._replace(sections=sections)


def _plain(sobject: SObject) -> Layout:
    """All fields, for objects that nobody has laid out."""
    system = {*SYSTEM.left, *SYSTEM.right, *_UNSHOWN}
    shown = [
        each.name
        for each in sobject.fields.values()
        if each.name not in system and each.kind is not Kind.ID
    ]
    half = (len(shown) + 1) // 2
    section = Section("Information", tuple(shown[:half]), tuple(shown[half:]))
    return Layout(tuple(shown[:_MOST_HIGHLIGHTS]), (section, SYSTEM))
