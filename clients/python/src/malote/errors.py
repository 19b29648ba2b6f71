"""Exceptions of the client."""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """What is known of a call that failed."""

    attempts: int
    """How often it was sent."""
    idempotency_key: str | None
    """The key of a POST: repeating the call with it never repeats its effect."""
    may_have_taken_effect: bool
    """An attempt was lost, and no later answer says what became of it: something may have been created and charged.

    If False, the call created and charged nothing.
    """

    def text(self, lines: list[str], request_id: str | None = None) -> str:
        """The text of an error, with what is known."""
        known = [f"request {request_id}"] if request_id else []
        known.append(f"{self.attempts} attempt{'' if self.attempts == 1 else 's'}")
        advice = "Look before you repeat it."
        if self.idempotency_key is not None:
            known.append(f"idempotency key {self.idempotency_key}")
            advice = "Repeat it with the same idempotency key."
        if self.may_have_taken_effect:
            lines = [*lines, f"An attempt was lost, so the call may have taken effect. {advice}"]
        return "\n".join([*lines, f"({', '.join(known)})"])


class MaloteError(Exception):
    """The service refused the request or failed. The text has all details, and what is known of earlier attempts."""

    def __init__(self, status: int, problem: dict[str, Any], text: str, outcome: Outcome) -> None:
        message = problem.get("message") or f"HTTP {status}: {text[:200]}"
        self.status = status
        """HTTP status."""
        self.type: str | None = problem.get("type")
        """Category, such as `billing_error`; None if the response is not from the service (a proxy's, for example)."""
        self.code: str | None = problem.get("code")
        """Specific and stable, such as `insufficient_balance`; handle unknown codes by their type."""
        self.request_id: str | None = problem.get("request_id")
        """Identifies the request when you contact support."""
        self.doc_url: str | None = problem.get("doc_url")
        self.details: list[dict[str, Any]] = problem.get("details") or []
        """All problems of the request (`param`, `code`, `message`), for a ValidationError."""
        self.attempts = outcome.attempts
        self.idempotency_key = outcome.idempotency_key
        self.may_have_taken_effect = outcome.may_have_taken_effect
        details = [f"- {detail.get('param')}: {detail.get('message')}" for detail in self.details]
        super().__init__(outcome.text([message, *details], self.request_id))


class InvalidRequestError(MaloteError):
    """400 and 413: the request cannot be read."""


class AuthenticationError(MaloteError):
    """401: the API key is missing, unknown or revoked."""


class BillingError(MaloteError):
    """402: the balance does not cover the price."""


class PermissionDeniedError(MaloteError):
    """403: the account is currently not allowed to do this."""


class NotFoundError(MaloteError):
    """404: the object does not exist."""


class ConflictError(MaloteError):
    """409: the object's status does not allow it, or the idempotency key belongs to another request."""


class ValidationError(MaloteError):
    """422: fields are invalid; `details` lists all of them."""


class RateLimitError(MaloteError):
    """429: too many requests per second, even after all retries."""


class ApiError(MaloteError):
    """5xx: the service failed, even after all retries."""


class ConnectionLostError(Exception):
    """No response that can be read, even after all retries."""

    def __init__(self, message: str, outcome: Outcome) -> None:
        super().__init__(outcome.text([message]))
        self.attempts = outcome.attempts
        self.idempotency_key = outcome.idempotency_key
        self.may_have_taken_effect = outcome.may_have_taken_effect


class TimeoutExceededError(ConnectionLostError):
    """The response did not arrive in time."""


_CLASSES: dict[str, type[MaloteError]] = {
    "invalid_request_error": InvalidRequestError,
    "authentication_error": AuthenticationError,
    "billing_error": BillingError,
    "permission_error": PermissionDeniedError,
    "not_found_error": NotFoundError,
    "conflict_error": ConflictError,
    "validation_error": ValidationError,
    "rate_limit_error": RateLimitError,
    "api_error": ApiError,
}


def error_of(status: int, text: str, outcome: Outcome) -> MaloteError:
    """The error of a response: a plain MaloteError for types that this version does not know."""
    problem = problem_in(text)
    otherwise = ApiError if status >= 500 else MaloteError
    return _CLASSES.get(str(problem.get("type")), otherwise)(status, problem, text, outcome)


def problem_in(text: str) -> dict[str, Any]:
    try:
        answer = json.loads(text)
    except ValueError:
        return {}  # Not from the service: a proxy's page, or S3's XML.
    problem = answer.get("error") if isinstance(answer, dict) else None
    return problem if isinstance(problem, dict) else {}
