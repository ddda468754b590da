"""Attempts of any policy are judged, and what is not the agent's fault is never scored."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from tests.endpoint import fails, model_serving, says

from workworld import Environment
from workworld.browsers import NoBrowser
from workworld.endpoints import NoEndpoint
from workworld.grading import Limits
from workworld.rollouts import attempts
from workworld.rollouts.alarms import OutOfTime, alarm
from workworld.rollouts.attempts import Attempted, Job, attempt
from workworld.rollouts.calibration import ALWAYS, INVALID, NEVER, calibrations
from workworld.rollouts.model import ModelPolicy
from workworld.rollouts.policies import NoPolicy, Scripted, named
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.worlds import Snapshot


@pytest.fixture(scope="module")
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1]) as environment:
        yield environment


def job(name: str = "oracle", seed: int = 1, **limits: Any) -> Job:
    return Job(FAMILY.id, seed, partial(named, name), 1, Limits(**limits))


def scripted(act: Callable[[Any], object], **limits: Any) -> Job:
    return Job(FAMILY.id, 1, lambda: Scripted("mine", act), 1, Limits(**limits))


def test_attempt_is_graded_and_recorded(env: Environment) -> None:
    made = attempt(env, job())
    assert (made.grade.reward, made.error, made.played) == (1.0, None, None)
    assert made.trajectory.header["policy"] == {"name": "oracle", "attempt": 1}
    assert made.trajectory.reward == 1.0
    assert made.seconds > 0


def raises(episode: Any) -> None:
    episode.use("slack_send_message", channel_id="C0", message="x")


def exits(_episode: Any) -> None:
    raise SystemExit(3)


@pytest.mark.parametrize(
    ("act", "said"), [(raises, "ToolFailed"), (exits, "SystemExit(3)"), (lambda _e: 1 / 0, "Zero")]
)
def test_what_a_script_raises_is_its_own_fault(
    env: Environment, act: Callable[[Any], object], said: str
) -> None:
    made = attempt(env, scripted(act))
    assert (made.grade.reward, made.grade.is_valid) == (0.0, True)
    assert said in str(made.error)
    assert said in made.trajectory.header["policy"]["error"]


def test_endpoint_that_fails_makes_the_attempt_invalid(env: Environment) -> None:
    with model_serving([fails(401, "Bad key")]) as serving:
        made = attempt(env, Job(FAMILY.id, 1, partial(ModelPolicy, serving.endpoint())))
    assert (made.grade.reward, made.grade.score) == (None, None)
    assert "Bad key" in str(made.grade.invalid)
    assert str(made.grade.invalid).count("Bad key") == 1
    assert attempt(env, job()).grade.reward == 1.0  # and the next one is not


@pytest.mark.parametrize("lacking", [NoBrowser, NoEndpoint, NoPolicy])
def test_what_is_not_installed_is_never_scored(env: Environment, lacking: type[Exception]) -> None:
    def act(_episode: object) -> None:
        raise lacking("install it")

    with pytest.raises(lacking, match="install it"):
        attempt(env, scripted(act))


def test_model_tells_what_it_took(env: Environment) -> None:
    with model_serving([says("I would rather not.")]) as serving:
        made = attempt(env, Job(FAMILY.id, 1, partial(ModelPolicy, serving.endpoint())))
    policy = made.trajectory.header["policy"]
    assert (policy["name"], policy["ending"], policy["turns"]) == ("stub", "done", 1)
    (said,) = made.trajectory.of("messages")
    assert said["messages"][-1]["content"] == "I would rather not."


# Limits


def test_limits_truncate_and_are_graded(env: Environment) -> None:
    made = attempt(env, job(steps=0))
    assert (made.grade.reward, made.grade.truncated) == (0.0, "steps")
    assert made.trajectory.header["limits"]["steps"] == 0


def tireless(episode: Any) -> None:
    while True:
        with suppress(Exception):
            episode.call("slack_list_user_channels", {})


def asleep(_episode: Any) -> None:
    time.sleep(60)


@pytest.mark.parametrize("act", [tireless, asleep])
def test_policy_that_does_not_end_is_stopped(
    env: Environment, act: Callable[[Any], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "GRACE_SECONDS", 0.1)
    made = attempt(env, scripted(act, wall_seconds=0.1))
    assert made.seconds < 5
    assert (made.grade.reward, made.grade.truncated) == (0.0, "wall_time")
    assert "stopped" in str(made.error)
    assert attempt(env, job()).grade.reward == 1.0


def test_alarm_lets_the_environment_finish(env: Environment) -> None:
    """A connection is not torn from a query's midst, however often one is struck."""
    env.reset(FAMILY.id, 1)
    for number in range(30):
        with pytest.raises(OutOfTime), alarm(0.001 * number):
            tireless(env)
    assert env.grade().is_valid
    with alarm(60):
        env.use("slack_list_user_channels")
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)  # it is off again


# Calibration


def made_by(env: Environment, name: str, seeds: range, **limits: Any) -> list[Attempted]:
    return [attempt(env, job(name, seed, **limits)) for seed in seeds]


def test_what_always_or_never_passes_is_flagged(env: Environment) -> None:
    (found,) = calibrations(made_by(env, "oracle", range(2)))
    assert (found.whole.share, found.whole.flag) == (1.0, ALWAYS)
    (found,) = calibrations(made_by(env, "nothing", range(2)))
    assert (found.whole.share, found.whole.flag) == (0.0, NEVER)
    assert found.whole.interval is not None
    assert found.whole.interval.low == 0.0


def test_rates_stand_by_seed_and_without_the_invalid(env: Environment) -> None:
    lost = attempt(env, scripted(lambda episode: episode.lose("the power failed")))
    made = [
        *made_by(env, "oracle", range(1, 3)),
        *made_by(env, "nothing", range(1)),
        *made_by(env, "oracle", range(1), steps=0),
        lost,
    ]
    (found,) = calibrations(made)
    whole = found.whole
    assert (whole.passed, whole.attempts, whole.invalid, whole.truncated) == (2, 4, 1, 1)
    assert (whole.share, whole.flag) == (0.5, None)
    assert {seed: rate.flag for seed, rate in found.by_seed.items()} == {
        0: NEVER,
        1: ALWAYS,
        2: ALWAYS,
    }
    assert found.by_seed[1].invalid == 1


def test_nothing_is_said_of_what_could_not_be_judged(env: Environment) -> None:
    lost = attempt(env, scripted(lambda episode: episode.lose("the power failed")))
    (found,) = calibrations([lost])
    assert (found.whole.share, found.whole.interval, found.whole.flag) == (None, None, INVALID)
