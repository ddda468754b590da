"""No control is dead: each changes state, opens something, leads somewhere, or explains itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, ElementHandle, Error
from tests.gates.agent import Agent, Premises
from tests.gates.facets import facets_of
from tests.gates.sampling import FULL
from tests.gates.screens import ROUTES, Route, views
from tests.gates.visits import OWN_ROLES, Visit, people_by_role, prepared, visit
from tests.states import all_rows

from workworld.worlds import World

pytestmark = pytest.mark.browser

FEW = 1
"""Controls of each page that every test run tries."""
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
        element.name,
        element.className,
        element.id && shape(element.id),
        shape(element.getAttribute("href")),
        shape(element.form?.getAttribute("action")),
        element.value && element.tagName === "BUTTON" ? shape(element.value) : "",
        inside?.tagName ?? "BODY",
        element.getAttribute("role"),
        element.tagName === "A" || element.role === "option" ? ""
          : shape(name.trim().split(" ").slice(0, 2).join(" ")),
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
REACHED = ("click action done", "not attached to the DOM")
"""What the browser says of a control that did its deed slowly, or when one came near."""


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


class Crawler:
    """Tries the controls of one role, each in a world in which it may leave its traces."""

    def __init__(self, premises: Premises, chrome: Browser, base: World, role: str) -> None:
        self.premises, self.chrome, self.base = premises, chrome, base
        self.person_id = people_by_role(base)[role]
        self.visit: Visit | None = None
        self.steps = 0
        self.problems: list[str] = []

    def close(self) -> None:
        """Leave the scratch world."""
        if self.visit is not None:
            self.problems += self.visit.complaints
            self.visit.context.close()
            self.visit.agent.close()
            self.visit.agent.world.close()
            self.visit = None

    def page_of(self, path: str) -> Visit:
        """The page at an address, in a scratch world in which nothing has happened yet."""
        if self.visit is not None and self._is_spent():
            self.close()
        if self.visit is None:
            scratch = self.premises.worlds.fork(self.base)
            agent = Agent(self.premises, scratch, self.person_id)
            self.visit = visit(self.chrome, agent)
            self.steps = len(agent.doors.journal)
        self.visit.open(f"{self.visit.agent.root}{path}")
        return self.visit

    def _is_spent(self) -> bool:
        assert self.visit is not None
        agent = self.visit.agent
        return len(agent.doors.journal) != self.steps or agent.get(f"{agent.root}/").status != 200

    def controls(self, path: str) -> list[Control]:
        """What the page at an address offers."""
        found = self.page_of(path).page.evaluate(CONTROLS)
        return [Control(**each) for each in found]

    def _found(self, path: str, control: Control) -> ElementHandle | None:
        """The control on its page, where it stood when the page was read."""
        for _ in range(2):
            page = self.page_of(path).page
            keys = [each["key"] for each in page.evaluate(CONTROLS)]  # which numbers them
            if keys[control.index : control.index + 1] == [control.key]:
                return page.query_selector(f"[data-gate='{control.index}']")
            self.close()  # one that was tried before has changed the page without a step
        return None

    def try_out(  # noqa: PLR0911 - case by case
        self, path: str, control: Control
    ) -> str | None:
        """What is wrong with a control, or None."""
        if not control.shown and not control.name:
            return None
        if not control.name:
            return "has no name"
        found = self._found(path, control)
        at = self.visit
        if found is None or at is None:
            return "is not there any more when the page is opened again"
        if control.type == "radio" and found.is_checked():
            return None
        _fill_form(found)
        if not found.is_enabled():
            explained = control.explained or not control.disabled
            return None if explained else "is disabled and does not say why"
        try:
            is_shown = control.shown or _reveal(at, found)
        except Error as error:
            return _unreached(error)
        if not is_shown:
            is_closed_in = found.evaluate(f"(e) => Boolean(e.closest('{CLOSED}'))")
            return "cannot be brought to light" if is_closed_in else None
        return _press(at, found, control)


def _press(at: Visit, found: ElementHandle, control: Control) -> str | None:
    """Use a control that is in sight: what is wrong with it, or None."""
    before, rows = at.page.evaluate(LOOK), all_rows(at.agent.world)
    at.documents = at.handed = 0
    complaints = len(at.complaints)
    try:
        _use(found, control)
    except Error as error:
        if not any(said in error.message for said in REACHED):
            return _unreached(error)
    at.page.wait_for_timeout(60)
    at.settle()
    if at.complaints[complaints:]:
        return f"makes the page complain: {at.complaints[complaints:]}"
    if at.documents or at.page.evaluate(LOOK) != before:
        return None
    for _ in range(10):  # a file, and a write without a page, may take their time
        if at.handed or all_rows(at.agent.world) != rows or at.page.evaluate(LOOK) != before:
            return None
        at.page.wait_for_timeout(60)
    return "does nothing"


def _unreached(error: Error) -> str:
    """What is in the way is told in the browser's log."""
    ways = [line.strip(" -") for line in error.message.splitlines() if "intercepts" in line]
    return f"cannot be reached with the pointer: {(ways or error.message.splitlines())[0]}"


def _reveal(at: Visit, element: ElementHandle) -> bool:
    """Open the dialog, menu or details in which a control is, or point at what shows it."""
    for _ in range(3):  # a dialog may be opened from a menu
        opener: Any = element.evaluate_handle(OPENER).as_element()
        if opener is None:
            break
        if opener.is_visible():
            opener.click(timeout=PATIENCE)
            at.page.wait_for_timeout(60)
            at.settle()
            break
        if not _reveal(at, opener):
            return False
    if not element.is_visible():
        element.evaluate(
            "(e) => e.closest('article, li, tr, header')?.setAttribute('data-near', '')"
        )
        near = at.page.query_selector("[data-near]")
        if near is not None and near.is_visible():
            near.hover(timeout=PATIENCE)
    return element.is_visible()


def _fill_form(element: ElementHandle) -> None:
    """Fill what a form asks for, as somebody would before they press its button."""
    form: Any = element.evaluate_handle("(e) => e.form").as_element()
    if form is None:
        return
    for field in form.query_selector_all("input, textarea"):
        kind = field.get_attribute("type") or "text"
        if field.is_visible() and field.is_editable() and field.input_value() == "":
            words = {"email": "a@b.example", "number": "1", "date": "2026-03-17", "time": "10:00"}
            if kind in ("text", "search", "password", "textarea", *words):
                field.fill(words.get(kind, "a word"))
                field.evaluate("(e) => e.blur()")  # its list of choices would lie over the form


def _use(element: ElementHandle, control: Control) -> None:
    """Do with a control what it is for."""
    element.scroll_into_view_if_needed(timeout=PATIENCE)
    if control.tag == "textarea" or (
        control.tag == "input" and control.type not in ("checkbox", "radio", "submit", "file")
    ):
        element.focus()
        element.type("x" if control.type not in ("number", "date", "time") else "1")
    elif control.tag == "select":
        options = element.query_selector_all("option")
        element.select_option(index=len(options) - 1)
    elif (element.bounding_box() or {"y": -1})["y"] < 0:  # such as a skip link without the focus
        element.focus()
        element.press("Enter")
    else:
        _pressed(element).click(timeout=PATIENCE)


def _pressed(element: ElementHandle) -> ElementHandle:
    """What people press for a control: the label around it, which may lie over it."""
    label = element.evaluate_handle("(e) => e.closest('label') ?? e").as_element()
    return label or element


@pytest.fixture(scope="module")
def base(premises: Premises) -> Iterator[World]:
    """The world that is forked."""
    world = prepared(premises)
    yield world
    world.close()


@pytest.fixture(scope="module")
def tried() -> set[str]:
    """The keys of what has been tried: what stands on many pages alike is tried on the first."""
    return set()


TRIED = {("member", route) for route in ROUTES[::3]}
"""What every test run tries."""
VIEWS = [
    pytest.param(
        *view, id="-".join(map(str, view)), marks=[] if view in TRIED else pytest.mark.gate_full
    )
    for view in views(("member", "admin", "owner", "outsider"), OWN_ROLES)
]


@pytest.mark.parametrize(("role", "route"), VIEWS)
def test_every_control_does_something_or_says_why_not(
    premises: Premises,
    chrome: Browser,
    base: World,
    tried: set[str],
    route: Route,
    role: str,
) -> None:
    crawler = Crawler(premises, chrome, base, role)
    known = tried if FULL else set[str]()  # a sample is the same however the tests are spread
    is_exhibit = route.rule in facets_of(route.app_id).exhibits
    paths = [] if is_exhibit else route.paths(base, crawler.person_id)
    for path in paths if FULL else paths[:1]:
        inside = path.removeprefix(f"/w/{base.id}")
        for control in crawler.controls(inside):
            if control.key in known or not (FULL or (not control.is_around and len(known) < FEW)):
                continue
            known.add(control.key)
            if wrong := crawler.try_out(inside, control):
                said = f"{control.tag} {control.name!r} on {inside} {wrong}"
                crawler.problems.append(said)
    crawler.close()
    assert crawler.problems == [], "\n".join(crawler.problems)


BROKEN = {
    "does nothing": "<button>Press</button>",
    "has no name": "<button></button>",
    "does not say why": "<button disabled>Press</button>",
    "cannot be brought to light": "<dialog><button>Press</button></dialog>",
    "cannot be reached": "<button>Press</button>"
    "<div style='position:fixed;inset:0;z-index:9'></div>",
}


@pytest.mark.parametrize("said", BROKEN)
def test_dead_controls_are_found(
    premises: Premises, chrome: Browser, base: World, said: str
) -> None:
    crawler = Crawler(premises, chrome, base, "member")
    page = crawler.page_of("/").page
    page.route(
        re.compile(r"/w/[^/]+/$"),
        lambda route: route.fulfill(
            body=f"<html data-ready=true><main>{BROKEN[said]}</main>",
            content_type="text/html",
        ),
    )
    (control,) = crawler.controls("/")
    assert said in (crawler.try_out("/", control) or "")
    crawler.close()
