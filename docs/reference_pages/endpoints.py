"""The REST endpoints of each app."""

from __future__ import annotations

from reference_pages.markdown import code, first_sentence, table
from workworld.doors.flask_apps import apis_of
from workworld.doors.rest import Api
from workworld.manifest import App
from workworld.operations import operation_of

_HEAD = ("request", "does", "operation", "pages by")


def page(app: App) -> str:
    """Those of an app, by the vendor's prefixes."""
    apis = [api for api in apis_of(app) if api.endpoints or api.views]
    count = sum(len(api.endpoints) for api in apis)
    said = (
        f"{count} endpoints with the vendor's paths, parameters and errors, below the app's root. "
        f"[What is in and out](../apps/{app.id}.md) says which version they follow.\n"
    )
    return f"# REST of {app.title}\n\n{said}\n" + "\n".join(_section(api) for api in apis)


def _section(api: Api) -> str:
    rows = [
        (
            code(f"{'/'.join(each.methods)} {each.path}"),
            first_sentence(each.function),
            code(operation_of(each.function).id),
            type(each.paging).__name__ if each.paging else "",
        )
        for each in api.endpoints
    ]
    rows += [(code(path), first_sentence(view), "", "") for path, view in api.views.items()]
    title = ", ".join(code(prefix) for prefix in api.prefixes)
    return f"## Below {title}\n\n{table(_HEAD, rows)}"
