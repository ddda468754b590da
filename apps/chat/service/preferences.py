"""How a person likes chat's pages to be; what holds for one browser is apart, such as themes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, delete, select

from workworld.apps.chat.models import Preference
from workworld.context import Context, Surface
from workworld.database import constant, plain_rows
from workworld.errors import Invalid, Problem
from workworld.operations import Effect, operation

ON, OFF = "on", "off"
BESIDE = "show_"
"""How preferences begin that say where the link to a page stands."""
PAGES = (
    "unreads",
    "threads",
    "activity",
    "dm",
    "drafts",
    "later",
    "files",
    "browse_channels",
    "browse_people",
)
"""Pages that stand above the channels, or among the further ones."""
VALUES: Mapping[str, tuple[str, ...]] = {
    "layout": ("clean", "compact"),
    "names": ("workspace", "display", "full"),
    "pictures": (ON, OFF),
    "previews": (ON, OFF),
    "large_emoji": (ON, OFF),
    "emoticons": (OFF, ON),
    "clock": ("12", "24"),
    "dates": ("month", "day"),
    "text": ("usual", "large", "larger"),
    "links": ("plain", "underlined"),
    "motion": ("full", "reduced"),
    "up": ("edit", "focus"),
    "opening": ("left", "newest", "kept"),
    "undo": (ON, OFF),
    **{f"{BESIDE}{page}": (ON, OFF) for page in PAGES},
}
"""What there is to choose, and the values of each; the first is the usual one."""
LOOKS = ("layout", "large_emoji", "text", "links", "motion")
"""Those that a style sheet goes by."""
_USUAL = {name: values[0] for name, values in VALUES.items()}
_MINE = constant(
    select(Preference.__table__).where(Preference.__table__.c.person_id == bindparam("whose"))
)


# They change what pages show and nothing else, and the vendor has no method for them.
@operation(Effect.WRITE, scope="users:write", doors=(Surface.UI,))
def set(
    ctx: Context,
    *,
    values: Annotated[
        Mapping[str, str], Field(description="What is chosen, by name; the rest stays as it is.")
    ],
) -> Mapping[str, str]:
    """Choose how chat's pages are to be.

    Raises:
        Invalid: there is no such thing to choose, or no such value of it.
    """
    problems = [
        Problem("must be one of those that there are", name)
        for name, value in values.items()
        if value not in VALUES.get(name, ())
    ]
    if problems:
        raise Invalid("invalid_arguments", problems=problems)
    mine = Preference.person_id == ctx.actor.person_id
    ctx.session.execute(delete(Preference).where(mine, Preference.name.in_([*values])))
    ctx.session.add_all(
        Preference(person_id=ctx.actor.person_id, name=name, value=value)
        for name, value in sorted(values.items())
        if value != _USUAL[name]
    )
    ctx.touch(f"chat.sidebar:{ctx.actor.person_id}")
    ctx.session.flush()  # what is answered is read from the rows
    return of(ctx)


def of(ctx: Context) -> Mapping[str, str]:
    """How the caller likes everything that there is to choose, by name."""

    def look_up() -> Mapping[str, str]:
        rows = plain_rows(ctx.session, Preference, _MINE, {"whose": ctx.actor.person_id})
        return _USUAL | {row.name: row.value for row in rows}

    return ctx.remembered(Preference, look_up)
