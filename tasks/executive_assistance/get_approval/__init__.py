"""Find out who may decide, ask them, wait, and write down what they decided."""

from workworld.tasks.executive_assistance.get_approval.family import FAMILY

__all__ = ["FAMILY"]
