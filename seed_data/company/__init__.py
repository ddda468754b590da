"""Generated companies: one simulated history, told in every app, the same for the same seed.

Nothing is generated app by app. What a company is (``organization``) and what happened in it
(``events``, most of them played by ``arcs``) comes first; ``tellers`` turn that into the facts of
which each app's builder makes rows. What is true, stale or wrong on purpose is in the ``ledger``.
"""
