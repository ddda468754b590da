"""Fixtures of spreadsheets' tests."""

from __future__ import annotations

import pytest
from tests.apps.sheets.desk import Desk
from tests.apps.sheets.rest import Book, Client
from tests.apps.sheets.workbook_kit import Plan
from tests.kit import Doors, Office

from workworld.worlds import World


@pytest.fixture
def desk(world: World, office: Office) -> Desk:
    """People of the tiny company at the operations of spreadsheets."""
    return Desk(world, office.people)


@pytest.fixture
def rest(doors: Doors) -> Client:
    """The APIs, as the usual persona."""
    return Client(doors)


@pytest.fixture
def other(colleague: Doors) -> Client:
    """The APIs, as somebody else."""
    return Client(colleague)


@pytest.fixture
def book(rest: Client) -> Book:
    """An empty spreadsheet of the persona's."""
    return rest.book()


@pytest.fixture
def plan(world: World, office: Office) -> Plan:
    """An empty workbook of the persona's, at what edits it."""
    return Plan.new(world, office.people)
