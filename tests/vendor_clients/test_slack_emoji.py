"""The workspace's own emoji by Slack's own Python client, unmodified, over real sockets."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from tests.files.sending import PNG
from tests.kit import Doors, Office

from workworld.host import Host


@pytest.fixture
def client(host: Host, doors: Doors) -> Any:
    return WebClient(doors.token, base_url=f"{host.origin}/w/{doors.world.id}/chat/api/")


def refusal(call: Any) -> str:
    with pytest.raises(SlackApiError) as refused:
        call()
    return str(refused.value.response["error"])


def test_life_of_an_emoji(client: Any, doors: Doors, office: Office) -> None:
    file = client.files_upload_v2(content=PNG, filename="parrot.png")["file"]
    assert client.admin_emoji_add(name=":party_parrot:", url=file["url_private"])["ok"]
    assert refusal(lambda: client.admin_emoji_add(name="party_parrot", url=file["permalink"])) == (
        "error_name_taken"
    )
    url = client.emoji_list()["emoji"]["party_parrot"]
    assert httpx2.get(url).content == PNG  # as at the vendor's, without a token
    client.admin_emoji_addAlias(name="parrot_party", alias_for="party_parrot")
    listed = {
        name: each
        for page in client.admin_emoji_list(limit=2)
        for name, each in page["emoji"].items()
    }
    assert listed["parrot_party"]["url"] == "alias:party_parrot"
    assert listed["party_parrot"]["uploaded_by"] == doors.person_id
    general = office.channels["general"]
    sent = client.chat_postMessage(channel=general, text=":parrot_party:")["ts"]
    client.reactions_add(channel=general, timestamp=sent, name="parrot_party")
    message = client.reactions_get(channel=general, timestamp=sent)["message"]
    assert [each["name"] for each in message["reactions"]] == ["party_parrot"]
    client.admin_emoji_rename(name="party_parrot", new_name="dancing_parrot")
    assert client.emoji_list()["emoji"]["parrot_party"] == "alias:dancing_parrot"
    client.admin_emoji_remove(name="dancing_parrot")
    assert "parrot_party" not in client.emoji_list()["emoji"]
    assert refusal(lambda: client.admin_emoji_remove(name="dancing_parrot")) == "emoji_not_found"
