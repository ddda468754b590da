"""What people do most in chat, and what others see of it at once, for the gates."""

from __future__ import annotations

from tests.gates.apps.chat_documents import LIST_LIVE
from tests.gates.apps.chat_facts import everybodys, shown
from tests.gates.facets import Flow, Keys, Live, See, To

LIVE: tuple[Live, ...] = (
    Live(
        "a message is written",
        everybodys,
        To("textbox", "Message #general"),
        (
            To("textbox", "Message #general"),
            Keys(text="said to everybody"),
            Keys("Enter"),
            See("said to everybody"),
        ),
        "said to everybody",
    ),
    LIST_LIVE,
    Live(
        "a thread is answered",
        lambda world: f"{everybodys(world)}/t/{shown(world, '')['root']}",
        To("textbox", "Reply in thread"),
        (
            To("textbox", "Reply in thread"),
            Keys(text="answered to everybody"),
            Keys("Enter"),
            See("answered to everybody"),
        ),
        "answered to everybody",
    ),
)
FLOWS: tuple[Flow, ...] = (
    Flow(
        "a channel is opened and written to",
        "/",
        (
            To("link", "deploys"),
            Keys("Enter"),
            To("textbox", "Message #deploys"),
            Keys(text="written with keys alone"),
            Keys("Enter"),
            See("written with keys alone"),
        ),
    ),
    Flow(
        "a thread is opened, answered and closed",
        "/",
        (
            To("article", "Efua"),
            Keys("t"),
            See("Reply in thread"),
            To("textbox", "Reply in thread"),
            Keys(text="answered with keys alone"),
            Keys("Enter"),
            See("answered with keys alone"),
            Keys("Escape"),
            See("answered with keys alone", gone=True),
        ),
    ),
    Flow(
        "a message is gone back to by its time",
        "/",
        (
            To("article", "Efua"),
            Keys("Home"),
            To("link", r"^\d+:\d\d [AP]M$"),
            Keys("Enter"),
            See("Jump to latest"),
        ),
    ),
)
