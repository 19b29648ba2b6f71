"""Retries that never repeat an effect."""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Protocol, TypeVar
from uuid import uuid4

import urllib3

from .errors import ConnectionLostError, MaloteError, TimeoutExceededError, error_of
from .generated.configuration import Configuration
from .generated.exceptions import ApiException
from .generated.rest import RESTClientObject, RESTResponse

_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 8.0
# If the service asks for a longer wait, the error goes to the caller.
_LONGEST_RETRY_AFTER_SECONDS = 60.0


@dataclass(frozen=True)
class Patience:
    """Retry settings. `timeout` limits each network wait; `sleep` takes seconds; `random` returns 0 to 1."""

    max_retries: int = 5
    timeout: float = 60.0
    sleep: Callable[[float], object] = time.sleep
    random: Callable[[], float] = random.random


class Answer(Protocol):
    """The common part of urllib3's responses and the generated ones."""

    status: int

    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def data(self) -> bytes | None: ...


A = TypeVar("A", bound=Answer)


def attempt(send: Callable[[], A], patience: Patience) -> A:
    """Sends until a response is successful or an error is not worth retrying.

    :param send: one attempt, which must be safe to repeat; its response is read to the end
    :raises MaloteError: for an error response
    :raises ConnectionLostError: if no attempt got a response
    """
    retries = 0
    while True:
        retry_after = 0.0
        error: Exception
        try:
            answer = send()
            if 200 <= answer.status <= 299:
                return answer
            error = error_of(answer.status, answer.data or b"")
            if not _is_passing(error):
                raise error
            retry_after = _retry_after(answer.headers.get("retry-after"))
        except urllib3.exceptions.TimeoutError as lost:
            error = TimeoutExceededError(f"No response within {patience.timeout} seconds.")
            error.__cause__ = lost
        # The generated part raises ApiException only for TLS errors.
        except (urllib3.exceptions.HTTPError, OSError, ApiException) as lost:
            error = ConnectionLostError("The connection was lost.")
            error.__cause__ = lost
        if retries >= patience.max_retries or retry_after > _LONGEST_RETRY_AFTER_SECONDS:
            raise error
        patience.sleep(retry_after + _jitter(retries, patience.random))
        retries += 1


def _jitter(retries: int, chance: Callable[[], float]) -> float:
    """A random pause up to a limit that doubles, so that clients that failed together do not retry together."""
    return chance() * min(_LONGEST_PAUSE_SECONDS, _FIRST_PAUSE_SECONDS * 2**retries)


def _is_passing(error: MaloteError) -> bool:
    """A key in use means that an earlier attempt, whose response was lost, is still running."""
    return error.status == 429 or error.status >= 500 or error.code == "idempotency_key_in_use"


def _retry_after(value: str | None) -> float:
    """Seconds, or an HTTP date (RFC 9110 §10.2.3), in seconds from now; 0 without one."""
    if value is None:
        return 0.0
    if value.isdecimal():
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return 0.0
    now = datetime.now(timezone.utc)
    return max(0.0, (at.replace(tzinfo=at.tzinfo or timezone.utc) - now).total_seconds())


class PatientRest(RESTClientObject):
    """Retries requests. Every POST carries an Idempotency-Key, the same one on every attempt."""

    def __init__(self, configuration: Configuration, patience: Patience) -> None:
        super().__init__(configuration)
        self._patience = patience

    def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: Any = None,
        post_params: Any = None,
        _request_timeout: Any = None,
    ) -> RESTResponse:
        kept = dict(headers or {})
        if method.upper() == "POST":
            kept.setdefault("Idempotency-Key", str(uuid4()))
        once = super().request

        def send() -> RESTResponse:
            timeout = _request_timeout or self._patience.timeout
            # The generated part removes headers from the dict it gets.
            answer = once(method, url, dict(kept), body, post_params, timeout)
            # A truncated response is a lost connection, so the whole body is read here.
            answer.read()
            return answer

        return attempt(send, self._patience)
