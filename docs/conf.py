"""How the documentation is built: Markdown through Sphinx, and nothing loaded from elsewhere."""

from __future__ import annotations

import sys
from importlib.metadata import version as version_of
from pathlib import Path

_HERE = Path(__file__).parent
sys.path[:0] = [str(_HERE), str(_HERE.parent / "src")]

project = "Workworld"
author = "The Workworld authors"
copyright = author
version = release = version_of("workworld")

extensions = ["myst_parser", "reference_pages"]
exclude_patterns = ["reference_pages"]
myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 3
nitpicky = True

html_theme = "furo"
html_title = "Workworld"
html_static_path = ["_static"]
html_css_files = ["docs.css"]
html_favicon = "../src/workworld/doors/static/mark.svg"
html_show_sphinx = False
html_copy_source = False
html_show_sourcelink = False
pygments_style = "friendly"
