"""What a build tells of a company's texts, and how people talk in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.cli import snapshot as commands
from workworld.seed_data.company.text import gates
from workworld.worlds import Snapshot


def test_a_build_tells_how_good_the_texts_are(
    startup: Snapshot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("WORKWORLD_HOME", str(tmp_path))
    monkeypatch.setattr(commands, "get_snapshot", lambda _preset, _seed: startup)
    told = CliRunner().invoke(commands.build, ["--preset", "startup"])
    assert told.exit_code == 0, told.output
    assert re.search(r"Texts, exact duplicates of long texts: 0\.\d+% \(below 0\.5%\)", told.output)
    assert str(startup.path) in told.output


def test_figures_beyond_their_bounds_are_told(rows: Session) -> None:
    found = gates.measure(["a sentence that is long enough to count, {slot}"] * 3, ["a a"] * 9)
    assert len([*found.misses()]) == 3
    assert [*gates.of(rows).misses()] == []


def test_those_whom_a_standup_is_not_for_write_none(rows: Session) -> None:
    query = (
        "SELECT DISTINCT p.title FROM chat_messages m JOIN chat_channels c ON c.id = m.channel_id"
        " JOIN directory_people p ON p.id = m.author_id AND p.kind = 'person'"
        " WHERE c.name = 'standup-platform' AND coalesce(m.subtype, '') = ''"
    )
    titles = [*rows.scalars(text(query))]
    assert titles
    assert not [each for each in titles if "Sales" in each or "People" in each or "Finance" in each]


def test_requests_to_the_help_desk_are_no_engineers_topic(rows: Session) -> None:
    query = (
        "SELECT count(*) FROM chat_messages m JOIN chat_channels c ON c.id = m.channel_id"
        " JOIN directory_people p ON p.id = m.author_id AND p.kind = 'person'"
        " WHERE c.name IN ('planner', 'engineering', 'product-eng') AND m.text LIKE '%HELP-%'"
    )
    assert rows.scalar(text(query)) == 0


def test_nobody_answers_their_own_question_for_others(rows: Session) -> None:
    """Who asks in the channel for questions to the people team is not the first to answer."""
    query = (
        "SELECT q.author_id, (SELECT a.author_id FROM chat_messages a WHERE a.thread_ts = q.ts"
        " AND a.channel_id = q.channel_id AND a.ts > q.ts ORDER BY a.ts LIMIT 1)"
        " FROM chat_messages q JOIN chat_channels c ON c.id = q.channel_id"
        " WHERE c.name = 'ask-people' AND coalesce(q.thread_ts, q.ts) = q.ts"
    )
    told = [each for each in rows.execute(text(query)) if each[1] is not None]
    assert len(told) > 50
    assert not [asked for asked, answered in told if asked == answered]


def test_who_joins_is_told_by_their_job_and_no_title_of_a_book(rows: Session) -> None:
    query = (
        "SELECT m.text FROM chat_messages m JOIN chat_channels c ON c.id = m.channel_id"
        " WHERE c.name = 'welcome' AND (m.text LIKE '%New face%' OR m.text LIKE '%Say hello%'"
        " OR m.text LIKE '%Day one%' OR m.text LIKE '%lease welcome%')"
    )
    told = [*rows.scalars(text(query))]
    assert told
    assert not [each for each in told if '"' in each]
