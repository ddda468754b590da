"""Content lines, of which vCards and calendars are made: folded, with parameters and escapes.

https://datatracker.ietf.org/doc/html/rfc6350#section-3
"""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from workworld.errors import Invalid

LINE_END = "\r\n"
_WIDTH = 75
_CODE = "unreadable_file"
_LINE = re.compile(
    r"(?:(?P<group>[A-Za-z0-9-]+)\.)?(?P<name>[A-Za-z0-9-]+)"
    r'(?P<params>(?:;(?:[^";:]|"[^"]*")*)*):(?P<value>.*)',
    re.DOTALL,
)
_PARAM = re.compile(r';((?:[^";:]|"[^"]*")*)')
_PART = re.compile(r'"([^"]*)"|([^",]+)')
_PHYSICAL = re.compile(r"\r\n|\r|\n")
_ESCAPE = re.compile(r"\\([\\,;:nN])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_QUOTED = "QUOTED-PRINTABLE"


@dataclass(frozen=True, slots=True)
class ContentLine:
    """A property as it stands in a file, unfolded and out of its transfer encoding.

    Args:
        number: of its first line in the file, from 1.
        name: in capitals, without its group.
        params: values by name in capitals; words without a name, as vCard 2.1 has them, are types.
        value: still escaped.
    """

    number: int
    name: str
    params: Mapping[str, Sequence[str]]
    value: str

    def types(self) -> frozenset[str]:
        """What kinds the property says it is of, in capitals."""
        return frozenset(each.upper() for each in self.params.get("TYPE", ()))


def lines(text: str) -> Iterator[ContentLine]:
    """The properties of a text, in order; empty lines are passed over.

    Lines that begin with a blank go on with the one before (RFC 6350, section 3.2), and so do those
    after a soft end of quoted-printable, as vCard 2.1 has it.

    Args:
        text: what a file holds.

    Raises:
        Invalid: ``unreadable_file``: a line that is no property, or an encoding that is unknown.
    """
    for number, raw in _unfolded(text):
        yield _read(number, raw)


def split(value: str, sign: str) -> list[str]:
    """The parts of a value between signs that are not escaped, each out of its escapes.

    Args:
        value: as it stands in the file.
        sign: ``;`` or ``,``.
    """
    found, part, escapes = list[str](), list[str](), False
    for each in value:
        if each == sign and not escapes:
            found.append(unescaped("".join(part)))
            part = []
            continue
        part.append(each)
        escapes = each == "\\" and not escapes
    return [*found, unescaped("".join(part))]


def unescaped(value: str) -> str:
    """What an escaped value says."""
    return _ESCAPE.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)


def escaped(text: str) -> str:
    """A text as a value: with escapes, without what no line may hold."""
    plain = _CONTROL.sub("", _PHYSICAL.sub("\n", text))
    for sign in ("\\", ";", ","):
        plain = plain.replace(sign, f"\\{sign}")
    return plain.replace("\n", "\\n")


def folded(line: str) -> str:
    """A line in pieces of 75 octets at most, none of which ends within a character.

    Args:
        line: name, parameters and value, without its end.
    """
    pieces, piece, size = list[str](), list[str](), 0
    for each in line:
        width = len(each.encode("utf-8", "surrogatepass"))
        if size + width > _WIDTH:
            pieces.append("".join(piece))
            piece, size = [], 1  # the blank before what goes on
        piece.append(each)
        size += width
    return f"{LINE_END} ".join([*pieces, "".join(piece)])


def written(made: Sequence[str]) -> str:
    """Lines as a file, each folded and ended."""
    return "".join(folded(each) + LINE_END for each in made)


def _unfolded(text: str) -> Iterator[tuple[int, str]]:
    begin, kept = 0, ""
    for number, line in enumerate(_PHYSICAL.split(text), start=1):
        if kept and line[:1] in (" ", "\t"):
            kept += line[1:]
        elif kept.endswith("=") and _is_quoted(kept):
            kept = kept[:-1] + line
        else:
            if kept.strip():
                yield begin, kept
            begin, kept = number, line
    if kept.strip():
        yield begin, kept


def _is_quoted(raw: str) -> bool:
    return _QUOTED in raw.partition(":")[0].upper()


def _read(number: int, raw: str) -> ContentLine:
    found = _LINE.fullmatch(raw.lstrip(" \t"))
    if found is None:
        said = f"Line {number} is no property: a name, a colon and a value are expected."
        raise Invalid(_CODE, said)
    params = _params(found["params"])
    value = _decoded(number, params, found["value"])
    return ContentLine(number, found["name"].upper(), params, value)


def _params(text: str) -> Mapping[str, Sequence[str]]:
    params: dict[str, list[str]] = {}
    for each in _PARAM.findall(text):
        name, sign, said = each.partition("=")
        if not sign:
            name, said = ("ENCODING" if each.upper() == _QUOTED else "TYPE"), each
        values = [quoted or bare.strip() for quoted, bare in _PART.findall(said)]
        # Several kinds stand in one pair of quotation marks too: TYPE="voice,home".
        parts = [part.strip() for value in values for part in value.split(",")]
        params.setdefault(name.strip().upper(), []).extend(parts)
    return params


def _decoded(number: int, params: Mapping[str, Sequence[str]], value: str) -> str:
    """A value out of quoted-printable; its line ends are written as escapes."""
    if _QUOTED not in {each.upper() for each in params.get("ENCODING", ())}:
        return value
    charset = next(iter(params.get("CHARSET", ())), "utf-8")
    content = quopri.decodestring(value.encode("utf-8", "surrogatepass"))
    try:
        text = content.decode(charset)
    except LookupError:
        raise Invalid(_CODE, f"Line {number}: there is no encoding “{charset[:40]}”.") from None
    except (UnicodeDecodeError, ValueError):
        said = f"Line {number} is no text in {charset[:40]}."
        raise Invalid(_CODE, said) from None
    return _PHYSICAL.sub(r"\\n", text)
