"""A company that several processes serve: which part is whose, and where each is reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from workworld import loading
from workworld.doors.addresses import Addresses

CONTROL, TOOLS = "control", "mcp"


def services() -> list[str]:
    """The names of all services: every app, the MCP servers, and the control plane."""
    return [*(app.id for app in loading.apps()), TOOLS, CONTROL]


@dataclass(frozen=True, slots=True)
class Composition:
    """One service among those that serve a company.

    Args:
        service: what this process serves: an app, ``mcp`` for all MCP servers, or ``control`` for
            the control API, the portal, and the pages that all apps share.
        public: the origin at which people reach each service.
        inside: the origin at which this process reaches each service.
    """

    service: str
    public: Mapping[str, str]
    inside: Mapping[str, str]

    @property
    def origin(self) -> str:
        """Where people reach this service."""
        return self.public[self.service]

    @property
    def roots(self) -> dict[str, str]:
        """Where the roots of all apps and of the MCP servers are reached; see ``Addresses``."""
        names = [each for each in services() if each != CONTROL]
        return {each: Addresses(self.public[each], "{world}").app(each) for each in names}

    @property
    def roots_of_links(self) -> dict[str, str]:
        """Where links on pages and in answers of this service lead.

        Pages link to other apps below their own origin, from where browsers are sent on if the app
        answers: else they are told so, and not by their own error page. Programs that call tools
        are given the apps' own addresses.
        """
        return self.roots if self.service == TOOLS else {}
