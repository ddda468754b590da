"""Spreadsheets as files of Drive: found, copied, shared, written as other files and read."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import openpyxl
import pytest
from openpyxl.styles import Font, PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from tests.apps.sheets.page_kit import Pages
from tests.apps.sheets.rest import Book, Client
from tests.kit import Doors

FILES = "/drive/v3/files"
UPLOADS = "/upload/drive/v3/files"
TYPE = "application/vnd.google-apps.spreadsheet"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def found(client: Client, query: str, **more: Any) -> list[str]:
    asked = {"q": query, "fields": "files(name)", **more}
    return [each["name"] for each in client.ask("GET", FILES, query=asked)["files"]]


def test_files_that_are_hidden_are_not_listed(rest: Client, other: Client, book: Book) -> None:
    assert book.id in [
        each["id"] for each in rest.ask("GET", FILES, query={"fields": "*"})["files"]
    ]
    for query in ("", "name = 'Book'", "fullText contains 'Book'", "not trashed = true"):
        told = other.ask("GET", FILES, query={"q": query, "fields": "*"})
        assert book.id not in [each["id"] for each in told["files"]]


def test_file_tells_what_is_asked_for(rest: Client, book: Book) -> None:
    brief = rest.ask("GET", f"{FILES}/{book.id}")
    assert brief == {"kind": "drive#file", "id": book.id, "name": "Book", "mimeType": TYPE}
    whole = rest.ask("GET", f"{FILES}/{book.id}", query={"fields": "*", "supportsAllDrives": "1"})
    assert whole["ownedByMe"] is True
    assert whole["capabilities"]["canDelete"] is True
    assert whole["createdTime"].endswith("Z")
    made = rest.ask("POST", FILES, {"name": "Made", "mimeType": TYPE, "parents": ["root"]})
    assert rest.ask("GET", f"/v4/spreadsheets/{made['id']}")["properties"]["title"] == "Made"


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("name = 'Alpha zeal'", ["Alpha zeal"]),
        ('name = "alpha ZEAL"', ["Alpha zeal"]),
        ("name contains 'zea'", ["Alpha zeal", "Beta-zeal"]),
        ("name contains 'eal'", []),
        (f"mimeType = '{TYPE}' and name contains 'alpha'", ["Alpha zeal"]),
        ("mimeType = 'application/pdf'", []),
        ("not name contains 'alpha' and name contains 'zeal'", ["Beta-zeal"]),
        ("(name = 'Alpha zeal' or name = 'Beta-zeal') and trashed = false",
         ["Alpha zeal", "Beta-zeal"]),
        ("starred = true and name contains 'zeal'", ["Beta-zeal"]),
        ("fullText contains 'pelican'", ["Alpha zeal"]),
        ("name contains 'zeal' and modifiedTime > '2020-01-01T00:00:00'",
         ["Alpha zeal", "Beta-zeal"]),
        ("name contains 'zeal' and createdTime < '2020-01-01T00:00:00Z'", []),
        ("name contains 'zeal' and 'me@x.example' in owners", []),
        ("name contains 'zeal' and 'root' in parents", ["Alpha zeal", "Beta-zeal"]),
        ("'x' in parents", []),
    ],
)  # fmt: skip
def test_files_are_found_by_queries(rest: Client, query: str, names: list[str]) -> None:
    alpha, beta = rest.book("Alpha zeal"), rest.book("Beta-zeal")
    alpha.put("A1", [["a pelican"]])
    rest.ask("PATCH", f"{FILES}/{beta.id}", {"starred": True})
    assert found(rest, query, orderBy="name") == names


@pytest.mark.parametrize(
    "query", ["name", "name =", "name = x y", "name ~ 'x'", "(name = 'x'", "and", "name = 'x' or",
              "colour = 'red'", "trashed = 'maybe'", "modifiedTime > 'soon'", "'x' in nothing",
              "not " * 50 + "trashed = true", "(" * 60]
)  # fmt: skip
def test_broken_queries_are_refused(rest: Client, query: str) -> None:
    answer = rest.send("GET", FILES, query_string={"q": query})
    assert answer.status_code == 400
    (error,) = answer.get_json()["error"]["errors"]
    assert (error["reason"], error["location"]) == ("invalid", "q")


def test_listing_is_paged(rest: Client) -> None:
    for number in range(5):
        rest.book(f"Paged {number}")
    asked: dict[str, Any] = {"q": "name contains 'paged'", "orderBy": "name desc", "pageSize": 2}
    names: list[str] = []
    while True:
        page = rest.ask("GET", FILES, query=asked)
        names += [each["name"] for each in page["files"]]
        if "nextPageToken" not in page:
            break
        asked["pageToken"] = page["nextPageToken"]
    assert names == [f"Paged {number}" for number in (4, 3, 2, 1, 0)]
    assert rest.refusal("GET", FILES, pageToken="x")[0] == 400
    assert rest.refusal("GET", FILES, pageSize="0")[0] == 400


def test_files_are_renamed_trashed_and_deleted(rest: Client, other: Client, book: Book) -> None:
    path = f"{FILES}/{book.id}"
    rest.ask("PATCH", path, {"name": "Renamed", "unknown": 1})
    assert book.get()["properties"]["title"] == "Renamed"
    rest.ask("PATCH", path, {"trashed": True})
    assert found(rest, "name = 'Renamed' and trashed = false") == []
    assert found(rest, "trashed = true") == ["Renamed"]
    rest.ask("PATCH", path, {"trashed": False})
    answer = other.send("DELETE", path)
    assert answer.status_code == 404
    assert answer.get_json()["error"]["errors"][0] == {
        "message": f"File not found: {book.id}.",
        "domain": "global",
        "reason": "notFound",
        "location": "fileId",
        "locationType": "parameter",
    }
    assert rest.send("DELETE", path).status_code == 204
    assert rest.send("GET", path).status_code == 404


def test_copies_have_all_but_shares_and_comments(rest: Client, book: Book) -> None:
    book.batch({"addSheet": {"properties": {"title": "Two", "sheetId": 7}}})
    book.put("A1", [["50%", "=A1*2"]])
    book.put("Two!A1", [["=Sheet1!B1"]])
    grid = {"sheetId": 0, "startRowIndex": 4, "endRowIndex": 6, "startColumnIndex": 0,
            "endColumnIndex": 2}  # fmt: skip
    book.batch({"mergeCells": {"range": grid}})
    made = rest.ask("POST", f"{FILES}/{book.id}/copy", {"name": "Second"})
    copied = Book(rest, made["id"])
    assert copied.values("Two!A1") == [["100%"]] or copied.values("Two!A1") == [["1"]]
    whole = copied.get()
    assert whole["properties"]["title"] == "Second"
    assert [each["properties"]["sheetId"] for each in whole["sheets"]] == [0, 7]
    assert whole["sheets"][0]["merges"] == [grid]
    copied.put("A1", [[0.25]])
    assert book.values("A1:B1") == [["50%", "100%"]]


def test_sheet_is_copied_into_another_spreadsheet(rest: Client, book: Book) -> None:
    book.put("A1", [["5%"]])
    target = rest.book("Target")
    path = f"{book.path}/sheets/0:copyTo"
    made = rest.ask("POST", path, {"destinationSpreadsheetId": target.id})
    assert (made["title"], made["index"]) == ("Copy of Sheet1", 1)
    assert target.values("'Copy of Sheet1'!A1") == [["5%"]]
    assert rest.refusal("POST", path, {})[0] == 400
    assert rest.refusal("POST", f"{book.path}/sheets/9:copyTo",
                        {"destinationSpreadsheetId": target.id}) == (
        400, "No grid with id: 9")  # fmt: skip


def test_permissions_are_given_changed_and_taken(rest: Client, other: Client, book: Book) -> None:
    path = f"{FILES}/{book.id}/permissions"
    body = {"type": "user", "role": "reader", "emailAddress": "jwikstrand@calderoute.example"}
    given = rest.ask("POST", path, body)
    assert other.ask("GET", book.path)["spreadsheetId"] == book.id
    status, said = other.refusal("PATCH", f"{FILES}/{book.id}", {"name": "x"})
    assert (status, "permission" in said) == (403, True)
    rest.ask("PATCH", f"{path}/{given['id']}", {"role": "writer"})
    other.ask("PATCH", f"{FILES}/{book.id}", {"name": "theirs"})
    listed = rest.ask("GET", path, query={"fields": "permissions(role,emailAddress)"})
    assert [each["role"] for each in listed["permissions"]] == ["owner", "writer"]
    assert rest.send("DELETE", f"{path}/{given['id']}").status_code == 204
    assert other.send("GET", book.path).status_code == 404
    rest.ask("POST", path, {"type": "anyone", "role": "reader"})
    assert other.ask("GET", book.path)["spreadsheetId"] == book.id
    assert rest.send("DELETE", f"{path}/anyoneWithLink").status_code == 204
    for wrong in (
        {"type": "user", "role": "king"},
        {"type": "user"},
        {"role": "reader"},
        {"type": "pet", "role": "reader"},
        {**body, "emailAddress": "x@y.example"},
    ):
        assert rest.refusal("POST", path, wrong)[0] == 400, wrong  # fmt: skip
    assert rest.refusal("DELETE", f"{path}/nobody")[0] == 404


def test_ownership_is_handed_over(rest: Client, other: Client, book: Book) -> None:
    path = f"{FILES}/{book.id}/permissions"
    body = {"type": "user", "role": "owner", "emailAddress": "jwikstrand@calderoute.example"}
    assert rest.refusal("POST", path, body)[0] == 403
    rest.ask("POST", path, body, {"transferOwnership": "true"})
    assert other.ask("GET", f"{FILES}/{book.id}", query={"fields": "ownedByMe"})["ownedByMe"]
    assert rest.refusal("DELETE", f"{FILES}/{book.id}")[0] == 403
    book.put("A1", [["still mine to edit"]])


def test_comments_are_made_answered_and_resolved(rest: Client, book: Book) -> None:
    path = f"{FILES}/{book.id}/comments"
    assert rest.ask("GET", path, query={"fields": "comments/content"}) == {"comments": []}
    made = rest.ask("POST", path, {"content": "Why?"})
    rest.ask("POST", f"{path}/{made['id']}/replies", {"content": "Because."})
    rest.ask("POST", f"{path}/{made['id']}/replies", {"action": "resolve"})
    (comment,) = rest.ask("GET", path)["comments"]
    assert (comment["content"], comment["resolved"]) == ("Why?", True)
    assert comment["replies"][0]["content"] == "Because."
    assert rest.ask("GET", f"{path}/{made['id']}")["content"] == "Why?"
    assert rest.refusal("GET", f"{path}/7")[0] == 404
    assert rest.refusal("POST", path, {})[0] == 400


def test_comments_and_replies_are_changed_by_who_wrote_them(
    rest: Client, book: Book, other: Client, colleague: Doors
) -> None:
    path = f"{FILES}/{book.id}/comments"
    one = rest.ask("POST", path, {"content": "Why?"})["id"]
    share = {"type": "anyone", "role": "commenter"}
    rest.ask("POST", f"{FILES}/{book.id}/permissions", share)
    answers = f"{path}/{one}/replies"
    theirs = other.ask("POST", answers, {"content": "Becaus"})["id"]
    mended = other.ask("PATCH", f"{answers}/{theirs}", {"content": "Because."})
    assert (mended["kind"], mended["content"]) == ("drive#reply", "Because.")
    assert mended["modifiedTime"] > mended["createdTime"]
    assert other.ask("GET", f"{answers}/{theirs}") == mended
    listed = rest.ask("GET", answers, query={"pageSize": 100})
    assert listed["kind"] == "drive#replyList"
    assert [each["content"] for each in listed["replies"]] == ["Because."]
    assert rest.ask("PATCH", f"{path}/{one}", {"content": "Why so?"})["content"] == "Why so?"
    assert "Why so?" in Pages(colleague).dialog(book.id, "comments")
    for client, url in ((other, f"{path}/{one}"), (rest, f"{answers}/{theirs}")):
        assert client.refusal("PATCH", url, {"content": "x"})[0] == 403
        assert client.refusal("DELETE", url)[0] == 403
    assert rest.refusal("PATCH", f"{path}/{one}", {"content": ""})[0] == 400
    head = f"{answers}/{theirs[:-1]}"
    assert rest.refusal("GET", head) == (404, f"Reply not found: {theirs[:-1]}.")
    assert rest.refusal("DELETE", f"{path}/7/replies/{theirs}")[0] == 404
    assert other.send("DELETE", f"{answers}/{theirs}").status_code == 204
    assert rest.ask("GET", answers)["replies"] == []
    assert rest.send("DELETE", f"{path}/{one}").status_code == 204
    assert rest.ask("GET", path)["comments"] == []


def test_revisions_are_listed_for_those_who_may_edit(book: Book, other: Client) -> None:
    book.put("A1", [["x"]])
    path = f"{FILES}/{book.id}/revisions"
    listed = book.client.ask("GET", path)["revisions"]
    assert listed[-1]["lastModifyingUser"]["me"] is True
    assert book.client.ask("GET", f"{path}/{listed[-1]['id']}") == listed[-1]
    assert book.client.ask("GET", f"{path}/head") == listed[-1]
    assert book.client.refusal("GET", f"{path}/999") == (404, "Revision not found: 999.")
    assert other.refusal("GET", path)[0] == 404


def exported(book: Book, kind: str) -> bytes:
    answer = book.client.send("GET", f"{FILES}/{book.id}/export", query_string={"mimeType": kind})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data()


def upload(client: Client, name: str, content: bytes, kind: str, **query: str) -> Any:
    about = f'{{"name": "{name}", "mimeType": "{TYPE}"}}'
    body = (
        f"--frontier\r\nContent-Type: application/json\r\n\r\n{about}\r\n"
        f"--frontier\r\nContent-Type: {kind}\r\n\r\n"
    ).encode() + content + b"\r\n--frontier--"  # fmt: skip
    how = {"uploadType": "multipart", **query}
    kinds = "multipart/related; boundary=frontier"
    return client.send("POST", UPLOADS, data=body, content_type=kinds, query_string=how)


def test_exported_workbook_has_formulas_with_results(book: Book) -> None:
    book.put("A1", [["Name", "When", "=1+2"], ["x", "2026-03-17", "=SUM(C1,4)"]])
    book.put("A4", [["=SEQUENCE(2,2)", "", '="a"&1', "=1/0", "TRUE"]])
    book.batch(
        {"addSheet": {"properties": {"title": "It's", "gridProperties": {"frozenRowCount": 1}}}},
        {"repeatCell": {"range": {"endRowIndex": 1}, "fields": "userEnteredFormat",
                        "cell": {"userEnteredFormat": {"textFormat": {"bold": True}}}}},
    )  # fmt: skip
    data = exported(book, XLSX)
    assert data == exported(book, XLSX)
    formulas = openpyxl.load_workbook(io.BytesIO(data))
    results = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    assert formulas.sheetnames == ["Sheet1", "It's"]
    one, two = formulas["Sheet1"], results["Sheet1"]
    assert (one["C1"].value, two["C1"].value) == ("=1+2", 3)
    assert (one["C2"].value, two["C2"].value) == ("=SUM(C1,4)", 7)
    assert two["B2"].value.isoformat() == "2026-03-17T00:00:00"
    assert one["A1"].font.b is True
    assert (two["C4"].value, two["D4"].value, two["E4"].value) == ("a1", "#DIV/0!", True)
    assert one["A4"].value.ref == "A4:B5"
    assert formulas["It's"].freeze_panes == "A2"


def test_separated_values_show_what_cells_show(book: Book) -> None:
    book.put("A1", [["a,b", "50%"], ["", 'say "hi"']])
    assert exported(book, "text/csv").decode() == '"a,b",50%\r\n,"say ""hi"""\r\n'
    assert exported(book, "text/tab-separated-values").decode().startswith("a,b\t50%")
    assert exported(book, "application/pdf").startswith(b"%PDF")
    with zipfile.ZipFile(io.BytesIO(exported(book, "application/zip"))) as pages:
        assert pages.namelist() == ["Sheet1.html"]
        page = pages.read("Sheet1.html").decode()
    assert '<td>a,b</td><td style="text-align:right">50%</td>' in page
    assert "say &#34;hi&#34;" in page
    status, said = book.client.refusal("GET", f"{FILES}/{book.id}/export", mimeType="image/png")
    assert (status, said) == (400, "The requested conversion is not supported.")


def a_workbook() -> bytes:
    """A file of another program, with something of everything."""
    file = openpyxl.Workbook()
    page = file.worksheets[0]
    page.title = "Figures"
    page.append(["Item", "Price", "Count", "Sum"])
    page.append(["Lamp", 12.5, 4, "=B2*C2"])
    page["A1"].font = Font(bold=True, color="FFFF0000")
    page["B2"].number_format = "#,##0.00"
    page["A2"].fill = PatternFill("solid", fgColor="FF00FF00")
    page.merge_cells("A5:B6")
    page.freeze_panes = "A2"
    page.column_dimensions["A"].width = 30
    page.row_dimensions[3].hidden = True
    rule = DataValidation(type="list", formula1='"yes,no"', allow_blank=True)
    rule.add("E2:E9")
    page.add_data_validation(rule)
    file.create_sheet("Other's")["A1"] = "=Figures!D2+1"
    file.defined_names["Total"] = DefinedName("Total", attr_text="Figures!$D$2")
    out = io.BytesIO()
    file.save(out)
    return out.getvalue()


def test_uploaded_workbook_becomes_a_spreadsheet(rest: Client) -> None:
    answer = upload(rest, "Lamps", a_workbook(), XLSX)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    book = Book(rest, answer.get_json()["id"])
    whole = book.get()
    assert whole["properties"]["title"] == "Lamps"
    figures, other = whole["sheets"]
    assert figures["properties"]["gridProperties"]["frozenRowCount"] == 1
    assert figures["merges"][0]["endRowIndex"] == 6
    assert book.values("Figures!A2:D2") == [["Lamp", "12.50", "4", "50"]]
    assert book.values("'Other''s'!A1") == [["51"]]
    assert book.values("Total") == [["50"]]
    assert other["properties"]["title"] == "Other's"
    head, second = book.cells("Figures!A1:E2")
    assert head[0]["userEnteredFormat"]["textFormat"]["bold"] is True
    assert head[0]["userEnteredFormat"]["textFormat"]["foregroundColor"] == {"red": 1}
    assert second[0]["userEnteredFormat"]["backgroundColor"] == {"green": 1}
    assert second[4]["dataValidation"]["condition"]["type"] == "ONE_OF_LIST"
    again = upload(rest, "Again", exported(book, XLSX), XLSX).get_json()["id"]
    copied = Book(rest, again)
    assert copied.cells("Figures!A1:E2") == book.cells("Figures!A1:E2")
    assert copied.values("Total") == [["50"]]


def test_charts_go_out_and_come_back(rest: Client, book: Book) -> None:
    book.put("A1", [["Month", "Sum"], ["Jan", 3], ["Feb", 5]])

    def column(at: int) -> Any:
        grid = {"sheetId": 0, "startRowIndex": 0, "endRowIndex": 3, "startColumnIndex": at,
                "endColumnIndex": at + 1}  # fmt: skip
        return {"sourceRange": {"sources": [grid]}}

    spec = {"title": "Sums", "basicChart": {
        "chartType": "COLUMN", "headerCount": 1, "domains": [{"domain": column(0)}],
        "series": [{"series": column(1), "targetAxis": "LEFT_AXIS"}]}}  # fmt: skip
    place = {"overlayPosition": {"anchorCell": {"sheetId": 0, "rowIndex": 4, "columnIndex": 1}}}
    book.batch({"addChart": {"chart": {"spec": spec, "position": place}}})
    file = openpyxl.load_workbook(io.BytesIO(exported(book, XLSX)))
    page: Any = file.worksheets[0]
    (drawn,) = page._charts
    assert drawn.series[0].val.numRef.f == "'Sheet1'!$B$2:$B$3"
    copied = Book(rest, upload(rest, "Again", exported(book, XLSX), XLSX).get_json()["id"])
    (sheet,) = copied.get()["sheets"]
    (chart,) = sheet["charts"]
    assert chart["spec"]["title"] == "Sums"
    assert chart["spec"]["basicChart"]["headerCount"] == 1
    (source,) = chart["spec"]["basicChart"]["series"][0]["series"]["sourceRange"]["sources"]
    assert (source["startRowIndex"], source["endRowIndex"]) == (0, 3)
    assert chart["position"]["overlayPosition"]["anchorCell"]["rowIndex"] == 4


def test_uploaded_values_become_a_spreadsheet(rest: Client) -> None:
    answer = upload(rest, "Sums", "Name;Sum\r\nÅsa;1,5\r\nBo;50%".encode(), "text/csv")
    book = Book(rest, answer.get_json()["id"])
    assert book.values("A1:B3") == [["Name", "Sum"], ["Åsa", "1,5"], ["Bo", "50%"]]
    path = f"/upload/drive/v2/files/{book.id}"
    replaced = rest.send("PUT", path, data=b"a,b\n=1+1,2026-03-17\n", content_type="text/csv",
                         query_string={"uploadType": "media", "convert": "True"})  # fmt: skip
    assert replaced.status_code == 200, replaced.get_data(as_text=True)
    assert len(book.get()["sheets"]) == 1
    assert book.values(book.get()["sheets"][0]["properties"]["title"]) == [
        ["a", "b"], ["2", "2026-03-17"]]  # fmt: skip


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 250_000_000)
    return out.getvalue()


def with_part(name: str, data: bytes) -> bytes:
    out = io.BytesIO(a_workbook())
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "status", "said"),
    [
        (lambda: b"PK\x03\x04 no zip", 400, "no workbook that can be read"),
        (lambda: a_workbook()[:2000], 400, "no workbook that can be read"),
        (lambda: with_part("xl/vbaProject.bin", b"x"), 400, "macros"),
        (lambda: with_part("xl/extra.xml", b'<!DOCTYPE a [<!ENTITY b "c">]><a/>'), 400, "no work"),
        (lambda: with_part("xl/worksheets/s9.xml",
                           b'<x><mergeCell ref="A1:XFD1048576"/></x>'), 413, "too large"),
        (lambda: with_part("xl/worksheets/s9.xml", b'<mergeCell ref="A1:B1"/>' * 20_000),
         413, "too many places"),
        (bomb, 413, "too large"),
        (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
         400, "password"),
        (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1old", 400, "older kind"),
        (lambda: b"some text", 400, "no workbook that can be read"),
        (lambda: b"", 400, "no workbook that can be read"),
        (lambda: b"\x00\x01\x02\x03binary\x00", 400, "no text"),
        (lambda: b'a,"b\n' + b"x" * 200_000, 400, "cannot be read"),
    ],
)  # fmt: skip
def test_files_that_do_harm_are_refused_and_leave_nothing(
    rest: Client, content: Any, status: int, said: str
) -> None:
    before = found(rest, "trashed = false")
    kind = "text/csv" if said in ("no text", "cannot be read") else XLSX
    answer = upload(rest, "Bad", content(), kind)
    assert answer.status_code == status, answer.get_data(as_text=True)
    assert said in answer.get_json()["error"]["message"]
    assert found(rest, "trashed = false") == before
