"""One call of the API: what the caller gives is sent as it is, so that the service judges every field."""

import json
import platform
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Protocol, TypeVar
from urllib.parse import quote
from uuid import uuid4

import httpx

from ._attempts import Outgoing, Patience, Steps, attempt
from .errors import ConnectionLostError, Outcome

VERSION = "1.0.0"
"""Version of the API."""

T_co = TypeVar("T_co", covariant=True)


class Model(Protocol[T_co]):
    """A generated class of an answer."""

    def from_dict(self, obj: dict[str, Any] | None, /) -> T_co | None: ...


@dataclass(frozen=True)
class Service:
    """Where and how calls are sent."""

    base_url: str
    key: str = field(repr=False)
    language: str | None
    patience: Patience

    @property
    def headers(self) -> dict[str, str]:
        language = {} if self.language is None else {"Accept-Language": self.language}
        agent = f"malote-python/{VERSION} python/{platform.python_version()}"
        return {"Authorization": f"Bearer {self.key}", "Accept": "application/json", "User-Agent": agent, **language}


@dataclass(frozen=True)
class Form:
    """The body of a request with a file."""

    parts: dict[str, Any]
    file: tuple[str, bytes, str]


def answer_to(
    service: Service,
    operation: str,
    model: Model[T_co],
    identifier: str | None = None,
    *,
    fields: Mapping[str, Any] | Form | None = None,
    filters: Mapping[str, Any] | None = None,
    key: str | None = None,
    prepares: str | None = None,
) -> Steps[tuple[T_co, bool]]:
    """Sends a request and reads its answer; says whether it is that of an earlier call with the same key.

    :param operation: method and path, as the API's description has them
    :param identifier: replaces the parameter of the path
    :param fields: the body
    :param prepares: the key of the call that this one only prepares
    """
    method, path = operation.split(" ")
    if identifier is not None:
        path = re.sub(r"\{\w+\}", lambda _: quote(identifier, safe=""), path)
    headers = service.headers
    if method == "POST":
        headers["Idempotency-Key"] = key or str(uuid4())
    query = {name: _text(value) for name, value in (filters or {}).items() if value is not None}
    url = service.base_url + path

    def build() -> httpx.Request:
        if isinstance(fields, Form):
            return httpx.Request(method, url, headers=headers, data=fields.parts, files={"file": fields.file})
        if fields is None:
            return httpx.Request(method, url, headers=headers, params=query)
        content = json.dumps(renamed(fields), default=_text)
        typed = {**headers, "Content-Type": "application/json"}
        return httpx.Request(method, url, headers=typed, content=content)

    writes = method != "GET" and not path.endswith("/quote") and prepares is None
    response = yield from attempt(Outgoing(build, writes, prepares), service.patience)
    try:
        read = model.from_dict(response.json())
    except ValueError as unreadable:  # pydantic's ValidationError is one too.
        outcome = Outcome(1, prepares or headers.get("Idempotency-Key"), writes)
        raise ConnectionLostError("The response cannot be read.", outcome) from unreadable
    assert read is not None  # from_dict gives None for None alone.
    return read, response.headers.get("Idempotent-Replayed") == "true"


def call(
    service: Service,
    operation: str,
    model: Model[T_co],
    identifier: str | None = None,
    *,
    fields: Mapping[str, Any] | Form | None = None,
    filters: Mapping[str, Any] | None = None,
    key: str | None = None,
) -> Steps[T_co]:
    """As `answer_to`, but only the answer."""
    answer, _ = yield from answer_to(service, operation, model, identifier, fields=fields, filters=filters, key=key)
    return answer


def renamed(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Python reserves the word `from`, so `from_` stands for it."""
    return {"from" if name == "from_" else name: value for name, value in fields.items()}


def _text(value: object) -> Any:
    """Dates as ISO 8601, and decimals as they are written."""
    if isinstance(value, (date, datetime)):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, (str, int, float)):
        return value
    raise TypeError(f"{type(value).__name__} cannot be sent.")
