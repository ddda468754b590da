"""What a page can be told is found, whichever button says where it goes."""

import pytest
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
