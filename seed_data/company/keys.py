"""What things of a company are called in public, such as ``ENG-214``.

Events name things by stable names; only tellers know the keys. The tracker's teller gives those of
issues by order of time, before any other teller writes of them.
"""

from __future__ import annotations

from collections.abc import Iterator


class Keys:
    """Public keys by stable names."""

    def __init__(self) -> None:
        self._keys: dict[str, str] = {}

    def give(self, thing: str, key: str) -> None:
        """Call a thing so from now on.

        Raises:
            ValueError: it has a key already.
        """
        if thing in self._keys:
            raise ValueError(f"{thing} is called {self._keys[thing]}")
        self._keys[thing] = key

    def of(self, thing: str) -> str:
        """What a thing is called.

        Raises:
            KeyError: it has no public key.
        """
        return self._keys[thing]

    def __contains__(self, thing: str) -> bool:
        return thing in self._keys

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Names with their keys, in the order of giving."""
        return iter(self._keys.items())
