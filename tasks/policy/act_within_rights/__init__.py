"""Do what is asked where the persona has the right to it, and else change nothing and say so."""

from workworld.tasks.policy.act_within_rights.family import FAMILY

__all__ = ["FAMILY"]
