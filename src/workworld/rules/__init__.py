"""Rules: what happens by itself when something came to pass, on every app's things alike.

An app declares what rules begin with and do (``kinds``), what texts may name (``values``), and who
looks after them (``sight``). Whoever builds rules keeps them as ``Rule`` rows; ``running`` performs
what is published, as consequences of the step that caused it.
"""
