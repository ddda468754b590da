"""Where the setup begins: its parts, the objects, and who changed what."""

from __future__ import annotations

from collections.abc import Sequence

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed, is_there
from workworld.apps.crm.pages.setup_fields import object_url, objects_trail
from workworld.apps.crm.pages.setup_sheets import Cell, Table, as_found, tables
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import custom_fields, setup_audit
from workworld.apps.crm.service.field_types import adaptable
from workworld.apps.crm.service.setup_audit import Change
from workworld.context import Context
from workworld.doors.web import nothing, page

_PARTS = (
    ("/setup/objects", "Objects", "Fields, values, record types and page layouts", "package"),
    ("/setup/rules", "Rules", "What happens, or may not happen, by itself", "zap"),
    ("/setup/flows", "Flows", "What follows when records are made or changed", "git-branch"),
    ("/setup/users", "Users", "Profiles, roles and managers of users", "users"),
    ("/setup/profiles", "Profiles", "What users may do with objects and fields", "lock"),
    ("/setup/sharing", "Sharing", "Who sees records of others", "share-2"),
    ("/setup/company", "Company", "Fiscal year, currencies and their rates", "building-2"),
    ("/handovers", "People who leave", "Who gets what they own", "arrow-right-left"),
    ("/setup/export", "Data export", "All records as files, and who took what away", "download"),
    (
        "/public/support",
        "Web-to-case",
        "The page on which customers ask for help",
        "message-square",
    ),
    ("/public/sales", "Web-to-lead", "The page on which people ask for an offer", "user-plus"),
    ("/setup/login-history", "Login history", "Who signed in, and who tried in vain", "shield"),
    ("/setup/audit", "Audit trail", "Who changed what in the setup", "history"),
)


@BLUEPRINT.get("/setup")
def setup_page() -> str:
    """The parts of the setup."""
    page(setup_audit.list, nothing)
    parts = [(at(path), *told) for path, *told in _PARTS if is_there(path)]
    trail = [(at("/settings"), "Settings"), ("", "Setup")]
    return framed("setup_home.html", parts=parts, trail=trail, dialog="")


@BLUEPRINT.get("/setup/objects")
def objects_page() -> str:
    """The objects that administrators shape."""
    page(setup_audit.list, nothing)
    kinds = [of_name(name) for name in adaptable()]
    rows = [[Cell(each.label, object_url(each.name)), Cell(each.name)] for each in kinds]
    return tables("Objects", [], Table("Objects", ("Label", "API name"), rows))


@BLUEPRINT.get("/setup/objects/<sobject>")
def object_page(sobject: str) -> str:
    """What administrators have made of an object."""
    found = page(custom_fields.list, as_found, sobject=sobject)
    kind = of_name(sobject)
    added = sum(each.is_added for each in found)
    parts = [
        ("fields", "Fields", f"{len(found)} fields, {added} of them added"),
        ("record-types", "Record types", "Kinds of records with values of their own"),
        ("layouts", "Page layouts", "Which fields stand where"),
    ]
    rows = [
        [Cell(name, object_url(kind.name, path)), Cell(told)]
        for path, name, told in parts
        if is_there(f"/setup/objects/{kind.name}/{path}")
    ]
    return tables(kind.label, objects_trail(), Table(kind.name, ("Part", "What it is"), rows))


@BLUEPRINT.get("/setup/audit")
def audit_page() -> str:
    """Who changed what in the setup."""

    def present(ctx: Context, found: Sequence[Change]) -> list[list[Cell]]:
        return [
            [
                Cell(each.display),
                Cell(each.section),
                Cell(each.user),
                Cell(moments.moment(ctx, each.changed_us)),
            ]
            for each in found
        ]

    rows = page(setup_audit.list, present)
    shown = Table("Latest changes", ("What", "Section", "Who", "When"), rows)
    return tables("Audit trail", [], shown)
