"""How somebody writes: what a text becomes when one person types it."""

from __future__ import annotations

import re

from workworld.randomness import Stream
from workworld.seed_data.company.organization import Voice

_CONTRACTIONS = {
    "do not": "don't",
    "does not": "doesn't",
    "did not": "didn't",
    "is not": "isn't",
    "are not": "aren't",
    "was not": "wasn't",
    "cannot": "can't",
    "will not": "won't",
    "should not": "shouldn't",
    "would not": "wouldn't",
    "could not": "couldn't",
    "have not": "haven't",
    "has not": "hasn't",
    "I am": "I'm",
    "I will": "I'll",
    "we are": "we're",
    "we will": "we'll",
    "it is": "it's",
    "that is": "that's",
}
_LONG = re.compile(r"\b(" + "|".join(_CONTRACTIONS) + r")\b(?! ?[.,;:?!])")
_BRITISH = {
    "color": "colour",
    "favorite": "favourite",
    "behavior": "behaviour",
    "center": "centre",
    "organize": "organise",
    "organized": "organised",
    "prioritize": "prioritise",
    "analyze": "analyse",
    "apologize": "apologise",
    "canceled": "cancelled",
    "recognize": "recognise",
    "normalize": "normalise",
    "catalog": "catalogue",
    "traveling": "travelling",
    "optimize": "optimise",
    "finalize": "finalise",
    "summarize": "summarise",
    "colors": "colours",
    "harbor": "harbour",
    "license": "licence",
    "licenses": "licences",
    "neighbor": "neighbour",
    "neighbors": "neighbours",
    "optimized": "optimised",
    "organizes": "organises",
    "organizing": "organising",
    "canceling": "cancelling",
    "centers": "centres",
    "gray": "grey",
    "labeled": "labelled",
    "tire": "tyre",
    "tires": "tyres",
}
_AMERICAN = re.compile(r"\b(" + "|".join(_BRITISH) + r")\b")
_FIRST_AMERICAN = re.compile(
    r"(?:^|(?<=[.!?] ))(" + "|".join(map(str.capitalize, _BRITISH)) + r")\b(?! [A-Z])"
)
"""At the beginning of a sentence, where it is no name."""
_FIRST = re.compile(r"(^|[.!?] )([A-Z])(?=[a-z']*\b)")
_PROPER = re.compile(r"I\b|[A-Z][a-z]*[A-Z]")


def features(voice: Voice, stream: Stream) -> frozenset[str]:
    """What somebody asks of a rule this time: ``formal``, ``unsure``, ``funny``."""
    drawn = {
        "formal": voice.formality,
        "unsure": voice.hedging,
        "funny": voice.humour,
        "long": voice.verbosity,
    }
    return frozenset(name for name, rate in drawn.items() if stream.integer(1, 1000) <= 1000 * rate)


def speak(text: str, voice: Voice, stream: Stream, names: frozenset[str] = frozenset()) -> str:
    """A text in somebody's own way.

    Args:
        text: with capitals, full stops and long forms.
        voice: whose.
        stream: where chance comes from.
        names: words that keep their capitals wherever they stand.
    """
    if voice.formality < 0.6:
        text = _LONG.sub(lambda match: _CONTRACTIONS[match[0]], text)
    text = spell(text, voice)
    if not voice.capitals:
        text = _lower(text, names)
    if not voice.full_stops and text.endswith(".") and not text.endswith(".."):
        text = text[:-1]
    if voice.emoji and stream.integer(1, 1000) <= 500 * voice.emoji_rate:
        text = f"{text} :{stream.choice(voice.emoji).strip(':')}:"
    return text


def spell(text: str, voice: Voice) -> str:
    """An American text as somebody spells it; names, which have capitals, stay as they are."""
    if voice.spelling != "en-GB":
        return text
    text = _FIRST_AMERICAN.sub(lambda match: _BRITISH[match[0].lower()].capitalize(), text)
    return _AMERICAN.sub(lambda match: _BRITISH[match[0]], text)


def _lower(text: str, names: frozenset[str]) -> str:
    """Small letters at the beginning of sentences, but for names and ``I``."""

    def small(match: re.Match[str]) -> str:
        word = re.match(r"[\w'’-]+", text[match.start(2) :])
        is_name = word is None or word[0] in names or _PROPER.match(word[0])
        return match[0] if is_name else match[1] + match[2].lower()

    return _FIRST.sub(small, text)
