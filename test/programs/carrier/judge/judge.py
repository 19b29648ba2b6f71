"""Judges a batch: `judge.py <folder> <seed> [files]` reads its codes and files, or its files alone, compares them with
its orders, and prints JSON.

The folder holds orders.jsonl, profile.json, files/ and letters/. This program shares no code with what wrote them.
"""

import json
import pathlib
import sys
from collections import Counter

import codes
import files


def main(folder, seed, with_codes):
    orders = [json.loads(line) for line in (folder / "orders.jsonl").read_text("utf-8").splitlines()]
    profile = json.loads((folder / "profile.json").read_text("utf-8"))
    complaints, statistics = [], Counter()
    totals = files.judge(folder / "files", orders, profile, complaints.append)
    if with_codes:
        codes.judge_labels(folder / "files", orders, complaints.append, statistics, seed)
        codes.judge_letters(folder / "letters", orders, profile, complaints.append, statistics, seed)
    report = {"orders": len(orders), "complaints": complaints, "read": dict(sorted(statistics.items())), "totals": totals}
    json.dump(report, sys.stdout, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] != ["files"])
