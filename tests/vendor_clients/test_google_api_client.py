"""The ``google-api-python-client`` package, unmodified, against Sheets and Drive.

https://github.com/googleapis/google-api-python-client
"""

from __future__ import annotations

import io
import json
from typing import Any

import httplib2
import openpyxl
import pytest
from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build, build_from_document
from googleapiclient.discovery_cache import get_static_doc
from googleapiclient.errors import HttpError
from googleapiclient.http import MediaIoBaseDownload, MediaIoBaseUpload
from tests.kit import Doors

from workworld.host import Host
from workworld.worlds import World

PREFIX = "ya29.a0Ww"
TYPE = "application/vnd.google-apps.spreadsheet"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def base(host: Host, world: World) -> str:
    """The app's address."""
    return f"{host.origin}/w/{world.id}/sheets"


@pytest.fixture
def credentials(doors: Doors) -> Credentials:
    """A token, as the library carries it."""
    return Credentials(doors.authority.token(doors.world, doors.person_id, PREFIX))  # type: ignore[no-untyped-call]


@pytest.fixture
def sheets(base: str, credentials: Credentials) -> Any:
    """The client of the Sheets API."""
    with build(
        "sheets", "v4", credentials=credentials, client_options={"api_endpoint": base}
    ) as found:
        yield found.spreadsheets()


@pytest.fixture
def drive(base: str, credentials: Credentials) -> Any:
    """The client of the Drive API, whose uploads go by the document's own root."""
    document = json.loads(get_static_doc("drive", "v3") or "")
    document |= {"rootUrl": f"{base}/", "baseUrl": f"{base}/drive/v3/"}
    document.pop("mtlsRootUrl", None)
    with build_from_document(document, credentials=credentials) as found:
        yield found


def test_values_are_written_and_read(sheets: Any) -> None:
    made = sheets.create(body={"properties": {"title": "Plan"}}, fields="spreadsheetId").execute()
    book = made["spreadsheetId"]
    values = sheets.values()
    done = values.update(
        spreadsheetId=book,
        range="Sheet1!A1:B2",
        valueInputOption="USER_ENTERED",
        body={"values": [["a", "50%"], ["b", "=B1*2"]]},
    ).execute()
    assert done["updatedCells"] == 4
    found = values.get(
        spreadsheetId=book, range="A1:B2", valueRenderOption="UNFORMATTED_VALUE"
    ).execute()
    assert found["values"] == [["a", 0.5], ["b", 1]]
    values.append(
        spreadsheetId=book, range="Sheet1", valueInputOption="RAW", body={"values": [["c"]]}
    ).execute()
    body = {"valueInputOption": "RAW", "data": [{"range": "D1", "values": [[1]]}]}
    values.batchUpdate(spreadsheetId=book, body=body).execute()
    found = values.batchGet(spreadsheetId=book, ranges=["A:A", "D1"]).execute()
    assert [each["values"] for each in found["valueRanges"]] == [[["a"], ["b"], ["c"]], [["1"]]]
    values.clear(spreadsheetId=book, range="'Sheet1'!D1").execute()
    values.batchClear(spreadsheetId=book, body={"ranges": ["A3"]}).execute()
    assert "values" not in values.get(spreadsheetId=book, range="A3:D3").execute()


def test_many_ranges_make_a_long_address(sheets: Any) -> None:
    book = sheets.create(body={}).execute()["spreadsheetId"]
    ranges = [f"Sheet1!A{row}:Z{row}" for row in range(1, 300)]
    found = sheets.values().batchGet(spreadsheetId=book, ranges=ranges).execute()
    assert len(found["valueRanges"]) == 299


def test_spreadsheets_are_edited_and_told(sheets: Any) -> None:
    book = sheets.create(body={"properties": {"title": "Plan"}}).execute()["spreadsheetId"]
    add = {"addSheet": {"properties": {"title": "Two", "tabColorStyle": {"rgbColor": {"red": 1}}}}}
    done = sheets.batchUpdate(spreadsheetId=book, body={"requests": [add]}).execute()
    sheet_id = done["replies"][0]["addSheet"]["properties"]["sheetId"]
    found = sheets.get(spreadsheetId=book, includeGridData=True, ranges=["Two!A1"]).execute()
    assert found["sheets"][0]["properties"]["sheetId"] == sheet_id
    copied = sheets.sheets().copyTo(
        spreadsheetId=book, sheetId=sheet_id, body={"destinationSpreadsheetId": book}
    )
    assert copied.execute()["title"] == "Copy of Two"
    with pytest.raises(HttpError) as refused:
        sheets.values().get(spreadsheetId=book, range="Nowhere!A1").execute()
    assert refused.value.status_code == 400
    assert refused.value.reason == "Unable to parse range: Nowhere!A1"
    with pytest.raises(HttpError) as missing:
        sheets.get(spreadsheetId="nowhere").execute()
    assert missing.value.status_code == 404


def test_files_are_listed_uploaded_and_exported(sheets: Any, drive: Any) -> None:
    files = drive.files()
    csv = MediaIoBaseUpload(io.BytesIO(b"Name,Sum\nAna,=1+2\n"), "text/csv")
    made = files.create(body={"name": "Sums", "mimeType": TYPE}, media_body=csv).execute()
    values = sheets.values().get(spreadsheetId=made["id"], range="A1:B2").execute()["values"]
    assert values == [["Name", "Sum"], ["Ana", "3"]]
    listed = files.list(q="name = 'Sums'", fields="files(id, name)").execute()
    assert listed == {"files": [{"id": made["id"], "name": "Sums"}]}
    out = io.BytesIO()
    download = MediaIoBaseDownload(out, files.export_media(fileId=made["id"], mimeType=XLSX))
    while not download.next_chunk()[1]:
        pass
    file = openpyxl.load_workbook(io.BytesIO(out.getvalue()), data_only=True)
    assert file.worksheets[0]["B2"].value == 3
    again = MediaIoBaseUpload(io.BytesIO(out.getvalue()), XLSX, resumable=True)
    copied = files.create(body={"name": "Again", "mimeType": TYPE}, media_body=again).execute()
    files.update(fileId=copied["id"], body={"name": "Once more"}).execute()
    files.update(fileId=copied["id"], media_body=MediaIoBaseUpload(io.BytesIO(b"x"), "text/csv"),
                 ).execute()  # fmt: skip
    assert files.get(fileId=copied["id"], fields="name").execute() == {"name": "Once more"}
    files.delete(fileId=copied["id"]).execute()
    assert httplib2.__version__


def test_files_are_uploaded_in_pieces(sheets: Any, drive: Any) -> None:
    content = b"".join(b"%06d,a lane of the yard\n" % each for each in range(22_000))
    media = MediaIoBaseUpload(io.BytesIO(content), "text/csv", chunksize=256 * 1024, resumable=True)
    asked = drive.files().create(body={"name": "Lanes", "mimeType": TYPE}, media_body=media)
    shares, made = [], None
    while made is None:
        status, made = asked.next_chunk()
        shares.append(status.progress() if status else 1)
    assert len(shares) == 3
    assert shares == sorted(shares)
    media = MediaIoBaseUpload(io.BytesIO(content[:-3]), "text/csv", chunksize=-1, resumable=True)
    drive.files().update(fileId=made["id"], media_body=media).execute()
    values = sheets.values().get(spreadsheetId=made["id"], range="A22000:B").execute()["values"]
    assert values == [["21999", "a lane of the ya"]]


def test_requests_are_sent_in_batches(base: str, credentials: Credentials) -> None:
    document = json.loads(get_static_doc("sheets", "v4") or "")
    document |= {"rootUrl": f"{base}/", "baseUrl": f"{base}/"}
    document.pop("mtlsRootUrl", None)
    with build_from_document(document, credentials=credentials) as sheets:
        book = sheets.spreadsheets().create(body={"properties": {"title": "Batch"}}).execute()
        answers: dict[str, Any] = {}

        def hear(number: str, answer: Any, error: Any) -> None:
            answers[number] = answer or error

        batch, values = sheets.new_batch_http_request(hear), sheets.spreadsheets().values()
        where = {"spreadsheetId": book["spreadsheetId"]}
        body = {"values": [[1, "Größe & mehr"]]}
        write = values.update(**where, range="A1", valueInputOption="RAW", body=body)
        batch.add(write, request_id="write")
        batch.add(values.get(**where, range="Sheet1!A1:B1"), request_id="read")
        batch.add(values.get(**where, range="Nowhere!A1"), request_id="refused")
        batch.execute()
    assert answers["write"]["updatedCells"] == 2
    assert answers["read"]["values"] == [["1", "Größe & mehr"]]
    assert answers["refused"].status_code == 400
    assert "Unable to parse range: Nowhere!A1" in str(answers["refused"])
