"""What companies to be judged on have, and companies to learn from have not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.cli import snapshot as commands
from workworld.seed_data import company as generator
from workworld.seed_data.company import arcs, hiring, staff, work
from workworld.seed_data.company.company import Chance, Company
from workworld.seed_data.company.market import life, phrases
from workworld.seed_data.company.text import rules
from workworld.seed_data.company.text.withheld import withheld
from workworld.seed_data.company.work.lives import TEXTS
from workworld.seed_data.company.work.wording import read
from workworld.splits import Split, company_seeds
from workworld.worlds import Snapshot

_SLOT = re.compile(r"[\[\]{}]")


def test_each_story_has_two_to_four_ways_and_one_of_them_is_held_out() -> None:
    told = [*arcs.ways()]
    assert len(told) == 18
    for name, usual, held_out in told:
        assert 2 <= len(usual) + len(held_out) <= 4, name
        assert usual, name
        assert held_out, name


def test_some_wordings_are_left_to_companies_to_be_judged_on() -> None:
    kept = rules.held_out("logistics")
    usual, judged = (rules.grammar("logistics", each) for each in (Split.TRAIN, Split.TEST))
    assert len(kept) > 10
    for name, alternatives in kept.items():
        assert 0 < len(alternatives) < 0.5 * judged.alternatives(name), name
        assert usual.alternatives(name) == judged.alternatives(name) - len(alternatives), name


def test_nobody_says_in_a_company_to_learn_from_what_is_held_out(rows: Session) -> None:
    kept = rules.held_out("logistics")
    plain = [each for rule in kept.values() for each in rule if len(each) > 30]
    parts = [max(_SLOT.split(re.sub(r"\{[^{}]*\}", "{}", each)), key=len) for each in plain]
    written = "".join(each.read_text() for each in Path(rules.__file__).parent.glob("*.yaml"))
    known = [each.strip() for each in parts if len(each.strip()) > 25]
    known = [each for each in known if written.count(each) == 1]  # no other one says it too
    assert known
    for each in known:
        query = text("SELECT count(*) FROM chat_messages WHERE instr(text, :said)")
        assert rows.scalar(query, {"said": each}) == 0, each


RECORDS = ("work", "market_cases", "market_activities")
"""Whose texts are withheld in part, beside those of chat."""


def _known(name: str) -> Mapping[str, Sequence[str]]:
    """The rules that all companies have."""
    if name != "work":
        return dict(phrases.rules(name))
    return {rule: each for path in TEXTS for rule, each in read(path).items()}


@pytest.mark.parametrize("name", RECORDS)
def test_what_is_withheld_of_records_is_less_than_what_all_companies_write(name: str) -> None:
    known = _known(name)
    assert len(withheld(name)) > 5
    for rule, more in withheld(name).items():
        assert 0 < len(more) <= max(1, len(known[rule]) // 2), rule
        assert not set(more) & set(known[rule]), rule


def _written(seed: int) -> str:
    """What happened in a company's market and work, with all that was written."""
    chance = Chance("startup", seed)
    made = Company(chance, generator.PACK, staff.organize(chance, generator.PACK))
    for stage in (hiring.tell, life.live, work.play):
        stage(made)
    return "\n".join(repr(each.facts) for each in made.history).lower()


def test_records_are_worded_otherwise_in_companies_to_be_judged_on() -> None:
    (judged,) = company_seeds(Split.TEST, 1)
    usual, other = _written(0), _written(judged)
    withheld_parts = [
        part.lower()
        for name in RECORDS
        for more in withheld(name).values()
        for each in more
        if len(part := max(_SLOT.split(re.sub(r"\{[^{}]*\}", "{}", each)), key=len)) > 12
    ]
    assert len(withheld_parts) > 60
    assert [each for each in withheld_parts if each in usual] == []
    said = [each for each in withheld_parts if each in other]
    assert len(said) > 0.9 * len(withheld_parts), sorted({*withheld_parts} - {*said})


def test_describe_tells_which_ways_of_stories_are_held_out(
    startup: Snapshot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WORKWORLD_HOME", str(tmp_path))
    monkeypatch.setattr(commands, "get_snapshot", lambda _preset, _seed: startup)
    told = CliRunner().invoke(commands.describe_, ["--preset", "startup"], terminal_width=200)
    assert told.exit_code == 0, told.output
    assert re.search(r"departure +planned, counter-offer +leaked", told.output)
    assert "A company to learn from" in told.output
    as_json = CliRunner().invoke(commands.describe_, ["--preset", "startup", "--json"])
    assert '"split": "train"' in as_json.output
