"""Somebody at the tracker's REST API, without sockets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.kit import Doors
from werkzeug.test import TestResponse

PREFIX = "ATATT3x"


@dataclass(frozen=True)
class Rest:
    """Requests with a bearer token, which must be answered as is expected."""

    doors: Doors
    version: int = 3

    @property
    def token(self) -> str:
        """A bearer token of the tracker."""
        return self.doors.authority.token(self.doors.world, self.doors.person_id, PREFIX)

    def ask(self, method: str, path: str, body: Any = None, **query: Any) -> TestResponse:
        """Ask for a path below the version, or for a whole one."""
        whole = path if path.startswith("/") else f"/rest/api/{self.version}/{path}"
        sent: dict[str, Any] = {} if body is None else {"json": body}
        return self.doors.anonymous("tracker").open(
            whole,
            method=method,
            query_string=query or None,
            headers={"Authorization": f"Bearer {self.token}"},
            **sent,
        )

    def get(self, path: str, **query: Any) -> Any:
        """What is at a path."""
        return self._answer("GET", path, None, query, 200)

    def post(self, path: str, body: Any = None, status: int = 201) -> Any:
        """What is answered when something is sent there."""
        return self._answer("POST", path, body, {}, status)

    def put(self, path: str, body: Any = None, status: int = 204) -> Any:
        """What is answered when something is put there."""
        return self._answer("PUT", path, body, {}, status)

    def delete(self, path: str, **query: Any) -> None:
        """Delete what is at a path."""
        self._answer("DELETE", path, None, query, 204)

    def refused(self, method: str, path: str, body: Any = None, **query: Any) -> tuple[int, Any]:
        """The status and the body of a refusal, which has written nothing."""
        before = self.doors.changes
        answer = self.ask(method, path, body, **query)
        assert answer.status_code >= 400, answer.get_data(as_text=True)
        assert self.doors.changes == before
        said: Mapping[str, Any] = answer.get_json()
        assert said.keys() == {"errorMessages", "errors"}
        return answer.status_code, said

    def _answer(self, method: str, path: str, body: Any, query: dict[str, Any], status: int) -> Any:
        answer = self.ask(method, path, body, **query)
        assert answer.status_code == status, (answer.status_code, answer.get_data(as_text=True))
        return answer.get_json() if answer.data and answer.is_json else None

    def create(self, project: str = "CAL", type: str = "Task", **fields: Any) -> str:
        """Create an issue: its key."""
        where = {"project": {"key": project}, "issuetype": {"name": type}}
        made = self.post("issue", {"fields": {**where, "summary": "Something to do", **fields}})
        return str(made["key"])


def doc(*paragraphs: str) -> dict[str, Any]:
    """A document of paragraphs."""
    content = [
        {"type": "paragraph", "content": [{"type": "text", "text": text}]} for text in paragraphs
    ]
    return {"type": "doc", "version": 1, "content": content}
