"""What somebody says of themselves, and chooses for the browser they sit at."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import flask

from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors import looks
from workworld.doors.refused_pages import is_fragment, keep_entered, status_of
from workworld.doors.site import current_site, own_address
from workworld.doors.times import clock_time
from workworld.doors.web import look, nothing, page, signed_in
from workworld.errors import Forbidden, Invalid
from workworld.zones import zone_names

BLUEPRINT = flask.Blueprint("settings", __name__)

_FIELDS = ("display_name", "pronouns", "title", "phone", "zone")


@dataclass(frozen=True, slots=True)
class Profile:
    """What the signed-in person says of themselves."""

    id: str
    name: str
    email: str
    fields: Mapping[str, str]
    time: str
    """Their local time."""
    zones: tuple[tuple[str, str], ...]
    """Those of colleagues first."""


@BLUEPRINT.get("/settings")
def show() -> str:
    """The settings."""
    return _shown("settings.html", is_saved="saved" in flask.request.args)


@BLUEPRINT.post("/settings/profile")
def change_profile() -> Any:
    """Change what colleagues read about oneself; what was typed is kept if it is refused."""
    keep_entered("display_name")
    form = flask.request.form
    given: dict[str, Any] = {name: form[name] for name in _FIELDS if name in form}
    template = "profile_form.html" if is_fragment() else "settings.html"
    try:
        page(people.update_profile, nothing, **given)
    except (Invalid, Forbidden) as refused:
        problems = {problem.field: problem.what for problem in refused.problems}
        body = _shown(template, given, problems, "" if problems else refused.message)
        return body, status_of(refused)
    if is_fragment():
        return _shown(template, is_saved=True)
    return flask.redirect(flask.url_for("settings.show", saved=1, _anchor="your-profile"), 303)


@BLUEPRINT.post("/settings")
def choose() -> Any:
    """Choose something; a script shows it at once, a form comes back to the page it stands on."""
    site = current_site()
    chosen = look().chosen(flask.request.form.to_dict())
    names = {name: getattr(chosen, name) for name in looks.CHOICES}
    names["singleKeys"] = names.pop("single_keys")
    if is_fragment():
        response = flask.Response(status=204, headers={"HX-Trigger": json.dumps({"look": names})})
    else:
        response = flask.redirect(_back(), 303)  # type: ignore[assignment]
    response.set_cookie(
        looks.COOKIE,
        chosen.cookie,
        max_age=looks.LIFETIME_SECONDS,
        path=site.root,
        httponly=True,
        samesite="Lax",
        secure=site.origin.startswith("https:"),
    )
    return response


def _back() -> str:
    """Where the form stands: only ever inside this world."""
    site = current_site()
    came_from = flask.request.headers.get("Referer", "")
    if not came_from.startswith(f"{site.origin}/"):
        return f"{site.root}/settings"
    return own_address(came_from.removeprefix(site.origin))


def _shown(
    template: str,
    typed: Mapping[str, str] | None = None,
    problems: Mapping[str, str] | None = None,
    refusal: str = "",
    *,
    is_saved: bool = False,
) -> str:
    """The settings, or the profile's form alone, with what was typed and what is wrong with it."""
    profile: Profile = page(people.info, _profile, person_id=signed_in().person_id)
    known = dict(profile.zones)
    kept = {k: v for k, v in (typed or {}).items() if k != "zone" or v in known}
    return flask.render_template(
        template,
        profile=profile,
        fields={**profile.fields, **kept},
        problems=problems or {},
        refusal=refusal,
        is_saved=is_saved,
        rows=_look_rows(),
    )


def _look_rows() -> dict[str, list[tuple[str, str, str]]]:
    return {
        name: [(choice.value, choice.label, choice.hint) for choice in choices]
        for name, choices in looks.CHOICES.items()
    }


def _profile(ctx: Context, row: Person) -> Profile:
    common = people.zones(ctx.session)
    zones = dict.fromkeys([*common, row.zone, *zone_names()])
    return Profile(
        row.id,
        row.name,
        row.email,
        {name: getattr(row, name) for name in _FIELDS},
        clock_time(ctx.clock.now().astimezone(people.zone_of(row))),
        tuple((name, name.replace("_", " ")) for name in zones),
    )
