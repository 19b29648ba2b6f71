"""A customer's program on the client, under faults. What it prints is judged by `test/clients/run.ts`."""

import contextlib
import io
import json
import os

from malote import AuthenticationError, Malote, Patience, TimeoutExceededError, ValidationError
from webhook import receive

TO = {"name": "Maria da Conceição", "number": "100", "postal_code": "05010-000"}


def say(step, *values):
    print("|".join([step, *(str(value) for value in values)]), flush=True)


def under(scenario, api_key=None, **more):
    slept = []
    patience = Patience(sleep=lambda seconds: slept.append(seconds), random=lambda: 0.5, **more)
    return Malote(api_key, base_url=f"{os.environ['PROXY']}/{scenario}", patience=patience), slept


for scenario in os.environ["SCENARIOS"].split(","):
    malote, slept = under(scenario)
    letter = malote.letters.send("small.pdf", to=TO, reference=scenario)
    say(f"posted {scenario}", letter.id)
    say(f"slept {scenario}", *(round(seconds * 1000) for seconds in slept))

for size in ["small", "medium", "large"]:
    told = []
    malote, _ = under(f"file-{size}")
    letter = malote.letters.send(
        f"{size}.pdf",
        to=TO,
        reference=f"file-{size}",
        metadata={"size": size},
        on_progress=lambda sent, total: told.append((sent, total)),
    )
    say(f"posted file-{size}", letter.id)
    rising = all(before[0] < after[0] <= after[1] for before, after in zip(told, told[1:]))
    say(f"progress {size}", str(rising).lower(), told[-1][0])

say("pages", *(letter.id for letter in under("pages")[0].letters.all(limit=3)))

try:
    under("none")[0].letters.send("small.pdf", to={**TO, "postal_code": "00000-000"})
except ValidationError as error:
    say("invalid", error.type, error.code, error.details[0]["param"])
try:
    under("none", api_key="malote_live_unknown")[0].balance.get()
except AuthenticationError as error:
    say("unknown key", error.type, error.code)
try:
    under("silence", timeout=0.2, max_retries=1)[0].letters.send("small.pdf", to=TO)
except TimeoutExceededError as error:
    say("timeout", type(error).__name__)

tomorrow = Malote(base_url=os.environ["TOMORROW"])
say("status of tomorrow", tomorrow.letters.get(os.environ["LETTER"]).status)

for name, delivery in json.loads(os.environ["DELIVERIES"]).items():
    with contextlib.redirect_stdout(io.StringIO()):
        answer = receive(delivery["body"].encode(), delivery["headers"])
    say(name, answer)
