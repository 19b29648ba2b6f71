"""A customer's program that uses openapi-generator's client for Python."""

import os
import sys

import openapi_client as malote


def service(base_url):
    configuration = malote.Configuration(host=base_url, access_token=os.environ["API_KEY"])
    return malote.ApiClient(configuration)


def say(step, *values):
    print(step, *values, flush=True)


client = service(os.environ["BASE_URL"])
letters = malote.LettersApi(client)
order = malote.LetterInput(
    to=malote.AddressInput(name="Maria da Conceição", number="100", postal_code="05010-000"),
    document=malote.DocumentInput(malote.Base64DocumentInput(type="base64", data=os.environ["PDF"])),
    postal_services=["registered"],
    reference=os.environ["REFERENCE"],
)
letter = letters.letters_create(order, idempotency_key=os.environ["REFERENCE"])
say("posted", letter.id)
say("read", letters.letters_get(letter.id).status)
say("letters", *(each.id for each in letters.letters_list(reference=letter.reference).data))
events = malote.EventsApi(client).events_list(object_id=letter.id).data
say("events", *(f"{each.type}:{each.data.id}" for each in events))

tomorrow = malote.LettersApi(service(os.environ["TOMORROW_URL"]))
say("status", tomorrow.letters_get(letter.id).status)
say("statuses", *(each.status for each in tomorrow.letters_list(reference=letter.reference).data))
again = tomorrow.letters_create(order, idempotency_key=os.environ["REFERENCE"])
grown = malote.EventsApi(service(os.environ["TOMORROW_URL"])).events_list(object_id=letter.id).data
say("grown", again.id, *(each.data.object for each in grown))
sys.exit(0)
