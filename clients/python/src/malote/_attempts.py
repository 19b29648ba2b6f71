"""Retries that never repeat an effect. They are written as steps, which a program waits for or a coroutine awaits."""

import random
import time
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from inspect import isawaitable
from typing import TypeVar

import anyio
import httpx

from .errors import ConnectionLostError, Outcome, TimeoutExceededError, error_of, problem_in

_FIRST_PAUSE_SECONDS = 0.5
_LONGEST_PAUSE_SECONDS = 8.0
# If the service asks for a longer wait, the error goes to the caller.
_LONGEST_RETRY_AFTER_SECONDS = 60.0
# The service looks up the idempotency key before it decides these, and answers a success under the key again. So they
# also say that no earlier attempt took effect.
_AFTER_THE_KEY = frozenset([402, 403, 404, 409, 422])


@dataclass(frozen=True)
class Attempt:
    """One attempt of a call, for logs or to read the headers of a response."""

    method: str
    url: str
    """Contains no API key; that of an upload contains its signature."""
    number: int
    """From 1."""
    idempotency_key: str | None
    seconds: float
    response: httpx.Response | None
    """None if none arrived."""
    request_id: str | None
    """The header Request-Id of the response."""


@dataclass(frozen=True)
class Patience:
    """How long and how often a call is tried.

    `timeout` limits each network wait, in seconds; `sleep` takes seconds, and may be a coroutine function for
    AsyncMalote; `random` returns 0 to 1; `on_attempt` is called after each attempt.
    """

    max_retries: int = 5
    timeout: float = 60.0
    sleep: Callable[[float], object] | None = None
    random: Callable[[], float] = random.random
    on_attempt: Callable[[Attempt], object] | None = None


@dataclass(frozen=True)
class Outgoing:
    """A request, which can be sent several times."""

    build: Callable[[], httpx.Request]
    """A new request for each attempt, without a timeout."""
    writes: bool
    """It creates, changes or charges something."""
    prepares: str | None = None
    """The key of the call that this request only prepares."""


Step = httpx.Request | float
"""A request to send, or seconds to wait."""
Reply = httpx.Response | httpx.RequestError | None
T = TypeVar("T")
Steps = Generator[Step, Reply, T]


def run(steps: Steps[T], client: httpx.Client, patience: Patience) -> T:
    """Takes the steps, one after the other."""
    reply: Reply = None
    while True:
        try:
            step = steps.send(reply)
        except StopIteration as done:
            answer: T = done.value
            return answer
        if isinstance(step, float):
            (patience.sleep or time.sleep)(step)
            reply = None
        else:
            try:
                reply = client.send(step)
            except httpx.RequestError as lost:
                reply = lost


async def run_async(steps: Steps[T], client: httpx.AsyncClient, patience: Patience) -> T:
    """As `run`, without blocking."""
    reply: Reply = None
    while True:
        try:
            step = steps.send(reply)
        except StopIteration as done:
            answer: T = done.value
            return answer
        if isinstance(step, float):
            slept: object | Awaitable[object] = (patience.sleep or anyio.sleep)(step)
            if isawaitable(slept):
                await slept
            reply = None
        else:
            try:
                reply = await client.send(step)
            except httpx.RequestError as lost:
                reply = lost


def attempt(outgoing: Outgoing, patience: Patience) -> Steps[httpx.Response]:
    """Sends until a response is successful or an error is not worth retrying.

    :raises MaloteError: for an error response
    :raises ConnectionLostError: if no attempt got a response
    """
    lost = False
    number = 1
    while True:
        request = outgoing.build()
        request.extensions["timeout"] = httpx.Timeout(patience.timeout).as_dict()
        key = request.headers.get("Idempotency-Key")
        started = time.monotonic()
        reply = yield request
        response = reply if isinstance(reply, httpx.Response) else None
        if patience.on_attempt is not None:
            request_id = None if response is None else response.headers.get("Request-Id")
            took = time.monotonic() - started
            patience.on_attempt(Attempt(request.method, str(request.url), number, key, took, response, request_id))
        if response is not None and response.is_success:
            return response
        code = None if response is None else problem_in(response.text).get("code")
        status = 0 if response is None else response.status_code
        # A key in use means that an earlier attempt, whose response was lost, is still running.
        unknown = response is None or status >= 500 or code == "idempotency_key_in_use"
        decided = key is not None and code is not None and status in _AFTER_THE_KEY
        lost = unknown or (lost and not decided)
        wait = 0.0 if response is None else _retry_after(response.headers.get("Retry-After"))
        passing = unknown or status == 429
        if not passing or number > patience.max_retries or wait > _LONGEST_RETRY_AFTER_SECONDS:
            outcome = Outcome(number, outgoing.prepares or key, outgoing.writes and lost)
            if response is not None:
                raise error_of(status, response.text, outcome)
            assert isinstance(reply, httpx.RequestError)
            raise _lost(reply, patience, outcome) from reply
        yield wait + _jitter(number - 1, patience.random)
        number += 1


def _lost(cause: httpx.RequestError, patience: Patience, outcome: Outcome) -> ConnectionLostError:
    if isinstance(cause, httpx.TimeoutException):
        return TimeoutExceededError(f"No response within {patience.timeout} seconds.", outcome)
    return ConnectionLostError("The connection was lost.", outcome)


def _jitter(retries: int, chance: Callable[[], float]) -> float:
    """A random pause up to a limit that doubles, so that clients that failed together do not retry together."""
    return float(chance() * min(_LONGEST_PAUSE_SECONDS, _FIRST_PAUSE_SECONDS * 2.0**retries))


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
