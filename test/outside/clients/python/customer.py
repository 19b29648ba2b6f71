"""A customer's program that uses the client under faults. `test/outside/clients/run.ts` checks its output."""

import asyncio
import base64
import contextlib
import io
import json
import os
import time
from datetime import datetime, timezone
from pathlib import Path

from malote import (
    ApiError,
    AsyncMalote,
    AuthenticationError,
    ConflictError,
    ConnectionLostError,
    Malote,
    Patience,
    TimeoutExceededError,
    ValidationError,
    webhooks,
)
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


def lost(scenario, error):
    if scenario == "lost":
        text = str(error)
        say(
            "lost",
            true(error.may_have_taken_effect),
            error.attempts,
            true(error.idempotency_key in text),
            true("may have" in text),
        )
    return error.idempotency_key


def true(value):
    return str(value).lower()


def twice(scenario, **more):
    """Repeats a call with its own key: after one without an answer, or when the link of its upload no longer works."""
    malote, _ = under(scenario, **more)
    file = "small.pdf" if scenario == "lost" else "large.pdf"
    key = None if scenario == "lost" else f"own {scenario}"
    try:
        malote.letters.send(file, to=TO, reference=scenario, idempotency_key=key)
    except (ApiError, ConnectionLostError) as error:
        key = lost(scenario, error)
    say(f"posted {scenario}", malote.letters.send(file, to=TO, reference=scenario, idempotency_key=key).id)


async def twice_async(scenario, **more):
    patience = Patience(sleep=no_pause, **more)
    malote = AsyncMalote(base_url=f"{os.environ['PROXY']}/{scenario}", patience=patience)
    for _ in range(2):
        with open("large.pdf", "rb") as file:
            letter = await malote.letters.send(file, to=TO, reference=scenario, idempotency_key=f"own {scenario}")
    say(f"posted {scenario}", letter.id)
    await malote.close()
    calm = AsyncMalote(base_url=f"{os.environ['PROXY']}/none")
    assert [each.id async for each in calm.letters.all(reference=scenario, limit=1)] == [letter.id]
    await calm.close()


async def prepare_async(**files):
    calm = AsyncMalote(base_url=f"{os.environ['PROXY']}/none")
    batch = await calm.letter_batches.prepare(**files)
    await calm.close()
    return batch


async def no_pause(_):
    await asyncio.sleep(0)


twice("lost", max_retries=1)
asyncio.run(twice_async("links-used", max_retries=1))
twice("links-late", max_retries=1)
twice("links-missing", max_retries=0)

attempts = []
observed = under("observed")[0].with_options(on_attempt=attempts.append)
observed.letters.send("small.pdf", to=TO, reference="observed")
identified = (attempts[-1].request_id or "").startswith("req_")
say("observed", *(attempt.response.status_code for attempt in attempts), true(identified))
try:
    under("silence-once")[0].with_options(timeout=0.2, max_retries=0).balance.get()
except TimeoutExceededError as error:
    say("own timeout", type(error).__name__)
prices = [under("none")[0].letters.quote_file(f"{size}.pdf", to=TO).price for size in ["small", "medium", "large"]]
say("quoted", sum(price.total > 0 for price in prices), "prices")

say("pages", *(letter.id for letter in under("pages")[0].letters.all(limit=3)))

try:
    under("none")[0].letters.send("small.pdf", to={**TO, "postal_code": "00000-000"})
except ValidationError as error:
    say("invalid", error.type, error.code, error.details[0]["param"])
    whole, named = "- to.postal_code: " in str(error), f"request {error.request_id}" in str(error)
    say("refused", true(error.may_have_taken_effect), error.attempts, true(whole), true(named))
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
say("letter of tomorrow", tomorrow.letters.send("small.pdf", to=TO, reference="tomorrow").id)
say("verification of tomorrow", true(tomorrow.verifications.create(to=TO, method="code").id.startswith("ver_")))
say("events of tomorrow", true(len(tomorrow.events.list(limit=2).data) == 2))

for name, delivery in json.loads(os.environ["DELIVERIES"]).items():
    with contextlib.redirect_stdout(io.StringIO()):
        answer = receive(delivery["body"].encode(), delivery["headers"])
    say(name, answer)

body, headers = webhooks.sign({"type": "letter.posted", "data": {"id": "x"}}, os.environ["MALOTE_WEBHOOK_SECRET"])
with contextlib.redirect_stdout(io.StringIO()):
    answer = receive(body, headers)
say("signed here", answer)

# Every operation of the API, once.
malote, _ = under("operations")
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
assert events[0].data.additional_properties["status"] == "canceled"
city = malote.postal_codes.get("05010-000").city
say("account", upload.object, account.object, balance.currency, true(transactions[0].source_id == verification.id))
say("events", len(events), city)
found = malote.postal_codes.search(state="SP", city="Sao Paulo", street="r caiubi").data[0]
checked = malote.addresses.check(
    [{"state": "SP", "city": "Sao Paulo", "street": "r caiubi", "postal_code": "05010000"}]
).data[0]
say("addresses", found.postal_code, checked.address.street)

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

batches = malote.letter_batches
files = {"rows": "cartas.jsonl", "documents": {"contrato": "contrato.pdf"}, "idempotency_key": "own batch"}
prepared = under("links-batch")[0].letter_batches.prepare(**files)
repeated = asyncio.run(prepare_async(**files))


def settled(is_so, batch_id=prepared.id):
    while not is_so(batch := batches.get(batch_id)):
        time.sleep(0.2)
    return batch


offer = settled(lambda batch: batch.quote is not None).quote
under("batch-confirm")[0].letter_batches.confirm(prepared.id, offer.hash)
confirmed = batches.confirm(prepared.id, offer.hash)
settled(lambda batch: batch.ended_at is not None)
states = [row.state for row in under("batch-rows")[0].letter_batches.all_rows(prepared.id, limit=1)]
made = batches.rows(prepared.id, state="created").data[0].letter_id
found = malote.letters.list(letter_batch_id=prepared.id).data[0].id == made
say("batch", true(repeated.id == prepared.id), true(confirmed.charged == offer.total), true(found), *states)
proof = malote.letters.evidence(letter.id)
look_ups = malote.letters.look_ups(letter.id)
say("letter evidence", true(proof.letter_id == letter.id), look_ups.total)
say("batch of tomorrow", tomorrow.letter_batches.get(prepared.id).status)
tomorrow.letter_batches.rows(prepared.id)
tomorrow.letters.evidence(letter.id)
tomorrow.letters.look_ups(letter.id)
batches.cancel(prepared.id)
canceled = settled(lambda batch: batch.status == "canceled").counts.canceled
sheet = batches.prepare("cartas.csv", files["documents"]).id
priced = settled(lambda batch: batch.quote is not None or batch.ended_at is not None, sheet).quote
say("spreadsheet", priced.letters, priced.refused)
more = batches.create(filename="x.jsonl", size=9, documents=[{"name": "x", "upload_id": upload.id}])
try:
    batches.quote(more.id)
except ValidationError as error:
    newest = batches.list(limit=1).data[0].id == more.id
    say("batch ends", canceled, true(newest), error.details[0]["code"])
