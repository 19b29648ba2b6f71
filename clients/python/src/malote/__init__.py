"""Letters and address verifications in Brazil: the client of the Malote API."""

import os
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Protocol, TypeVar

from . import webhooks
from ._attempts import Patience, PatientRest
from ._files import Document, File, Progress
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
from .generated import (
    Account,
    AccountApi,
    ApiClient,
    Balance,
    BalanceTransaction,
    BalanceTransactionList,
    CodeInput,
    Configuration,
    Event,
    EventList,
    EventsApi,
    FailedSending,
    Letter,
    LetterInput,
    LetterList,
    LettersApi,
    PostalCode,
    PostalCodesApi,
    Quote,
    RemovedWebhookEndpoint,
    SecretRotation,
    Upload,
    UploadInput,
    UploadsApi,
    Verification,
    VerificationAttempt,
    VerificationAttemptList,
    VerificationCheck,
    VerificationEvidence,
    VerificationFigures,
    VerificationInput,
    VerificationList,
    VerificationQuote,
    VerificationsApi,
    WebhookDelivery,
    WebhookDeliveryList,
    WebhookDeliveryWithBody,
    WebhookEndpoint,
    WebhookEndpointChanges,
    WebhookEndpointList,
    WebhookEndpointOrder,
    WebhookEndpointWithSecret,
    WebhooksApi,
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

T_co = TypeVar("T_co", covariant=True)


class _Page(Protocol[T_co]):
    @property
    def data(self) -> list[T_co]: ...
    @property
    def next_cursor(self) -> str | None: ...


def _every(page: Callable[..., _Page[T_co]], **filters: Any) -> Iterator[T_co]:
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
        self._api = LettersApi(client)

    def send(
        self,
        file: File,
        *,
        filename: str | None = None,
        variables: dict[str, Any] | None = None,
        idempotency_key: str | None = None,
        on_progress: Progress | None = None,
        **fields: Any,
    ) -> Letter:
        """Sends a PDF of up to 10 MB with the best method for its size.

        :param file: a path, the bytes, or a file opened in binary mode
        :param on_progress: receives the bytes sent so far and the total; once, at the end, for files up to 4 MB
        """
        document = Document(file, filename, variables, idempotency_key, on_progress)
        if document.suits_form:
            letter = document.send_form(self._client, fields)
        else:
            given = document.as_input(self._client, self._patience)
            letter = self.create(document=given, idempotency_key=idempotency_key, **fields)
        document.sent()
        return letter

    def create(self, *, idempotency_key: str | None = None, **fields: Any) -> Letter:
        return self._api.letters_create(LetterInput.from_dict(fields), idempotency_key=idempotency_key)

    def quote(self, *, idempotency_key: str | None = None, **fields: Any) -> Quote:
        """Returns the price. Creates and charges nothing."""
        return self._api.letters_quote(LetterInput.from_dict(fields), idempotency_key=idempotency_key)

    def get(self, letter_id: str) -> Letter:
        return self._api.letters_get(letter_id)

    def cancel(self, letter_id: str, *, idempotency_key: str | None = None) -> Letter:
        return self._api.letters_cancel(letter_id, idempotency_key=idempotency_key)

    def list(self, **filters: Any) -> LetterList:
        """One page, newest first."""
        return self._api.letters_list(**filters)

    def all(self, **filters: Any) -> Iterator[Letter]:
        """All items, newest first. Fetches each page when you need it."""
        return _every(self.list, **filters)


class _Verifications:
    def __init__(self, client: ApiClient, patience: Patience) -> None:
        self._client = client
        self._patience = patience
        self._api = VerificationsApi(client)

    def send(
        self,
        file: File,
        *,
        filename: str | None = None,
        variables: dict[str, Any] | None = None,
        idempotency_key: str | None = None,
        on_progress: Progress | None = None,
        **fields: Any,
    ) -> Verification:
        """Sends your own PDF of up to 10 MB with the best method for its size, as `letters.send` does."""
        document = Document(file, filename, variables, idempotency_key, on_progress)
        given = document.as_input(self._client, self._patience)
        verification = self.create(document=given, idempotency_key=idempotency_key, **fields)
        document.sent()
        return verification

    def create(self, *, idempotency_key: str | None = None, **fields: Any) -> Verification:
        return self._api.verifications_create(VerificationInput.from_dict(fields), idempotency_key=idempotency_key)

    def quote(self, *, idempotency_key: str | None = None, **fields: Any) -> VerificationQuote:
        """Returns the price. Creates and charges nothing."""
        return self._api.verifications_quote(VerificationInput.from_dict(fields), idempotency_key=idempotency_key)

    def get(self, verification_id: str) -> Verification:
        return self._api.verifications_get(verification_id)

    def check(self, verification_id: str, code: str, *, idempotency_key: str | None = None) -> VerificationCheck:
        """Checks a six-digit code. A wrong code is not an error: look at `correct`."""
        given = CodeInput(code=code)
        return self._api.verifications_check(verification_id, given, idempotency_key=idempotency_key)

    def cancel(self, verification_id: str, *, idempotency_key: str | None = None) -> Verification:
        return self._api.verifications_cancel(verification_id, idempotency_key=idempotency_key)

    def evidence(self, verification_id: str) -> VerificationEvidence:
        return self._api.verification_evidence_get(verification_id)

    def list(self, **filters: Any) -> VerificationList:
        return self._api.verifications_list(**filters)

    def all(self, **filters: Any) -> Iterator[Verification]:
        return _every(self.list, **filters)

    def attempts(self, verification_id: str, **filters: Any) -> VerificationAttemptList:
        return self._api.verification_attempts_list(verification_id, **filters)

    def all_attempts(self, verification_id: str, **filters: Any) -> Iterator[VerificationAttempt]:
        return _every(lambda **page: self.attempts(verification_id, **page), **filters)

    def figures(self, **filters: Any) -> VerificationFigures:
        """Counts the verifications of a period, by outcome."""
        return self._api.verification_figures_get(**filters)


class _Uploads:
    def __init__(self, client: ApiClient) -> None:
        self._api = UploadsApi(client)

    def create(self, *, filename: str, size: int, idempotency_key: str | None = None) -> Upload:
        return self._api.uploads_create(UploadInput(filename=filename, size=size), idempotency_key=idempotency_key)


class _Account:
    def __init__(self, client: ApiClient) -> None:
        self._api = AccountApi(client)

    def get(self) -> Account:
        return self._api.account_get()


class _Balance:
    def __init__(self, client: ApiClient) -> None:
        self._api = AccountApi(client)

    def get(self) -> Balance:
        return self._api.balance_get()

    def transactions(self, **filters: Any) -> BalanceTransactionList:
        return self._api.balance_transactions_list(**filters)

    def all_transactions(self, **filters: Any) -> Iterator[BalanceTransaction]:
        return _every(self.transactions, **filters)


class _Events:
    def __init__(self, client: ApiClient) -> None:
        self._api = EventsApi(client)

    def list(self, **filters: Any) -> EventList:
        return self._api.events_list(**filters)

    def all(self, **filters: Any) -> Iterator[Event]:
        return _every(self.list, **filters)


class _PostalCodes:
    def __init__(self, client: ApiClient) -> None:
        self._api = PostalCodesApi(client)

    def get(self, postal_code: str) -> PostalCode:
        return self._api.postal_codes_get(postal_code)


class _WebhookEndpoints:
    def __init__(self, client: ApiClient) -> None:
        self._api = WebhooksApi(client)

    def create(self, *, idempotency_key: str | None = None, **fields: Any) -> WebhookEndpointWithSecret:
        """Only this response contains the signing secret."""
        order = WebhookEndpointOrder.from_dict(fields)
        return self._api.webhook_endpoints_create(order, idempotency_key=idempotency_key)

    def get(self, endpoint_id: str) -> WebhookEndpoint:
        return self._api.webhook_endpoints_get(endpoint_id)

    def edit(self, endpoint_id: str, **changes: Any) -> WebhookEndpoint:
        return self._api.webhook_endpoints_edit(endpoint_id, WebhookEndpointChanges.from_dict(changes))

    def remove(self, endpoint_id: str) -> RemovedWebhookEndpoint:
        """Drops pending deliveries.

        A NotFoundError may mean that an earlier attempt, whose response was lost, removed it.
        """
        return self._api.webhook_endpoints_remove(endpoint_id)

    def rotate_secret(
        self, endpoint_id: str, *, overlap_hours: int = 24, idempotency_key: str | None = None
    ) -> WebhookEndpointWithSecret:
        """Both secrets sign during the overlap."""
        rotation = SecretRotation(overlap_hours=overlap_hours)
        return self._api.webhook_endpoints_rotate_secret(endpoint_id, rotation, idempotency_key=idempotency_key)

    def test(self, endpoint_id: str, *, idempotency_key: str | None = None) -> WebhookTest:
        """Sends `webhook.test` and returns the receiver's response, even if it is an error."""
        return self._api.webhook_endpoints_test(endpoint_id, idempotency_key=idempotency_key)

    def send_failed(
        self, endpoint_id: str, *, since: datetime, idempotency_key: str | None = None
    ) -> WebhookSending:
        """Sends up to 500 failed deliveries again: repeat the call while `has_more`."""
        sending = FailedSending(since=since)
        return self._api.webhook_endpoints_send_failed(endpoint_id, sending, idempotency_key=idempotency_key)

    def list(self, **filters: Any) -> WebhookEndpointList:
        return self._api.webhook_endpoints_list(**filters)

    def all(self, **filters: Any) -> Iterator[WebhookEndpoint]:
        return _every(self.list, **filters)


class _WebhookDeliveries:
    def __init__(self, client: ApiClient) -> None:
        self._api = WebhooksApi(client)

    def get(self, delivery_id: str) -> WebhookDeliveryWithBody:
        """Includes the signed body."""
        return self._api.webhook_deliveries_get(delivery_id)

    def send_again(self, delivery_id: str, *, idempotency_key: str | None = None) -> WebhookDelivery:
        """Makes one more attempt for a delivery that has ended."""
        return self._api.webhook_deliveries_send_again(delivery_id, idempotency_key=idempotency_key)

    def list(self, **filters: Any) -> WebhookDeliveryList:
        return self._api.webhook_deliveries_list(**filters)

    def all(self, **filters: Any) -> Iterator[WebhookDelivery]:
        return _every(self.list, **filters)
