"""Formulas: conditions and values in a small language of records, written by people.

``AND(ISPICKVAL(StageName, "Closed Won"), ISBLANK(Amount))``, ``Amount * 0.9 < PRIORVALUE(Amount)``.

* Values: ``"text"`` (or ``'text'``; ``\\"``, ``\\\\`` and ``\\n`` within), ``12.5``, ``TRUE``,
  ``FALSE``, ``NULL``, and fields by name, those of parents by dots: ``Account.Owner.Name``.
* Signs, from weak to strong: ``||``, ``&&``, ``= == <> !=``, ``< <= > >=``, ``+ - &``, ``* /``,
  ``^``, and ``!`` and ``-`` before a value. ``&`` joins texts. ``/* … */`` is a comment.
* A blank number yields a blank, and no comparison with it holds but ``=`` with another blank; a
  blank text is an empty one; a blank truth is false. Texts are compared with their capitals.
* Functions: ``functions.py`` and ``forms.py`` have them all.

A formula is checked when it is read: unknown names, kinds that do not fit and missing parentheses
are a ``FormulaError`` that tells where. Nothing that a formula does with values raises: what makes
no sense is blank. It knows nothing of records: whoever reads it says which names there are, and
whoever asks for its value what they hold.

The tracker's computed fields have a language of their own, ``{Story Points} * 8``: numbers alone,
kept with ids in braces so that fields may be renamed. The two share no sentence, hence no grammar.
"""

from workworld.formulas.kinds import Facts, FormulaError, Held, Kind, Value
from workworld.formulas.reading import LONGEST, Formula, read

__all__ = ["LONGEST", "Facts", "Formula", "FormulaError", "Held", "Kind", "Value", "read"]
