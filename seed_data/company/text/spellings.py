"""Words that are spelled in one way in Britain and in another one in the United States."""

from __future__ import annotations

import re

_BEFORE = r"(?<![\w/-])"
BRITISH = re.compile(
    _BEFORE + r"(?:colour\w*|favourit\w*|behaviour\w*|honour\w*|labour\w*|neighbour\w*|harbour\w*"
    r"|centre[sd]?\b|litres?\b|organis\w*|prioritis\w*|analys(?:e|ed|ing)\b|apologis\w*"
    r"|cancell(?:ed|ing)\b|recognis\w*|normalis\w*|catalogues?\b|travell\w*|labell\w*|modell\w*"
    r"|optimis\w*|finalis\w*|summaris\w*|minimis\w*|maximis\w*|synchronis\w*|customis\w*"
    r"|programmes?\b|grey\b|tyres?\b|cheques?\b|licences?\b|aluminium)"
)
AMERICAN = re.compile(
    _BEFORE + r"(?:colors?\b|colored\b|favorit\w*|behavior\w*|honor(?:s|ed)?\b|labor\b|neighbor\w*"
    r"|harbors?\b|centers?\b|liters?\b|organiz(?!er)\w*|prioritiz\w*|analyz\w*|apologiz\w*"
    r"|cancel(?:ed|ing)\b|recogniz\w*|normaliz\w*|catalogs?\b|travel(?:ed|ing|ers?)\b"
    r"|label(?:ed|ing)\b|model(?:ed|ing)\b|optimiz(?!er)\w*|finaliz\w*|summariz\w*|minimiz\w*"
    r"|maximiz\w*|synchroniz\w*|customiz\w*|gray\b|tires?\b|checkbook|licenses?\b|aluminum)"
)
"""In small letters alone: names and titles stay as they are. The product's optimizer is one."""
