"""A customer's program that uses the client under faults. `test/clients/run.ts` checks its output."""

import base64
import contextlib
import io
import json
import os
from datetime import datetime, timezone
from pathlib import Path

from malote import AuthenticationError, ConflictError, Malote, Patience, TimeoutExceededError, ValidationError
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
misspelt = []
for size in ["small", "medium", "large"]:
    try:
        under("none")[0].letters.send(f"{size}.pdf", to=TO, reference="misspelt", send_dat="2026-12-24")
    except ValidationError as error:
        misspelt += [f"{detail['code']} {detail['param']}" for detail in error.details]
say("misspelt", *misspelt)
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

# Every operation of the API, once.
malote, _ = under("operations")


def true(value):
    return str(value).lower()


document = {"type": "base64", "data": base64.b64encode(Path("small.pdf").read_bytes()).decode()}
letter = malote.letters.create(to=TO, document=document)
read = malote.letters.get(letter.id)
price = malote.letters.quote(to=TO, document=document)
canceled = malote.letters.cancel(letter.id)
newest = malote.letters.list(limit=1)
say("letter", canceled.status, true(read.price.total == price.price.total), true(newest.data[0].id == letter.id))

verification = malote.verifications.create(to=TO, method="code")
quoted = malote.verifications.quote(to=TO, method="code")
known = malote.verifications.get(verification.id)
try:
    malote.verifications.check(verification.id, "000000")
except ConflictError as error:
    say("early", error.code)
tries = malote.verifications.attempts(verification.id)
ended = malote.verifications.cancel(verification.id)
evidence = malote.verifications.evidence(verification.id)
figures = malote.verifications.figures(created_after=datetime(2026, 1, 1, tzinfo=timezone.utc))
listed = malote.verifications.list(status="canceled")
say("verification", ended.status, true(known.price.total == quoted.price.total), len(tries.data))
say("evidence", true(evidence.verification_id == verification.id), figures.by_status.canceled, len(listed.data))

upload = malote.uploads.create(filename="contrato.pdf", size=1000)
account = malote.account.get()
balance = malote.balance.get()
transactions = malote.balance.transactions(type="verification", limit=1).data
events = malote.events.list(object_id=letter.id, type="letter.canceled").data
city = malote.postal_codes.get("05010-000").city
say("account", upload.object, account.object, balance.currency, true(transactions[0].source_id == verification.id))
say("events", len(events), city)

endpoints = malote.webhook_endpoints
created = endpoints.create(url="https://empresa.example/webhooks")
edited = endpoints.edit(created.id, events=["letter.posted"])
rotated = endpoints.rotate_secret(created.id, overlap_hours=1)
tested = endpoints.test(created.id)
sending = endpoints.send_failed(created.id, since=datetime.now(timezone.utc))
url = endpoints.get(created.id).url
say("endpoint", url, *edited.events, true(rotated.secret != created.secret), tested.error, sending.count)
there = endpoints.list().data
removed = endpoints.remove(created.id)
say("removed", len(there), true(removed.deleted))

delivery = malote.webhook_deliveries.list(state="delivered", limit=1).data[0]
again = malote.webhook_deliveries.send_again(delivery.id)
body = malote.webhook_deliveries.get(again.id).body
say("delivery", true(json.loads(body)["id"] == again.event_id))
