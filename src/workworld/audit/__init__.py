"""The audit log: who did what, when and through which door, for those who administer."""
