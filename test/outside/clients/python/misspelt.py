"""What a type checker tells customers: mypy finds each wrong name, else it complains that the comment is not needed."""

from datetime import date, datetime, timezone

from malote import Malote
from malote.fields import AddressInput, LetterInput, LettersListFilters

malote = Malote()
to: AddressInput = {"name": "Maria", "postal_code": "05010-000", "number": "10"}

malote.letters.send("carta.pdf", to=to, color=True, send_date=date(2027, 1, 4), postal_services=["registered"])
malote.letters.send("carta.pdf", to=to, from_=to, metadata={"lote": "7"}, variables={"total": 10, "nome": "Ana"})
malote.letters.send("carta.pdf", to=to, send_dat="2026-12-24")  # type: ignore[call-arg]
malote.letters.send("carta.pdf", to=to, colour=True)  # type: ignore[call-arg]
malote.letters.send("carta.pdf", to=to, postal_services=["registred"])  # type: ignore[list-item]
malote.letters.send("carta.pdf", to={"name": "Maria", "postal_code": "05010-000"})  # type: ignore[typeddict-item]
malote.letters.send("carta.pdf", to={**to, "complemento": "ap 12"})  # type: ignore[typeddict-unknown-key]
malote.letters.send("carta.pdf")  # type: ignore[call-arg]

whole: LetterInput = {"to": to, "from": to, "document": {"type": "url", "url": "https://empresa.example/carta.pdf"}}
malote.letters.create(**whole)
malote.letters.quote(**whole)
malote.letters.create(to=to)  # type: ignore[call-arg]
malote.letters.create(to=to, document={"type": "upload", "url": "x"})  # type: ignore[typeddict-item]

malote.verifications.send("carta.pdf", to=to, method="code", instrutions="x")  # type: ignore[call-arg]
malote.verifications.create(to=to, method="hosted_page", return_url="https://empresa.example", letter={"title": "Oi"})
malote.verifications.create(to=to, method="page")  # type: ignore[arg-type]
malote.verifications.create(to=to, method="code", return_uri="x")  # type: ignore[call-arg]

filters: LettersListFilters = {
    "tracking_code": "AA123456785BR",
    "created_after": datetime(2026, 1, 1, tzinfo=timezone.utc),
}
malote.letters.list(**filters)
malote.letters.all(limit="3")  # type: ignore[arg-type]
malote.letters.all(staus="posted")  # type: ignore[call-arg]
malote.webhook_endpoints.edit("whe_1", state="paused", url="https://empresa.example")
malote.webhook_endpoints.edit("whe_1", evnts=["*"])  # type: ignore[call-arg]
malote.uploads.create(filename="carta.pdf")  # type: ignore[call-arg]
