"""The session: where whoever an episode is about reads what is asked, waits and answers.

It stands outside the apps: no vendor has anything of the kind.
"""
