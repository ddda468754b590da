"""What chat's tools do beyond sending and reading, in each of their profiles."""

import json
from typing import Any

import pytest
from tests.kit import Doors, Office, run_async, text_of

from workworld.calls import call as call_operation
from workworld.calls import perform
from workworld.context import Request, Surface
from workworld.files import uploads
from workworld.mcp_servers.chat import TABLE


def call(doors: Doors, tool: str, **arguments: object) -> Any:
    result = doors.mcp(f"slack_{tool}", **arguments)
    assert not result.is_error, text_of(result)
    return json.loads(text_of(result))


def refusal(doors: Doors, tool: str, **arguments: object) -> str:
    result = doors.mcp(f"slack_{tool}", **arguments)
    assert result.is_error
    return text_of(result).partition(":")[0]


@pytest.fixture
def place(doors: Doors, office: Office) -> dict[str, str]:
    sent = call(doors, "send_message", channel_id=office.channels["general"], message="a zebra")
    return dict(sent["message_context"])


def test_message_is_changed_reacted_to_and_deleted(
    doors: Doors, colleague: Doors, place: dict[str, str]
) -> None:
    call(doors, "update_message", **place, message="two **zebras**")
    call(doors, "add_reaction", **place, emoji="thumbsup")
    call(doors, "add_reaction", **place, emoji="+1")
    call(colleague, "add_reaction", **place, emoji="+1")
    said = call(doors, "get_reactions", **place)["result"]
    assert said.startswith(":+1: × 2 — Ana Ruiz (U")
    shown = call(doors, "read_channel", channel_id=place["channel_id"], limit=1)["messages"]
    assert "two *zebras* (edited)" in shown
    assert "Reactions: +1 (2)" in shown
    call(doors, "remove_reaction", **place, emoji="+1")
    assert refusal(doors, "remove_reaction", **place, emoji="+1") == "no_reaction"
    assert refusal(colleague, "delete_message", **place) == "cant_delete_message"
    link = call(doors, "get_permalink", **place)["message_link"]
    assert place["message_ts"].replace(".", "") in link
    call(doors, "delete_message", **place)
    assert refusal(doors, "get_reactions", **place) == "message_not_found"


def test_search_shows_results_with_their_context(
    doors: Doors, office: Office, place: dict[str, str]
) -> None:
    call(doors, "send_message", channel_id=place["channel_id"], message="and after it")
    answer = call(doors, "search_public", query="zebra from:me")
    assert "### Result 1 of 1\nChannel: #general (" in answer["results"]
    assert f"Message_ts: {place['message_ts']}" in answer["results"]
    assert "Context after: Ana Ruiz" in answer["results"]
    assert answer["pagination_info"] == "There are no more results."
    bare = call(doors, "search_public", keywords=["zebra"], include_context=False)
    assert "Context" not in bare["results"]
    assert refusal(doors, "search_public", natural_language_query="zebras?") == "invalid_arguments"
    assert (
        refusal(doors, "search_public", query="x", content_types="canvases") == "invalid_arguments"
    )
    assert refusal(doors, "search_public", query="x", cursor="nonsense") == "invalid_cursor"
    assert refusal(doors, "search_public", query="x", after="noon") == "invalid_arguments"


def test_search_pages_to_the_end(doors: Doors) -> None:
    found: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        answer = call(doors, "search_public", query="the", limit=7, sort="timestamp", **cursor)
        found += [line for line in answer["results"].splitlines() if line.startswith("Permalink")]
        _, _, following = answer["pagination_info"].partition("Pass cursor: ")
        if not following:
            break
        cursor = {"cursor": following}
    total = doors.rest("search.messages", query="the in:<#C0>")["messages"]["total"]
    assert total == 0
    assert len(found) == len(set(found)) > 50


def test_only_the_private_search_reaches_private_channels(doors: Doors, office: Office) -> None:
    insider = Doors(doors.world, doors.authority, office.people["dwhitlock"])
    public = call(insider, "search_public", query="in:renewals discount")
    assert public["results"] == "No results found."
    private = call(insider, "search_public_and_private", query="in:renewals discount")
    assert "Channel: #renewals" in private["results"]
    outside = call(doors, "search_public_and_private", query="in:renewals discount")
    assert outside["results"] == "No results found."


def test_life_of_a_channel(doors: Doors, colleague: Doors, office: Office) -> None:
    ming = office.people["mchen"]
    made = call(
        doors, "create_conversation", channel_name="war-room", is_private=True, user_ids=[ming]
    )
    place = {"channel_id": made["channel_id"]}
    call(doors, "invite_to_channel", **place, user_ids=[colleague.person_id])
    members = call(doors, "list_channel_members", **place, response_format="ids_only")["members"]
    assert set(members.splitlines()) == {doors.person_id, ming, colleague.person_id}
    call(doors, "remove_from_channel", **place, user_id=ming)
    call(colleague, "leave_channel", **place)
    call(doors, "rename_channel", **place, name="peace-room")
    assert call(doors, "set_channel_topic", **place, topic="calm")["topic"] == "calm"
    assert call(doors, "set_channel_purpose", **place, purpose="rest")["purpose"] == "rest"
    known = call(doors, "read_channel_info", **place)["result"]
    assert known.startswith("Name: #peace-room (C")
    assert "Topic: calm\nPurpose: rest" in known
    call(doors, "archive_channel", **place)
    assert refusal(doors, "archive_channel", **place) == "already_archived"
    call(doors, "unarchive_channel", **place)
    call(doors, "join_channel", channel_id=office.channels["support"])
    assert refusal(doors, "create_conversation") == "users_list_not_supplied"
    assert refusal(doors, "create_conversation", channel_name="general") == "name_taken"


def test_people_are_found_and_described(doors: Doors, office: Office) -> None:
    found = call(doors, "search_users", query="ana")["results"]
    assert "Ana Ruiz" in found
    assert office.people["aruiz"] not in call(doors, "search_users", query="ana -ruiz")["results"]
    first = call(doors, "search_users", query="", limit=5)
    cursor = first["pagination_info"].partition("Pass cursor: ")[2]
    second = call(doors, "search_users", query="", limit=20, cursor=cursor)
    assert first["results"].count("User ID: ") == 5
    assert not {*_ids(first["results"])} & {*_ids(second["results"])}
    profile = call(doors, "read_user_profile")["result"]
    assert f"User ID: {doors.person_id}" in profile
    assert refusal(doors, "read_user_profile", user_id="U0") == "user_not_found"
    assert call(doors, "search_emojis", query="parrot")["results"].startswith("No custom emoji")


@pytest.mark.parametrize("tool", ["search_channels", "search_users"])
def test_only_so_many_words_are_sought_at_once(doors: Doors, tool: str) -> None:
    call(doors, tool, keywords=["\ufdfa" * 64] * 20)  # each letter stands for eighteen
    assert refusal(doors, tool, query="a " * 1500) == "invalid_arguments"
    assert refusal(doors, tool, keywords=["-a"] * 21) == "invalid_arguments"
    assert refusal(doors, tool, keywords=["a" * 60_000]) == "invalid_arguments"


def test_files_are_listed_page_by_page_and_deleted(
    doors: Doors, colleague: Doors, office: Office
) -> None:
    general = office.channels["general"]
    for number in range(3):
        upload = perform(doors.world, doors.actor, uploads.begin, name=f"plan{number}.txt", size=1)
        request = Request(Surface.SYSTEM, "upload", {})
        sent = {"file_id": upload.id, "content": b"x"}
        call_operation(
            doors.world, doors.actor, uploads.receive, request, accept=lambda *_, s=sent: s
        )
        call(doors, "complete_file_upload", file_id=upload.id, channel_id=general)
    first = call(colleague, "list_files", channel_id=general, user_id=doors.person_id, limit=2)
    assert first["pagination_info"] == "Page 1 of 2."
    second = call(colleague, "list_files", channel_id=general, limit=2, page=2)
    assert len(first["files"].splitlines()) == 2
    assert second["files"].startswith("plan")
    file_id = second["files"].partition("(")[2].partition(",")[0]
    assert refusal(colleague, "delete_file", file_id=file_id) == "cant_delete_file"
    call(doors, "delete_file", file_id=file_id)
    assert refusal(doors, "read_file", file_id=file_id) == "file_not_found"
    hidden = office.channels["renewals"]
    assert refusal(doors, "list_files", channel_id=hidden) == "channel_not_found"
    assert refusal(doors, "list_files", page=0.5) == "invalid_arguments"
    assert call(doors, "list_files", page=10_000)["files"] == "No files found."
    beyond = text_of(doors.mcp("slack_list_files", page=10_001))
    assert "page is a whole number from 1 to 10000" in beyond


def _ids(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("User ID: ")]


def test_reference_profile_speaks_the_web_api(doors: Doors, office: Office) -> None:
    async def run() -> list[Any]:
        general = office.channels["general"]
        async with doors.mcp_client("reference") as client:

            async def ask(tool: str, **arguments: object) -> Any:
                result = await client.call_tool(f"slack_{tool}", arguments)
                return json.loads(text_of(result))  # type: ignore[arg-type]

            names = [tool.name for tool in (await client.list_tools()).tools]
            sent = await ask("post_message", channel_id=general, text="zebra")
            ts = sent["ts"]
            await ask("reply_to_thread", channel_id=general, thread_ts=ts, text="re")
            reaction = {"timestamp": ts, "reaction": "eyes"}
            await ask("add_reaction", channel_id=general, **reaction)
            history = await ask("get_channel_history", channel_id=general, limit=1)
            thread = await ask("get_thread_replies", channel_id=general, thread_ts=ts)
            people = await ask("get_users", limit=5)
            profile = await ask("get_user_profile", user_id=doors.person_id)
            listed = await ask("list_channels")
            return [names, history, thread, people, profile, listed]

    names, history, thread, people, profile, listed = run_async(run)
    assert names == [tool.name for tool in TABLE.profiles["reference"].tools]
    assert len(names) == 8
    assert history["messages"][0]["reactions"][0]["name"] == "eyes"
    assert [message["text"] for message in thread["messages"]] == ["zebra", "re"]
    assert people["response_metadata"]["next_cursor"]
    assert profile["profile"]["real_name"] == "Ana Ruiz"
    assert "general" in [channel["name"] for channel in listed["channels"]]


@pytest.mark.parametrize("draft", ["Dr1", "x"])
def test_draft_that_is_not_there_is_said_so(doors: Doors, office: Office, draft: str) -> None:
    sent = {"channel_id": office.channels["general"], "message": "hi", "draft_id": draft}
    assert refusal(doors, "send_message", **sent) == "draft_not_found"
    assert doors.changes == []
