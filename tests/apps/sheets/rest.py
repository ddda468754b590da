"""The Sheets API and Drive's, as one person asks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.kit import Doors
from werkzeug.test import TestResponse

PREFIX = "ya29.a0Ww"
ROOT = "/v4/spreadsheets"


class Client:
    """Somebody with a token.

    Args:
        doors: theirs.
        scopes: of the token.
    """

    def __init__(self, doors: Doors, scopes: Sequence[str] = ("*",)) -> None:
        self.doors = doors
        token = doors.authority.token(doors.world, doors.person_id, PREFIX, scopes=scopes)
        self.headers = {"Authorization": f"Bearer {token}"}

    def send(self, method: str, path: str, **how: Any) -> TestResponse:
        """Ask for something; the answer may have any status."""
        headers = {**self.headers, **how.pop("headers", {})}
        client = self.doors.anonymous("sheets")
        return client.open(path, method=method, headers=headers, **how)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        status: int = 200,
    ) -> Any:
        """The JSON that is answered."""
        given = {} if body is None else {"json": body}
        answer = self.send(method, path, query_string=query or {}, **given)
        said = answer.get_data(as_text=True)
        assert answer.status_code == status, f"{answer.status_code}: {said}"
        return answer.get_json()

    def refusal(self, method: str, path: str, body: Any = None, **query: Any) -> tuple[int, str]:
        """The status and the sentence of a refusal."""
        given = {} if body is None else {"json": body}
        answer = self.send(method, path, query_string=query, **given)
        error = answer.get_json()["error"]
        assert error["code"] == answer.status_code
        return answer.status_code, error["message"]

    def book(self, title: str = "Book", **body: Any) -> Book:
        """A new spreadsheet."""
        made = self.ask("POST", ROOT, {"properties": {"title": title}, **body})
        return Book(self, made["spreadsheetId"])


class Book:
    """A spreadsheet."""

    def __init__(self, client: Client, id_: str) -> None:
        self.client, self.id = client, id_
        self.path = f"{ROOT}/{id_}"

    def get(self, **query: Any) -> Any:
        """Read it."""
        return self.client.ask("GET", self.path, query=query)

    def batch(self, *requests: Mapping[str, Any], **more: Any) -> Any:
        """Edit it."""
        return self.client.ask("POST", f"{self.path}:batchUpdate", {"requests": requests, **more})

    def refused(self, *requests: Mapping[str, Any]) -> tuple[int, str]:
        """Edits that are refused: the status and the sentence."""
        return self.client.refusal("POST", f"{self.path}:batchUpdate", {"requests": requests})

    def values(self, range_text: str, **query: Any) -> Any:
        """The values of a range, none where nothing is there."""
        return self.client.ask("GET", f"{self.path}/values/{range_text}", query=query).get("values")

    def put(self, range_text: str, values: Any, option: str = "USER_ENTERED", **query: Any) -> Any:
        """Write values."""
        options = {"valueInputOption": option, **query}
        path = f"{self.path}/values/{range_text}"
        return self.client.ask("PUT", path, {"values": values}, options)

    def cells(self, range_text: str) -> list[list[dict[str, Any]]]:
        """The ``CellData`` of a range."""
        found = self.get(ranges=range_text, includeGridData="true")
        rows = found["sheets"][0]["data"][0].get("rowData", [])
        return [row.get("values", []) for row in rows]
