"""Which pages the reference has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from reference_pages import (
    commands,
    control,
    endpoints,
    families,
    names,
    operations,
    targets,
    tools,
)
from workworld import loading

ROOT = Path(__file__).parents[2]
_LINK = re.compile(r"\]\((?:\.\./)?apps/(\w+)/README\.md\)")
_INDEX = """\
# Reference

Written from the code each time this is built, so it says what there is.

```{{toctree}}
:maxdepth: 1

{names}
```
"""


def pages() -> Mapping[str, str]:
    """The text of every page by its path below the reference's folder."""
    found = {
        "tasks.md": families.page(),
        "commands.md": commands.page(),
        "control.md": control.page(),
        "python.md": names.page(),
        "make.md": targets.page(),
        "session.md": tools.session_page(),
    }
    for app in loading.apps():
        found |= {
            f"operations/{app.id}.md": operations.page(app),
            f"rest/{app.id}.md": endpoints.page(app),
            f"tools/{app.id}.md": tools.page(app),
            f"apps/{app.id}.md": _taken(f"apps/{app.id}/README.md"),
        }
    found["write_a_task.md"] = _taken("tasks/README.md")
    found["operations/core.md"] = operations.core_page()
    for folder, title in _FOLDERS.items():
        inside = [name for name in found if name.startswith(f"{folder}/")]
        found[f"{folder}.md"] = _listed(title, inside)
    top = [name for name in found if "/" not in name and name != "write_a_task.md"]
    found["index.md"] = _INDEX.format(names="\n".join(sorted(top)))
    return found


_FOLDERS = {
    "apps": "Apps: which vendor they follow, and how far",
    "operations": "Operations by app",
    "rest": "REST coverage by app",
    "tools": "MCP tools by app and profile",
}


def _listed(title: str, names: list[str]) -> str:
    inside = "\n".join(sorted(names))
    return f"# {title}\n\n```{{toctree}}\n:maxdepth: 1\n\n{inside}\n```\n"


def _taken(path: str) -> str:
    """A document of the checkout, whose links to others lead to their pages here."""
    return _LINK.sub(r"](apps/\1.md)", (ROOT / path).read_text())
