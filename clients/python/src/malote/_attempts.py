"""Trying again, without doing anything twice."""

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
# A service that asks for more patience than this gets its answer told to the caller.
_LONGEST_RETRY_AFTER_SECONDS = 60.0


@dataclass(frozen=True)
class Patience:
    """How long to try. `timeout` is for each wait on the network; `sleep` takes seconds; `random` gives 0 to 1."""

    max_retries: int = 5
    timeout: float = 60.0
    sleep: Callable[[float], object] = time.sleep
    random: Callable[[], float] = random.random


class Answer(Protocol):
    """What urllib3 and the generated part have in common."""

    status: int

    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def data(self) -> bytes | None: ...


A = TypeVar("A", bound=Answer)


def attempt(send: Callable[[], A], patience: Patience) -> A:
    """Sends until an answer is a success, or a refusal that no retry changes.

    :param send: one try, which must be safe to repeat; its answer is read to the end
    :raises MaloteError: for a refusal
    :raises ConnectionLostError: when no try got an answer
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
            error = TimeoutExceededError(f"No answer in {patience.timeout} seconds.")
            error.__cause__ = lost
        # The generated part raises ApiException for TLS alone.
        except (urllib3.exceptions.HTTPError, OSError, ApiException) as lost:
            error = ConnectionLostError("The connection was lost.")
            error.__cause__ = lost
        if retries >= patience.max_retries or retry_after > _LONGEST_RETRY_AFTER_SECONDS:
            raise error
        patience.sleep(retry_after + _jitter(retries, patience.random))
        retries += 1


def _jitter(retries: int, chance: Callable[[], float]) -> float:
    """Anything from nothing to a pause that doubles: clients that failed together do not come back together."""
    return chance() * min(_LONGEST_PAUSE_SECONDS, _FIRST_PAUSE_SECONDS * 2**retries)


def _is_passing(error: MaloteError) -> bool:
    """A key in use means that an earlier try, whose answer was lost, is still running."""
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
    """Tries again. Every POST carries an Idempotency-Key, the same one on every try."""

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
            # The generated part takes headers away from what it is given.
            answer = once(method, url, dict(kept), body, post_params, timeout)
            # An answer that breaks off is a lost connection, so all of it is read here.
            answer.read()
            return answer

        return attempt(send, self._patience)
