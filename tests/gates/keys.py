"""Hands on a keyboard: they press Tab until they are where they want to be, and type."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect
from tests.gates.facets import Keys, See, To
from tests.gates.visits import Visit

_MOST_TABS = 400
_FOCUSED = """() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (!element || element === document.body) return "";
  const labels = [...(element.labels ?? [])].map((label) => label.innerText).join(" ");
  return element.getAttribute("aria-label") || labels || element.innerText || element.title || "";
}"""
_IS_MARKED = """(element) => {
  const look = (at) => {
    const style = getComputedStyle(at);
    return [style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0,
            `${style.boxShadow} ${style.borderColor} ${style.backgroundColor}`];
  };
  const around = [element, element.parentElement, element.parentElement?.parentElement];
  if (around.some((at) => at && look(at)[0])) return true;
  const focused = around.map((at) => at && look(at)[1]).join();
  element.blur();
  const blurred = around.map((at) => at && look(at)[1]).join();
  element.focus();
  return focused !== blurred;
}"""


def walk(walking: Visit, moves: Sequence[To | Keys | See]) -> None:
    """Make moves, one after the other."""
    for move in moves:
        match move:
            case To():
                tab_to(walking, move)
            case Keys(text=""):
                walking.page.keyboard.press(move.press)
            case Keys():
                walking.page.keyboard.type(move.text)
            case See(gone=True):
                expect(walking.page.get_by_text(move.text)).to_have_count(0)
            case See():
                text = walking.page.get_by_text(move.text)
                label = walking.page.get_by_label(move.text)
                expect(text.or_(label).first).to_be_visible()
                walking.settle()


def tab_to(walking: Visit, wanted: To) -> None:
    """Press Tab until a control has the focus; where it is not reached, tell what was."""
    passed: list[str] = []
    target = walking.page.get_by_role(wanted.role, name=re.compile(wanted.name))  # type: ignore[arg-type]
    expect(target.first).to_be_attached()
    key = "ArrowDown" if wanted.role in ("menuitem", "option") else "Tab"
    for _ in range(_MOST_TABS):
        walking.page.keyboard.press(key)
        passed.append(str(walking.page.evaluate(_FOCUSED)))
        focused = walking.page.locator("*:focus")
        if focused.count() and target.and_(focused).count():
            assert focused.evaluate(_IS_MARKED), f"the focus on {wanted.name} cannot be seen"
            return
    pytest.fail(f"Tab does not lead to {wanted}, but to {list(dict.fromkeys(passed))}")
