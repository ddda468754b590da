"""Issue tracker, of Jira's class."""

from workworld.directory.models import AccountKind
from workworld.manifest import App

APP = App(
    id="tracker",
    title="Tracker",
    icon="square-check",
    purpose="Projects, issues, boards and sprints",
    token_prefixes={AccountKind.PERSON: "ATATT3x", AccountKind.BOT: "ATCTT3x"},
    watched_kinds=("created", "comment", "status", "moved", "edit", "work", "file", "deleted"),
)
