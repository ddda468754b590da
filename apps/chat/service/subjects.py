"""What the audit log calls chat's rows, for those who may see them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from workworld.apps.chat import stamps
from workworld.apps.chat.models import (
    Acknowledgement,
    CanvasSection,
    Channel,
    Document,
    DocumentChannel,
    DocumentPerson,
    ListColumn,
    ListField,
    ListRecord,
    Membership,
    Message,
    MessagePriority,
    OwnEmoji,
    Reaction,
    Workflow,
    WorkflowManager,
    WorkflowRun,
    WorkflowStep,
    WorkflowVersion,
)
from workworld.apps.chat.service import documents, titles
from workworld.audit.subjects import Subject, subject
from workworld.context import Context
from workworld.directory import people
from workworld.permissions import seen


@subject(Channel)
def _channel(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _at_channel(ctx, key["id"], "{}", "/c/{}")


@subject(Membership)
def _membership(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    known = people.by_ids(ctx.session, [key["person_id"]])
    names = [person.name for person in known.values()]
    return _at_channel(ctx, key["channel_id"], " ".join(["of", *names, "in {}"]), "/c/{}")


@subject(Acknowledgement)
@subject(MessagePriority)
@subject(Reaction)
@subject(Message)
def _message(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    path = f"/archives/{{}}/p{stamps.digits(key['ts'])}"
    return _at_channel(ctx, key["channel_id"], "in {}", path)


@subject(OwnEmoji)
def _emoji(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    path = f"/customize/emoji?{urlencode({'q': key['name']})}"
    return Subject(f":{key['name']}:", people.canonical_url(ctx.session, "chat", path))


@subject(Document)
def _document(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _at_document(ctx, key["id"])


@subject(DocumentPerson)
@subject(DocumentChannel)
def _sharing(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _at_document(ctx, key["document_id"])


@subject(CanvasSection)
def _section(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    section = ctx.session.get(CanvasSection, key["id"])
    return _at_document(ctx, section.canvas_id) if section else None


@subject(ListColumn)
def _column(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    column = ctx.session.get(ListColumn, key["id"])
    return _at_document(ctx, column.list_id) if column else None


@subject(ListRecord)
def _record(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    record = ctx.session.get(ListRecord, key["id"])
    return _at_document(ctx, record.list_id) if record else None


@subject(ListField)
def _field(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _record(ctx, {"id": key["record_id"]})


@subject(Workflow)
def _workflow(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    row = seen(ctx, Workflow, key["id"])
    if row is None:
        return None
    return Subject(
        f"“{row.name}”", people.canonical_url(ctx.session, "chat", f"/workflows/{row.id}")
    )


@subject(WorkflowVersion)
@subject(WorkflowManager)
def _of_workflow(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    return _workflow(ctx, {"id": key["workflow_id"]})


@subject(WorkflowStep)
def _workflow_step(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    step = ctx.session.get(WorkflowStep, key["id"])
    return _workflow(ctx, {"id": step.workflow_id}) if step else None


@subject(WorkflowRun)
def _workflow_run(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    run = seen(ctx, WorkflowRun, key["id"])
    return _workflow(ctx, {"id": run.workflow_id}) if run else None


def _at_document(ctx: Context, document_id: str) -> Subject | None:
    document = seen(ctx, Document, document_id)
    if document is None:
        return None
    return Subject(f"“{document.title}”", documents.address_of(ctx, document))


def _at_channel(ctx: Context, channel_id: str, name: str, path: str) -> Subject | None:
    channel = seen(ctx, Channel, channel_id)
    if channel is None:
        return None
    url = people.canonical_url(ctx.session, "chat", path.format(channel_id))
    return Subject(name.format(titles.label(ctx, channel)), url)
