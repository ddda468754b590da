"""The controls of a page, and using one as somebody with a pointer would."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import ElementHandle, Error
from tests.gates.visits import Visit

CONTROLS = """() => {
  const wanted = "a[href], button, input:not([type=hidden]), textarea, select, summary, " +
    "[role=button], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=tab], " +
    "[role=option], [role=switch], [role=checkbox], [role=radio], [role=combobox], " +
    "[contenteditable]";
  const shape = (text) => (text ?? "").replace(/[^/?&=]*\\d[^/?&=]*/g, "*").replace(/#.*/, "#");
  const top = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  return [...top.querySelectorAll(wanted)].map((element, index) => {
    element.dataset.gate = index;
    const name = element.ariaLabel || [...(element.labels ?? [])].map((l) => l.innerText).join(" ")
      || element.getAttribute("aria-labelledby") || element.innerText || element.title
      || element.querySelector("img[alt]")?.alt || "";
    const inside = element.closest("nav, header, main, aside, dialog, footer");
    const words = shape(name.trim().split(" ").slice(0, 2).join(" "));
    const cell = element.closest("tbody > tr > *");
    const isOneOfMany = element.closest("li")?.parentElement.children.length > 12;
    const alike = element.type === "checkbox" && element.form?.elements[element.name]?.length > 1;
    return {
      index,
      name: name.trim(),
      tag: element.tagName.toLowerCase(),
      type: element.type ?? "",
      shown: element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && !element.closest("[inert]"),
      disabled: element.disabled || element.ariaDisabled === "true",
      explained: Boolean(element.getAttribute("aria-description") || element.title ||
        document.getElementById(element.getAttribute("aria-describedby"))?.innerText.trim()),
      key: [
        element.tagName,
        element.type,
        cell ? cell.cellIndex : element.name,
        element.className,
        isOneOfMany || cell ? "" : element.id && shape(element.id),
        shape(element.getAttribute("href")),
        shape(element.form?.getAttribute("action")),
        element.value && element.tagName === "BUTTON"
          ? shape(isOneOfMany || cell ? element.value.split(":")[0] : element.value) : "",
        inside?.tagName ?? "BODY",
        element.getAttribute("role"),
        element.tagName === "A" || element.role === "option" ? ""
          : alike || (cell && element.tagName === "INPUT") ? element.checked
          : cell || isOneOfMany ? name.trim().split(/\\s/)[0] : words,
      ].join("|"),
    };
  });
}"""
CLOSED = "dialog:not([open]), [popover]:not(:popover-open), details:not([open])"
"""Where controls are that somebody must be able to open; others wait for their moment."""
OPENER = f"""(element) => {{
  const closed = element.closest("{CLOSED}");
  if (!closed) return null;
  if (closed.matches("details")) return closed.querySelector("summary");
  const id = CSS.escape(closed.id);
  return document.querySelector(`[data-opens="${{id}}"], [popovertarget="${{id}}"], ` +
    `[aria-controls="${{id}}"]`);
}}"""
LOOK = """() => {
  const values = [...document.querySelectorAll("input, textarea, select")]
    .map((e) => `${e.value}${e.checked}${e.validity.valid}`);
  const copy = document.documentElement.cloneNode(true);
  for (const element of copy.querySelectorAll("[data-gate]")) delete element.dataset.gate;
  return JSON.stringify([location.href, copy.outerHTML, values,
    [...document.querySelectorAll("dialog, details")].map((e) => e.open),
    document.querySelectorAll(":popover-open").length,
    document.documentElement.scrollTop, document.querySelector(":invalid:focus") !== null]);
}"""

PATIENCE = 5_000
"""How long the browser may try to reach a control, in milliseconds: busy machines are slow."""
HASTE = 1_000
"""How long for what is tried once more where it was not reached."""
TURN = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
EMPTY = """(element, wanted) => [...(element.form?.elements ?? [])].filter((each) =>
  each.matches(wanted) && each.value === "" && !each.readOnly && !each.disabled &&
  !each.closest("[inert]") && each.checkVisibility({ visibilityProperty: true }))"""
RISE = """(element) => {
  element.scrollIntoViewIfNeeded();
  return element.getBoundingClientRect().y;
}"""


@dataclass(frozen=True)
class Control:
    """A control as a page has it."""

    index: int
    name: str
    tag: str
    type: str
    shown: bool
    disabled: bool
    explained: bool
    key: str

    @property
    def is_around(self) -> bool:
        """Whether it stands around the page, as it does around every other."""
        return any(f"|{place}|" in self.key for place in ("NAV", "HEADER", "BODY"))


def take_turns(at: Visit) -> None:
    """Let the page do what it has been told, until it is ready."""
    with suppress(Error):  # the page is left while it is asked
        at.page.evaluate(TURN)
    at.settle()


def unreached(error: Error) -> str:
    """What is in the way is told in the browser's log."""
    ways = [line.strip(" -") for line in error.message.splitlines() if "intercepts" in line]
    return f"cannot be reached with the pointer: {(ways or error.message.splitlines())[0]}"


def reveal(at: Visit, element: ElementHandle) -> bool:
    """Open the dialog, menu or details in which a control is, or point at what shows it."""
    for _ in range(3):  # a dialog may be opened from a menu
        opener: Any = element.evaluate_handle(OPENER).as_element()
        if opener is None:
            break
        if opener.is_visible():
            opener.click(timeout=PATIENCE)
            take_turns(at)
            break
        if not reveal(at, opener):
            return False
    if not element.is_visible():
        element.evaluate(
            "(e) => e.closest('article, li, tr, header')?.setAttribute('data-near', '')"
        )
        near = at.page.query_selector("[data-near]")
        if near is not None and near.is_visible():
            near.hover(timeout=PATIENCE)
    return element.is_visible() and not element.evaluate("(e) => e.closest('[inert]')")


def fill_form(element: ElementHandle, *, fully: bool) -> None:
    """Fill what a form asks for, as somebody would before they press its button.

    Args:
        element: a control of the form.
        fully: whether what is not required is filled as well.
    """
    wanted = "input, textarea" if fully else "input:required, textarea:required"
    fields = element.evaluate_handle(EMPTY, wanted).get_properties().values()
    for field in [each for value in fields if (each := value.as_element()) is not None]:
        kind = field.get_attribute("type") or "text"
        words = {"email": "a@b.example", "number": "1", "date": "2026-03-17", "time": "10:00"}
        if kind in ("text", "search", "password", "textarea", *words):
            field.fill(words.get(kind, "a word"))
            field.evaluate("(e) => e.blur()")  # its list of choices would lie over the form


def use(element: ElementHandle, control: Control, *, patience: int = PATIENCE) -> None:
    """Do with a control what it is for."""
    height = element.evaluate(RISE)
    if control.tag == "textarea" or (
        control.tag == "input" and control.type not in ("checkbox", "radio", "submit", "file")
    ):
        element.focus()
        if control.type in ("date", "time"):
            element.press("ArrowUp")  # a digit may be what is there already
        else:
            element.type("1" if control.type == "number" else "x")
    elif control.tag == "select":
        options = element.query_selector_all("option")
        element.select_option(index=len(options) - 1)
    elif height < 0:  # such as a skip link without the focus
        element.focus()
        element.press("Enter")
    else:
        _pressed(element).click(timeout=patience)


def _pressed(element: ElementHandle) -> ElementHandle:
    """What people press for a control: the label around it, which may lie over it."""
    label = element.evaluate_handle("(e) => e.closest('label') ?? e").as_element()
    return label or element
