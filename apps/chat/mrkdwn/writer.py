"""Documents → mrkdwn that reads alike.

mrkdwn has no headings, lists or rules: they become bold lines, lines with bullets and hyphens. Nor
has it an escape for its marks. Where text would be taken for markup, a joiner without width behind
its marks says that they are none; where markup would be taken for text, spaces without width keep
it apart, as other writers of mrkdwn do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from workworld.apps.chat.mrkdwn.languages import fence_line
from workworld.apps.chat.mrkdwn.reader import from_mrkdwn
from workworld.apps.chat.mrkdwn.tokens import APART, LITERAL, escaped, tokens
from workworld.emoji import character_of
from workworld.richtext.nodes import (
    PLAIN,
    Block,
    CodeBlock,
    Document,
    Emoji,
    HardBreak,
    Heading,
    Inline,
    List,
    Marks,
    Paragraph,
    Quote,
    Rule,
    Text,
    joined,
)
from workworld.richtext.references import written_reference
from workworld.richtext.simpler import without_tables

_STYLES = {"strong": "*", "em": "_", "strike": "~"}
_QUOTE = re.compile("^(?=&gt;)", re.MULTILINE)
_LASTING = re.compile("^&gt;|```", re.MULTILINE)
"""What is text by itself and could be markup with the paragraph below."""
_BULLETS = "•◦▪"
_MARK = re.compile(r"[*_~`]|:(?=[a-z0-9+_'-])")
_FENCE = re.compile("``(?=`)")
Line = Sequence[Inline]


def to_mrkdwn(doc: Document) -> str:
    """A document as mrkdwn."""
    return "\n".join(_lines(without_tables(doc).content, 0, in_quote=False))


def _lines(blocks: Sequence[Block], depth: int, *, in_quote: bool) -> Iterator[str]:
    previous: Block | None = None
    for block in blocks:
        if previous is not None and _stand_apart(previous, block):
            yield ""
        yield from _block(block, depth, in_quote)
        previous = block


def _stand_apart(above: Block, below: Block) -> bool:
    """Whether an empty line is between them; code and quotes keep their own distance."""
    match above, below:
        case (Quote(), Quote()) | (Paragraph() | List() | Heading(), Heading()):
            return True
        case (Paragraph() | List(), Paragraph()):
            return True
    return False


def _block(block: Block, depth: int, in_quote: bool) -> Iterator[str]:
    match block:
        case Paragraph(content):
            yield from _line(content).split("\n")
        case Heading(_, content):
            yield _line([_strong(node) for node in content])
        case CodeBlock(text, language):
            yield f"```{fence_line(language, text)}\n{escaped(_FENCE.sub(f'``{APART}', text))}\n```"
        case Quote(inner) if in_quote:
            yield from _lines(inner, depth, in_quote=True)
        case Quote(inner):
            lines = list(_lines(inner, depth, in_quote=True))
            if any(lines):
                yield from (f"&gt; {line}" if line else "&gt;" for line in lines)
        case List(items, start):
            for number, item in enumerate(items, start or 0):
                bullet = _BULLETS[min(depth, 2)] if start is None else f"{number}."
                yield from _item(bullet, item, depth, in_quote)
        case Rule():
            yield "---"


def _item(bullet: str, item: Sequence[Block], depth: int, in_quote: bool) -> Iterator[str]:
    """An item's lines: the first block beside the bullet, lists in it further to the right."""
    indent = "    " * depth
    first, rest = (item[0], item[1:]) if isinstance(item[0], Paragraph | Heading) else (None, item)
    head = "\n".join(_block(first, depth, in_quote)) if first else ""
    beside = f"{indent}{bullet} {head}".rstrip(" ")
    yield from beside.replace("\n", f"\n{indent}  ").split("\n")
    for block in rest:
        below = _block(block, depth + 1, in_quote)
        yield from (
            (f"{indent}  {line}" for line in below)
            if isinstance(block, Paragraph | Heading)
            else below
        )


def _strong(node: Inline) -> Inline:
    if isinstance(node, HardBreak):
        return node
    return replace(node, marks=node.marks.having("strong", True))


def _line(content: Line) -> str:
    """A paragraph's lines, as plainly as they read alike."""
    nodes = joined(_fitting(node) for node in content)
    plainly = _written(nodes, escaped, "")
    if not _LASTING.search(plainly) and _reads_as(plainly, nodes):
        return plainly
    trimmed = joined(_without_outer_space(nodes))
    kept_apart = _kept_apart(trimmed)
    if _reads_as(kept_apart, trimmed):
        return kept_apart
    return _kept_apart(joined(map(_unstyled, trimmed)))


def _kept_apart(nodes: Line) -> str:
    return _QUOTE.sub(LITERAL, _written(nodes, _guarded, APART))


def _fitting(node: Inline) -> Inline:
    """A node as mrkdwn can hold it: code has no backtick and is no link, as references are none."""
    if isinstance(node, HardBreak):
        return node
    marks = node.marks
    if not isinstance(node, Text):
        linked = marks.href if isinstance(node, Emoji) else ""
        return replace(node, marks=replace(marks, href=linked))
    text = node.text.replace(APART, "").replace(LITERAL, "")
    is_code = marks.code and "`" not in text and not marks.href
    return Text(text, replace(marks, code=is_code))


def _reads_as(written: str, nodes: Line) -> bool:
    """Whether text and marks are found again; addresses may have become links."""
    blocks = from_mrkdwn(written).content
    content = blocks[0].content if len(blocks) == 1 and isinstance(blocks[0], Paragraph) else ()
    return _looks(content) == _looks(nodes)


def _looks(nodes: Line) -> Line:
    return joined(map(_look, nodes))


def _look(node: Inline) -> Inline:
    if isinstance(node, HardBreak):
        return node
    marks = replace(node.marks, href="")
    if isinstance(node, Emoji):
        return Text(character_of(node.name) or f":{node.name}:", marks)
    return replace(node, marks=marks)


def _guarded(text: str) -> str:
    """Text in which nothing is a mark."""
    return "".join(
        token.source if token.kind == "link" else _MARK.sub(rf"\g<0>{LITERAL}", token.source)
        for token in tokens(escaped(text))
    )


def _without_outer_space(nodes: Line) -> Iterator[Inline]:
    """Nodes with space that begins or ends a mark outside of it, where alone the mark counts."""
    for index, node in enumerate(nodes):
        if not isinstance(node, Text) or node.marks.code:
            yield node
            continue
        before = _marks(nodes[index - 1]) if index else PLAIN
        after = _marks(nodes[index + 1]) if index + 1 < len(nodes) else PLAIN
        text = node.text.strip()
        head, _, tail = node.text.partition(text) if text else (node.text, "", "")
        yield Text(head, _common(node.marks, before))
        yield Text(text, node.marks)
        yield Text(tail, _common(node.marks, after))


def _marks(node: Inline) -> Marks:
    return PLAIN if isinstance(node, HardBreak) else node.marks


def _common(left: Marks, right: Marks) -> Marks:
    """The styles that both have."""
    return replace(
        left,
        strong=left.strong and right.strong,
        em=left.em and right.em,
        strike=left.strike and right.strike,
    )


def _unstyled(node: Inline) -> Inline:
    if isinstance(node, HardBreak):
        return node
    return replace(node, marks=Marks(href=node.marks.href, code=node.marks.code))


def _written(nodes: Line, text_of: Callable[[str], str], between: str) -> str:
    """Nodes with their marks around them.

    Args:
        nodes: them.
        text_of: writes text down.
        between: what keeps neighbours apart.
    """
    pieces: list[str] = []
    now: list[str] = []
    ends = _ends(nodes)
    for index, (href, group) in _links(nodes):
        wanted = {name for name in _STYLES if getattr(_marks(group[0]), name)}
        while set(now) - wanted:
            pieces.append(_STYLES[now.pop()])
        opened = sorted(wanted - set(now), key=lambda name: (-ends[index][name], name))
        pieces += [between if index else "", *(_STYLES[name] for name in opened)]
        now += opened
        written = "".join(_node(node, text_of) for node in group)
        pieces.append(_link(href, written) if href else written)
    return "".join([*pieces, *(_STYLES[name] for name in reversed(now))])


def _links(nodes: Line) -> Iterator[tuple[int, tuple[str, list[Inline]]]]:
    """Neighbours of equal marks that are one link, and where they begin; others by themselves."""
    for marks, group in groupby(enumerate(nodes), lambda each: _marks(each[1])):
        found = list(group)
        if marks.href:
            yield found[0][0], (marks.href, [node for _, node in found])
        else:
            yield from ((index, ("", [node])) for index, node in found)


def _ends(nodes: Line) -> list[dict[str, int]]:
    """For each node and style where it ends: what lasts longer lies around the others."""
    found: list[dict[str, int]] = []
    now = dict.fromkeys(_STYLES, 0)
    for index in range(len(nodes) - 1, -1, -1):
        marks = _marks(nodes[index])
        now = {name: max(now[name], index + 1) * getattr(marks, name) for name in _STYLES}
        found.append(now)
    return found[::-1]


def _link(href: str, label: str) -> str:
    target = escaped(href)
    is_bare = label == escaped(href.removeprefix("mailto:"))
    return f"<{target}>" if is_bare else f"<{target}|{label}>"


def _node(node: Inline, text_of: Callable[[str], str]) -> str:
    match node:
        case Text(text, marks):
            return f"`{escaped(text)}`" if marks.code else text_of(text)
        case HardBreak():
            return "\n"
        case Emoji(name):
            return f":{name}:"
    return written_reference(node)
