"""The reference, written from the code whenever the documentation is built."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from reference_pages.pages import pages

if TYPE_CHECKING:  # tests read pages without it
    from sphinx.application import Sphinx

FOLDER = "reference"


def setup(app: Sphinx) -> dict[str, Any]:
    """Let Sphinx write the reference before it looks for pages."""
    app.connect("builder-inited", lambda built: write(Path(built.srcdir) / FOLDER))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write(folder: Path) -> None:
    """Write every page; one that is as it was stays untouched, and one that went is removed."""
    texts = pages()
    for name, text in texts.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists() or file.read_text() != text:
            file.write_text(text)
    for file in folder.rglob("*.md"):
        if str(file.relative_to(folder)) not in texts:
            file.unlink()
