"""The text of generated companies: rules, articles, typing errors, and what measures it."""

from dataclasses import replace

import pytest

from workworld.randomness import Stream
from workworld.seed_data.company.organization import Voice
from workworld.seed_data.company.tellers.chat.talker import plans, turns
from workworld.seed_data.company.text import gates
from workworld.seed_data.company.text.grammar import Grammar
from workworld.seed_data.company.text.noise import mistype
from workworld.seed_data.company.text.polish import capitals, polish
from workworld.seed_data.company.text.rules import grammar, pairs
from workworld.seed_data.company.text.voice import speak, spell


def test_a_rule_fills_slots_and_draws_alternatives_numbers_and_digits() -> None:
    rules = Grammar({"a": ["{b} on {issue} in {3..5} {hex4}[ !]"], "b": "Any news | A word"})
    said = {rules.say("a", Stream("t", n), {"issue": "ENG-1"}) for n in range(60)}
    assert all(" on ENG-1 in " in each for each in said)
    assert {each.split(" on ")[0] for each in said} == {"Any news", "A word"}
    assert any(each.endswith(" !") for each in said)
    assert any(not each.endswith(" !") for each in said)


def test_an_alternative_asks_for_features() -> None:
    rules = Grammar({"a": ["plain", "@funny joke ~50"]})
    assert {rules.say("a", Stream("t", n), {}) for n in range(30)} == {"plain"}
    funny = frozenset({"funny"})
    assert "joke" in {rules.say("a", Stream("t", n), {}, funny) for n in range(30)}


def test_a_slot_that_is_bound_to_nothing_is_refused() -> None:
    with pytest.raises(KeyError):
        Grammar({"a": ["{issue}"]}).say("a", Stream("t"), {})
    with pytest.raises(ValueError, match="in '"):
        Grammar({"a": ["{b|c"]}).say("a", Stream("t"), {})


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("a apple", "an apple"),
        ("a hour", "an hour"),
        ("a API call", "an API call"),
        ("a user", "a user"),
        ("a EU site", "an EU site"),
        ("an  depot ,", "a depot,"),
        ("a 8-ton load", "an 8-ton load"),
    ],
)
def test_articles_fit_their_words(written: str, right: str) -> None:
    assert polish(written) == right


def test_sentences_begin_with_capitals_and_initials_end_none() -> None:
    assert capitals("thanks. ask Ana K. about it") == "Thanks. Ask Ana K. about it"


def test_typing_errors_leave_keys_links_and_code_alone() -> None:
    for number in range(200):
        found = mistype("see ENG-214 for <@U123> and 4,500 pallets", Stream("t", number))
        if found is None:
            continue  # two equal letters changed places
        assert "ENG-214 for <@U123> and 4,500 " in found[0]
    assert mistype("run `make everything`", Stream("t")) is None


def test_every_turn_of_every_plan_has_its_rule() -> None:
    rules = grammar("logistics")
    said = [turn.partition(" ") for plan in plans().values() for turn in plan["turns"]]
    spoken = {rule for roles, _, rule in said if ">" not in roles}
    assert all(len(each) > 1 for bank in pairs().values() for each in bank)
    assert all(bank in pairs() for roles, _, bank in said if ">" in roles)
    assert sorted(rule for rule in spoken if rule not in rules) == []
    assert all(plan["about"] in rules for plan in plans().values())


def test_gates_find_duplicates_slots_and_articles() -> None:
    long = "a sentence that is long enough to count as one of the bodies"
    assert gates.duplicates([long, long, "short"]) == 0.5
    assert list(gates.faults("a {slot} here"))
    assert list(gates.faults("this is a error"))
    assert not list(gates.faults("this is an error in A1"))
    assert gates.distinct(["a b c", "a b d"]) == 0.75


def test_what_a_talk_is_about_stays_the_same_throughout_it() -> None:
    rules = Grammar(
        {"a": ["the {the.thing} of {the.who} and {thing}"], "thing": "gate | yard | dock"}
    )
    named: dict[str, str] = {}
    said = [rules.say("a", Stream("t", n), {"who": "Ana"}, named=named) for n in range(30)]
    assert {each.split(" and ")[0] for each in said} == {f"the {named['thing']} of Ana"}
    assert len({each.split(" and ")[1] for each in said}) == 3
    assert "who" not in named


def test_a_question_in_a_plan_is_answered_by_its_own_answer() -> None:
    for number in range(50):
        (asks, question), (tells, answer), *others = turns(["B>A>C people"], Stream("t", number))
        assert (asks, tells) == ("B", "A")
        answers = [answer, *(rule for _, rule in others)]
        assert {each.rpartition(".")[0] for each in answers} == {question.replace("ask.", "tell.")}
        assert len({*answers}) == len(answers)
        assert [role for role, _ in others] in ([], ["C"])


def test_names_of_firms_end_no_sentence_and_have_one_full_stop() -> None:
    assert capitals("Redrigg Co. wants it") == "Redrigg Co. wants it"
    assert polish("We wait for Redrigg Co..") == "We wait for Redrigg Co."


def test_people_spell_as_where_they_are() -> None:
    british = Voice(0.5, 0.1, True, True, 0, (), 0, 5, 0, "", "", "en-GB", 0, 0)
    said = "License for the harbor bakery. Color is canceled. See Harbor Street."
    assert spell(said, british) == (
        "Licence for the harbour bakery. Colour is cancelled. See Harbor Street."
    )
    american = replace(british, spelling="en-US")
    assert spell(said, american) == said


def test_short_forms_do_not_end_a_clause() -> None:
    plain = Voice(0.5, 0.1, True, True, 0, (), 0, 5, 0, "", "", "en-US", 0, 0)
    assert speak("I am. Call me, it is late", plain, Stream("t")) == "I am. Call me, it's late"
