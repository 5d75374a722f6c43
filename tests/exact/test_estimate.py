"""Estimates and their variances, against the enumeration of every query, column and card."""

from __future__ import annotations

import pytest

from estimated.cases import HISTOGRAMS, KNOWN, SMALL, VALUED, Case, name_of
from estimated.figures import (
    check_counts,
    check_histogram,
    check_known,
    check_known_histogram,
    check_means,
    check_options,
    check_single_answers,
    check_sums,
    check_two_people,
)
from tacit.study.study import Study

NUMERIC = [case for case in VALUED if case.study.question.kind != "none"]
CHOSEN = [case for case in VALUED if case.study.question.options]


@pytest.mark.parametrize("case", VALUED, ids=name_of)
def test_counts_and_shares_are_the_truth_with_the_variance_of_the_enumeration(case: Case) -> None:
    check_counts(case)


@pytest.mark.parametrize("case", NUMERIC, ids=name_of)
def test_sums_are_the_truth_with_the_variance_of_the_enumeration(case: Case) -> None:
    check_sums(case)


@pytest.mark.parametrize("case", NUMERIC, ids=name_of)
def test_means_are_the_truth_with_fiellers_interval_of_the_enumeration(case: Case) -> None:
    check_means(case)


@pytest.mark.parametrize("case", CHOSEN, ids=name_of)
def test_of_two_options_the_counts_are_the_truth_and_the_shares_the_mean_and_the_rest(case: Case) -> None:
    check_options(case)


@pytest.mark.parametrize("case", HISTOGRAMS, ids=name_of)
def test_histograms_are_the_truth_with_the_variance_of_the_enumeration(case: Case) -> None:
    check_histogram(case)


@pytest.mark.parametrize("case", KNOWN, ids=name_of)
def test_with_known_shares_sums_and_means_are_of_the_population_only(case: Case) -> None:
    check_known(case)


def test_with_known_shares_a_histogram_is_over_the_people_that_the_share_makes() -> None:
    check_known_histogram()


@pytest.mark.parametrize("study", SMALL, ids=lambda study: study.scheme.rows.name)
def test_over_all_answers_of_two_people_counts_and_sums_are_unbiased_and_vary_as_they_should(
    study: Study,
) -> None:
    check_two_people(study)


@pytest.mark.parametrize("case", [*VALUED, *HISTOGRAMS, *KNOWN], ids=name_of)
def test_no_interval_of_a_single_answer_has_zero_width_by_accident(case: Case) -> None:
    check_single_answers(case)
