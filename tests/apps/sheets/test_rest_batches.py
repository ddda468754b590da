"""Several HTTP requests in one."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.sheets.rest import Client

HEAD = {"Content-Type": "multipart/mixed; boundary=cut"}


def batch(*parts: str) -> str:
    """The body of a batch."""
    kind = "Content-Type: application/http\r\nContent-ID: <one + {}>\r\n\r\n"
    made = (f"--cut\r\n{kind.format(at)}{each}\r\n" for at, each in enumerate(parts, 1))
    return "".join((*made, "--cut--"))


def test_each_request_is_answered_for_itself(rest: Client) -> None:
    book = rest.book("Plan")
    root = f"/v4/spreadsheets/{book.id}"
    body = '{"values": [["7"]]}'
    how = "Content-Type: application/json"
    write = f"PUT {root}/values/B2?valueInputOption=RAW HTTP/1.1\r\n{how}\r\n\r\n{body}"
    answer = rest.send(
        "POST", "/batch", data=batch(write, f"GET {root}/values/B2", "GET /v4/no"), headers=HEAD
    )
    assert answer.status_code == 200
    first, second, third = answer.text.split("--batch_")[1:4]
    assert "Content-ID: <response-one + 1>" in first
    assert "HTTP/1.1 200 OK" in first
    assert '"values":[["7"]]' in second
    assert "HTTP/1.1 404 Not Found" in third
    assert (
        rest.send(
            "POST", "/batch/drive/v3", data=batch("GET /drive/v3/files"), headers=HEAD
        ).status_code
        == 200
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("", "multipart/mixed"),
        (batch(), "multipart/mixed"),
        (batch("GET"), "a method and an address"),
        (batch("BREW /v4/spreadsheets"), "a method and an address"),
        (batch("POST /batch HTTP/1.1"), "no address that a batch can ask"),
        (batch("POST /upload/drive/v3/files"), "no address that a batch can ask"),
        (batch(*["GET /drive/v3/files"] * 101), "from 1 to 100"),
        (batch("GET /v4/x").replace("application/http", "text/plain"), "application/http"),
    ],
)
def test_batches_that_cannot_be_read_are_refused(rest: Client, data: str, said: str) -> None:
    answer = rest.send("POST", "/batch", data=data, headers=HEAD)
    assert answer.status_code == 400
    error: dict[str, Any] = answer.get_json()["error"]
    assert error["status"] == "INVALID_ARGUMENT"
    assert said in error["message"]
