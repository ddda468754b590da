"""The pages of files, which stand beside the apps."""

import io

import pytest
from tests.files.sending import CSV, PNG, uploaded
from tests.kit import Doors, Office
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from workworld.files.limits import LARGEST_FILE
from workworld.files.spreadsheets import as_xlsx


def test_a_page_uploads_and_shows_what_it_got(doors: Doors) -> None:
    form = {"csrf": doors.csrf, "file": (io.BytesIO(CSV), "plan.csv")}
    answer = doors.home.post("/files", data=form)
    assert answer.status_code == 303
    page = doors.home.get(answer.location.removeprefix(doors.site.root)).text
    assert "plan.csv" in page
    assert '<th scope="col">amount</th>' in page
    assert "<td>30</td>" in page
    assert "plan.csv" in doors.home.get("/files").text
    assert "plan.csv" in doors.home.get("/files?mine=1").text


def test_a_script_gets_fields_for_the_form(doors: Doors) -> None:
    parts = [(io.BytesIO(PNG), "dot.png"), (io.BytesIO(b"a"), "<b>.txt")]
    form = {"csrf": doors.csrf, "file": parts}
    answer = doors.home.post("/files", data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 201
    assert answer.text.count('name="file_id"') == 2
    assert "<b>" not in answer.text
    none = doors.home.post("/files", data={"csrf": doors.csrf}, headers={"HX-Request": "true"})
    assert none.status_code == 422
    assert 'role="alert"' in none.text
    assert doors.home.post("/files", data={"file": (io.BytesIO(PNG), "x")}).status_code == 403


@pytest.mark.parametrize(
    ("content", "name", "status"),
    [(b"", "c.txt", 422), (b"x", "..", 422), (b"x" * (LARGEST_FILE + 1), "c.bin", 413)],
)
def test_a_form_of_several_files_is_taken_whole_or_not_at_all(
    doors: Doors, content: bytes, name: str, status: int
) -> None:
    parts = [FileStorage(io.BytesIO(b"a"), "a.txt"), FileStorage(io.BytesIO(content), name)]
    boundary, body = encode_multipart({"csrf": doors.csrf, "file": parts})
    label = f"multipart/form-data; boundary={boundary}"
    for headers in ({}, {"HX-Request": "true"}):
        refused = doors.home.post("/files", data=body, content_type=label, headers=headers)
        assert refused.status_code == status
        assert f"&#39;{name}&#39;: " in refused.text
    assert doors.changes == []
    assert doors.journal == []


def test_previews_show_what_there_is_and_nothing_live(doors: Doors) -> None:
    image = uploaded(doors, "dot.png", PNG)
    assert '<img class="file-preview"' in doors.home.get(f"/files/{image['id']}").text
    shown = doors.home.get(f"/files/{image['id']}/content")
    assert (shown.mimetype, shown.data) == ("image/png", PNG)
    assert "inline" in shown.headers["Content-Disposition"]
    saved = doors.home.get(f"/files/{image['id']}/content?download=1")
    assert "attachment" in saved.headers["Content-Disposition"]
    html = uploaded(doors, "x.html", b"<script>alert(1)</script>")
    page = doors.home.get(f"/files/{html['id']}").text
    assert "&lt;script&gt;alert(1)" in page
    content = doors.home.get(f"/files/{html['id']}/content")
    assert content.mimetype == "text/plain"
    assert "attachment" in content.headers["Content-Disposition"]
    pdf = uploaded(doors, "x.pdf", b"%PDF-1.7 x")
    assert "There is no preview" in doors.home.get(f"/files/{pdf['id']}").text
    broken = uploaded(doors, "x.csv", b'a,"' + b"x" * 140_000)
    assert doors.home.get(f"/files/{broken['id']}").status_code == 200


def test_workbooks_show_their_first_sheet(doors: Doors) -> None:
    book = uploaded(doors, "x.xlsx", as_xlsx("Rates", ["Lane", "Rate"], [["<b>A</b>", 0.25]]))
    page = doors.home.get(f"/files/{book['id']}").text
    assert "<td>&lt;b&gt;A&lt;/b&gt;</td><td>0.25</td>" in page
    content = as_xlsx("Rates", ["Lane"], [])[:-40]
    broken = uploaded(doors, "x.xlsx", content)
    assert "There is no preview" in doors.home.get(f"/files/{broken['id']}").text


def test_a_page_deletes_a_file_of_ones_own(doors: Doors, colleague: Doors, office: Office) -> None:
    file = uploaded(doors, "a.txt", b"x", channel_id=office.channels["general"])
    path = f"/files/{file['id']}/delete"
    assert "Delete a.txt" in doors.home.get(f"/files/{file['id']}").text
    others = colleague.home
    assert "Delete a.txt" not in others.get(f"/files/{file['id']}").text
    assert others.post(path, data={"csrf": colleague.csrf}).status_code == 403
    assert doors.home.post(path, data={"csrf": doors.csrf}).status_code == 303
    assert doors.home.get(f"/files/{file['id']}").status_code == 404


def test_older_files_are_on_further_pages(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workworld.doors.home.files.PAGE_SIZE", 2)
    for number in range(3):
        uploaded(doors, f"{number}.txt", b"x")
    first = doors.home.get("/files").text
    older = first.partition('href="/files?cursor=')[2].partition('"')[0]
    assert "0.txt" not in first
    assert "0.txt" in doors.home.get(f"/files?cursor={older}").text
    assert doors.home.get("/files?cursor=nonsense").status_code == 422


def test_body_far_over_the_limit_is_told_what_the_limit_is(doors: Doors) -> None:
    part = FileStorage(io.BytesIO(bytes(3 * LARGEST_FILE)), "big.bin")
    boundary, body = encode_multipart({"csrf": doors.csrf, "file": part})
    label = f"multipart/form-data; boundary={boundary}"
    headers = {"HX-Request": "true"}
    refused = doors.home.post("/files", data=body, content_type=label, headers=headers)
    assert refused.status_code == 413
    assert "A file may have 10 MB." in refused.text
