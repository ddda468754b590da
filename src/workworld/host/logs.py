"""The host's log: one line per request and per event of its life, for people or for programs.

All of it goes to standard error: ours, uvicorn's and that of every other library.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

_FACTS = "workworld_facts"


class LogFormat(StrEnum):
    """What a line of the log looks like."""

    HUMAN = "human"
    JSON = "json"
    QUIET = "quiet"
    """Warnings alone, as people read them."""


def configure(form: LogFormat) -> None:
    """Let this process log: our own lines, and the warnings of everybody else."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines() if form is LogFormat.JSON else _HumanLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    level = logging.WARNING if form is LogFormat.QUIET else logging.INFO
    logging.getLogger("workworld").setLevel(level)
    logging.captureWarnings(True)


def tell(log: logging.Logger, event: str, said: str, **facts: Any) -> None:
    """Log an event.

    Args:
        log: the module's own logger.
        event: a word for programs.
        said: a sentence for people, in which ``%(name)s`` stands for a fact.
        facts: what programs are told; no secret may be among them.
    """
    log.info(said, *([facts] if facts else []), extra={_FACTS: {"event": event, **facts}})


class _JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        facts: Mapping[str, Any] | None = getattr(record, _FACTS, None)
        line: dict[str, Any] = {
            "time": _moment(record).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "pid": record.process,
        }
        line |= facts if facts is not None else {"event": "log", "message": record.getMessage()}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class _HumanLines(logging.Formatter):
    """The time, what was said, and what kind of mishap it was, if it was one."""

    def format(self, record: logging.LogRecord) -> str:
        kind = record.levelname.lower()
        said = record.getMessage() if kind == "info" else f"{kind}: {record.getMessage()}"
        line = f"{_moment(record):%H:%M:%S} {said}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _moment(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)
