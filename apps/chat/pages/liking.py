"""What there is to choose on the pages of preferences, in words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from workworld.apps.chat.service.preferences import BESIDE

SECTIONS = {
    "notifications": "Notifications",
    "sidebar": "Sidebar",
    "themes": "Themes",
    "messages": "Messages & media",
    "accessibility": "Accessibility",
    "language": "Dates & time",
    "advanced": "Advanced",
}


@dataclass(frozen=True, slots=True)
class Question:
    """Something to choose.

    Args:
        name: which preference it is.
        legend: what it is about.
        options: value, label and hint of each; none for what is on or off.
        hint: what it does, for what is on or off.
    """

    name: str
    legend: str
    options: tuple[tuple[str, str, str], ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Questions under a heading."""

    title: str
    questions: tuple[Question, ...]


_SIDEBAR = (
    Group(
        "Pages to show above the channels",
        tuple(
            Question(f"{BESIDE}{name}", title)
            for name, title in (
                ("unreads", "Unreads"),
                ("threads", "Threads"),
                ("activity", "Activity"),
                ("dm", "Direct messages"),
                ("drafts", "Drafts & sent"),
                ("later", "Later"),
                ("files", "Files"),
                ("browse_channels", "Browse channels"),
                ("browse_people", "People"),
            )
        ),
    ),
)
_MESSAGES = (
    Group(
        "How messages look",
        (
            Question(
                "layout",
                "Layout",
                (
                    ("clean", "Clean", "With pictures of people, and their names above"),
                    ("compact", "Compact", "Names stand before what people write"),
                ),
            ),
            Question(
                "names",
                "Names of people",
                (
                    ("workspace", "As the workspace has it", ""),
                    ("display", "Display names", ""),
                    ("full", "Full names", ""),
                ),
            ),
            Question("large_emoji", "Show emoji large when they stand alone"),
        ),
    ),
    Group(
        "Media",
        (
            Question("pictures", "Show pictures below messages", hint="Else their names alone."),
            Question("previews", "Show cards of what links lead to"),
        ),
    ),
    Group(
        "Writing",
        (
            Question(
                "emoticons",
                "Turn typed emoticons into emoji",
                hint="Such as :) and <3, when you send a message from this page.",
            ),
        ),
    ),
)
_ACCESSIBILITY = (
    Group(
        "Reading",
        (
            Question(
                "text",
                "Size of text",
                (("usual", "Usual", ""), ("large", "Large", ""), ("larger", "Larger", "")),
            ),
            Question(
                "links", "Links", (("plain", "In colour", ""), ("underlined", "Underlined", ""))
            ),
            Question(
                "motion",
                "Motion",
                (
                    ("full", "As your device has it", ""),
                    ("reduced", "Nothing moves or fades", ""),
                ),
            ),
        ),
    ),
    Group(
        "Keyboard",
        (
            Question(
                "up",
                "↑ in an empty composer",
                (
                    ("edit", "Edits what you wrote last", ""),
                    ("focus", "Goes to the last message", ""),
                ),
            ),
        ),
    ),
)
_LANGUAGE = (
    Group(
        "Dates and times",
        (
            Question(
                "clock", "Clock", (("12", "12 hours", "2:30 PM"), ("24", "24 hours", "14:30"))
            ),
            Question(
                "dates",
                "Dates",
                (
                    ("month", "Month first", "Monday, March 2"),
                    ("day", "Day first", "Monday, 2 March"),
                ),
            ),
        ),
    ),
)
_ADVANCED = (
    Group(
        "When you open a conversation",
        (
            Question(
                "opening",
                "Begin",
                (
                    ("left", "Where you left off, and mark it as read", ""),
                    ("newest", "With the newest message, and mark it as read", ""),
                    ("kept", "With the newest message, and leave it unread", "Esc marks it."),
                ),
            ),
        ),
    ),
    Group(
        "When you send a message",
        (
            Question(
                "undo",
                "Offer to take it back",
                hint="For five seconds, as long as nobody has answered it or reacted.",
            ),
        ),
    ),
)
GROUPS = {
    "sidebar": _SIDEBAR,
    "messages": _MESSAGES,
    "accessibility": _ACCESSIBILITY,
    "language": _LANGUAGE,
    "advanced": _ADVANCED,
}


def groups_of(section: str, pages: Collection[str]) -> list[Group]:
    """What a section asks of somebody.

    Args:
        section: which.
        pages: the preferences of where links stand, of the pages that there are.
    """
    return [
        Group(
            group.title,
            tuple(
                each
                for each in group.questions
                if not each.name.startswith(BESIDE) or each.name in pages
            ),
        )
        for group in GROUPS.get(section, ())
    ]


def names_of(section: str) -> list[str]:
    """The preferences that a section is about."""
    return [each.name for group in GROUPS.get(section, ()) for each in group.questions]
