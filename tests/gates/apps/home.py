"""The pages of a world itself, as the gates see them."""

from __future__ import annotations

from tests.gates.facets import Facets

FACETS = Facets(
    shown=lambda _world, _person_id: {},
    hidden=lambda _world, _person_id: (),
    free_text={
        "directory_company": ("name",),
        "directory_people": ("name", "display_name", "title", "phone"),
        "directory_teams": ("name",),
    },
    screens=lambda _world, _person_id: {
        "/": ["/"],
        "/sign-in": ["/sign-in"],
        "/launch": ["/launch?code=spent"],
    },
)
