"""Faults as the core sees them; what each door says of them is tested at the doors."""

import threading

import pytest
from tests.kit import Doors, Office

from workworld.apps.chat.service import channels, markers, messages
from workworld.calls import call, perform
from workworld.clock import SECONDS_PER_STEP, Clock
from workworld.context import Request, Surface
from workworld.errors import Refused, Unavailable
from workworld.faults import FaultKind, FaultRow, clear, inject
from workworld.worlds import World

REFUSING = [kind for kind in FaultKind if kind is not FaultKind.SLOW]
TS = "9000000000.000000"


def read(doors: Doors, office: Office, surface: Surface = Surface.REST) -> None:
    request = Request(surface, "read", {"channel_id": office.channels["general"]})
    call(doors.world, doors.actor, channels.info, request)


def write(doors: Doors, office: Office, surface: Surface = Surface.REST) -> None:
    arguments = {"channel_id": office.channels["general"], "text": "hi"}
    call(doors.world, doors.actor, messages.post, Request(surface, "write", arguments))


def mark(doors: Doors, office: Office, surface: Surface = Surface.UI) -> None:
    arguments = {"channel_id": office.channels["general"], "ts": TS}
    call(doors.world, doors.actor, markers.see, Request(surface, "mark", arguments))


def add(world: World, kind: FaultKind, **details: object) -> None:
    with world.writing() as session:
        inject(session, app_id="chat", kind=kind, **details)  # type: ignore[arg-type]


def now_us(world: World) -> int:
    with world.reading() as session:
        return Clock(session).now_us()


def times_left(world: World) -> list[int | None]:
    with world.reading() as session:
        return [row.times_left for row in session.query(FaultRow).order_by(FaultRow.id)]


@pytest.mark.parametrize("kind", REFUSING)
def test_refusing_fault_strikes_reads_writes_and_housekeeping_alike(
    kind: FaultKind, doors: Doors, office: Office
) -> None:
    add(doors.world, kind, times=3)
    for go in (read, write, mark):
        with pytest.raises(Refused):
            go(doors, office)
    assert times_left(doors.world) == [0]
    assert marked(doors.world) == 0
    for go in (read, write, mark):
        go(doors, office)
    assert marked(doors.world) == 1
    assert [entry.outcome != "ok" for entry in doors.journal] == [True, False]


def marked(world: World) -> int:
    """How many have seen what ``write`` posts."""
    with world.reading() as session:
        query = (
            "SELECT count(*) FROM chat_read_markers JOIN chat_messages USING (channel_id)"
            " WHERE ts = last_read AND text = 'hi'"
        )
        return int(session.connection().exec_driver_sql(query).scalar_one())


def test_slow_one_takes_its_time_from_every_kind_of_request(doors: Doors, office: Office) -> None:
    add(doors.world, FaultKind.SLOW, seconds=100, times=3)
    start = now_us(doors.world)
    for go, seconds in ((read, 100), (mark, 100), (write, 100 + SECONDS_PER_STEP), (read, 0)):
        go(doors, office)
        assert now_us(doors.world) - start == seconds * 1_000_000, go
        start = now_us(doors.world)
    assert times_left(doors.world) == [0]


def test_world_itself_is_spared(doors: Doors, office: Office) -> None:
    add(doors.world, FaultKind.DOWN)
    for go in (read, write, mark):
        go(doors, office, Surface.SYSTEM)
        with pytest.raises(Unavailable):
            go(doors, office)


def test_fault_shows_only_where_and_as_long_as_it_should(doors: Doors, office: Office) -> None:
    add(doors.world, FaultKind.DOWN, surface=Surface.MCP, operation="chat.channels")
    read(doors, office)
    write(doors, office, Surface.MCP)
    with pytest.raises(Unavailable):
        read(doors, office, Surface.MCP)
    with doors.world.writing() as session:
        clear(session)
    read(doors, office, Surface.MCP)
    end = now_us(doors.world) + SECONDS_PER_STEP * 1_000_000
    add(doors.world, FaultKind.DOWN, until_us=end)
    with pytest.raises(Unavailable):
        write(doors, office)  # which takes until then
    read(doors, office)
    add(doors.world, FaultKind.DOWN, operation="chat.messages.post_nothing")
    write(doors, office)


def test_the_fault_injected_first_strikes_first(doors: Doors, office: Office) -> None:
    add(doors.world, FaultKind.STALE_TOKEN, times=1)
    add(doors.world, FaultKind.RATE_LIMITED, times=1)
    for code in ("token_expired", "ratelimited"):
        with pytest.raises(Refused) as refused:
            read(doors, office)
        assert refused.value.code == code
    read(doors, office)
    assert times_left(doors.world) == [0, 0]


def test_counted_fault_strikes_no_oftener_when_requests_come_at_once(
    doors: Doors, office: Office
) -> None:
    add(doors.world, FaultKind.DOWN, times=10)
    refused: list[str] = []

    def ask() -> None:
        for _ in range(10):
            try:
                read(doors, office)
            except Unavailable as error:
                refused.append(error.code)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(refused) == 10
    assert times_left(doors.world) == [0]


def test_rewind_brings_a_spent_fault_back(doors: Doors, office: Office) -> None:
    write(doors, office)
    add(doors.world, FaultKind.DOWN, times=1)
    with pytest.raises(Unavailable):
        write(doors, office)
    doors.world.rewind(1)
    assert times_left(doors.world) == [1]
    assert doors.world.diff()


def test_perform_is_no_request_of_a_door(doors: Doors, office: Office) -> None:
    add(doors.world, FaultKind.DOWN)
    channel_id = office.channels["general"]
    assert perform(doors.world, doors.actor, channels.info, channel_id=channel_id)
