"""Users of the CRM, and what those with a profile may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to
from workworld.apps.crm.pages.setup_sheets import Cell, Sheet, Table, as_found, sent, sheet, tables
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import profile_settings, user_settings
from workworld.apps.crm.service.profile_settings import DEEDS, ProfileSeen
from workworld.apps.crm.service.user_settings import NewUserSettings, UserSeen, UserSettings
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound

_DEEDS = ("Read", "Create", "Edit", "Delete", "View all", "Modify all")
_LEVEL = "access-"
_ACCESS = (("edit", "Edit"), ("read", "Read only"), ("hidden", "Hidden"))


@BLUEPRINT.get("/setup/users")
def users_page() -> str:
    """The users."""
    found: Sequence[UserSeen] = page(user_settings.list, as_found)
    rows = [
        [
            Cell(each.name, at(f"/setup/users/{quote(each.id)}")),
            Cell(each.profile),
            Cell(each.role),
            Cell(each.manager),
            Cell("Active", tone="success") if each.is_active else Cell("Inactive"),
        ]
        for each in found
    ]
    columns = ("Name", "Profile", "Role", "Manager", "Status")
    deeds = [(at("/setup/users/new"), "New user")]
    return tables("Users", [], Table("All users", columns, rows, deeds))


@BLUEPRINT.get("/setup/users/new")
def new_user() -> str:
    """Ask who becomes a user."""
    return sheet(_new_user())


@BLUEPRINT.post("/setup/users/new")
def create_user() -> Any:
    """Let somebody of the company work with the CRM."""
    return sent(_new_user(), lambda it: page(user_settings.create, nothing, settings=it))


@BLUEPRINT.get("/setup/users/<user_id>")
def user_page(user_id: str) -> str:
    """What is settled about a user."""
    return sheet(_user(user_id))


@BLUEPRINT.post("/setup/users/<user_id>")
def change_user(user_id: str) -> Any:
    """Change what is settled about a user."""
    made = _user(user_id)
    given: dict[str, Any] = {"user_id": user_id}
    return sent(made, lambda it: page(user_settings.change, nothing, **given, settings=it))


@BLUEPRINT.get("/setup/profiles")
def profiles_page() -> str:
    """The profiles."""
    found: Sequence[ProfileSeen] = page(profile_settings.list, as_found)
    rows = [
        [
            Cell(each.name, _profile_url(each.id)),
            Cell(each.description),
            Cell(str(each.users)),
            Cell("Yes" if each.manages_setup else "No"),
        ]
        for each in found
    ]
    columns = ("Name", "Description", "Users", "Sets the CRM up")
    return tables("Profiles", [], Table("All profiles", columns, rows))


@BLUEPRINT.get("/setup/profiles/<profile_id>")
def profile_page(profile_id: str) -> str:
    """What users with a profile may do with the records of each object."""
    return _matrix(profile_id)


@BLUEPRINT.post("/setup/profiles/<profile_id>")
def save_profile(profile_id: str) -> Any:
    """Set what users with a profile may do with records."""
    held = page(profile_settings.show, as_found, profile_id=profile_id)
    sent_deeds = {name: flask.request.form.getlist(f"may-{name}") for name in held}
    for name, deeds in sent_deeds.items():
        if sorted(deeds) == sorted(held[name]):
            continue
        given: dict[str, Any] = {"profile_id": profile_id, "sobject": name, "deeds": deeds}
        try:
            page(profile_settings.save, nothing, **given)
        except MENDABLE as refusal:
            return _matrix(profile_id, sent_deeds, refusal.message), status_of(refusal)
    return gone_to(_profile_url(profile_id))


@BLUEPRINT.get("/setup/profiles/<profile_id>/<sobject>")
def profile_fields_page(profile_id: str, sobject: str) -> str:
    """Which fields of an object users with a profile see and change."""
    return _fields(profile_id, sobject)


@BLUEPRINT.post("/setup/profiles/<profile_id>/<sobject>")
def save_profile_fields(profile_id: str, sobject: str) -> Any:
    """Set which fields of an object users with a profile see and change."""
    form = flask.request.form
    access = {name.removeprefix(_LEVEL): form[name] for name in form if name.startswith(_LEVEL)}
    given: dict[str, Any] = {"profile_id": profile_id, "sobject": sobject, "access": access}
    try:
        page(profile_settings.save_fields, nothing, **given)
    except MENDABLE as refusal:
        return _fields(profile_id, sobject, refusal.message), status_of(refusal)
    return gone_to(_profile_url(profile_id))


def _profile_url(profile_id: str) -> str:
    return at(f"/setup/profiles/{quote(profile_id)}")


def _user(user_id: str) -> Sheet:
    found: UserSeen = page(user_settings.info, as_found, user_id=user_id)
    back = at("/setup/users")
    url = f"{back}/{quote(found.id)}"
    links = [(f"{url}/login-history", "Login history", "shield")]
    return Sheet(found.name, [(back, "Users")], url, back, UserSettings, found.metadata, links)


def _new_user() -> Sheet:
    page(user_settings.list, nothing)
    back = at("/setup/users")
    url = f"{back}/new"
    return Sheet("New user", [(back, "Users")], url, back, NewUserSettings, {"isActive": True})


def _named(profile_id: str) -> ProfileSeen:
    found: Sequence[ProfileSeen] = page(profile_settings.list, as_found)
    known = next((each for each in found if each.id == profile_id), None)
    if known is None:
        raise NotFound("NOT_FOUND")
    return known


def _top() -> list[tuple[str, str]]:
    return [
        (at("/settings"), "Settings"),
        (at("/setup"), "Setup"),
        (at("/setup/profiles"), "Profiles"),
    ]


def _matrix(
    profile_id: str, held: Mapping[str, Sequence[str]] | None = None, problem: str = ""
) -> str:
    known = _named(profile_id)
    found = page(profile_settings.show, as_found, profile_id=profile_id) if held is None else held
    url = _profile_url(known.id)
    rows = [
        (name, of_name(name).label, f"{url}/{name}", [deed in may for deed in DEEDS])
        for name, may in found.items()
    ]
    return framed(
        "setup_profile.html",
        profile=known,
        url=url,
        rows=rows,
        deeds=list(zip(DEEDS, _DEEDS, strict=True)),
        trail=[*_top(), ("", known.name)],
        problem=problem,
        dialog="",
    )


def _fields(profile_id: str, sobject: str, problem: str = "") -> str:
    known = _named(profile_id)

    def present(_ctx: Context, found: Mapping[str, str]) -> list[tuple[str, str, str]]:
        kind = of_name(sobject)
        return [(name, kind.fields[name.lower()].label, level) for name, level in found.items()]

    given: dict[str, Any] = {"profile_id": profile_id, "sobject": sobject}
    rows = page(profile_settings.fields, present, **given)
    url, label = _profile_url(known.id), of_name(sobject).plural
    return framed(
        "setup_profile_fields.html",
        title=f"{known.name}: fields of {label.lower()}",
        url=f"{url}/{of_name(sobject).name}",
        back=url,
        rows=sorted(rows, key=lambda each: each[1]),
        levels=_ACCESS,
        trail=[*_top(), (url, known.name), ("", label)],
        problem=problem,
        dialog="",
    )
