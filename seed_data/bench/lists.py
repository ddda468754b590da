"""Names and words, read from the file beside this module."""

from __future__ import annotations

from pathlib import Path

import yaml

LISTS: dict[str, list[str]] = {
    name: words.split()
    for name, words in yaml.safe_load(
        Path(__file__).with_name("lists.yaml").read_text(encoding="utf-8")
    ).items()
}
