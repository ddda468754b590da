"""Two people edit one field of an issue on its page: neither loses what they typed."""

from __future__ import annotations

import re

import pytest
from tests.apps.tracker.desk import Desk
from tests.apps.tracker.page_kit import Pages
from tests.apps.tracker.texts import issue_of
from tests.kit import Doors, Office

from workworld.identity import Authority
from workworld.worlds import World


def version_of(page: str) -> str:
    """The version that an editor on a page began from."""
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("field", "theirs", "shown"),
    [
        ("summary", "They dig", "They dig"),
        ("description", "They **dig**\n\n- deep", "<strong>dig</strong>"),
    ],
)
def test_who_comes_second_sees_both_and_decides(
    desk: Desk,
    world: World,
    authority: Authority,
    office: Office,
    field: str,
    theirs: str,
    shown: str,
) -> None:
    key = issue_of(desk)
    hers, his = (Pages(Doors(world, authority, office.people[each])) for each in ("aruiz", "mchen"))
    began = version_of(his.read(f"/browse/{key}?edit={field}"))
    edit = f"/browse/{key}/edit"
    hers.submit(edit, field=field, version=began, **{field: theirs})
    page = his.send(edit, 409, field=field, version=began, **{field: "They sleep"})
    banner = page[page.index('<div class="conflict"') : page.index("conflict-yours")]
    assert "Ana Ruiz changed this meanwhile." in banner
    assert shown in banner
    assert "They sleep" not in banner
    assert "They sleep" in page
    assert "field-problem" not in page
    his.submit(edit, field=field, version=version_of(page), **{field: "They sleep"})
    assert "They sleep" in his.read(f"/browse/{key}")


def test_other_fields_that_changed_are_no_conflict(
    desk: Desk, world: World, authority: Authority, office: Office
) -> None:
    key = issue_of(desk)
    hers, his = (Pages(Doors(world, authority, office.people[each])) for each in ("aruiz", "mchen"))
    began = version_of(his.read(f"/browse/{key}?edit=summary"))
    edit = f"/browse/{key}/edit"
    hers.submit(edit, field="description", version=began, description="They dig")
    his.submit(edit, field="summary", version=began, summary="They sleep")
    page = his.read(f"/browse/{key}")
    assert "They dig" in page
    assert "They sleep" in page
