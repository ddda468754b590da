"""How many of something there are, in words."""


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 cell``, ``1,200 cells``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
