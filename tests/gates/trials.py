"""Trying the controls of pages, each in a world in which it may leave its traces."""

from __future__ import annotations

from playwright.sync_api import Browser, ElementHandle, Error
from tests.gates.agent import Agent, Premises
from tests.gates.controls import (
    CLOSED,
    CONTROLS,
    HASTE,
    LOOK,
    Control,
    fill_form,
    reveal,
    take_turns,
    unreached,
    use,
)
from tests.gates.visits import Visit, people_by_role, visit
from tests.states import all_rows

from workworld.worlds import World

REACHED = ("click action done", "not attached to the DOM")
"""What the browser says of a control that did its deed slowly, or when one came near."""
STAY = """() => {
  if (window.gateLed !== undefined) return;
  window.gateLed = "";
  window.addEventListener("click", (event) => {
    const link = event.composedPath().find((each) => each.matches?.("a[href]"));
    if (!link || event.defaultPrevented || !/^https?:/.test(link.href)) return;
    if (link.href.split("#")[0] === location.href.split("#")[0]) return;
    event.preventDefault();
    window.gateLed = link.href;
  });
}"""
"""Lets the page stay when a link is followed, and tell where it leads: no need to open it again."""
LED = "() => { const led = window.gateLed; window.gateLed = ''; return led; }"
TIDY = """() => {
  document.activeElement?.blur();
  for (const element of document.querySelectorAll("[data-near]")) delete element.dataset.near;
  scrollTo(0, 0);
}"""


class Crawler:
    """Tries the controls of one role, each in a world in which it may leave its traces."""

    def __init__(self, premises: Premises, chrome: Browser, base: World, role: str) -> None:
        self.premises, self.chrome, self.base = premises, chrome, base
        self.person_id = people_by_role(base)[role]
        self.visit: Visit | None = None
        self.steps = 0
        self.path = self.look = ""
        self.followed: set[str] = set()
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
        self.path, self.look = path, ""
        return self.visit

    def _is_spent(self) -> bool:
        assert self.visit is not None
        agent = self.visit.agent
        return self._has_stepped() or agent.get(f"{agent.root}/").status != 200

    def _has_stepped(self) -> bool:
        return self.visit is None or len(self.visit.agent.doors.journal) != self.steps

    def _page_again(self, path: str) -> Visit:
        """The same, without opening it anew where it is as it was then, but for what Escape ends.

        Links do not leave it.
        """
        at = self.visit
        if at is None or self.path != path or not self.look or self._has_stepped():
            return self._page_that_stays(path)
        for key in ("", "Escape"):
            if key:
                at.page.keyboard.press(key)
                at.page.mouse.move(0, 0)
                take_turns(at)
            at.page.evaluate(TIDY)
            if at.page.evaluate(LOOK) == self.look:
                return at
        return self._page_that_stays(path)

    def _page_that_stays(self, path: str) -> Visit:
        at = self.page_of(path)
        at.page.evaluate(STAY)
        at.page.evaluate(TIDY)
        self.look = at.page.evaluate(LOOK)
        return at

    def controls(self, path: str) -> list[Control]:
        """What the page at an address offers."""
        found = self.page_of(path).page.evaluate(CONTROLS)
        return [Control(**each) for each in found]

    def _found(self, path: str, control: Control, *, anew: bool) -> ElementHandle | None:
        """The control on its page, where it stood when the page was read."""
        for _ in range(2):
            page = (self.page_of(path) if anew else self._page_again(path)).page
            keys = [each["key"] for each in page.evaluate(CONTROLS)]  # which numbers them
            if keys[control.index : control.index + 1] == [control.key]:
                return page.query_selector(f"[data-gate='{control.index}']")
            self.close()  # one that was tried before has changed the page without a step
        return None

    def try_out(self, path: str, control: Control) -> str | None:
        """What is wrong with a control, or None.

        It is tried on the page on which others were tried before, which takes a third of the time.
        What seems wrong there is tried again by itself, on a page that was opened for it.
        """
        if not control.name:
            return "has no name" if control.shown else None
        wrong = self._tried(path, control, anew=False)
        return self._tried(path, control, anew=True) if wrong else None

    def _tried(self, path: str, control: Control, *, anew: bool) -> str | None:
        found = self._found(path, control, anew=anew)
        at = self.visit
        if found is None or at is None:
            return "is not there any more when the page is opened again"
        if control.type == "radio" and found.is_checked():
            return None
        is_filled = anew or control.tag == "button" or control.type == "submit"
        if is_filled:
            fill_form(found, fully=anew)
        if not found.is_enabled():
            explained = control.explained or not control.disabled
            return None if explained else "is disabled and does not say why"
        try:
            is_shown = control.shown or reveal(at, found)
        except Error as error:
            return unreached(error)
        if not is_shown:
            # What is hidden by itself waits for its moment, such as tabs for which there is room.
            is_closed_in = found.evaluate(f"(e) => !e.hidden && Boolean(e.closest('{CLOSED}'))")
            return "cannot be brought to light" if is_closed_in else None
        if is_filled and not control.shown:
            fill_form(found, fully=anew)  # that of the dialog which was opened
        return _press(at, found, control) if anew else self._press_again(at, found, control)

    def _press_again(self, at: Visit, found: ElementHandle, control: Control) -> str | None:
        """Use a control that is in sight: whether nothing seems to come of it, or None."""
        before = at.page.evaluate(LOOK)
        at.documents = at.handed = 0
        complaints = len(at.complaints)
        try:
            use(found, control, patience=HASTE)
        except Error as error:
            return unreached(error)
        take_turns(at)
        if at.complaints[complaints:]:
            return "makes the page complain"
        if at.documents or at.handed:
            return None
        if led := at.page.evaluate(LED):
            self._follow(at, led, control)
            return None
        changed = at.page.evaluate(LOOK) != before
        return None if changed else "seems to do nothing"

    def _follow(self, at: Visit, address: str, control: Control) -> None:
        """Whether there is something where a link leads, which is asked once."""
        origin = self.premises.host.origin
        if address in self.followed or not address.startswith(origin):
            return
        self.followed.add(address)
        status = at.agent.get(address.removeprefix(origin)).status
        if status >= 400:
            self.problems.append(f"{control.name!r} on {self.path} leads to a page {status}")


def _press(at: Visit, found: ElementHandle, control: Control) -> str | None:
    """Use a control that is in sight: what is wrong with it, or None."""
    before, rows = at.page.evaluate(LOOK), all_rows(at.agent.world)
    at.documents = at.handed = 0
    complaints = len(at.complaints)
    try:
        use(found, control)
    except Error as error:
        if not any(said in error.message for said in REACHED):
            return unreached(error)
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
