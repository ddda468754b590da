"""What people do most in the tracker, and what others see of it at once, for the gates."""

from __future__ import annotations

from tests.gates.facets import Flow, Keys, Live, See, To

LIVE: tuple[Live, ...] = (
    Live(
        "an issue is commented on",
        lambda _world: "/browse/CAL-238",
        To("textbox", "Add a comment"),
        (
            To("textbox", "Add a comment"),
            Keys(text="said to all who look on"),
            Keys("Control+Enter"),
            See("said to all who look on"),
        ),
        "said to all who look on",
    ),
)
FLOWS: tuple[Flow, ...] = (
    Flow(
        "an issue is created",
        "/",
        (
            Keys("c"),
            See("Summary"),
            To("textbox", "^Summary"),
            Keys(text="Created with keys alone"),
            To("button", "^Create$"),
            Keys("Enter"),
            See("Created with keys alone"),
        ),
    ),
    Flow(
        "an issue is found and opened",
        "/issues",
        (
            To("combobox", "JQL query"),
            Keys("Control+a"),
            Keys(text="summary ~ printer"),
            Keys("Enter"),
            See("1–1 of 1 issue"),
            To("link", r"^OPS-\d+$"),
            Keys("Enter"),
            See("The printer on 2 prints everything in pink"),
        ),
    ),
)
