"""Changing one's own profile, which the settings of all apps do by an operation of their own."""

from __future__ import annotations

from tests.conformance.parity import Case, Words

from workworld.context import Surface


def _profile(name: str, outcome: str, **fields: str) -> Case:
    doors = {Surface.UI: Words("/settings/profile", fields)}
    return Case("directory.people.update_profile", name, outcome, doors)


CASES = (
    _profile("several fields", "ok", display_name="Ana R.", title="CTO", phone=""),
    _profile("nothing new", "ok", display_name="Ana"),
    _profile("blank ends", "ok", title="  VP Engineering "),
    _profile("empty name", "invalid_profile", display_name=" "),
    _profile("too long", "invalid_profile", display_name="x" * 81),
    _profile("two lines", "invalid_profile", title="Head\nof"),
)
