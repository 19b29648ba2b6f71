"""One call of the API: what the caller gives is sent as it is, so that the service judges every field."""

import json
import re
from collections.abc import Mapping
from typing import Any, Protocol, TypeVar
from urllib.parse import quote

from .generated import ApiClient

T_co = TypeVar("T_co", covariant=True)


class Model(Protocol[T_co]):
    """A generated class of an answer."""

    def from_dict(self, obj: dict[str, Any] | None, /) -> T_co | None: ...


def call(
    client: ApiClient,
    operation: str,
    model: Model[T_co],
    identifier: str | None = None,
    *,
    fields: Mapping[str, Any] | None = None,
    filters: Mapping[str, Any] | None = None,
    parts: list[tuple[str, Any]] | None = None,
    key: str | None = None,
) -> T_co:
    """Sends a request and reads its answer.

    :param operation: method and path, as the API's description has them
    :param identifier: replaces the parameter of the path
    :param fields: the body, as JSON
    :param parts: the body, as a form
    """
    method, path = operation.split(" ")
    if identifier is not None:
        path = re.sub(r"\{\w+\}", lambda _: quote(identifier, safe=""), path)
    headers = {"Accept": "application/json"}
    if fields is not None or parts is not None:
        headers["Content-Type"] = "application/json" if parts is None else "multipart/form-data"
    if key is not None:
        headers["Idempotency-Key"] = key
    query = [(name, value) for name, value in (filters or {}).items() if value is not None]
    body = None if fields is None else renamed(fields)
    serialized = client.param_serialize(
        method, path, header_params=headers, query_params=query, body=body, auth_settings=["api_key"]
    )
    answer = client.call_api(*serialized[:4], post_params=parts)
    read = model.from_dict(json.loads(answer.data))
    assert read is not None  # from_dict gives None for None alone.
    return read


def renamed(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Python reserves the word `from`, so `from_` stands for it."""
    return {"from" if name == "from_" else name: value for name, value in fields.items()}
