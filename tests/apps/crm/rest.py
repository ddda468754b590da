"""Somebody at the CRM's REST API, without sockets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.kit import Doors
from werkzeug.test import TestResponse

PREFIX = "00DWW00000CaLdE!A"


@dataclass(frozen=True)
class Rest:
    """Requests with a session id, which must be answered as is expected."""

    doors: Doors
    version: str = "59.0"

    @property
    def token(self) -> str:
        """A session id."""
        return self.doors.authority.token(self.doors.world, self.doors.person_id, PREFIX)

    def ask(
        self, method: str, path: str, body: Any = None, headers: Any = None, **query: Any
    ) -> TestResponse:
        """Ask for a path below the version, or for a whole one."""
        whole = path if path.startswith("/") else f"/services/data/v{self.version}/{path}"
        sent: dict[str, Any] = {} if body is None else {"json": body}
        if isinstance(body, str):
            sent = {"data": body.encode(), "content_type": "text/csv"}
        return self.doors.anonymous("crm").open(
            whole,
            method=method,
            query_string=query or None,
            headers={"Authorization": f"Bearer {self.token}"} | (headers or {}),
            **sent,
        )

    def get(self, path: str, **query: Any) -> Any:
        """What is at a path."""
        return self.answered("GET", path, status=200, **query)

    def post(self, path: str, body: Any = None, status: int = 201) -> Any:
        """What is answered when something is sent there."""
        return self.answered("POST", path, body, status=status)

    def patch(self, path: str, body: Any = None, status: int = 204) -> Any:
        """What is answered when something is changed there."""
        return self.answered("PATCH", path, body, status=status)

    def delete(self, path: str, status: int = 204, **query: Any) -> Any:
        """Delete what is at a path."""
        return self.answered("DELETE", path, status=status, **query)

    def refused(self, method: str, path: str, body: Any = None, **query: Any) -> tuple[int, str]:
        """The status and the code of a refusal, which has written nothing."""
        return self.refusal(method, path, body, **query)[:2]

    def refusal(
        self, method: str, path: str, body: Any = None, **query: Any
    ) -> tuple[int, str, dict[str, Any]]:
        """The status, the code and the first error of a refusal, which has written nothing."""
        before = self.doors.changes
        answer = self.ask(method, path, body, **query)
        assert answer.status_code >= 300, answer.get_data(as_text=True)
        assert self.doors.changes == before
        first = answer.get_json()[0]
        assert first.keys() <= {"message", "errorCode", "fields", "duplicateResult"}
        return answer.status_code, first["errorCode"], first

    def answered(
        self, method: str, path: str, body: Any = None, *, status: int, **query: Any
    ) -> Any:
        """What is answered with a status."""
        answer = self.ask(method, path, body, **query)
        assert answer.status_code == status, (answer.status_code, answer.get_data(as_text=True))
        return answer.get_json() if answer.data and answer.is_json else None

    def create(self, sobject: str, **values: Any) -> str:
        """Create a record: its id."""
        return str(self.post(f"sobjects/{sobject}", values)["id"])
