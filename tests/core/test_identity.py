"""Credentials: what is honoured, where, and for how long."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from workworld.errors import RateLimited, Unauthenticated
from workworld.expiring import Attempts, Expiring
from workworld.identity import Authority


@dataclass(frozen=True)
class Place:
    """As much of a world as credentials need."""

    id: str
    folder: Path


class Watch:
    """A clock that goes when told to."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def here(tmp_path: Path) -> Place:
    return place(tmp_path, "w1")


def place(below: Path, name: str) -> Place:
    folder = below / name
    folder.mkdir()
    return Place(name, folder)


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(Unauthenticated) as refused:
        act()
    return refused.value.code


def test_token_names_its_person_and_scopes(authority: Authority, here: Place) -> None:
    token = authority.token(here, "U1", "xoxp-", scopes=["chat:write"])
    assert token.startswith("xoxp-")
    actor = authority.honour_token(token, here, "xoxp-")
    assert (actor.person_id, actor.may("chat:write"), actor.may("users:read")) == (
        "U1",
        True,
        False,
    )


FORGERIES: dict[str, Callable[[Authority, Place, Place], str]] = {
    "other world": lambda a, _here, there: a.token(there, "U1", "xoxp-"),
    "other host": lambda _a, here, _there: Authority("x").token(here, "U1", "xoxp-"),
    "cut": lambda a, here, _there: a.token(here, "U1", "xoxp-")[:-1],
    "edited": lambda a, here, _there: (
        "xoxp-A" + a.token(here, "U1", "xoxp-").removeprefix("xoxp-")[1:]
    ),
    "of a bot": lambda a, here, _there: (
        "xoxp-" + a.token(here, "U1", "xoxb-").removeprefix("xoxb-")
    ),
    "a cookie": lambda a, here, _there: "xoxp-" + a.cookie(here, "U1"),
    "a launch code": lambda a, here, _there: "xoxp-" + a.launch(here, "U1"),
    "a portal cookie": lambda a, _here, _there: "xoxp-" + a.portal(),
    "empty": lambda _a, _here, _there: "",
    "only a prefix": lambda _a, _here, _there: "xoxp-",
    "not ascii": lambda _a, _here, _there: "xoxp-é\udc80.x.y",
}


@pytest.mark.parametrize("kind", FORGERIES)
def test_forged_token_is_not_honoured(
    authority: Authority, here: Place, tmp_path: Path, kind: str
) -> None:
    authority.token(here, "U1", "xoxp-")
    token = FORGERIES[kind](authority, here, place(tmp_path, "w2"))
    code = refusal(lambda: authority.honour_token(token, here, "xoxp-"))
    assert code == "invalid_credential"


def test_token_is_no_cookie_and_no_launch_code(authority: Authority, here: Place) -> None:
    bare = authority.token(here, "U1", "xoxp-").removeprefix("xoxp-")
    assert refusal(lambda: authority.honour_cookie(bare, here)) == "invalid_credential"
    assert refusal(lambda: authority.spend_launch(bare, here)) == "invalid_credential"
    assert not authority.honour_portal(bare)


def test_token_counts_as_long_as_was_said(here: Place) -> None:
    watch = Watch()
    authority = Authority("s", watch)
    token = authority.token(here, "U1", "xoxp-", lifetime_seconds=60)
    watch.seconds += 59
    assert authority.honour_token(token, here, "xoxp-").person_id == "U1"
    watch.seconds += 1
    assert refusal(lambda: authority.honour_token(token, here, "xoxp-")) == "token_expired"


def test_expired_token_of_another_world_tells_nothing(here: Place, tmp_path: Path) -> None:
    watch = Watch()
    authority = Authority("s", watch)
    token = authority.token(place(tmp_path, "w2"), "U1", "xoxp-", lifetime_seconds=1)
    authority.token(here, "U1", "xoxp-")
    watch.seconds += 10
    assert refusal(lambda: authority.honour_token(token, here, "xoxp-")) == "invalid_credential"


def test_revoked_token_counts_no_more_and_others_do(authority: Authority, here: Place) -> None:
    first, second = (authority.token(here, "U1", "xoxp-") for _ in range(2))
    authority.revoke(first, "xoxp-")
    assert refusal(lambda: authority.honour_token(first, here, "xoxp-")) == "invalid_credential"
    assert authority.honour_token(second, here, "xoxp-").person_id == "U1"


def test_later_world_of_the_same_name_honours_nothing_of_the_former(
    authority: Authority, here: Place
) -> None:
    token, cookie = authority.token(here, "U1", "xoxp-"), authority.cookie(here, "U1")
    code, password = authority.launch(here, "U1"), authority.password(here, "U1")
    for file in here.folder.iterdir():
        file.unlink()
    later = Place(here.id, Path(here.folder, "..", here.folder.name))
    for _ in range(2):  # before it has credentials of its own, and after
        assert refusal(lambda: authority.honour_token(token, later, "xoxp-"))
        assert refusal(lambda: authority.honour_cookie(cookie, later))
        assert refusal(lambda: authority.spend_launch(code, later))
        assert not authority.password_matches(later, "U1", password)
        authority.token(later, "U1", "xoxp-")


def test_other_process_with_the_secret_honours_the_same(here: Place) -> None:
    token = Authority("shared").token(here, "U1", "xoxp-")
    assert Authority("shared").honour_token(token, here, "xoxp-").person_id == "U1"


def test_launch_code_works_once(authority: Authority, here: Place) -> None:
    code = authority.launch(here, "U1")
    assert authority.spend_launch(code, here) == "U1"
    assert refusal(lambda: authority.spend_launch(code, here)) == "invalid_credential"


def test_passwords_differ_by_person_and_world(
    authority: Authority, here: Place, tmp_path: Path
) -> None:
    there = place(tmp_path, "w2")
    made = {authority.password(world, person) for world in (here, there) for person in "ab"}
    assert len(made) == 4
    assert authority.password_matches(here, "a", f" {authority.password(here, 'a').upper()} ")
    assert not authority.password_matches(here, "b", authority.password(here, "a"))


def test_nobody_has_a_password_before_one_was_asked_for(authority: Authority, here: Place) -> None:
    assert not authority.password_matches(here, "U1", authority._password("", "U1"))


def test_what_is_remembered_is_forgotten_in_time() -> None:
    watch = Watch()
    ended = Expiring(watch)
    for number in range(1000):
        assert ended.add(f"a{number}", watch() + 10)
    assert not ended.add("a5", watch() + 10)
    watch.seconds += 11
    assert ended.add("b", watch() + 10)
    assert len(ended) == 1


def test_wrong_passwords_are_limited_for_each_account() -> None:
    watch = Watch()
    attempts = Attempts(watch)
    for _ in range(5):
        attempts.require_free("ana")
        attempts.failed("ana")
    with pytest.raises(RateLimited) as refused:
        attempts.require_free("ana")
    attempts.require_free("ben")
    watch.seconds += refused.value.seconds
    attempts.require_free("ana")
    attempts.failed("ana")
    attempts.require_free("ana")
