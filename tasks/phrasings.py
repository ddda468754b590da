"""How people ask for things: briefly, politely, at length, or by the way."""

from __future__ import annotations

from workworld.randomness import Stream

_TONES = (
    "{ask} {limits}",
    "Hello! When you find the time, I would be grateful for your help with this. {ask} {limits} "
    "{why} Thank you very much!",
    "It has been one of those weeks, and I have started on this twice and was called away twice. "
    "{why} So I leave it to you, if you don't mind, and then I can forget about it. {ask} That is "
    "all there is to it, I think. Oh, and {limits_small} I am on the road until tomorrow and "
    "cannot be asked.",
    "{why} I wonder whether you could see to that. {ask} {limits}",
    "{why}\n\nWhat I need: {ask}\n\nPlease note: {limits}",
)


def asked(rng: Stream, *, ask: str, why: str, limits: str) -> str:
    """A request in somebody's words.

    Args:
        rng: decides on the tone.
        ask: what is to be done, in whole sentences.
        why: what is behind it.
        limits: what is not to be done; no name or title begins it.
    """
    small = limits[:1].lower() + limits[1:]
    return rng.choice(_TONES).format(ask=ask, why=why, limits=limits, limits_small=small)
