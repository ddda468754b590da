"""What a person has written and not sent: what all kinds of it have in common."""

from __future__ import annotations

from workworld.apps.chat.models import Draft
from workworld.context import Context
from workworld.errors import NotFound
from workworld.topics import is_own, listens

_TOPIC = "chat.outbox"
listens(_TOPIC)(is_own)


def touch(ctx: Context, person_id: str | None = None) -> None:
    """Let pages know that what somebody, the caller if not given, has not sent is not as it was."""
    ctx.touch(topic_of(person_id or ctx.actor.person_id))


def topic_of(person_id: str) -> str:
    """The topic of what somebody has written and not sent."""
    return f"{_TOPIC}:{person_id}"


def own_draft(ctx: Context, draft_id: str) -> Draft:
    """The caller's draft of this id.

    Raises:
        NotFound: ``draft_not_found``.
    """
    draft = ctx.session.get(Draft, draft_id)
    if draft is None or draft.person_id != ctx.actor.person_id:
        raise NotFound("draft_not_found", "You have no draft with this id.")
    return draft


def take_draft(ctx: Context, draft_id: str) -> None:
    """Throw away one of the caller's drafts.

    Raises:
        NotFound: ``draft_not_found``.
    """
    ctx.session.delete(own_draft(ctx, draft_id))
    touch(ctx)
