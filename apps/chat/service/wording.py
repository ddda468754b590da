"""What messages say, as the caller may read it: references named, own addresses made theirs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial

from workworld.apps.chat.mrkdwn import from_mrkdwn
from workworld.apps.chat.service import channels, own_emoji, settings, usergroups
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.directory.sight import knows
from workworld.links.addresses import rendered
from workworld.richtext.names import Names
from workworld.richtext.nodes import Document, mentioned, referred
from workworld.richtext.plain import to_plain


def in_words(ctx: Context, text: str) -> str:
    """A message's text without markup."""
    doc = document_of(ctx, text)
    mentions = mentioned(doc)
    known = people.by_ids(ctx.session, mentions) if mentions else {}
    return to_plain(doc, names_in(ctx, [doc], known, str))


def document_of(ctx: Context, text: str) -> Document:
    """The document of a message's text."""
    own = own_emoji.in_text(ctx, text)
    return from_mrkdwn(usergroups.with_mentions(ctx, rendered(ctx, text)), own)


def names_in(
    ctx: Context,
    docs: Collection[Document],
    known: Mapping[str, Person],
    channel_url: Callable[[str], str],
    person_url: Callable[[str], str] | None = None,
) -> Names:
    """What references are called for the caller.

    Args:
        ctx: says who reads.
        docs: in which they stand.
        known: the people whom they mention.
        channel_url: channel id → address of its page.
        person_url: person id → address of their profile, if mentions are to lead there.
    """
    wanted = sorted({channel_id for doc in docs for channel_id in referred(doc)})
    seen = channels.visible_names(ctx, wanted) if wanted else {}
    named = {person.id: settings.called(ctx, person) for person in known.values()}
    named |= usergroups.handles(ctx, (each for doc in docs for each in mentioned(doc)))
    picture_of = partial(own_emoji.picture_of, ctx)
    names = Names(named, seen, channel_url, ctx.actor.person_id, emoji=picture_of)
    if person_url is None:
        return names
    urls = {each: person_url(each) for each in known if knows(ctx, each)}
    return replace(names, person_url=lambda person_id: urls.get(person_id, ""))
