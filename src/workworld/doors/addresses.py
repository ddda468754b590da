"""Where things lie on an agent port: the one place that composes its URLs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote

WELL_KNOWN = ".well-known"
"""https://www.rfc-editor.org/rfc/rfc8615"""
_TOOLS = "mcp"


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses of one world.

    Args:
        origin: scheme, host and port as the caller reaches them, without a slash at the end.
        world_id: the world.
        public: where apps are reached under another address, by app: its root, without a slash
            at the end; ``{world}`` in its path stands for the world. Where ``mcp`` has one of its
            own, every MCP endpoint lies beside it.
    """

    origin: str
    world_id: str
    public: Mapping[str, str] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """The path below which everything of this world lies."""
        return f"/w/{self.world_id}"

    @property
    def home(self) -> str:
        """The app switcher, or the sign-in page for whoever is not signed in."""
        return f"{self.origin}{self.root}/"

    def app(self, app_id: str) -> str:
        """An app's root, without a slash at the end."""
        if app_id in self.public:
            return self.public[app_id].replace("{world}", self.world_id)
        return f"{self.origin}{self.root}/{app_id}"

    def at(self, inside: str) -> str:
        """What lies at a path inside the world, below an app's root or beside the apps."""
        first, slash, rest = inside.partition("/")
        if _TOOLS in self.public and rest.split("/")[0] in (_TOOLS, WELL_KNOWN):
            return f"{self.app(_TOOLS).removesuffix(_TOOLS)}{inside}"
        return f"{self.app(first)}{slash}{rest}"

    def mcp(self, app_id: str) -> str:
        """An app's MCP endpoint."""
        return self.at(f"{app_id}/{_TOOLS}")

    @property
    def session(self) -> str:
        """The page of the episode; its MCP endpoint is ``/mcp`` below it."""
        return f"{self.origin}{self.root}/session"

    def launch(self, code: str) -> str:
        """A one-time sign-in link."""
        return f"{self.origin}{self.root}/launch?code={quote(code)}"
