"""Judges a batch: `judge.py <folder> [seed]` reads its codes and files, compares them with its orders, and prints JSON.

The folder holds orders.jsonl, profile.json, files/ and letters/. This program shares no code with what wrote them.
"""

import json
import pathlib
import sys
from collections import Counter

import codes
import files


def main(folder, seed):
    orders = [json.loads(line) for line in (folder / "orders.jsonl").read_text("utf-8").splitlines()]
    profile = json.loads((folder / "profile.json").read_text("utf-8"))
    complaints, statistics = [], Counter()
    totals = files.judge(folder / "files", orders, profile, complaints.append)
    codes.judge_labels(folder / "files", orders, complaints.append, statistics, seed)
    codes.judge_letters(folder / "letters", orders, profile, complaints.append, statistics, seed)
    report = {"orders": len(orders), "complaints": complaints, "read": dict(sorted(statistics.items())), "totals": totals}
    json.dump(report, sys.stdout, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
