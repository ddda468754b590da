"""Files of Drive that come in several requests, and are taken up again where they broke off."""

from __future__ import annotations

from typing import Any

from tests.apps.sheets.rest import Book, Client
from tests.apps.sheets.test_rest_files import UPLOADS, upload
from tests.kit import Doors


def test_uploads_in_two_steps(rest: Client) -> None:
    begun = rest.send("POST", UPLOADS, json={"name": "Later"},
                      query_string={"uploadType": "resumable"})  # fmt: skip
    assert begun.status_code == 200
    place = begun.headers["Location"]
    done = rest.send("PUT", place[place.index(UPLOADS) :], data=b"a,b", content_type="text/csv")
    assert done.get_json()["name"] == "Later"
    answer = rest.send("POST", UPLOADS, data=b"x", content_type="multipart/related",
                       query_string={"uploadType": "multipart"})  # fmt: skip
    assert answer.status_code == 400


PIECE = 256 * 1024
LINES = b"".join(b"%06d,a lane of the yard\n" % each for each in range(22_000))
"""More than two pieces."""


def begun(rest: Client, path: str = UPLOADS, verb: str = "POST", **about: str) -> str:
    how = {"X-Upload-Content-Type": "text/csv", "X-Upload-Content-Length": str(len(LINES))}
    answer = rest.send(verb, path, json=about, headers=how,
                       query_string={"uploadType": "resumable"})  # fmt: skip
    assert answer.status_code == 200, answer.get_data(as_text=True)
    place = str(answer.headers["Location"])
    return place[place.index("/upload/") :]


def piece(rest: Client, place: str, first: int, last: int, whole: str | int, size: int = -1) -> Any:
    content = LINES[first:last][: size if size >= 0 else None]
    how = {"Content-Range": f"bytes {first}-{last - 1}/{whole}"}
    return rest.send("PUT", place, data=content, headers=how)


def test_uploads_in_pieces(rest: Client) -> None:
    place = begun(rest, name="Lanes")
    before = rest.doors.changes
    for first, whole in ((0, len(LINES)), (PIECE, "*")):
        answer = piece(rest, place, first, first + PIECE, whole)
        assert (answer.status_code, answer.headers["Range"]) == (
            308,
            f"bytes=0-{first + PIECE - 1}",
        )
    asked = {"Content-Range": f"bytes */{len(LINES)}"}
    told = rest.send("PUT", place, headers=asked)
    assert (told.status_code, told.headers["Range"]) == (308, f"bytes=0-{2 * PIECE - 1}")
    assert rest.doors.changes == before
    made = piece(rest, place, 2 * PIECE, len(LINES), len(LINES))
    assert made.get_json()["name"] == "Lanes"
    assert Book(rest, made.get_json()["id"]).values("A22000:B") == [["21999", "a lane of the yard"]]
    assert piece(rest, place, 0, PIECE, len(LINES)).status_code == 404


def test_files_are_replaced_by_uploads_in_pieces(rest: Client) -> None:
    book = Book(rest, upload(rest, "Sums", b"a", "text/csv").get_json()["id"])
    place = begun(rest, f"{UPLOADS}/{book.id}", "PATCH")
    assert piece(rest, place, 0, 2 * PIECE, len(LINES)).status_code == 308
    elsewhere = place.replace(f"/{book.id}", "")
    assert piece(rest, elsewhere, 2 * PIECE, len(LINES), len(LINES)).status_code == 404
    assert piece(rest, place, 2 * PIECE, len(LINES), len(LINES)).status_code == 200
    assert book.values("A1:B1") == [["0", "a lane of the yard"]]


def test_pieces_that_do_not_fit_are_refused_and_leave_what_is_there(rest: Client) -> None:
    place = begun(rest, name="Lanes")
    assert "Range" not in piece(rest, place, PIECE, 2 * PIECE, len(LINES)).headers  # too far on
    assert piece(rest, place, 0, PIECE, len(LINES), size=PIECE - 1).status_code == 400
    assert piece(rest, place, 0, 1000, len(LINES)).status_code == 400
    assert piece(rest, place, 2 * PIECE, len(LINES), len(LINES)).status_code == 400
    for text in ("bytes", "bytes 5-2/9", "bytes 0-3/*x", "bytes a-b/c", "bytes */9"):
        answer = rest.send("PUT", place, data=b"abcd", headers={"Content-Range": text})
        assert answer.status_code == 400, text
        assert answer.get_json()["error"]["code"] == 400
    large = {"Content-Range": f"bytes {10**8}-{10**8 + PIECE - 1}/*"}
    assert rest.send("PUT", place, data=bytes(PIECE), headers=large).status_code == 413
    assert piece(rest, place, 0, PIECE, len(LINES)).headers["Range"] == f"bytes=0-{PIECE - 1}"


def test_uploads_are_their_owners_alone(rest: Client, colleague: Doors) -> None:
    place = begun(rest, name="Lanes")
    theirs = Client(colleague)
    assert piece(theirs, place, 0, PIECE, len(LINES)).status_code == 404
    assert piece(theirs, place, 0, len(LINES), len(LINES)).status_code == 404
    book = upload(rest, "Sums", b"a", "text/csv").get_json()["id"]
    answer = theirs.send("PATCH", f"{UPLOADS}/{book}", json={},
                         query_string={"uploadType": "resumable"})  # fmt: skip
    assert answer.status_code == 404
