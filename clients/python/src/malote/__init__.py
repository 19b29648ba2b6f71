"""Letters and address verifications in Brazil: the client of the Malote API."""

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TypedDict

import httpx
from typing_extensions import Self, Unpack

from . import _async_resources, _resources, webhooks
from ._attempts import Attempt, Patience
from ._calls import VERSION, Service
from .errors import (
    ApiError,
    AuthenticationError,
    BillingError,
    ConflictError,
    ConnectionLostError,
    InvalidRequestError,
    MaloteError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    TimeoutExceededError,
    ValidationError,
)
from .fields import BASE_URL

__version__ = VERSION
__all__ = [
    "ApiError",
    "AsyncMalote",
    "Attempt",
    "AuthenticationError",
    "BillingError",
    "ConflictError",
    "ConnectionLostError",
    "InvalidRequestError",
    "Malote",
    "MaloteError",
    "NotFoundError",
    "Patience",
    "PermissionDeniedError",
    "RateLimitError",
    "TimeoutExceededError",
    "ValidationError",
    "webhooks",
]


class Changes(TypedDict, total=False):
    """Fields of Patience."""

    max_retries: int
    timeout: float
    sleep: Callable[[float], object] | None
    random: Callable[[], float]
    on_attempt: Callable[[Attempt], object] | None


class Malote:
    """A client for one account; thread-safe.

    Calls raise a MaloteError or a ConnectionLostError. Request fields and list filters are keyword arguments with the
    API's names. `idempotency_key` is random by default; pass your own to retry a call after your program restarts.

    :param api_key: defaults to the environment variable MALOTE_API_KEY
    :param base_url: defaults to the environment variable MALOTE_BASE_URL, or the production URL
    :param language: language of error messages, `pt-BR` or `en`
    :param http_client: your own, for a proxy of yours, for example; it must not follow redirects
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        language: str | None = None,
        patience: Patience = Patience(),
        http_client: httpx.Client | None = None,
    ) -> None:
        self._use(_service(api_key, base_url, language, patience), http_client or httpx.Client())

    def _use(self, service: Service, http: httpx.Client) -> None:
        self._service = service
        self._http = http
        self.letters = _resources.LettersCalls(service, http)
        self.letter_batches = _resources.LetterBatchesCalls(service, http)
        self.verifications = _resources.VerificationsCalls(service, http)
        self.uploads = _resources.UploadsCalls(service, http)
        self.account = _resources.AccountCalls(service, http)
        self.balance = _resources.BalanceCalls(service, http)
        self.events = _resources.EventsCalls(service, http)
        self.postal_codes = _resources.PostalCodesCalls(service, http)
        self.addresses = _resources.AddressesCalls(service, http)
        self.webhook_endpoints = _resources.WebhookEndpointsCalls(service, http)
        self.webhook_deliveries = _resources.WebhookDeliveriesCalls(service, http)

    def with_options(self, **changes: Unpack[Changes]) -> Self:
        """This client with another patience, for one call: `malote.with_options(timeout=5).balance.get()`."""
        changed = object.__new__(type(self))
        changed._use(_changed(self._service, changes), self._http)
        return changed

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()


class AsyncMalote:
    """As Malote, for asyncio and Trio: calls are awaited, and lists are read with `async for`."""

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        language: str | None = None,
        patience: Patience = Patience(),
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        self._use(_service(api_key, base_url, language, patience), http_client or httpx.AsyncClient())

    def _use(self, service: Service, http: httpx.AsyncClient) -> None:
        self._service = service
        self._http = http
        self.letters = _async_resources.LettersCalls(service, http)
        self.letter_batches = _async_resources.LetterBatchesCalls(service, http)
        self.verifications = _async_resources.VerificationsCalls(service, http)
        self.uploads = _async_resources.UploadsCalls(service, http)
        self.account = _async_resources.AccountCalls(service, http)
        self.balance = _async_resources.BalanceCalls(service, http)
        self.events = _async_resources.EventsCalls(service, http)
        self.postal_codes = _async_resources.PostalCodesCalls(service, http)
        self.addresses = _async_resources.AddressesCalls(service, http)
        self.webhook_endpoints = _async_resources.WebhookEndpointsCalls(service, http)
        self.webhook_deliveries = _async_resources.WebhookDeliveriesCalls(service, http)

    def with_options(self, **changes: Unpack[Changes]) -> Self:
        """This client with another patience, for one call."""
        changed = object.__new__(type(self))
        changed._use(_changed(self._service, changes), self._http)
        return changed

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()


def _service(api_key: str | None, base_url: str | None, language: str | None, patience: Patience) -> Service:
    key = api_key or os.environ.get("MALOTE_API_KEY")
    if not key:
        raise ValueError("Pass api_key or set MALOTE_API_KEY.")
    url = base_url or os.environ.get("MALOTE_BASE_URL") or BASE_URL
    return Service(url.rstrip("/"), key, language, patience)


def _changed(service: Service, changes: Changes) -> Service:
    return replace(service, patience=replace(service.patience, **changes))
