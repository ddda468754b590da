"""Languages of code that people name behind a fence, as in Markdown.

The vendor's mrkdwn has none, its rich text has:
https://docs.slack.dev/reference/block-kit/block-elements/rich-text-preformatted-element
Only a word that is one of these counts, so that no line of code is taken for a language's name.
"""

from __future__ import annotations

import re

LANGUAGES = frozenset(
    [
        "bash",
        "c",
        "c++",
        "cpp",
        "cs",
        "csharp",
        "css",
        "csv",
        "dart",
        "diff",
        "docker",
        "dockerfile",
        "elixir",
        "go",
        "golang",
        "graphql",
        "haskell",
        "html",
        "http",
        "ini",
        "java",
        "javascript",
        "js",
        "json",
        "jsonc",
        "jsx",
        "kotlin",
        "log",
        "lua",
        "makefile",
        "markdown",
        "md",
        "nginx",
        "perl",
        "php",
        "powershell",
        "proto",
        "py",
        "python",
        "r",
        "rb",
        "ruby",
        "rs",
        "rust",
        "scala",
        "scss",
        "sh",
        "shell",
        "sql",
        "swift",
        "terraform",
        "toml",
        "ts",
        "tsx",
        "typescript",
        "xml",
        "yaml",
        "yml",
        "zsh",
    ]
)
_NAMED = re.compile(r"(?P<language>[A-Za-z][A-Za-z+]*)\n(?P<code>.*\S.*)", re.DOTALL)


def named_in(code: str) -> tuple[str, str]:
    """The language that stands in the line of the fence, in lower case, and the code below it.

    Without one, "" and the whole text.
    """
    match = _NAMED.fullmatch(code)
    if match is None or (language := match["language"].lower()) not in LANGUAGES:
        return "", code.removeprefix("\n")
    return language, match["code"]


def fence_line(language: str, code: str) -> str:
    """What stands behind the fence of code in a language, so that it is read as that again."""
    return language if language in LANGUAGES and code.strip() else ""
