"""What helps somebody to write: completions, emoji, previews."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import flask
from markupsafe import Markup

from workworld.apps.chat import typed
from workworld.apps.chat.emoji_looks import emoji_look, emoji_shown
from workworld.apps.chat.mrkdwn import to_html
from workworld.apps.chat.pages.blueprint import BLUEPRINT, channel_url
from workworld.apps.chat.service import completions, emoji_choices, renderings, wording
from workworld.apps.chat.service.completions import Completion
from workworld.apps.chat.service.emoji_choices import Choices
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.web import Avatar, page
from workworld.errors import Invalid
from workworld.permissions import can
from workworld.richtext.nodes import mentioned

_TONE = "emoji-tone"
"""The cookie that keeps the chosen skin tone in a browser."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A completion as the list shows it."""

    completion: Completion
    avatar: Avatar | None
    look: str
    """The emoji, if it is one."""


@dataclass(frozen=True, slots=True)
class Group:
    """Some emoji of the picker: their names and how they look."""

    title: str
    choices: tuple[tuple[str, str], ...]
    is_own: bool
    leads_on: bool
    """Whether it is said here where one adds another."""


@BLUEPRINT.get("/c/<channel_id>/completions")
def complete(channel_id: str) -> str:
    """What the beginning of a name may become, as options of a list."""
    args = flask.request.args
    found = page(
        completions.find,
        _suggestions,
        channel_id=channel_id,
        sign=args.get("sign", ""),
        text=args.get("q", ""),
    )
    return flask.render_template("completions.html", found=found)


@BLUEPRINT.get("/emoji")
def choose_emoji() -> str:
    """Emoji for the picker."""
    return flask.render_template("emoji_found.html", **emoji_values())


@BLUEPRINT.post("/c/<channel_id>/preview")
def preview(channel_id: str) -> Any:
    """How a text would look as a message."""
    entered = flask.request.form.get("text", "")
    try:
        shown = page(
            renderings.show, _rendered, accept=typed.accept, channel_id=channel_id, text=entered
        )
    except Invalid as refused:
        shown = Markup("<p class=muted>{}</p>").format(refused.message)
    return flask.render_template("preview.html", shown=shown)


def emoji_values() -> dict[str, Any]:
    """What the parts that show emoji need: what is found, the kinds, the skin tone."""
    args = flask.request.args
    wanted = args.get("q", "").strip().strip(":").lower()[:100]
    tone = args.get("tone", flask.request.cookies.get(_TONE, "0"))
    tone = tone if tone in ("2", "3", "4", "5", "6") else "0"
    category = args.get("kind", "")[:40]
    found = page(emoji_choices.choose, _groups, text=wanted, category=category, tone=int(tone))
    return {"found": found, "wanted": wanted, "tone": tone, "kind": category}


def _groups(ctx: Context, found: Sequence[Choices]) -> Sequence[Group]:
    may_add = can(ctx, "chat.emoji.add", people.company(ctx.session))
    return [
        Group(
            each.title,
            tuple(
                (choice.name, emoji_shown(choice.name, choice.picture)) for choice in each.choices
            ),
            each.title == emoji_choices.OWN,
            may_add and each.title in (emoji_choices.OWN, emoji_choices.FOUND),
        )
        for each in found
    ]


def _suggestions(ctx: Context, found: Sequence[Completion]) -> Sequence[Suggestion]:
    known: Mapping[str, Person] = people.by_ids(
        ctx.session, [each.person_id for each in found if each.person_id]
    )
    return [
        Suggestion(each, _avatar(known.get(each.person_id)), emoji_look(ctx, each.emoji))
        for each in found
    ]


def _avatar(person: Person | None) -> Avatar | None:
    return Avatar.of(person.id, person.name) if person else None


def _rendered(ctx: Context, text: str) -> Markup:
    said = wording.document_of(ctx, text)
    known = people.by_ids(ctx.session, mentioned(said))
    return to_html(said, wording.names_in(ctx, [said], known, cache(channel_url)))
