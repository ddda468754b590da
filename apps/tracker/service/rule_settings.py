"""What settings of rules name: fields, statuses, types, people, as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from workworld.apps.tracker.models import IssueType, LinkType, Project, Role, Status
from workworld.apps.tracker.service import fields, projects, site, users
from workworld.apps.tracker.service.fields import FieldInfo
from workworld.automation import Asked, Settings
from workworld.context import Context
from workworld.directory.models import Person
from workworld.errors import Invalid

FIELD, STATUS, TYPE, ROLE = "field", "status", "issue type", "role"
LINK_TYPE, PRIORITY, RESOLUTION, PROJECT = "link type", "priority", "resolution", "project"
"""What a setting takes, beside what the suite has."""
_LONG, _LINE = StringConstraints(max_length=8_000), StringConstraints(max_length=500)
_NEEDED = StringConstraints(min_length=1, max_length=500)
_SMART = "Values such as {{issue.key}} stand in double braces."

Line = Annotated[str, _LINE, Asked("line")]
Needed = Annotated[str, _NEEDED, Asked("line")]
Area = Annotated[str, _LONG, Asked("area")]
Text = Annotated[
    str,
    StringConstraints(min_length=1, max_length=8_000),
    Asked("area"),
    Field(description=f"Markdown. {_SMART}"),
]
JqlText = Annotated[
    str,
    StringConstraints(min_length=1, max_length=4_000),
    Asked("area"),
    Field(title="JQL", description=f"Such as priority = Highest. {_SMART}"),
]
FieldName = Annotated[str, _NEEDED, Asked("choice", FIELD), Field(title="Field")]
StatusName = Annotated[str, _NEEDED, Asked("choice", STATUS), Field(title="Status")]
TypeName = Annotated[str, _NEEDED, Asked("choice", TYPE), Field(title="Issue type")]
RoleName = Annotated[str, _NEEDED, Asked("choice", ROLE), Field(title="Role")]
LinkTypeName = Annotated[str, _NEEDED, Asked("choice", LINK_TYPE), Field(title="Link")]
Statuses = Annotated[list[Annotated[str, _NEEDED]], Asked("several", STATUS), Field(max_length=50)]
Fields = Annotated[list[Annotated[str, _NEEDED]], Asked("several", FIELD), Field(max_length=50)]
People = Annotated[
    list[Annotated[str, StringConstraints(min_length=1, max_length=128)]],
    Asked("people", "person"),
    Field(title="People", max_length=50),
]


class NoSettings(Settings):
    """Nothing is to be settled."""


def field_called(ctx: Context, name: str) -> FieldInfo:
    """The field of an id or a name.

    Raises:
        Invalid: ``invalid_rule``: there is none.
    """
    plain = name.strip().casefold()
    for each in fields.all_fields(ctx):
        if plain in (each.id.casefold(), each.name.casefold()):
            return each
    raise _unknown("field", name)


def statuses_called(ctx: Context, names: Sequence[str]) -> Sequence[Status]:
    """All statuses of these names or ids.

    Raises:
        Invalid: ``invalid_rule``: there is none of a name.
    """
    found: list[Status] = []
    for name in names:
        fitting = [
            each
            for each in site.statuses(ctx).values()
            if name.strip().casefold() in (each.id, each.name.casefold())
        ]
        if not fitting:
            raise _unknown("status", name)
        found += fitting
    return found


def role_called(ctx: Context, name: str) -> Role:
    """The role of an id or a name.

    Raises:
        Invalid: ``invalid_rule``.
    """
    for each in site.roles(ctx).values():
        if name.strip().casefold() in (each.id, each.name.casefold()):
            return each
    raise _unknown("role", name)


def type_called(ctx: Context, project: Project, name: str) -> IssueType:
    """The type of issues of an id or a name that a project has.

    Raises:
        Invalid: ``invalid_rule``.
    """
    for each in projects.types_of(ctx, project.id):
        if name.strip().casefold() in (each.id, each.name.casefold()):
            return each
    raise _unknown("type of issues", name)


def link_type_called(ctx: Context, name: str) -> tuple[LinkType, bool]:
    """A link type by its name or by what one issue does to the other, and whether outward.

    Raises:
        Invalid: ``invalid_rule``.
    """
    plain = name.strip().casefold()
    for each in site.link_types(ctx).values():
        if plain in (each.id, each.name.casefold(), each.outward.casefold()):
            return each, True
        if plain == each.inward.casefold():
            return each, False
    raise _unknown("kind of link", name)


def person_called(ctx: Context, name: str) -> Person:
    """Somebody by account id, handle, e-mail address or name.

    Raises:
        Invalid: ``invalid_rule``: there is nobody, or there are several.
    """
    plain = name.strip()
    known = site.people(ctx, [plain]).get(plain)
    if known is not None:
        return known
    words = plain.removeprefix("@").casefold()
    found = [
        each
        for each in users.search(ctx, query=plain.removeprefix("@"), limit=20).items
        if words in (each.name.casefold(), each.handle.casefold(), each.email.casefold())
        or words == each.display_name.casefold()
    ]
    if len(found) != 1:
        said = f"There are several people called {name!r}." if found else _nobody(name)
        raise Invalid("invalid_rule", said)
    return found[0]


def require_people(ctx: Context, ids: Sequence[str]) -> None:
    """See to it that people who are named are there.

    Raises:
        Invalid: ``invalid_rule``.
    """
    for each in ids:
        person_called(ctx, each)


def project_of(ctx: Context, scope_id: str, ref: str) -> Project:
    """The project that a setting names, or where the rule holds.

    Raises:
        Invalid: ``invalid_rule``: neither.
    """
    wanted = ref.strip() or scope_id
    if not wanted:
        raise Invalid("invalid_rule", "Say in which project.")
    return projects.known(ctx, wanted)


def is_open(text: str) -> bool:
    """Whether a setting is only known when the rule runs."""
    return "{{" in text


def link_words(ctx: Context) -> Sequence[str]:
    """What an issue can do to another one."""
    found: list[str] = []
    for each in site.link_types(ctx).values():
        found += [word for word in (each.outward, each.inward) if word not in found]
    return found


def _nobody(name: str) -> str:
    return f"There is nobody called {name!r}."


def _unknown(what: str, name: Any) -> Invalid:
    return Invalid("invalid_rule", f"There is no {what} called {str(name)!r}.")
