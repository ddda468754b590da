import pytest

from workworld.errors import Unauthenticated
from workworld.identity import Authority


def test_token_names_its_person_and_scopes(authority: Authority) -> None:
    actor = authority.honour_token(authority.token("w1", "U1", ["chat:write"]), "w1")
    assert (actor.person_id, actor.may("chat:write"), actor.may("users:read")) == (
        "U1",
        True,
        False,
    )


@pytest.mark.parametrize(
    "spoil",
    [
        lambda a: ("w2", a.token("w1", "U1")),
        lambda _a: ("w1", Authority("another host").token("w1", "U1")),
        lambda a: ("w1", a.token("w1", "U1")[:-1]),
        lambda a: ("w1", a.cookie("w1", "U1")),
        lambda a: ("w1", a.launch("w1", "U1")),
        lambda _a: ("w1", ""),
        lambda _a: ("w1", "é\udc80.x.y"),
    ],
    ids=["other world", "other host", "cut", "a cookie", "a launch code", "empty", "not ascii"],
)
def test_foreign_token_is_not_honoured(authority: Authority, spoil: object) -> None:
    world_id, token = spoil(authority)  # type: ignore[operator]
    with pytest.raises(Unauthenticated) as refused:
        authority.honour_token(token, world_id)
    assert refused.value.code == "invalid_auth"


def test_launch_code_works_once(authority: Authority) -> None:
    code = authority.launch("w1", "U1")
    assert authority.spend_launch(code, "w1") == "U1"
    with pytest.raises(Unauthenticated):
        authority.spend_launch(code, "w1")


def test_passwords_differ_by_person_and_world(authority: Authority) -> None:
    made = {authority.password(world, person) for world in ("w1", "w2") for person in ("U1", "U2")}
    assert len(made) == 4
    assert authority.password_matches("w1", "U1", f" {authority.password('w1', 'U1').upper()} ")
    assert not authority.password_matches("w1", "U2", authority.password("w1", "U1"))
