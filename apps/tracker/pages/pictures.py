"""Pictures within texts: a link to an image that the reader may see is shown as that image.

How wide it is stands behind its address, as ``#width=480``: to documents it is a link, which every
dialect keeps.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from markupsafe import Markup

from workworld.context import Context
from workworld.files.kinds import IMAGES
from workworld.files.models import File
from workworld.permissions import seen

_LINK = re.compile(
    r'<a href="(?P<at>[^"#]*/(?P<id>F[A-Z0-9]+))(?:#width=(?P<width>[1-9][0-9]{1,3}))?"[^>]*>'
    r"(?P<text>[^<]*)</a>"
)
_WIDTHS = (("160", "Small"), ("320", "Medium"), ("640", "Large"), ("", "Full width"))
_NARROWEST, _WIDEST = 40, 1600
"""Between which widths a picture is dragged, in CSS pixels."""
_MOST = 50
"""How many pictures a text shows; what is beyond stays a link."""


def embedded(ctx: Context, htmls: Sequence[Markup], *, sized: bool = False) -> list[Markup]:
    """Texts with their pictures.

    Args:
        ctx: says who reads.
        htmls: texts as HTML.
        sized: each picture offers how wide it may be.
    """
    address_of = ctx.request.address_of
    if address_of is None:
        return [*htmls]
    root = escape(address_of("files"))
    known: dict[str, bool] = {}

    def picture(match: re.Match[str]) -> str:
        file_id = match["id"]
        if match["at"] != f"{root}/{file_id}" or (file_id not in known and len(known) >= _MOST):
            return match[0]
        if file_id not in known:
            row = seen(ctx, File, file_id)
            known[file_id] = row is not None and row.mime in IMAGES
        return _shown(match, sized=sized) if known[file_id] else match[0]

    return [Markup(_LINK.sub(picture, html)) for html in htmls]  # noqa: S704 - escaped already


def _shown(match: re.Match[str], *, sized: bool) -> str:
    width = f' width="{match["width"]}"' if match["width"] else ""
    image = f'<img src="{match["at"]}/content" alt="{match["text"]}" loading="lazy"{width}>'
    linked = f'<a class="picture" href="{match["at"]}">{image}</a>'
    if not sized:
        return linked
    return f'<span class="picture-frame">{linked}{_handle(match)}</span>{_sizes(match)}'


def _handle(match: re.Match[str]) -> str:
    """What is dragged, or moved by arrow keys, until the picture is as wide as wished."""
    width = match["width"]
    said = f"{width} pixels" if width else "Full width"
    return (
        f'<span class="picture-handle" role="slider" tabindex="0" data-resizes="{match["id"]}"'
        f' aria-label="Width of {match["text"]}" aria-valuemin="{_NARROWEST}"'
        f' aria-valuemax="{_WIDEST}" aria-valuenow="{width or _WIDEST}"'
        f' aria-valuetext="{said}"></span>'
    )


def _sizes(match: re.Match[str]) -> str:
    buttons = "".join(
        f'<button class="button button-small" type="button" data-picture="{match["id"]}"'
        f' data-width="{width}" aria-pressed="{str(width == (match["width"] or "")).lower()}">'
        f"{name}</button>"
        for width, name in _WIDTHS
    )
    label = f"How wide {match['text']} is"
    return f'<span class="picture-sizes" role="group" aria-label="{label}">{buttons}</span>'
