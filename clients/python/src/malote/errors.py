"""What a call raises."""

import json
from typing import Any


class MaloteError(Exception):
    """The service refused a request, or failed. Nothing was created or charged by it."""

    def __init__(self, status: int, problem: dict[str, Any], text: str) -> None:
        super().__init__(problem.get("message") or f"HTTP {status}: {text[:200]}")
        self.status = status
        """HTTP status."""
        self.type: str | None = problem.get("type")
        """Category, such as `billing_error`; None where the answer is not the service's, such as a proxy's."""
        self.code: str | None = problem.get("code")
        """Exact and stable, such as `insufficient_balance`; handle the ones you do not know by their type."""
        self.request_id: str | None = problem.get("request_id")
        """Names the request to the service's people."""
        self.doc_url: str | None = problem.get("doc_url")
        self.details: list[dict[str, Any]] = problem.get("details") or []
        """Everything that is wrong with a request (`param`, `code`, `message`), for a ValidationError."""


class InvalidRequestError(MaloteError):
    """400 and 413: the request cannot be read."""


class AuthenticationError(MaloteError):
    """401: the API key is missing, unknown or revoked."""


class BillingError(MaloteError):
    """402: the balance does not cover the price."""


class PermissionDeniedError(MaloteError):
    """403: the account may not do this now."""


class NotFoundError(MaloteError):
    """404: there is no such object."""


class ConflictError(MaloteError):
    """409: the object's status does not allow it, or the idempotency key stands for another request."""


class ValidationError(MaloteError):
    """422: fields are wrong; `details` lists all of them."""


class RateLimitError(MaloteError):
    """429: too many requests in a second, also after all retries."""


class ApiError(MaloteError):
    """5xx: the service failed, also after all retries."""


class ConnectionLostError(Exception):
    """No answer came, also after all retries. A POST may have been done: repeat it with the same idempotency key."""


class TimeoutExceededError(ConnectionLostError):
    """No answer came in time."""


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
    """The error that an answer stands for; a MaloteError itself for a type that this version does not know."""
    text = body.decode("utf-8", "replace")
    problem = _problem_in(text)
    otherwise = ApiError if status >= 500 else MaloteError
    return _CLASSES.get(str(problem.get("type")), otherwise)(status, problem, text)


def _problem_in(text: str) -> dict[str, Any]:
    try:
        answer = json.loads(text)
    except ValueError:
        return {}  # Not the service's answer: a proxy's page, or S3's XML.
    problem = answer.get("error") if isinstance(answer, dict) else None
    return problem if isinstance(problem, dict) else {}
