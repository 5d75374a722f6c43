"""Where the paper is wrong, what is right, and how bad it is to follow the printed text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tacit.paper import counterexamples as cases
from tacit.paper.cells import as_number
from tacit.paper.counterexamples import Recomputed

Severity = Literal["breaks privacy", "breaks accuracy", "wasteful", "false theorem", "harmless"]


@dataclass(frozen=True)
class Erratum:
    """One place of the paper; `recompute` works its counter-example out now."""

    number: int
    where: str
    printed: str
    right: str
    severities: tuple[Severity, ...]
    recompute: Callable[[], Recomputed]

    def to_json(self) -> dict[str, object]:
        found = self.recompute()
        return {
            "number": self.number,
            "where": self.where,
            "printed": self.printed,
            "right": self.right,
            "severity": list(self.severities),
            "case": found.case,
            "quantity": found.quantity,
            "outcomes": dict(zip(found.sides, map(as_number, found.outcomes), strict=True)),
        }


ERRATA: tuple[Erratum, ...] = (
    Erratum(
        1,
        "Section IV-A, 1-bit example",
        "eps <= ln(cmax/cmin) if cmin <= p_g(1) <= cmax",
        "ln(max(cmax, 1-cmin) / min(cmin, 1-cmax)): bounds must hold for every value",
        ("breaks privacy",),
        cases.intrinsic_bound,
    ),
    Erratum(
        2,
        "Remark 1, eq. QA_rho_2",
        "numerator (2m-1)cmax - cmin e^eps",
        "(2m-1)(cmax - cmin e^eps), and lie 0 where cmax <= cmin e^eps",
        ("wasteful", "breaks accuracy", "breaks privacy"),
        cases.lie_for_bounds,
    ),
    Erratum(
        3,
        "Section VI, optimisation problem",
        "e^eps <= max{...}",
        "max{...} <= e^eps",
        ("breaks privacy",),
        cases.optimisation_of_query,
    ),
    Erratum(
        4,
        "Corollary 1, statement",
        "(2pmax-1) + (1-2pmin)e^(2eps), both lies",
        "(2m pmax-1) + (1-2m pmin)e^(2eps)",
        ("breaks privacy", "breaks accuracy"),
        cases.corollary_as_stated,
    ),
    Erratum(
        5,
        "Corollary 1, appendix, lambda_gr",
        "(1-2pmin)e^(2eps) + 2m pmax - 1",
        "(1-2m pmin)e^(2eps) + 2m pmax - 1",
        ("breaks privacy",),
        cases.corollary_in_appendix,
    ),
    Erratum(
        6,
        "Section III, RG in words",
        "with probability lambda_gr the true group",
        "with probability 1 - lambda_gr",
        ("breaks privacy", "breaks accuracy"),
        cases.truth_and_lie_exchanged,
    ),
    Erratum(
        7,
        "Appendix, RG's e^eps and rho",
        "rho max p (...) + lambda_vl, rho = 2m(k-1)(1-l)/l",
        "rho (max p (...) + lambda_vl), rho over 2m-1",
        ("breaks privacy",),
        cases.bracket_too_early,
    ),
    Erratum(
        8,
        "RG appendix, last remark",
        "e^eps <= max{...}",
        "max{...} <= e^eps",
        ("breaks privacy",),
        cases.optimisation_of_group,
    ),
    Erratum(
        9,
        "Theorem 3 (i)",
        "Q&A wins at small eps for all k, m but one case",
        "false for k=2, m>=2 and k=3, m>=14",
        ("false theorem",),
        cases.theorem_three,
    ),
    Erratum(
        10,
        "Theorem 3, exception",
        "p_1(v) = p_2(v') for all v, v' (never)",
        "for some v, v'",
        ("harmless",),
        cases.empty_exception,
    ),
    Erratum(
        11,
        "Theorem 3 and footnote",
        "b with b/log(2m), b/log(2km) whole",
        "there is none unless 2m and k are powers of two",
        ("harmless",),
        cases.no_whole_budget,
    ),
    Erratum(
        12,
        "Theorems 1 and 2, growth",
        "O(k m^4/n), O(m^4 k^2/(n e^eps)) for every eps",
        "only for eps bounded away from 0; 1/eps^2 below",
        ("false theorem",),
        cases.growth,
    ),
    Erratum(
        13,
        "Proof of Theorem 3 (ii)",
        "eps_l > sqrt(pmax/pmin)",
        "eps_l > ln(pmax/pmin)/2 is enough",
        ("harmless",),
        cases.regime_of_proof,
    ),
    Erratum(
        14,
        "Proof of Theorem 3 (ii)",
        "E_QA - E_RG = log(2m)(2m+1)(m+1)(k-1)/(6b)",
        "that is E_QA alone, the limit of the difference",
        ("harmless",),
        cases.limit_of_difference,
    ),
    Erratum(
        15,
        "Definition 2",
        "the smallest eps > 0",
        "the infimum, eps >= 0",
        ("harmless",),
        cases.privacy_level,
    ),
    Erratum(
        16,
        "Figure 4, eps = 2.5",
        "corner 7.5, axis 4.5",
        "corner 7.586, axis 4.104",
        ("harmless",),
        cases.region_corner,
    ),
    Erratum(
        17,
        "Appendix A, eq. proof_exp_Y_i_squared",
        "first term n(1-theta_j)/(2m)",
        "times the sum of v^2",
        ("harmless",),
        cases.second_moment,
    ),
    Erratum(
        18,
        "Appendix A, before eq. proof_X_i_times_Y_i",
        "v_i^2 w.p. lambda, v_i v w.p. (1-lambda)/(2m-1)",
        "1-lambda and lambda/(2m-1)",
        ("harmless",),
        cases.product_moment,
    ),
    Erratum(
        19,
        "Appendix B, eq. sum_X_Z",
        "last term (1-lambda_vl); n^2-n before a double sum",
        "(2m(1-lambda_vl)-1)/(2m-1); no n^2-n",
        ("harmless",),
        cases.product_moment_of_group,
    ),
    Erratum(
        20,
        "Notation, in many places",
        "lambda_vl < 1/2 (proof of Corollary 1); q(g,k); theta l p_j; lambda_vr; 'group V_i = v'; "
        "E[S_RG - S_QA] = 0; Z_i(j) = V_i; 'j != G_i'; theta_g; one ')' too many in beta_3; "
        "Corollary 1 proved 'in Appendix C'",
        "< 1 - 1/2m; q(g,2m); theta_j p_j; lambda_vl; 'value V_i = v'; E[S_RG - S] = 0; the randomized "
        "value; the randomized group; theta_j; none; in Appendix B",
        ("harmless",),
        cases.lie_above_half,
    ),
)
