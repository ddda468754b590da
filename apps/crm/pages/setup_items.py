"""One rule, process, template or calendar of the setup: its form, and its deletion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import setting_forms
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to, refused_dialog
from workworld.apps.crm.pages.setting_forms import SettingForm
from workworld.apps.crm.service import metadata, template_previews, validation_rules
from workworld.apps.crm.service.metadata import Item
from workworld.apps.crm.service.setup_kinds import KINDS
from workworld.apps.crm.service.setup_shapes import SetupKind
from workworld.apps.crm.service.template_previews import TemplatePreview
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused

RULES = "/setup/rules"
_DIALOG = "setup-delete"


@dataclass(frozen=True, slots=True)
class ItemView:
    """The page of something that is set up, or is to be.

    Args:
        type: of which kind it is.
        label: what that is called.
        title: the page's heading.
        url: where the form is sent.
        back: where one is without it.
        form: its fields.
        delete_url: empty if it cannot be deleted.
        checks: whether its formula can be looked at before it is saved.
        told: what such a look has found.
        preview: how a template reads.
        records: the records that one may be shown with: id and name.
    """

    type: str
    label: str
    title: str
    url: str
    back: str
    form: SettingForm
    delete_url: str
    checks: bool
    told: str
    preview: TemplatePreview | None
    records: Sequence[tuple[str, str]]


@BLUEPRINT.get("/setup/rules/<type>/new")
def new_item(type: str) -> str:
    """A form for something new."""
    return _shown(_kind(type), None, {})


@BLUEPRINT.post("/setup/rules/<type>/new")
def create_item(type: str) -> Any:
    """Set something up, or change its form."""
    return _sent(_kind(type), None)


@BLUEPRINT.get("/setup/rules/<type>/<item_id>")
def edit_item(type: str, item_id: str) -> str:
    """Something that is set up, in its form."""
    kind = _kind(type)
    item = _read(kind, item_id)
    return _shown(kind, item, item.metadata)


@BLUEPRINT.post("/setup/rules/<type>/<item_id>")
def update_item(type: str, item_id: str) -> Any:
    """Change something that is set up, or its form."""
    return _sent(_kind(type), item_id)


@BLUEPRINT.post("/setup/rules/<type>/<item_id>/active")
def switch_item(type: str, item_id: str) -> Any:
    """Switch a rule on or off."""
    changed = {"isActive": bool(flask.request.form.get("so"))}
    page(metadata.update, nothing, type=_kind(type).name, metadata_id=item_id, metadata=changed)
    return gone_to(f"{at(RULES)}#{type}")


@BLUEPRINT.get("/setup/rules/<type>/<item_id>/delete")
def delete_item_form(type: str, item_id: str) -> str:
    """Ask before something is deleted."""
    return _dialog(_kind(type), item_id)


@BLUEPRINT.post("/setup/rules/<type>/<item_id>/delete")
def delete_item(type: str, item_id: str) -> Any:
    """Delete something that is set up."""
    kind = _kind(type)
    try:
        page(metadata.delete, nothing, type=kind.name, metadata_id=item_id)
    except MENDABLE as refusal:
        return refused_dialog(_dialog(kind, item_id, refusal), refusal, _DIALOG)
    return gone_to(at(RULES))


def _sent(kind: SetupKind, item_id: str | None) -> Any:
    """Save what was entered; or show the form again, with what a button of it does."""
    values = setting_forms.entered(kind.settings, flask.request.form)
    deed = flask.request.form.get("deed", "")

    def again(*told: Any, **more: Any) -> str:
        return _shown(kind, _read(kind, item_id) if item_id else None, values, *told, **more)

    if setting_forms.rearranged(values, deed):
        return again()
    if deed == "check":
        return again(*_looked_at(values))
    if deed == "preview":
        return again(preview=_previewed(values))
    try:
        if item_id is None:
            page(metadata.create, nothing, type=kind.name, metadata=values)
        else:
            changed: dict[str, Any] = {
                "type": kind.name,
                "metadata_id": item_id,
                "metadata": values,
            }
            page(metadata.update, nothing, **changed)
    except MENDABLE as refusal:
        return again(setting_forms.problems_of(refusal)), status_of(refusal)
    return gone_to(f"{at(RULES)}#{kind.name}")


def _shown(
    kind: SetupKind,
    item: Item | None,
    values: Mapping[str, Any],
    problems: Mapping[str, str] | None = None,
    told: str = "",
    *,
    preview: TemplatePreview | None = None,
) -> str:
    def present(ctx: Context, _found: Any) -> SettingForm:
        return setting_forms.form_of(ctx, kind.settings, values, problems or {})

    form = page(metadata.describe, present, type=kind.name)
    path = f"{RULES}/{kind.name}/{item.id if item else 'new'}"
    is_template = kind.name == "EmailTemplate"
    records = page(template_previews.subjects, _pairs, sobject=values.get("relatedType") or None)
    made = ItemView(
        kind.name,
        kind.label,
        item.name if item else f"New {kind.label.lower()}",
        at(path),
        f"{at(RULES)}#{kind.name}",
        form,
        at(f"{path}/delete") if item and not kind.is_one else "",
        kind.name == "ValidationRule",
        told,
        preview,
        records if is_template else (),
    )
    return framed("setup_item.html", item=made, dialog="")


def _pairs(_ctx: Context, found: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    return found


def _looked_at(values: Mapping[str, Any]) -> tuple[Mapping[str, str], str]:
    """What is to be said of a rule's formula: as a problem, or as none."""
    formula, sobject = str(values["errorConditionFormula"]), str(values["sobject"])
    try:
        found = page(validation_rules.check, _as_found, sobject=sobject, formula=formula)
    except MENDABLE as refusal:
        return {"errorConditionFormula": refusal.message}, ""
    if found.is_valid:
        return {}, found.message
    where = f" (at character {found.position})" if found.position else ""
    return {"errorConditionFormula": f"{found.message}{where}"}, ""


def _previewed(values: Mapping[str, Any]) -> TemplatePreview:
    said: dict[str, Any] = {"subject": str(values["subject"]), "body": str(values["body"])}
    record_id = flask.request.form.get("record", "")
    found: TemplatePreview = page(
        template_previews.show, _as_found, record_id=record_id or None, **said
    )
    return found


def _as_found(_ctx: Context, found: Any) -> Any:
    return found


def _read(kind: SetupKind, item_id: str) -> Item:
    found: Item = page(metadata.info, _as_found, type=kind.name, metadata_id=item_id)
    return found


def _kind(type: str) -> SetupKind:
    found = KINDS.get(type)
    if found is None:
        raise NotFound("NOT_FOUND")
    return found


def _dialog(kind: SetupKind, item_id: str, refusal: Refused | None = None) -> str:
    item = _read(kind, item_id)
    path = at(f"{RULES}/{kind.name}/{item.id}")
    values = {
        "title": f"Delete {item.name}",
        "says": f"The {kind.label.lower()} is gone for good.",
        "url": f"{path}/delete",
        "back": path,
        "problem": refusal.message if refusal else "",
    }
    if is_fragment():
        return flask.render_template("dialog_setup_delete.html", delete=values)
    return framed("setup_frame.html", dialog="dialog_setup_delete.html", delete=values)
