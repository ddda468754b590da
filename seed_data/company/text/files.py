"""What small files say: tables of loads and logs of a quarter of an hour."""

from __future__ import annotations

from workworld.randomness import Stream
from workworld.seed_data.company.text.grammar import Grammar


def table(grammar: Grammar, stream: Stream) -> str:
    """Loads by site and carrier, as CSV."""
    lines = ["site,carrier,loads,late,note"]
    for _ in range(stream.integer(8, 24)):
        town, trade, note = (
            grammar.say(rule, stream, {}) for rule in ("town", "trade_base", "quality")
        )
        loads = stream.integer(20, 900)
        lines.append(f"{town},{trade},{loads},{stream.integer(0, loads // 6)},{note}")
    return "\n".join(lines) + "\n"


def log(grammar: Grammar, stream: Stream, hour: int = 9) -> str:
    """What a service wrote down, a line a minute from an hour on."""
    lines = []
    for minute in range(stream.integer(10, 30)):
        level = stream.choice(("INFO", "INFO", "WARN", "ERROR"))
        what = grammar.say("error" if level == "ERROR" else "ref", stream, {})
        clock = f"{hour + minute // 60:02}:{minute % 60:02}:{stream.integer(0, 59):02}"
        lines.append(f"{clock} {level} {what}")
    return "\n".join(lines) + "\n"
