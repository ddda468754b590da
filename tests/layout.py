"""Where things stand on a page."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Locator

PATIENCE = 5.0  # seconds, as long as Playwright's own expectations wait


def box_of(element: Locator) -> FloatRect:
    """The rectangle of an element, in CSS pixels, once it is laid out.

    Between an answer and its place on the page an element is replaced, and has no rectangle for a
    moment; ``bounding_box`` asks just once.
    """
    end = time.monotonic() + PATIENCE
    while (box := element.bounding_box()) is None:
        assert time.monotonic() < end, f"nothing is laid out for {element}"
    return box
