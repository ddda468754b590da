"""The bots of the tracker and the CRM in chat, and what they write to people."""

from __future__ import annotations

from workworld.apps.chat.mrkdwn.tokens import escaped
from workworld.apps.chat.service import suite_accounts
from workworld.apps.integrations.crm import wins
from workworld.apps.tracker.service import access
from workworld.context import Context, Event
from workworld.directory import people
from workworld.events import on
from workworld.schedule import plan


@on("tracker.people_called")
def write_directly(ctx: Context, event: Event) -> None:
    """Whoever wishes it is written to by the tracker's bot, right after the step."""
    caller = people.me(ctx).display_name
    link = f"<{event.facts['url']}|{event.facts['key']}>"
    said = f"{escaped(caller)} {event.facts['text'].replace(event.facts['key'], link, 1)}"
    for person_id in event.facts["person_ids"]:
        _write(ctx, of(ctx), person_id, said)


@on("tracker.digest_due")
def write_digest(ctx: Context, event: Event) -> None:
    """Whoever wishes it is written to about what they have not read, a line for each issue."""
    lines = ["You have not read yet:"]
    for each in event.facts["lines"]:
        more = f", and {each['more']} more" if each["more"] else ""
        said = f"{escaped(each['who'])} <{each['url']}|{escaped(each['text'])}>{more}"
        lines.append(f"• {said}")
    _write(ctx, of(ctx), event.facts["person_id"], "\n".join(lines))


@on("crm.people_called")
def write_of_records(ctx: Context, event: Event) -> None:
    """Whoever wishes it is written to by the CRM's bot, with a link to what it is about."""
    told = escaped(f"{people.me(ctx).display_name} {event.facts['text']}")
    for person_id in event.facts["person_ids"]:
        _write(ctx, wins.of(ctx), person_id, f"{told}: <{event.facts['url']}|Open>")


def _write(ctx: Context, bot_id: str, person_id: str, said: str) -> None:
    plan(
        ctx.session,
        due_us=ctx.clock.now_us(),
        actor_id=bot_id,
        operation="chat.messages.post",
        arguments={"channel_id": person_id, "text": said},
    )


def of(ctx: Context) -> str:
    """The account of the tracker's bot, which is there from when it first has something to say."""
    said = "Tells people of their issues"
    made = suite_accounts.of(ctx, handle="tracker-bot", name="Tracker", title=said)
    if made.is_new:
        access.refresh(ctx.session)
    return made.person_id
