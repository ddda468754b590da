"""How pages show emoji beside texts: characters, or the images of the workspace's own."""

from __future__ import annotations

from markupsafe import Markup

from workworld.apps.chat.service import own_emoji
from workworld.context import Context
from workworld.emoji import Picture

_IMAGE = Markup('<img class="emoji" src="{}" alt="{}">')


def emoji_look(ctx: Context, name: str) -> str:
    """What stands for an emoji whose name is told beside it; one that there is not is its name."""
    return emoji_shown(name, own_emoji.picture_of(ctx, name)) if name else ""


def emoji_shown(name: str, picture: Picture | None, alt: str = "") -> str:
    """The same where the picture is known.

    Args:
        name: the emoji's.
        picture: how it looks; None if there is no such emoji.
        alt: what stands for an image where none can be seen; empty if its name is told beside it.
    """
    if picture is None:
        return f":{name}:"
    return _IMAGE.format(picture.address, alt) if picture.address else picture.character


def emoji_before(ctx: Context, name: str, text: str) -> str:
    """A text behind an emoji, if there is to be one."""
    if not name:
        return text
    look = emoji_shown(name, own_emoji.picture_of(ctx, name), f":{name}:")
    return Markup("{} {}").format(look, text)
