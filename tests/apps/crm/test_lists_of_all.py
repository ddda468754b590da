"""Every object whose records have pages has a list of them, to which those pages lead."""

from __future__ import annotations

from tests.apps.crm.floor import MANAGER, Floor
from tests.kit import Doors

from workworld.apps.crm import layouts
from workworld.apps.crm.schema import objects
from workworld.identity import Authority


def test_every_object_with_pages_has_a_list(floor: Floor, authority: Authority) -> None:
    pages = Doors(floor.world, authority, floor.people[MANAGER]).pages_of("crm")
    paged = [each for each in objects.objects().values() if layouts.has_page(each)]
    statuses = {each.name: pages.get(f"/{each.name}/list").status_code for each in paged}
    assert statuses == dict.fromkeys(statuses, 200)
    assert {"Quote", "OpportunityLineItem", "Note"} <= set(statuses)
