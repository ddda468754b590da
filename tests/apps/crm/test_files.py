"""Files on records: made over REST, shown to whoever sees the record, gone with it."""

from __future__ import annotations

import hashlib
import io
import json
import re
from base64 import b64encode
from typing import Any

import pytest
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.rest import Rest
from tests.kit import Doors, Office

from workworld.identity import Authority
from workworld.journal import entries
from workworld.worlds import World

NOTE = b"Signed on Friday.\n"


def as_(world: World, authority: Authority, office: Office, handle: str) -> Rest:
    return Rest(Doors(world, authority, office.people[handle]))


@pytest.fixture
def ana(world: World, authority: Authority, office: Office) -> Rest:
    """A sales representative."""
    return as_(world, authority, office, "akovac")


def deal_of(rest: Rest) -> str:
    account = rest.create("Account", Name="Ferrule Depot")
    values = {"StageName": "Prospecting", "CloseDate": "2026-06-30", "AccountId": account}
    return rest.create("Opportunity", Name="Depot twelve", **values)


def put(rest: Rest, record_id: str | None = None, content: bytes = NOTE, **more: Any) -> str:
    place = {"FirstPublishLocationId": record_id} if record_id else {}
    data = {"PathOnClient": "C:\\papers\\terms.txt", "VersionData": b64encode(content).decode()}
    return rest.create("ContentVersion", **data, **place, **more)


def version(rest: Rest, version_id: str) -> dict[str, Any]:
    found: dict[str, Any] = rest.get(f"sobjects/ContentVersion/{version_id}")
    return found


def test_file_is_put_on_a_record_and_read(ana: Rest) -> None:
    deal = deal_of(ana)
    made = version(ana, put(ana, deal))
    assert (made["Title"], made["FileExtension"], made["FileType"]) == ("terms", "txt", "TEXT")
    assert (made["ContentSize"], made["VersionNumber"], made["IsLatest"]) == (len(NOTE), 1, True)
    assert made["Checksum"] == hashlib.md5(NOTE, usedforsecurity=False).hexdigest()
    answer = ana.ask("GET", made["VersionData"])
    assert (answer.status_code, answer.data) == (200, NOTE)
    query = (
        "SELECT ContentDocument.Title, ContentDocument.LatestPublishedVersionId,"
        f" LinkedEntity.Name, ShareType FROM ContentDocumentLink WHERE LinkedEntityId = '{deal}'"
    )
    (link,) = ana.get("query", q=query)["records"]
    assert link["ContentDocument"]["Title"] == "terms"
    assert link["ContentDocument"]["LatestPublishedVersionId"] == made["Id"]
    assert (link["LinkedEntity"]["Name"], link["ShareType"]) == ("Depot twelve", "V")


def test_new_version_takes_the_place_of_the_last(ana: Rest) -> None:
    deal = deal_of(ana)
    document = version(ana, put(ana, deal))["ContentDocumentId"]
    second = put(ana, content=b"Signed on Monday.\n", ContentDocumentId=document, Title="Terms v2")
    query = (
        "SELECT Title, VersionNumber, IsLatest FROM ContentVersion"
        f" WHERE ContentDocumentId = '{document}' ORDER BY VersionNumber"
    )
    rows = ana.get("query", q=query)["records"]
    assert [(each["VersionNumber"], each["IsLatest"]) for each in rows] == [(1, False), (2, True)]
    found = ana.get(f"sobjects/ContentDocument/{document}")
    assert (found["Title"], found["LatestPublishedVersionId"]) == ("Terms v2", second)


def test_who_does_not_see_the_record_does_not_see_its_file(
    ana: Rest, world: World, authority: Authority, office: Office
) -> None:
    deal = deal_of(ana)
    made = put(ana, deal)
    document = version(ana, made)["ContentDocumentId"]
    stranger = as_(world, authority, office, "aruiz")
    for path in (
        f"sobjects/ContentVersion/{made}",
        f"sobjects/ContentVersion/{made}/VersionData",
        f"sobjects/ContentDocument/{document}",
    ):
        assert stranger.refused("GET", path) == (404, "NOT_FOUND")
    linked = f"SELECT Id FROM ContentDocumentLink WHERE LinkedEntityId = '{deal}'"
    assert stranger.get("query", q=linked)["totalSize"] == 0
    link = {
        "ContentDocumentId": document,
        "LinkedEntityId": stranger.create("Lead", LastName="Ob", Company="Ob"),
    }
    assert stranger.refused("POST", "sobjects/ContentDocumentLink", link)[1] == (
        "INVALID_CROSS_REFERENCE_KEY"
    )
    reader = as_(world, authority, office, "gostrander")
    assert reader.get(f"sobjects/ContentDocument/{document}")["Title"] == "terms"


def test_reader_of_a_record_puts_no_file_on_it(
    ana: Rest, world: World, authority: Authority, office: Office
) -> None:
    deal = deal_of(ana)
    reader = as_(world, authority, office, "nbarve")
    data = {"PathOnClient": "a.txt", "VersionData": b64encode(NOTE).decode()}
    body = data | {"FirstPublishLocationId": deal}
    assert reader.refused("POST", "sobjects/ContentVersion", body)[0] in (400, 403)


def test_what_is_no_file_is_refused(ana: Rest) -> None:
    path = "sobjects/ContentVersion"
    for body, code in (
        ({"PathOnClient": "a.txt"}, "REQUIRED_FIELD_MISSING"),
        ({"VersionData": "YQ=="}, "REQUIRED_FIELD_MISSING"),
        ({"PathOnClient": "a.txt", "VersionData": "no base64!"}, "JSON_PARSER_ERROR"),
        ({"PathOnClient": "..", "VersionData": "YQ=="}, "FIELD_INTEGRITY_EXCEPTION"),
        ({"PathOnClient": "a.txt", "VersionData": 5}, "JSON_PARSER_ERROR"),
    ):
        assert ana.refused("POST", path, body) == (400, code)


def test_file_stays_when_it_is_taken_from_a_record_and_goes_when_it_is_deleted(ana: Rest) -> None:
    deal = deal_of(ana)
    made = put(ana, deal)
    document = version(ana, made)["ContentDocumentId"]
    linked = f"SELECT Id FROM ContentDocumentLink WHERE LinkedEntityId = '{deal}'"
    (link,) = ana.get("query", q=linked)["records"]
    again = {"ContentDocumentId": document, "LinkedEntityId": deal}
    assert ana.refused("POST", "sobjects/ContentDocumentLink", again) == (400, "DUPLICATE_VALUE")
    ana.delete(f"sobjects/ContentDocumentLink/{link['Id']}")
    assert ana.get(f"sobjects/ContentDocument/{document}")["Title"] == "terms"
    ana.create("ContentDocumentLink", **again)
    ana.delete(f"sobjects/ContentDocument/{document}")
    assert ana.get("query", q=linked)["totalSize"] == 0
    assert ana.refused("GET", f"sobjects/ContentVersion/{made}") == (404, "ENTITY_IS_DELETED")


def test_file_of_a_deleted_record_is_its_owners_alone(
    ana: Rest, world: World, authority: Authority, office: Office
) -> None:
    deal = deal_of(ana)
    document = version(ana, put(ana, deal))["ContentDocumentId"]
    support = as_(world, authority, office, "eboadi")
    path = f"sobjects/ContentDocument/{document}"
    ana.delete(f"sobjects/Opportunity/{deal}")
    assert ana.get(path)["Title"] == "terms"
    assert support.refused("GET", path) == (404, "NOT_FOUND")


def test_page_of_a_record_takes_and_shows_files(
    ana: Rest, world: World, authority: Authority, office: Office
) -> None:
    deal = deal_of(ana)
    pages = Pages(ana.doors)
    assert "Add files" in pages.read(f"/Opportunity/{deal}?tab=related")
    pages.read(f"/Opportunity/{deal}/files/new", fragment=True)
    sent = {"csrf": ana.doors.csrf, "file": [(io.BytesIO(NOTE), "terms.txt")]}
    answer = pages.client.post(
        f"/files/on/Opportunity/{deal}", data=sent, content_type="multipart/form-data"
    )
    assert answer.status_code == 303
    shown = pages.read(f"/Opportunity/{deal}?tab=related")
    (address,) = re.findall(r'class="file-name" href="([^"]+)"', shown)
    assert pages.client.get(address.removeprefix("/crm")).data == NOTE
    assert "Remove terms" in shown
    empty = {"csrf": ana.doors.csrf, "file": [(io.BytesIO(b""), "nothing.txt")]}
    answer = pages.client.post(
        f"/files/on/Opportunity/{deal}", data=empty, content_type="multipart/form-data"
    )
    assert (answer.status_code, "This file is empty" in answer.text) == (422, True)
    assert "Add files" not in Pages(Doors(world, authority, office.people["nbarve"])).read(
        f"/Opportunity/{deal}?tab=related"
    )
    (removing,) = re.findall(r'action="([^"]+/remove)"', shown)
    pages.submit(removing.removeprefix("/crm"))
    assert "Remove terms" not in pages.read(f"/Opportunity/{deal}?tab=related")


def test_files_are_found_by_their_titles(
    ana: Rest, world: World, authority: Authority, office: Office
) -> None:
    document = version(ana, put(ana, deal_of(ana), Title="Quagmire addendum"))["ContentDocumentId"]
    search = "FIND {quagmire} RETURNING ContentDocument(Id, Title)"
    (found,) = ana.get("search", q=search)["searchRecords"]
    assert (found["Id"], found["Title"]) == (document, "Quagmire addendum")
    stranger = as_(world, authority, office, "aruiz")
    assert stranger.get("search", q=search)["searchRecords"] == []


def test_the_journal_keeps_which_bytes_came_and_not_the_bytes(ana: Rest, world: World) -> None:
    sent = b64encode(NOTE).decode()
    put(ana)
    record = {"attributes": {"type": "ContentVersion"}, "PathOnClient": "b.txt"}
    ana.ask("POST", "composite/sobjects", {"records": [{**record, "VersionData": sent}]})
    ana.ask("POST", "sobjects/ContentVersion", {"PathOnClient": "c", "VersionData": "no base64"})
    with world.reading() as session:
        kept = [json.dumps([each.arguments, each.request]) for each in entries(session)]
    digest = hashlib.sha256(NOTE).hexdigest()
    assert [digest in each for each in kept] == [True, True, False]
    assert not any(sent in each or "no base64" in each for each in kept)
