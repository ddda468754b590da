"""The names of worlds' folders."""

import pytest

from workworld.worlds.names import FolderName, folder_name, parse

MARK = "0123456789abcdef"


@pytest.mark.parametrize("world", ["w1", "my-world", "a-0123456789abcdef"])
def test_a_folder_says_whose_it_is(world: str) -> None:
    assert parse(folder_name(world, MARK)) == FolderName(world, MARK)


@pytest.mark.parametrize("name", ["held", "spares-1", MARK, f"-{MARK}", f".forking-w1-{MARK}"])
def test_other_folders_are_no_worlds(name: str) -> None:
    assert parse(name) is None
