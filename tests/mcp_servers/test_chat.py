import json
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp import MCPError
from tests.kit import ORIGIN, Doors, Office, run_async, text_of

from workworld.doors.mcp import VENDOR, Caller, call_tool
from workworld.mcp_servers.chat import TABLE


def answer(doors: Doors, tool: str, **arguments: Any) -> Any:
    result = doors.mcp(tool, **arguments)
    assert not result.is_error, text_of(result)
    return json.loads(text_of(result))


def test_send_message_answers_link_and_stamp(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    sent = answer(doors, "slack_send_message", channel_id=general, message="**hi** & bye")
    ts = sent["message_context"]["message_ts"]
    assert sent["message_context"]["channel_id"] == general
    assert sent["message_link"] == (
        f"{ORIGIN}{doors.site.root}/chat/archives/{general}/p{ts.replace('.', '')}"
    )
    (change,) = doors.changes
    assert change.after is not None
    assert change.after["text"] == "*hi* &amp; bye"


def test_link_to_a_reply_names_its_thread(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    parent = answer(doors, "slack_send_message", channel_id=general, message="p")
    root = parent["message_context"]["message_ts"]
    reply = answer(
        doors,
        "slack_send_message",
        channel_id=general,
        message="r",
        thread_ts=root,
        reply_broadcast=True,
    )
    assert reply["message_link"].endswith(f"?thread_ts={root}&cid={general}")


def test_channel_is_read_newest_first_in_the_vendors_format(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    sent = answer(doors, "slack_send_message", channel_id=general, message="newest")
    read = answer(doors, "slack_read_channel", channel_id=general, limit=2)
    lines = read["messages"].splitlines()
    assert lines[0] == f"Channel: #general ({general})"
    assert lines[2] == (
        f"=== Message from Ana Ruiz <aruiz@calderoute.example> ({doors.person_id}) "
        "at 2026-03-17 09:30:00 EDT ==="
    )
    assert lines[3] == f"Message TS: {sent['message_context']['message_ts']}"
    assert lines[4] == "newest"
    assert "There are more messages" in read["pagination_info"]


def test_pages_lead_to_the_end(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    seen: list[str] = []
    arguments: dict[str, Any] = {}
    while True:
        page = answer(doors, "slack_read_channel", channel_id=general, limit=9, **arguments)
        seen += re.findall(r"^Message TS: ([\d.]+)$", page["messages"], re.MULTILINE)
        cursor = re.search(r"cursor: (\S+)$", page["pagination_info"])
        if cursor is None:
            break
        arguments = {"cursor": cursor[1]}
    assert page["pagination_info"] == "There are no more messages in this channel."
    everything = doors.rest("conversations.history", channel=general, limit=1000)["messages"]
    assert seen == [message["ts"] for message in everything]


def test_thread_is_read_parent_first(doors: Doors, office: Office) -> None:
    general = office.channels["general"]
    root = answer(doors, "slack_send_message", channel_id=general, message="parent")
    ts = root["message_context"]["message_ts"]
    for text in ("one", "two", "three"):
        doors.rest("chat.postMessage", channel=general, text=text, thread_ts=ts)
    first = answer(doors, "slack_read_thread", channel_id=general, message_ts=ts, limit=2)
    assert first["messages"].startswith("=== THREAD PARENT MESSAGE ===\nFrom: Ana Ruiz (U")
    assert "=== THREAD REPLIES (3 total) ===" in first["messages"]
    assert "--- Reply 2 of 3 ---" in first["messages"]
    cursor = first["pagination_info"].rpartition(" ")[2]
    second = answer(
        doors, "slack_read_thread", channel_id=general, message_ts=ts, limit=2, cursor=cursor
    )
    assert "--- Reply 3 of 3 ---" in second["messages"]
    assert second["pagination_info"] == "There are no more messages in this thread."


def test_times_are_in_the_callers_zone(doors: Doors, office: Office) -> None:
    sylvie = Doors(doors.world, doors.authority, office.people["sfontanel"])
    general = office.channels["general"]
    answer(doors, "slack_send_message", channel_id=general, message="now")
    read = answer(sylvie, "slack_read_channel", channel_id=general, limit=1)
    assert "2026-03-17 13:30:00 GMT" in read["messages"]


def test_concise_leaves_addresses_out(doors: Doors, office: Office) -> None:
    arguments = {"channel_id": office.channels["general"], "limit": 3}
    concise = answer(doors, "slack_read_channel", **arguments, response_format="concise")
    assert "@calderoute.example" not in concise["messages"]


@pytest.mark.parametrize(
    ("arguments", "found", "missing"),
    [
        ({"query": "deploys"}, "#deploys", "#general"),
        ({"query": "#deploys"}, "#deploys", "#general"),
        ({"query": "gatehouse"}, "No channels found.", "#gatehouse"),
        ({"query": "gatehouse", "include_archived": True}, "#gatehouse-migration", "#general"),
        ({"query": "renewals", "channel_types": "private_channel"}, "No channels found.", "#ren"),
        (
            {"keywords": ["finance"], "channel_types": "private_channel"},
            "#finance-close",
            "#general",
        ),
    ],
)
def test_channels_are_found_by_words(
    doors: Doors, arguments: dict[str, Any], found: str, missing: str
) -> None:
    results = answer(doors, "slack_search_channels", **arguments)["results"]
    assert found in results
    assert missing not in results


def test_own_channels_are_listed_in_three_formats(doors: Doors, office: Office) -> None:
    full = answer(doors, "slack_list_user_channels")["channels"]
    assert f"Name: #finance-close ({office.channels['finance-close']})" in full
    assert "#support (" not in full
    names = answer(doors, "slack_list_user_channels", format="names_only", name_prefix="dep")
    assert names["channels"] == "#deploy-alerts\n#deploys"
    ids = answer(doors, "slack_list_user_channels", format="ids_only", types="private_channel")
    assert ids["channels"] == office.channels["finance-close"]


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("slack_send_message", {}, "invalid_arguments: 'channel_id' is a required property"),
        (
            "slack_send_message",
            {"channel_id": 5, "message": "x"},
            "invalid_arguments: channel_id: 5",
        ),
        ("slack_send_message", {"channel_id": "C", "message": "x", "x": 1}, "invalid_arguments: "),
        ("slack_send_message", {"channel_id": "CNOPE", "message": "x"}, "channel_not_found: "),
        ("slack_send_message", {"channel_id": "{general}", "message": " "}, "no_text: "),
        (
            "slack_send_message",
            {"channel_id": "{general}", "message": "x" * 40_001},
            "msg_too_long: ",
        ),
        ("slack_send_message", {"channel_id": "{support}", "message": "x"}, "not_in_channel: "),
        ("slack_send_message", {"channel_id": "{renewals}", "message": "x"}, "channel_not_found: "),
        (
            "slack_read_channel",
            {"channel_id": "{general}", "limit": 101},
            "invalid_arguments: limit",
        ),
        (
            "slack_read_channel",
            {"channel_id": "{general}", "limit": 1.5},
            "invalid_arguments: limit",
        ),
        ("slack_read_channel", {"channel_id": "{general}", "cursor": "x"}, "invalid_cursor: "),
        (
            "slack_read_channel",
            {"channel_id": "{general}", "response_format": "x"},
            "invalid_arguments",
        ),
        ("slack_read_channel", {"channel_id": "{general}", "oldest": "x"}, "invalid_ts_oldest: "),
        (
            "slack_read_thread",
            {"channel_id": "{general}", "message_ts": "1700000000.000001"},
            "thread_not_found: ",
        ),
        (
            "slack_send_message",
            {"channel_id": "{general}", "message": "x", "thread_ts": ""},
            "invalid_arguments: ",
        ),
        ("slack_list_user_channels", {"types": "secret"}, "invalid_types: "),
    ],
)
def test_refusal_is_a_result_that_says_what_to_change(
    doors: Doors, office: Office, tool: str, arguments: dict[str, Any], said: str
) -> None:
    filled = {
        name: value.format_map(office.channels) if isinstance(value, str) else value
        for name, value in arguments.items()
    }
    result = doors.mcp(tool, **filled)
    assert result.is_error
    assert text_of(result).startswith(said)
    assert doors.changes == []


def test_arguments_are_called_by_the_tools_names(doors: Doors, office: Office) -> None:
    arguments = {"channel_id": office.channels["general"], "message_ts": "yesterday"}
    said = text_of(doors.mcp("slack_read_thread", **arguments))
    assert said.endswith(": message_ts")


def test_prefix_without_end_gives_no_cursor_to_follow(doors: Doors) -> None:
    page = answer(doors, "slack_list_user_channels", name_prefix="d", limit=1)
    assert page["pagination_info"] == "There are more channels. Give a longer name_prefix."


def test_a_bug_is_not_told_to_the_caller(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_ctx: object, _channel_id: str) -> None:
        raise ValueError("SELECT secret FROM /home")

    monkeypatch.setattr("workworld.apps.chat.service.channels.known", fail)

    async def run() -> None:
        async with doors.mcp_client() as client:
            with pytest.raises(MCPError) as raised:
                await client.call_tool("slack_read_channel", {"channel_id": "C1"})
            assert raised.value.error.message == "Internal error"

    run_async(run)


def test_unknown_tool_is_a_protocol_error(doors: Doors) -> None:
    async def run() -> None:
        async with doors.mcp_client() as client:
            with pytest.raises(MCPError, match="Unknown tool: slack_nope"):
                await client.call_tool("slack_nope", {})

    run_async(run)


WRITING = {
    "slack_send_message",
    "slack_send_message_draft",
    "slack_schedule_message",
    "slack_create_conversation",
    "slack_add_reaction",
    "slack_get_file_upload_url",
    "slack_complete_file_upload",
    "slack_create_canvas",
    "slack_update_canvas",
    "slack_create_list",
    "slack_add_list_record",
    "slack_update_list_record",
}


def test_tools_are_listed_in_the_vendors_order_with_hints(doors: Doors) -> None:
    async def run() -> None:
        async with doors.mcp_client() as client:
            tools = (await client.list_tools()).tools
            offered = [tool.name for tool in TABLE.tools if VENDOR in tool.profiles]
            assert [tool.name for tool in tools] == offered
            for tool in tools:
                assert tool.annotations is not None
                assert tool.annotations.read_only_hint is (tool.name not in WRITING)

    run_async(run)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=4,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_arguments_bring_a_tool_down(doors: Doors, office: Office, data: Any) -> None:
    tool = data.draw(st.sampled_from(TABLE.tools))
    likely = st.just(office.channels["general"]) | st.integers(-1, 200) | st.booleans()
    arguments = data.draw(
        st.dictionaries(st.sampled_from([*tool.properties, "other"]), likely | JSON, max_size=5)
    )
    before = len(doors.changes)
    result = call_tool(Caller(doors.world, doors.actor), tool, arguments)
    assert (
        re.match(r"[a-z][a-z0-9_]*: ", result.text) if result.is_error else json.loads(result.text)
    )
    if result.is_error or tool.read_only:
        assert len(doors.changes) == before
