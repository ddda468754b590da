"""Everything that a person can be given by following links, calling tools and asking wrongly."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from urllib.parse import parse_qs, urljoin, urlsplit

from tests.gates.agent import Agent, Answer, endpoints, in_address, in_words_of, tools
from tests.gates.facets import shown_to
from tests.gates.sampling import FULL
from tests.gates.screens import page_rules

from workworld import loading

_MOST_PAGES = 150 if FULL else 60
_ASKING = {"href": "GET", "src": "GET", "hx-get": "GET", "hx-post": "POST"}
"""How the address is asked for that an attribute names."""
_MOST_ALIKE = 4 if FULL else 2
"""Pages of one shape that are opened: other channels look like the first ones."""


@dataclass
class Form:
    """A form of a page."""

    method: str
    action: str
    fields: list[str] = field(default_factory=list)


@dataclass
class _Control:
    """A field or button, and the form to which it belongs."""

    form: Form | None
    form_id: str
    """The id of its form, where it names one: it may stand anywhere."""
    name: str
    method: str
    action: str
    """Where it leads, where it is a button that does not go where its form goes."""
    submits: bool


class _Links(HTMLParser):
    """Collects what a page leads to."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.asked: list[tuple[str, str]] = []
        self._forms: list[tuple[str, Form]] = []
        self._controls: list[_Control] = []
        self._unseen: list[Form] = []
        self._open: Form | None = None
        self._templates = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note addresses, forms and what is in them; what is in templates is nowhere yet."""
        self._templates += tag == "template"
        if self._templates:
            return
        given = {name: value or "" for name, value in attrs}
        self.links += [given[name] for name in ("href", "src") if name in given]
        self.asked += [(_ASKING[name], given[name]) for name in _ASKING if name in given]
        if tag == "form":
            self._open = Form(given.get("method", "get").lower(), given.get("action", ""))
            self._forms.append((given.get("id", ""), self._open))
            self._unseen += [self._open] if "hidden" in given else []
        elif tag in ("input", "textarea", "select", "button"):
            kind = given.get("type", "submit" if tag == "button" else "text")
            form, name, method, action = (
                given.get(each, "") for each in ("form", "name", "formmethod", "formaction")
            )
            presses = kind in ("submit", "image")
            self._controls.append(_Control(self._open, form, name, method, action, presses))

    def handle_endtag(self, tag: str) -> None:
        """Note that what follows is in no form."""
        self._templates -= tag == "template"
        self._open = None if tag == "form" else self._open

    def asks(self) -> list[tuple[str, str]]:
        """How addresses are asked for, and which; scripts say where forms go that are hidden."""
        seen = [form for form in self.forms() if all(form is not each for each in self._unseen)]
        return self.asked + [(form.method.upper(), form.action) for form in seen]

    def forms(self) -> list[Form]:
        """The forms, once for each address to which they can be sent."""
        by_id = dict(self._forms)
        owned: list[tuple[Form, _Control]] = []
        for control in self._controls:
            form = by_id.get(control.form_id) if control.form_id else control.form
            owned += [(form, control)] if form else []
        for form, control in owned:
            form.fields += [control.name] if control.name else []
        found = []
        for _, form in self._forms:
            buttons = [each for owner, each in owned if owner is form and each.submits]
            if form.action or not all(each.action for each in buttons):
                found.append(form)  # else it waits for buttons that say where it goes
            for each in buttons:
                if each.action:
                    method = each.method or form.method
                    found.append(Form(method, each.action, form.fields))
        return found


@dataclass
class Crawl:
    """What was found."""

    answers: list[Answer] = field(default_factory=list)
    pages: dict[str, Answer] = field(default_factory=dict)
    """By path and query."""
    forms: dict[str, Form] = field(default_factory=dict)
    """Those that post, by the path of their action; and every route that takes a form."""
    foreign: set[str] = field(default_factory=set)
    """Addresses outside the world to which pages lead."""

    @cached_property
    def query_names(self) -> list[str]:
        """The names of all query parameters that links and forms use."""
        found = {name for path in self.pages for name in parse_qs(urlsplit(path).query)}
        return sorted(found | {name for form in self.forms.values() for name in form.fields})


def crawl(agent: Agent) -> Crawl:
    """Walk through all that the agent reaches, in an order that does not vary."""
    found = Crawl()
    _follow_links(agent, found)
    _add_routes(agent, found)
    _ask_everything(agent, found)
    return found


def links_of(html: str) -> tuple[list[str], list[Form]]:
    """The addresses and forms of a page, in its order."""
    parser = _Links()
    parser.feed(html)
    return parser.links, parser.forms()


def asked_by(html: str) -> list[tuple[str, str]]:
    """How a page asks for addresses, and which: its links, its forms and what it loads by parts."""
    parser = _Links()
    parser.feed(html)
    return parser.asks()


def _follow_links(agent: Agent, found: Crawl) -> None:
    waiting, alike = deque([f"{agent.root}/"]), dict[str, int]()
    while waiting and len(found.pages) < _MOST_PAGES:
        path = waiting.popleft()
        shape = shape_of(path)
        if path in found.pages or alike.get(shape, 0) >= _MOST_ALIKE:
            continue
        alike[shape] = alike.get(shape, 0) + 1
        answer = found.pages[path] = agent.get(path)
        found.answers.append(answer)
        base = f"{agent.premises.host.origin}{path}"
        links, forms = links_of(answer.text) if "text/html" in answer.headers else ([], [])
        for line in answer.headers.splitlines():
            name, _, value = line.partition(": ")
            links += [value] if name == "location" else []
        for form in forms:
            action = urlsplit(urljoin(base, form.action)).path
            if form.method == "post":
                found.forms.setdefault(action, form)
            else:
                links += [f"{action}?{name}=e" for name in form.fields]
        for link in links:
            parts = urlsplit(urljoin(base, link))
            inside = parts.path + (f"?{parts.query}" if parts.query else "")
            if f"{parts.scheme}://{parts.netloc}" == agent.premises.host.origin and (
                parts.path.startswith(f"{agent.root}/")
            ):
                waiting.append(inside)
            else:
                found.foreign.add(parts.geturl())


def _add_routes(agent: Agent, found: Crawl) -> None:
    """What scripts send without a form that a page shows: the message toolbar, for one."""
    for app_id, method, rule in page_rules():
        facts = shown_to(agent, app_id)
        mount = "" if app_id == "home" else f"/{app_id}"
        action = agent.root + mount + in_address(rule, {**facts})
        if method == "POST":
            found.forms.setdefault(action, Form("post", action))


def shape_of(path: str) -> str:
    """The same for pages of one kind: parts with digits are ids, values of a query do not count."""
    parts = urlsplit(path)
    words = ["*" if any(map(str.isdigit, word)) else word for word in parts.path.split("/")[3:]]
    return "/".join(words) + "?" + "&".join(sorted(parse_qs(parts.query)))


def _ask_everything(agent: Agent, found: Crawl) -> None:
    """Tools and endpoints with nothing, with words, and with nonsense; and errors of each kind."""
    add = found.answers.append
    for app in loading.apps():
        add(agent.mcp(app, "initialize", _INITIALIZE))
        add(agent.mcp(app, "tools/list", {}))
        add(agent.mcp(app, "resources/list", {}))
        add(agent.mcp(app, "prompts/list", {}))
        add(agent.tool(app, "no_such_tool", {}))
        add(agent.unsigned("GET", f"{agent.root}/{app.id}/mcp"))
        add(agent.unsigned("POST", f"{agent.root}/{app.id}/mcp", content=b"{"))
    for app, tool in tools():
        add(agent.tool(app, tool.name, {}))
        add(agent.tool(app, tool.name, dict.fromkeys(tool.properties, "e")))
    for app, endpoint in endpoints():
        add(agent.rest(app, endpoint, {}))
        add(agent.rest(app, endpoint, in_words_of(endpoint, _NONSENSE)))
    for method, path in _WRONG:
        add(agent.send(method, path.format(root=agent.root)))
        add(agent.unsigned(method, path.format(root=agent.root)))


_NONSENSE = {"query": "e", "limit": "-1", "cursor": "x", "channel_id": "x", "text": ""}
_INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "agent", "version": "0"},
}
_WRONG = [
    ("GET", "/"),
    ("GET", "/w/"),
    ("GET", "/w/nope/"),
    ("GET", "{root}/nope"),
    ("POST", "{root}/"),
    ("DELETE", "{root}/"),
    ("OPTIONS", "{root}/"),
    ("TRACE", "{root}/"),
    ("POST", "{root}/sign-in"),
    ("GET", "{root}/launch?code=x"),
    ("GET", "{root}/static/nope.css"),
    *[
        (method, f"{{root}}/{app.id}{path}")
        for app in loading.apps()
        for method, path in (("GET", "/nope"), ("PUT", "/"), ("OPTIONS", "/"), ("TRACE", "/"))
    ],
]
