"""Exceptions of the client."""

import json
from typing import Any


class MaloteError(Exception):
    """The service rejected the request or failed. The request created and charged nothing."""

    def __init__(self, status: int, problem: dict[str, Any], text: str) -> None:
        super().__init__(problem.get("message") or f"HTTP {status}: {text[:200]}")
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
    """No response, even after all retries. A POST may have taken effect: retry it with the same idempotency key."""


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


def error_of(status: int, body: bytes) -> MaloteError:
    """The error of a response: a plain MaloteError for types that this version does not know."""
    text = body.decode("utf-8", "replace")
    problem = _problem_in(text)
    otherwise = ApiError if status >= 500 else MaloteError
    return _CLASSES.get(str(problem.get("type")), otherwise)(status, problem, text)


def _problem_in(text: str) -> dict[str, Any]:
    try:
        answer = json.loads(text)
    except ValueError:
        return {}  # Not from the service: a proxy's page, or S3's XML.
    problem = answer.get("error") if isinstance(answer, dict) else None
    return problem if isinstance(problem, dict) else {}
