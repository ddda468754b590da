"""Queries over REST: read part by part, asked of some issues, and completed."""

from tests.apps.tracker.rest import Rest
from tests.kit import Doors


def test_query_is_read_part_by_part(doors: Doors) -> None:
    rest = Rest(doors)
    past = 'status WAS "In Progress" AFTER -7d'
    jql = f"project = CAL AND ({past} OR NOT labels in (a, b)) ORDER BY due DESC"
    (read,) = rest.post("jql/parse", {"queries": [jql]}, 200)["queries"]
    assert read["query"] == jql
    where = read["structure"]["where"]
    assert where["operator"] == "and"
    project, either = where["clauses"]
    assert project == {
        "field": {"name": "project", "encodedName": "project"},
        "operator": "=",
        "operand": {"value": "CAL", "encodedValue": "CAL"},
    }
    was, negated = either["clauses"]
    assert (was["operator"], was["predicates"][0]["operator"]) == ("was", "after")
    assert negated["operator"] == "not"
    assert [each["value"] for each in negated["clauses"][0]["operand"]["values"]] == ["a", "b"]
    assert read["structure"]["orderBy"]["fields"][0]["direction"] == "desc"


def test_wrong_queries_are_told_one_by_one(doors: Doors) -> None:
    rest = Rest(doors)
    asked = {"queries": ["project = = CAL", "assignee = nobody-known", "key = CAL-214"]}
    broken, unknown, fine = rest.post("jql/parse", asked, 200)["queries"]
    assert "line 1" in broken["errors"][0]
    assert "structure" not in unknown
    assert unknown["errors"]
    assert "errors" not in fine
    warned = rest.post("jql/parse?validation=warn", asked, 200)["queries"][1]
    assert warned["structure"]
    assert warned["warnings"] == unknown["errors"]
    unjudged = rest.post("jql/parse?validation=none", asked, 200)["queries"][1]
    assert "warnings" not in unjudged


def test_issues_are_matched_with_several_queries(doors: Doors) -> None:
    rest = Rest(doors)
    keys = ("CAL-214", rest.create())
    ids = [int(rest.get(f"issue/{key}")["id"]) for key in keys]
    asked = {"jqls": ["key = CAL-214", "project = CAL", "nofield = 1"], "issueIds": ids}
    first, second, third = rest.post("jql/match", asked, 200)["matches"]
    assert first == {"matchedIssues": ids[:1], "errors": []}
    assert second["matchedIssues"] == ids
    assert (third["matchedIssues"], len(third["errors"])) == ([], 1)


def test_what_queries_are_made_of_is_told(doors: Doors) -> None:
    rest = Rest(doors)
    told = rest.get("jql/autocompletedata")
    fields = {each["displayName"]: each for each in told["visibleFieldNames"]}
    assert "was" in fields["status"]["operators"]
    points = next(each for name, each in fields.items() if name.startswith("Story Points"))
    assert points["cfid"] == "cf[10016]"
    assert points["value"] == '"Story Points"'
    functions = {each["value"]: each for each in told["visibleFunctionNames"]}
    assert functions["openSprints()"]["isList"] == "true"
    assert "empty" in told["jqlReservedWords"]


def test_values_are_suggested(doors: Doors) -> None:
    rest = Rest(doors)
    found = rest.get("jql/autocompletedata/suggestions", fieldName="status", fieldValue="in pr")
    assert found["results"] == [{"value": '"In Progress"', "displayName": "In Progress"}]
