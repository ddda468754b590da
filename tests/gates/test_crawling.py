"""What a page can be told is found, whichever button says where it goes."""

import pytest
from tests.gates.agent import in_address
from tests.gates.crawling import Form, links_of

BUTTON = "<button formaction=/b>"


@pytest.mark.parametrize(
    ("html", "forms"),
    [
        ("<form method=POST action=/a><input name=x>", [Form("post", "/a", ["x"])]),
        ("<form method=post><button name=x></form><input name=y>", [Form("post", "", ["x"])]),
        (f"<form method=post><input name=x>{BUTTON}</form>", [Form("post", "/b", ["x"])]),
        (
            f"<form method=post action=/a>{BUTTON}<button></form>",
            [Form("post", "/a"), Form("post", "/b")],
        ),
        (
            "<form><button></form><button form=f formaction=/b name=x></button>"
            "<form id=f method=post>",
            [Form("get", ""), Form("post", "/b", ["x"])],
        ),
        ("<form><button formmethod=post formaction=/b>", [Form("post", "/b")]),
        ("<form action=/a><template><button formaction=/b></template>", [Form("get", "/a")]),
        ("<form action=/a><button type=button formaction=/b>", [Form("get", "/a")]),
    ],
)
def test_forms_are_found_once_for_each_address_they_can_be_sent_to(
    html: str, forms: list[Form]
) -> None:
    assert links_of(html)[1] == forms


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/v4/<id>/values/<path:range>:append", "/v4/B%2F1/values/x:append"),
        ("/v4/<id>:batchUpdate", "/v4/B%2F1:batchUpdate"),
        ("/v4/<id>/sheets/<int:sheetId>:copyTo", "/v4/B%2F1/sheets/1:copyTo"),
        ("/v3/<any('me', 'us'):who>/<id>", "/v3/me/B%2F1"),
    ],
)
def test_addresses_are_filled_part_by_part(path: str, expected: str) -> None:
    assert in_address(path, {"id": "B/1"}) == expected
