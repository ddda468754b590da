"""Pictures of a generated company's people."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.apps.crm.schema.picklists import STAGES
from workworld.seed_data.company import graphs, portraits


@pytest.mark.parametrize("draw", [graphs.organization, graphs.messages])
def test_everybody_who_is_there_is_in_the_picture_once(
    draw: Callable[[Session], str], rows: Session
) -> None:
    picture = ElementTree.fromstring(draw(rows))
    texts = ["".join(each.itertext()) for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    query = "SELECT name FROM directory_people WHERE kind = 'person' AND NOT is_deactivated"
    names = [*rows.scalars(text(query))]
    assert len(texts) == len(names) > 30
    assert all(sum(each.startswith(name) for each in texts) == 1 for name in names)


def test_those_who_write_more_with_each_other_have_thicker_lines(rows: Session) -> None:
    picture = ElementTree.fromstring(graphs.messages(rows))
    paths = picture.iter("{http://www.w3.org/2000/svg}path")
    widths = [float(each.attrib["stroke-width"]) for each in paths]
    assert len(widths) > 100
    assert widths == sorted(widths)
    assert widths[-1] > 3 * widths[0]


def test_the_pipeline_goes_from_its_first_stage_to_its_last(rows: Session) -> None:
    picture = ElementTree.fromstring(portraits.pictures(rows)["pipeline"])
    texts = ["".join(each.itertext()) for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    stages = [each.name for each in STAGES if not each.is_closed]
    assert [each for each in texts if each in stages] == [each for each in stages if each in texts]
    assert "Prospecting" in texts
