"""Choosing something for a browser: the form leads back to where it stands, and nowhere else."""

import pytest
from tests.kit import ORIGIN, Doors


def led_back(doors: Doors, referrer: str) -> str:
    form = {"csrf": doors.csrf, "theme": "dark"}
    response = doors.home.post("/settings", data=form, headers={"Referer": referrer})
    assert response.status_code == 303
    return response.headers["Location"]


def test_a_choice_leads_back_to_the_page_it_was_made_on(doors: Doors) -> None:
    place = f"{doors.site.root}/chat/c/C1?before=x"
    assert led_back(doors, f"{ORIGIN}{place}") == place


@pytest.mark.parametrize("referrer", ["", "http://[", "https://evil.example/w/x", f"{ORIGIN}9/"])
def test_a_choice_made_elsewhere_leads_to_the_settings(doors: Doors, referrer: str) -> None:
    assert led_back(doors, referrer) == f"{doors.site.root}/settings"


@pytest.mark.parametrize("tail", ["2/chat/", "/../w2/", "//[", ""])
def test_a_choice_leads_into_no_other_world(doors: Doors, tail: str) -> None:
    assert led_back(doors, f"{ORIGIN}{doors.site.root}{tail}").startswith(f"{doors.site.root}/")
