"""What rules of the tracker do in chat."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.service import channels, steps, users
from workworld.apps.integrations import bots
from workworld.automation import Asked, Settings, Values
from workworld.automation import Deed as StepDeed
from workworld.context import Actor
from workworld.directory import people
from workworld.errors import Invalid
from workworld.rules.kinds import Family, part
from workworld.rules.work import Done, Work

_SMART = "Values such as {{issue.key}} and {{issue.url}} stand in double braces."


class TellChannel(Settings):
    """What a rule says in which channel."""

    channel: Annotated[
        str, Asked("line"), Field(title="Channel", min_length=1, max_length=80, description="#ops")
    ]
    text: Annotated[
        str,
        Asked("area"),
        Field(title="Message", min_length=1, max_length=4_000, description=_SMART),
    ]


@part(
    "tracker",
    "tell_channel",
    Family.ACTION,
    TellChannel,
    title="Send chat message",
    icon="hash",
    says="Posts to a channel in which whoever published the rule may post.",
    needs_thing=False,
)
def tell_channel(work: Work, settings: TellChannel) -> Done:
    """Post to a channel, as the tracker's bot."""
    name = work.filled(settings.channel).strip().removeprefix("#")
    rows = channels.list(work.ctx, name_prefix=name.lower(), limit=200).items
    found = next((row for row in rows if name.lower() in (row.name, row.id.lower())), None)
    if found is None:
        raise Invalid("channel_not_found", f"There is no channel #{name}.")
    said = escaped(work.filled(settings.text))
    steps.post(_deed(work), steps.MessageSettings(channel=found.id, text=said))
    return Done(f"Told #{found.name}")


class TellPerson(Settings):
    """What a rule says to whom."""

    people: Annotated[
        list[str], Asked("people", "person"), Field(title="To", default_factory=list, max_length=20)
    ]
    smart: Annotated[
        str,
        Asked("line"),
        Field(
            title="And to whoever is", max_length=500, description="{{issue.assignee.accountId}}"
        ),
    ] = ""
    text: Annotated[
        str,
        Asked("area"),
        Field(title="Message", min_length=1, max_length=4_000, description=_SMART),
    ]


@part(
    "tracker",
    "tell_person",
    Family.ACTION,
    TellPerson,
    title="Send direct message",
    icon="send-horizontal",
    says="Writes to people in chat, as the tracker's bot.",
    needs_thing=False,
)
def tell_person(work: Work, settings: TellPerson) -> Done:
    """Write to people, as the tracker's bot."""
    named = [each.strip() for each in work.filled(settings.smart).split(",") if each.strip()]
    wanted = dict.fromkeys([*settings.people, *named])
    said = escaped(work.filled(settings.text))
    for each in wanted:
        person = users.known(work.ctx, each)
        steps.write_to(_deed(work), steps.DirectSettings(person=person.id, text=said))
    return Done(f"Told {len(wanted)} {'person' if len(wanted) == 1 else 'people'}")


def _deed(work: Work) -> StepDeed:
    """A run of a rule as a step of a workflow, whose texts are filled in already."""
    bot = replace(work.ctx, actor=Actor(bots.of(work.ctx)))
    url = people.canonical_url(work.ctx.session, "tracker", f"/automation/rules/{work.rule_id}")
    return StepDeed(bot, work.ctx, Values({}), "Tracker", "zap", url)
