"""Families that yield no fair task: refused with file, family, seed and reason."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy.orm import Session

from workworld import loading, tasks
from workworld.cli import main
from workworld.grading import Allowed, BrokenTask, Check, Evidence, Family, Verdict, goal, guard
from workworld.grading.changes import Matching
from workworld.grading.checks import made
from workworld.grading.judges import JudgeCheck
from workworld.randomness import Stream
from workworld.tasks.communication.post_announcement import FAMILY, Facts
from workworld.worlds import World


def never(_evidence: Evidence) -> Verdict:
    return Verdict(False, "so it is")


def always(_evidence: Evidence) -> Verdict:
    return Verdict(True, "so it is")


def boom(*_arguments: Any) -> Any:
    raise LookupError("no such row")


FAIR = goal("fair", "Fair", never)


class Truth:
    """An expected answer that may be ambiguous."""

    def __init__(self, said: str | None = None, *, raises: bool = False) -> None:
        self._said = said
        self._raises = raises

    def ambiguous(self, session: Session) -> str | None:  # noqa: ARG002 - as it is declared
        return boom() if self._raises else self._said

    def told(self) -> dict[str, Any]:
        return {"type": "truth"}


def refusal(world: World, family: Family[Any], seed: int = 7) -> BrokenTask:
    """How a family is refused."""
    with pytest.raises(BrokenTask) as caught:
        family.task(world, seed)
    found = caught.value
    assert found.family == "communication.post_announcement"
    assert found.seed == seed
    assert found.file
    assert str(found) == f"{found.file}: {found.family}, seed {seed}: {found.reason}"
    return found


@pytest.mark.parametrize("part", ["prepare", "instruct", "allowed", "checks", "judged"])
def test_part_that_raises_is_named(world: World, part: str) -> None:
    found = refusal(world, replace(FAMILY, **{part: boom}))
    said = f"{part} raised LookupError('no such row')"
    assert found.reason.startswith(said)
    assert found.reason == said or " at test_soundness.py:" in found.reason
    assert isinstance(found.__cause__, LookupError)


def test_file_of_the_family_is_named(world: World) -> None:
    within = refusal(world, replace(FAMILY, prepare=boom))
    assert within.file == "tasks/communication/post_announcement.py"
    assert refusal(world, replace(FAMILY, checks=boom)).file == __file__


def test_refusal_is_the_same_in_another_process() -> None:
    found = BrokenTask("tasks/x/y.py", "x.y", 3, "it is broken")
    again = pickle.loads(pickle.dumps(found))
    assert (str(again), vars(again)) == (str(found), vars(found))


@pytest.mark.parametrize(
    ("checks", "reason"),
    [
        ([], "it needs a goal that counts"),
        ([guard("g", "G", always)], "it needs a goal that counts"),
        ([goal("a", "A", never, weight=0)], "it needs a goal that counts"),
        ([FAIR, goal("a", "A", never, weight=-0.5)], "no weight may be below 0, or without end"),
        ([goal("a", "A", never, weight=float("nan"))], "no weight may be below 0"),
        ([goal("a", "A", never, weight=float("inf"))], "no weight may be below 0"),
        ([FAIR, FAIR], "two checks have the same id: fair"),
        ([FAIR, guard("nothing_else_changed", "N", always)], "same id: nothing_else_changed"),
        ([goal("won", "Won", always)], "check won: the goal holds already: so it is"),
        ([FAIR, guard("safe", "S", never)], "check safe: the guard fails at once: so it is"),
        ([goal("odd", "Odd", boom)], "check odd raised LookupError"),
        ([goal("odd", "Odd", lambda _evidence: None)], "check odd raised AttributeError"),  # type: ignore[arg-type,return-value]
        ([goal("odd", "Odd", never, weight="1")], "raised TypeError"),  # type: ignore[arg-type]
        (["no check"], "raised AttributeError"),
        (
            [goal("who", "Who", never, expects=Truth("two are called Ann"))],
            "check who: ambiguous truth: two are called Ann",
        ),
        ([goal("who", "Who", never, expects=Truth(raises=True))], "raised LookupError"),
    ],
)
def test_checks_that_judge_unfairly_are_refused(
    world: World, checks: Sequence[Check], reason: str
) -> None:
    assert reason in refusal(world, replace(FAMILY, checks=lambda _facts: checks)).reason


def test_check_cannot_change_the_world(world: World) -> None:
    def meddle(evidence: Evidence) -> Verdict:
        evidence.before.connection().exec_driver_sql("DELETE FROM chat_reactions")
        return Verdict(False, "done")

    family = replace(FAMILY, checks=lambda _facts: [goal("odd", "Odd", meddle)])
    assert "check odd raised" in refusal(world, family).reason
    assert world.diff() == []


def test_judge_of_the_same_id_is_refused(world: World) -> None:
    twice = [JudgeCheck("posted", "P", "Is it polite?", lambda _evidence: "")]
    assert "same id: posted" in refusal(world, replace(FAMILY, judged=lambda _facts: twice)).reason


@pytest.mark.parametrize("said", ["", " \n", None])
def test_instruction_must_say_something(world: World, said: Any) -> None:
    reason = refusal(world, replace(FAMILY, instruct=lambda _facts: said)).reason
    assert "instruction is empty" in reason or "raised AttributeError" in reason


def test_persona_must_work_here(world: World) -> None:
    def nobody(prepared: World, rng: Stream) -> Facts:
        return replace(FAMILY.prepare(prepared, rng), persona_id="U0")

    assert refusal(world, replace(FAMILY, prepare=nobody)).reason == (
        "persona U0 is nobody who works here"
    )


MESSAGES = "chat_messages"
SOME_ID = Matching("not there", lambda value: value == "C0")


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (Allowed("chat_letters", "insert", {}), "there is no table chat_letters"),
        (Allowed("world_journal", "insert", {}), "world_journal is no state"),
        (Allowed("chat_threads", "update", {}), "chat_threads is no state"),
        (Allowed("chat_read_markers", "insert", {}), "chat_read_markers is no state"),
        (Allowed(MESSAGES, "upsert", {}), "a change is one of insert, update, delete"),
        (Allowed(MESSAGES, "insert", {"body": 1, "at": 2}), "chat_messages has no column at, body"),
        (Allowed(MESSAGES, "update", {}, only=["body"]), "chat_messages has no column body"),
        (Allowed(MESSAGES, "update", {}, only=[]), "a rule for chat_messages allows no change"),
        (Allowed(MESSAGES, "insert", {}, at_most=0), "a rule for chat_messages allows no change"),
        (
            Allowed("chat_channels", "delete", {"topic": "of no channel"}),
            "no row in chat_channels is as delete would find it",
        ),
        (
            Allowed("chat_channels", "update", {"id": "C0", "topic": "new"}),
            "no row in chat_channels is as update would find it",
        ),
        (
            Allowed("chat_channels", "update", {"name": "c", "topic": "new"}, only=["topic"]),
            "no row in chat_channels is as update would find it",
        ),
        (
            Allowed("chat_channels", "delete", {"id": SOME_ID}),
            "no row in chat_channels is as delete would find it",
        ),
        (Allowed("chat_channels", "delete", {"id": Matching("odd", boom)}), "raised LookupError"),
    ],
)
def test_change_that_cannot_come_about_is_refused(world: World, rule: Allowed, reason: str) -> None:
    allowing = replace(FAMILY, allowed=lambda facts: [*FAMILY.allowed(facts), rule])
    assert reason in refusal(world, allowing).reason
    asking = replace(allowing, checks=lambda _facts: [made("made", "Made", rule)])
    assert reason in refusal(world, asking).reason


@pytest.mark.parametrize(
    ("wanted", "rule"),
    [
        (Allowed(MESSAGES, "insert", {}), Allowed(MESSAGES, "delete", {})),
        (Allowed(MESSAGES, "insert", {}), Allowed("chat_reactions", "insert", {})),
        (Allowed(MESSAGES, "insert", {"text": "a"}), Allowed(MESSAGES, "insert", {"text": "b"})),
        (
            Allowed(MESSAGES, "insert", {"text": "a"}),
            Allowed(MESSAGES, "insert", {"text": Matching("long", lambda text: len(text) > 9)}),
        ),
        (
            Allowed("chat_channels", "update", {}, only=["topic"]),
            Allowed("chat_channels", "update", {}, only=["purpose"]),
        ),
    ],
)
def test_goal_that_is_not_allowed_is_refused(world: World, wanted: Allowed, rule: Allowed) -> None:
    family = replace(
        FAMILY,
        checks=lambda _facts: [made("made", "Made", wanted)],
        allowed=lambda _facts: [rule],
    )
    said = f"{wanted.kind} in {wanted.table} is not among the changes that are allowed"
    assert refusal(world, family).reason == f"check made: unreachable change: {said}"


def test_conditions_see_values_as_diffs_have_them(world: World) -> None:
    """Whatever a model makes of a column, a change has what SQLite keeps."""
    seen: list[Any] = []

    def noted(value: Any) -> bool:
        seen.append(value)
        return True

    rule = Allowed("chat_channels", "delete", {"is_archived": Matching("any", noted)})
    replace(FAMILY, allowed=lambda _facts: [rule]).task(world, 0)
    assert {type(value) for value in seen} == {int}


# Loading


@pytest.fixture
def process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A business process of its own, empty, among those of the product."""
    folder = tmp_path / "errands"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.setattr(tasks, "__path__", [*tasks.__path__, str(tmp_path)])
    loading.families.cache_clear()
    yield folder
    loading.families.cache_clear()
    for name in [name for name in sys.modules if name.startswith("workworld.tasks.errands")]:
        del sys.modules[name]
    if hasattr(tasks, "errands"):
        delattr(tasks, "errands")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("", "it cannot be loaded: module"),
        ("1 / 0", "importing it raised ZeroDivisionError"),
        ("import nowhere", "importing it raised ModuleNotFoundError"),
        ("def (", "importing it raised SyntaxError"),
        ("FAMILY = 3", "FAMILY is no family but 3"),
        (
            "from workworld.tasks.communication.post_announcement import FAMILY",
            "the family has another id, communication.post_announcement",
        ),
    ],
)
def test_module_that_holds_no_family_is_refused_by_name(
    process: Path, source: str, reason: str
) -> None:
    (process / "walk_the_dog.py").write_text(source)
    with pytest.raises(BrokenTask) as caught:
        loading.families()
    found = caught.value
    assert (found.file, found.family, found.seed) == (
        "tasks/errands/walk_the_dog.py",
        "errands.walk_the_dog",
        None,
    )
    assert found.reason.startswith(reason)


def test_command_line_names_the_broken_family(process: Path) -> None:
    (process / "walk_the_dog.py").write_text("1 / 0")
    result = CliRunner().invoke(main, ["tasks", "list"])
    assert result.exit_code == 1
    assert "tasks/errands/walk_the_dog.py: errands.walk_the_dog: importing it raised" in (
        result.output
    )
    assert "Traceback" not in result.output


def test_family_of_a_new_process_is_found(process: Path) -> None:
    (process / "walk_the_dog.py").write_text(
        "from dataclasses import replace\n"
        "from workworld.tasks.communication import post_announcement\n"
        "FAMILY = replace(post_announcement.FAMILY, id='errands.walk_the_dog')\n"
    )
    assert "errands.walk_the_dog" in loading.families()


def test_what_families_share_in_a_browser_is_no_process() -> None:
    assert not [each for each in loading.families() if each.startswith("screens.")]
