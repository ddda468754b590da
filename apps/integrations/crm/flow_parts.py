"""What flows of the CRM do in chat and in the tracker."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.service import channels, steps
from workworld.apps.crm.service import addresses
from workworld.apps.crm.service.flow_elements import APP_ID, as_publisher, merged
from workworld.apps.integrations.crm import wins
from workworld.apps.tracker.service import issues, projects
from workworld.automation import Asked, Settings, Values
from workworld.automation import Deed as StepDeed
from workworld.context import Actor
from workworld.errors import Invalid
from workworld.richtext.json_form import to_json
from workworld.richtext.nodes import Marks, Paragraph, Text, document, literal
from workworld.rules.kinds import Family, part
from workworld.rules.work import Done, Work

_MERGED = "Fields stand in double braces, such as {{Opportunity.Name}}."


class PostSettings(Settings):
    """What a flow says in which channel."""

    channel: Annotated[
        str,
        Asked("line"),
        Field(title="Channel", min_length=1, max_length=80, description="#sales"),
    ]
    text: Annotated[
        str,
        Asked("area"),
        Field(title="Message", min_length=1, max_length=4_000, description=_MERGED),
    ]


@part(
    APP_ID,
    "post_to_chat",
    Family.ACTION,
    PostSettings,
    title="Post to chat",
    icon="hash",
    says="Posts a link to the record, where whoever activated the flow may post.",
)
def post_to_chat(work: Work, settings: PostSettings) -> Done:
    """Post to a channel, as the CRM's bot."""
    owner = as_publisher(work)
    name = settings.channel.strip().removeprefix("#")
    rows = channels.list(owner, name_prefix=name.lower(), limit=200).items
    found = next((row for row in rows if name.lower() in (row.name, row.id.lower())), None)
    if found is None:
        raise Invalid("channel_not_found", f"There is no channel #{name}.")
    url = addresses.of_record(work.ctx, work.thing)
    said = f"{escaped(merged(work, settings.text))} <{url}|Open>"
    bot = replace(work.ctx, actor=Actor(wins.of(work.ctx)), memory=None)
    deed = StepDeed(bot, owner, Values({}), "CRM", "zap", url)
    steps.post(deed, steps.MessageSettings(channel=found.id, text=said))
    return Done(f"Posted to #{found.name}")


class IssueSettings(Settings):
    """Which issue a flow makes."""

    project: Annotated[
        str,
        Asked("line"),
        Field(title="Project", min_length=1, max_length=40, description="Its key"),
    ]
    type: Annotated[str, Asked("line"), Field(title="Issue type", min_length=1, max_length=60)] = (
        "Task"
    )
    summary: Annotated[
        str,
        Asked("line"),
        Field(title="Summary", min_length=1, max_length=255, description=_MERGED),
    ]
    description: Annotated[
        str, Asked("area"), Field(title="Description", max_length=4_000, description=_MERGED)
    ] = ""


@part(
    APP_ID,
    "create_issue",
    Family.ACTION,
    IssueSettings,
    title="Create issue",
    icon="square-check",
    says="Creates an issue in the tracker, in the name of whoever activated the flow.",
)
def create_issue(work: Work, settings: IssueSettings) -> Done:
    """Create an issue that leads back to the record."""
    owner = as_publisher(work)
    project = projects.known(owner, settings.project)
    types = [each for each in projects.types_of(owner, project.id) if each.level == 0]
    kind = next((each for each in types if each.name.lower() == settings.type.lower()), None)
    if kind is None:
        raise Invalid("invalid_type", f"{project.key} has no issues of the type {settings.type}.")
    link = Text("record", Marks(href=addresses.of_record(work.ctx, work.thing)))
    line = Paragraph((Text("Made by a flow out of this "), link, Text(".")))
    said = merged(work, settings.description)
    body = [*literal(said).content, line] if said else [line]
    fields = {
        "summary": merged(work, settings.summary)[:255],
        "description": to_json(document(body)),
    }
    made = issues.create(owner, project_id=project.id, type_id=kind.id, fields=fields)
    return Done(f"Created {made.key}")
