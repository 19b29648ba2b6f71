"""Letters and address verifications in Brazil: the client of the Malote API."""

import os
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from typing_extensions import Unpack

from . import webhooks
from ._attempts import Patience, PatientRest
from ._calls import call
from ._files import Document, File, Progress, Variables
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
from .fields import (
    BalanceTransactionsListFilters,
    EventsListFilters,
    FailedSending,
    LetterFields,
    LetterInput,
    LettersListFilters,
    SecretRotation,
    UploadInput,
    VerificationAttemptsListFilters,
    VerificationFields,
    VerificationFiguresGetFilters,
    VerificationInput,
    VerificationsListFilters,
    WebhookDeliveriesListFilters,
    WebhookEndpointChanges,
    WebhookEndpointOrder,
    WebhookEndpointsListFilters,
)
from .generated import (
    Account,
    ApiClient,
    Balance,
    BalanceTransaction,
    BalanceTransactionList,
    Configuration,
    Event,
    EventList,
    Letter,
    LetterList,
    PostalCode,
    Quote,
    RemovedWebhookEndpoint,
    Upload,
    Verification,
    VerificationAttempt,
    VerificationAttemptList,
    VerificationCheck,
    VerificationEvidence,
    VerificationFigures,
    VerificationList,
    VerificationQuote,
    WebhookDelivery,
    WebhookDeliveryList,
    WebhookDeliveryWithBody,
    WebhookEndpoint,
    WebhookEndpointList,
    WebhookEndpointWithSecret,
    WebhookSending,
    WebhookTest,
)

__all__ = [
    "ApiError",
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

T = TypeVar("T")


class _Page(Protocol[T]):
    @property
    def data(self) -> list[T]: ...
    @property
    def next_cursor(self) -> str | None: ...


def _every(page: Callable[..., _Page[T]], **filters: Any) -> Iterator[T]:
    while True:
        answer = page(**filters)
        yield from answer.data
        if answer.next_cursor is None:
            return
        filters["cursor"] = answer.next_cursor


class Malote:
    """A client for one account.

    Calls raise a MaloteError or a ConnectionLostError. Request fields and list filters are keyword arguments with the
    API's names. `idempotency_key` is random by default; pass your own to retry a call after your program restarts.

    :param api_key: defaults to the environment variable MALOTE_API_KEY
    :param base_url: defaults to the environment variable MALOTE_BASE_URL, or the production URL
    :param language: language of error messages, `pt-BR` or `en`
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        language: str | None = None,
        patience: Patience = Patience(),
    ) -> None:
        key = api_key or os.environ.get("MALOTE_API_KEY")
        if not key:
            raise ValueError("Pass api_key or set MALOTE_API_KEY.")
        host = base_url or os.environ.get("MALOTE_BASE_URL")
        # Only PatientRest retries: the generated part would do so without our pauses.
        configuration = Configuration(host=host, access_token=key, retries=False)
        client = ApiClient(configuration)
        client.rest_client = PatientRest(configuration, patience)
        if language is not None:
            client.set_default_header("Accept-Language", language)
        self.letters = _Letters(client, patience)
        self.verifications = _Verifications(client, patience)
        self.uploads = _Uploads(client)
        self.account = _Account(client)
        self.balance = _Balance(client)
        self.events = _Events(client)
        self.postal_codes = _PostalCodes(client)
        self.webhook_endpoints = _WebhookEndpoints(client)
        self.webhook_deliveries = _WebhookDeliveries(client)


class _Letters:
    def __init__(self, client: ApiClient, patience: Patience) -> None:
        self._client = client
        self._patience = patience

    def send(
        self,
        file: File,
        *,
        filename: str | None = None,
        variables: Variables | None = None,
        idempotency_key: str | None = None,
        on_progress: Progress | None = None,
        **fields: Unpack[LetterFields],
    ) -> Letter:
        """Sends a PDF of up to 10 MB with the best method for its size.

        :param file: a path, the bytes, or a file opened in binary mode
        :param on_progress: receives the bytes sent so far and the total; once, at the end, for files up to 4 MB
        """
        document = Document(file, filename, variables, idempotency_key, on_progress)
        if document.suits_form:
            parts = document.as_form(fields)
            letter = call(self._client, "POST /letters", Letter, parts=parts, key=idempotency_key)
        else:
            given = {**fields, "document": document.as_input(self._client, self._patience)}
            letter = call(self._client, "POST /letters", Letter, fields=given, key=idempotency_key)
        document.sent()
        return letter

    def create(self, *, idempotency_key: str | None = None, **fields: Unpack[LetterInput]) -> Letter:
        return call(self._client, "POST /letters", Letter, fields=fields, key=idempotency_key)

    def quote(self, *, idempotency_key: str | None = None, **fields: Unpack[LetterInput]) -> Quote:
        """Returns the price. Creates and charges nothing."""
        return call(self._client, "POST /letters/quote", Quote, fields=fields, key=idempotency_key)

    def get(self, letter_id: str) -> Letter:
        return call(self._client, "GET /letters/{letter_id}", Letter, letter_id)

    def cancel(self, letter_id: str, *, idempotency_key: str | None = None) -> Letter:
        return call(self._client, "POST /letters/{letter_id}/cancel", Letter, letter_id, key=idempotency_key)

    def list(self, **filters: Unpack[LettersListFilters]) -> LetterList:
        """One page, newest first."""
        return call(self._client, "GET /letters", LetterList, filters=filters)

    def all(self, **filters: Unpack[LettersListFilters]) -> Iterator[Letter]:
        """All items, newest first. Fetches each page when you need it."""
        return _every(self.list, **filters)


class _Verifications:
    def __init__(self, client: ApiClient, patience: Patience) -> None:
        self._client = client
        self._patience = patience

    def send(
        self,
        file: File,
        *,
        filename: str | None = None,
        variables: Variables | None = None,
        idempotency_key: str | None = None,
        on_progress: Progress | None = None,
        **fields: Unpack[VerificationFields],
    ) -> Verification:
        """Sends your own PDF of up to 10 MB with the best method for its size, as `letters.send` does."""
        document = Document(file, filename, variables, idempotency_key, on_progress)
        given = {**fields, "document": document.as_input(self._client, self._patience)}
        verification = call(self._client, "POST /verifications", Verification, fields=given, key=idempotency_key)
        document.sent()
        return verification

    def create(self, *, idempotency_key: str | None = None, **fields: Unpack[VerificationInput]) -> Verification:
        return call(self._client, "POST /verifications", Verification, fields=fields, key=idempotency_key)

    def quote(self, *, idempotency_key: str | None = None, **fields: Unpack[VerificationInput]) -> VerificationQuote:
        """Returns the price. Creates and charges nothing."""
        return call(self._client, "POST /verifications/quote", VerificationQuote, fields=fields, key=idempotency_key)

    def get(self, verification_id: str) -> Verification:
        return call(self._client, "GET /verifications/{verification_id}", Verification, verification_id)

    def check(self, verification_id: str, code: str, *, idempotency_key: str | None = None) -> VerificationCheck:
        """Checks a six-digit code. A wrong code is not an error: look at `correct`."""
        operation = "POST /verifications/{verification_id}/check"
        return call(
            self._client, operation, VerificationCheck, verification_id, fields={"code": code}, key=idempotency_key
        )

    def cancel(self, verification_id: str, *, idempotency_key: str | None = None) -> Verification:
        operation = "POST /verifications/{verification_id}/cancel"
        return call(self._client, operation, Verification, verification_id, key=idempotency_key)

    def evidence(self, verification_id: str) -> VerificationEvidence:
        operation = "GET /verifications/{verification_id}/evidence"
        return call(self._client, operation, VerificationEvidence, verification_id)

    def list(self, **filters: Unpack[VerificationsListFilters]) -> VerificationList:
        return call(self._client, "GET /verifications", VerificationList, filters=filters)

    def all(self, **filters: Unpack[VerificationsListFilters]) -> Iterator[Verification]:
        return _every(self.list, **filters)

    def attempts(
        self, verification_id: str, **filters: Unpack[VerificationAttemptsListFilters]
    ) -> VerificationAttemptList:
        operation = "GET /verifications/{verification_id}/attempts"
        return call(self._client, operation, VerificationAttemptList, verification_id, filters=filters)

    def all_attempts(
        self, verification_id: str, **filters: Unpack[VerificationAttemptsListFilters]
    ) -> Iterator[VerificationAttempt]:
        return _every(lambda **page: self.attempts(verification_id, **page), **filters)

    def figures(self, **filters: Unpack[VerificationFiguresGetFilters]) -> VerificationFigures:
        """Counts the verifications of a period, by outcome."""
        return call(self._client, "GET /verifications/figures", VerificationFigures, filters=filters)


class _Uploads:
    def __init__(self, client: ApiClient) -> None:
        self._client = client

    def create(self, *, idempotency_key: str | None = None, **fields: Unpack[UploadInput]) -> Upload:
        return call(self._client, "POST /uploads", Upload, fields=fields, key=idempotency_key)


class _Account:
    def __init__(self, client: ApiClient) -> None:
        self._client = client

    def get(self) -> Account:
        return call(self._client, "GET /account", Account)


class _Balance:
    def __init__(self, client: ApiClient) -> None:
        self._client = client

    def get(self) -> Balance:
        return call(self._client, "GET /balance", Balance)

    def transactions(self, **filters: Unpack[BalanceTransactionsListFilters]) -> BalanceTransactionList:
        return call(self._client, "GET /balance/transactions", BalanceTransactionList, filters=filters)

    def all_transactions(self, **filters: Unpack[BalanceTransactionsListFilters]) -> Iterator[BalanceTransaction]:
        return _every(self.transactions, **filters)


class _Events:
    def __init__(self, client: ApiClient) -> None:
        self._client = client

    def list(self, **filters: Unpack[EventsListFilters]) -> EventList:
        return call(self._client, "GET /events", EventList, filters=filters)

    def all(self, **filters: Unpack[EventsListFilters]) -> Iterator[Event]:
        return _every(self.list, **filters)


class _PostalCodes:
    def __init__(self, client: ApiClient) -> None:
        self._client = client

    def get(self, postal_code: str) -> PostalCode:
        return call(self._client, "GET /postal-codes/{postal_code}", PostalCode, postal_code)


class _WebhookEndpoints:
    def __init__(self, client: ApiClient) -> None:
        self._client = client

    def create(
        self, *, idempotency_key: str | None = None, **fields: Unpack[WebhookEndpointOrder]
    ) -> WebhookEndpointWithSecret:
        """Only this response contains the signing secret."""
        operation = "POST /webhook-endpoints"
        return call(self._client, operation, WebhookEndpointWithSecret, fields=fields, key=idempotency_key)

    def get(self, endpoint_id: str) -> WebhookEndpoint:
        return call(self._client, "GET /webhook-endpoints/{endpoint_id}", WebhookEndpoint, endpoint_id)

    def edit(self, endpoint_id: str, **changes: Unpack[WebhookEndpointChanges]) -> WebhookEndpoint:
        operation = "PATCH /webhook-endpoints/{endpoint_id}"
        return call(self._client, operation, WebhookEndpoint, endpoint_id, fields=changes)

    def remove(self, endpoint_id: str) -> RemovedWebhookEndpoint:
        """Drops pending deliveries.

        A NotFoundError may mean that an earlier attempt, whose response was lost, removed it.
        """
        return call(self._client, "DELETE /webhook-endpoints/{endpoint_id}", RemovedWebhookEndpoint, endpoint_id)

    def rotate_secret(
        self, endpoint_id: str, *, idempotency_key: str | None = None, **fields: Unpack[SecretRotation]
    ) -> WebhookEndpointWithSecret:
        """Both secrets sign for `overlap_hours`, 24 by default."""
        operation = "POST /webhook-endpoints/{endpoint_id}/rotate-secret"
        return call(self._client, operation, WebhookEndpointWithSecret, endpoint_id, fields=fields, key=idempotency_key)

    def test(self, endpoint_id: str, *, idempotency_key: str | None = None) -> WebhookTest:
        """Sends `webhook.test` and returns the receiver's response, even if it is an error."""
        operation = "POST /webhook-endpoints/{endpoint_id}/test"
        return call(self._client, operation, WebhookTest, endpoint_id, key=idempotency_key)

    def send_failed(
        self, endpoint_id: str, *, idempotency_key: str | None = None, **fields: Unpack[FailedSending]
    ) -> WebhookSending:
        """Sends up to 500 failed deliveries again: repeat the call while `has_more`."""
        operation = "POST /webhook-endpoints/{endpoint_id}/send-failed"
        return call(self._client, operation, WebhookSending, endpoint_id, fields=fields, key=idempotency_key)

    def list(self, **filters: Unpack[WebhookEndpointsListFilters]) -> WebhookEndpointList:
        return call(self._client, "GET /webhook-endpoints", WebhookEndpointList, filters=filters)

    def all(self, **filters: Unpack[WebhookEndpointsListFilters]) -> Iterator[WebhookEndpoint]:
        return _every(self.list, **filters)


class _WebhookDeliveries:
    def __init__(self, client: ApiClient) -> None:
        self._client = client

    def get(self, delivery_id: str) -> WebhookDeliveryWithBody:
        """Includes the signed body."""
        return call(self._client, "GET /webhook-deliveries/{delivery_id}", WebhookDeliveryWithBody, delivery_id)

    def send_again(self, delivery_id: str, *, idempotency_key: str | None = None) -> WebhookDelivery:
        """Makes one more attempt for a delivery that has ended."""
        operation = "POST /webhook-deliveries/{delivery_id}/send-again"
        return call(self._client, operation, WebhookDelivery, delivery_id, key=idempotency_key)

    def list(self, **filters: Unpack[WebhookDeliveriesListFilters]) -> WebhookDeliveryList:
        return call(self._client, "GET /webhook-deliveries", WebhookDeliveryList, filters=filters)

    def all(self, **filters: Unpack[WebhookDeliveriesListFilters]) -> Iterator[WebhookDelivery]:
        return _every(self.list, **filters)
