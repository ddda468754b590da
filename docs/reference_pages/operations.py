"""The operations of each app, and by which doors they are reached."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from reference_pages.markdown import code, first_sentence, table
from workworld import loading
from workworld.context import Surface
from workworld.doors.flask_apps import apis_of
from workworld.manifest import App
from workworld.operations import Operation, operation_of, operations

_HEAD = ("operation", "does", "effect", "scope", "REST", "MCP", "pages")
_SAID = """\
Each is one function of the app's services, and every door that it has leads to that function. What
it asks of a credential is its scope; a `write` is a step and costs simulated time.
"""


def page(app: App) -> str:
    """Those of an app."""
    mine = [each for name, each in sorted(operations().items()) if name.startswith(f"{app.id}.")]
    return f"# Operations of {app.title}\n\n{_SAID}\n{_table(mine)}"


def core_page() -> str:
    """Those that all apps share, or that join two of them."""
    apps = {app.id for app in loading.apps()}
    shared = [each for name, each in sorted(operations().items()) if name.split(".")[0] not in apps]
    return f"# Operations that apps share\n\n{_SAID}\n{_table(shared)}"


def _table(found: Iterable[Operation]) -> str:
    paths, tools = _paths(), _tools()
    rows = [
        (
            code(each.id),
            first_sentence(each.function),
            str(each.effect),
            code(each.scope or ""),
            ", ".join(paths.get(each.id, ())),
            ", ".join(tools.get(each.id, ())),
            "yes" if Surface.UI in each.doors else "",
        )
        for each in found
    ]
    return table(_HEAD, rows)


def _paths() -> Mapping[str, Mapping[str, None]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for app in loading.apps():
        for api in apis_of(app):
            for endpoint in api.endpoints:
                said = f"{endpoint.methods[0]} {endpoint.path}"
                found[operation_of(endpoint.function).id][code(said)] = None
    return found


def _tools() -> Mapping[str, Mapping[str, None]]:
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for tools in loading.tool_tables():
        for upstream in tools.profiles.values():
            for tool in upstream.tools:
                for function in tool.functions:
                    found[operation_of(function).id][code(tool.name)] = None
    return found
