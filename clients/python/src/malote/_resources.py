"""The calls of Malote. Those of AsyncMalote are made from this file, by `pythonAsync` of `test/outside/clients/clients.ts`."""

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Literal

from typing_extensions import Unpack

from ._batches import prepare
from ._calls import call, renamed
from ._files import Content, Document, File, Progress, Variables
from ._run import Runner, every
from .fields import (
    AddressCheckAddressInput,
    BalanceTransactionsListFilters,
    EventsListFilters,
    FailedSending,
    LetterBatchesListFilters,
    LetterBatchesRowsFilters,
    LetterBatchInput,
    LetterBatchLetterInput,
    LetterFields,
    LetterInput,
    LettersListFilters,
    PostalCodesSearchFilters,
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
from .generated.models import (
    Account,
    AddressChecks,
    Balance,
    BalanceTransaction,
    BalanceTransactionList,
    Event,
    EventList,
    Letter,
    LetterBatch,
    LetterBatchList,
    LetterBatchRow,
    LetterBatchRowList,
    LetterBatchWithRowsUrl,
    LetterEvidence,
    LetterList,
    LetterLookUps,
    PostalCode,
    PostalCodeSearch,
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


class LettersCalls(Runner):
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
        document = Document(file, filename, variables, on_progress)
        return self._do(document.send(self.service, "POST /letters", Letter, fields, idempotency_key, forms=True))

    def create(self, *, idempotency_key: str | None = None, **fields: Unpack[LetterInput]) -> Letter:
        return self._do(call(self.service, "POST /letters", Letter, fields=fields, key=idempotency_key))

    def quote(self, *, idempotency_key: str | None = None, **fields: Unpack[LetterInput]) -> Quote:
        """Returns the price. Creates and charges nothing."""
        return self._do(call(self.service, "POST /letters/quote", Quote, fields=fields, key=idempotency_key))

    def quote_file(
        self,
        file: File,
        *,
        filename: str | None = None,
        variables: Variables | None = None,
        idempotency_key: str | None = None,
        on_progress: Progress | None = None,
        **fields: Unpack[LetterFields],
    ) -> Quote:
        """Returns the price of a PDF, sent as `send` does. Creates and charges nothing."""
        document = Document(file, filename, variables, on_progress)
        return self._do(document.send(self.service, "POST /letters/quote", Quote, fields, idempotency_key, forms=True))

    def get(self, letter_id: str) -> Letter:
        return self._do(call(self.service, "GET /letters/{letter_id}", Letter, letter_id))

    def cancel(self, letter_id: str, *, idempotency_key: str | None = None) -> Letter:
        return self._do(call(self.service, "POST /letters/{letter_id}/cancel", Letter, letter_id, key=idempotency_key))

    def evidence(self, letter_id: str) -> LetterEvidence:
        return self._do(call(self.service, "GET /letters/{letter_id}/evidence", LetterEvidence, letter_id))

    def look_ups(self, letter_id: str) -> LetterLookUps:
        """How often the authenticity number of a letter was looked up."""
        return self._do(call(self.service, "GET /letters/{letter_id}/look-ups", LetterLookUps, letter_id))

    def list(self, **filters: Unpack[LettersListFilters]) -> LetterList:
        """One page, newest first."""
        return self._do(call(self.service, "GET /letters", LetterList, filters=filters))

    def all(self, **filters: Unpack[LettersListFilters]) -> Iterator[Letter]:
        """All items, newest first. Fetches each page when you need it."""
        return every(self.list, **filters)


class LetterBatchesCalls(Runner):
    """Up to 100,000 letters at once: prepare, look at the quote, confirm."""

    def prepare(
        self,
        rows: File,
        documents: Mapping[str, File],
        *,
        filename: str | None = None,
        letter: LetterBatchLetterInput | None = None,
        format: Literal["json_lines", "spreadsheet"] | None = None,
        idempotency_key: str | None = None,
        on_progress: Progress | None = None,
    ) -> LetterBatch:
        """Sends PDFs and rows and starts the dry run; charges nothing.

        Look at the batch with `get` until it has its `quote`, or `failed`.

        :param rows: up to 64 MB: JSON lines, or a spreadsheet if the name ends in `.xlsx` or `.csv`
        :param documents: 1 to 10 PDFs by name; a row without `document.name` uses the first one
        :param letter: what all letters have in common
        :param on_progress: receives the bytes of the rows sent so far and the total
        """
        content = Content(rows, filename or (None if isinstance(rows, (str, PathLike)) else "rows"), on_progress)
        fields = {"letter": None if letter is None else renamed(letter), "format": format}
        return self._do(prepare(self.service, content, documents, fields, idempotency_key))

    def create(
        self, *, idempotency_key: str | None = None, **fields: Unpack[LetterBatchInput]
    ) -> LetterBatchWithRowsUrl:
        """Only this response has `rows_url`."""
        operation = "POST /letter-batches"
        return self._do(call(self.service, operation, LetterBatchWithRowsUrl, fields=fields, key=idempotency_key))

    def get(self, letter_batch_id: str) -> LetterBatch:
        return self._do(call(self.service, "GET /letter-batches/{letter_batch_id}", LetterBatch, letter_batch_id))

    def quote(self, letter_batch_id: str, *, idempotency_key: str | None = None) -> LetterBatch:
        """Starts the dry run. Charges nothing."""
        operation = "POST /letter-batches/{letter_batch_id}/quote"
        return self._do(call(self.service, operation, LetterBatch, letter_batch_id, key=idempotency_key))

    def confirm(self, letter_batch_id: str, quote_hash: str, *, idempotency_key: str | None = None) -> LetterBatch:
        """Charges the quote with this hash, or nothing."""
        operation = "POST /letter-batches/{letter_batch_id}/confirm"
        fields = {"quote_hash": quote_hash}
        return self._do(call(self.service, operation, LetterBatch, letter_batch_id, fields=fields, key=idempotency_key))

    def cancel(self, letter_batch_id: str, *, idempotency_key: str | None = None) -> LetterBatch:
        operation = "POST /letter-batches/{letter_batch_id}/cancel"
        return self._do(call(self.service, operation, LetterBatch, letter_batch_id, key=idempotency_key))

    def list(self, **filters: Unpack[LetterBatchesListFilters]) -> LetterBatchList:
        return self._do(call(self.service, "GET /letter-batches", LetterBatchList, filters=filters))

    def all(self, **filters: Unpack[LetterBatchesListFilters]) -> Iterator[LetterBatch]:
        return every(self.list, **filters)

    def rows(self, letter_batch_id: str, **filters: Unpack[LetterBatchesRowsFilters]) -> LetterBatchRowList:
        """One page of the results, in the order of the file."""
        operation = "GET /letter-batches/{letter_batch_id}/rows"
        return self._do(call(self.service, operation, LetterBatchRowList, letter_batch_id, filters=filters))

    def all_rows(self, letter_batch_id: str, **filters: Unpack[LetterBatchesRowsFilters]) -> Iterator[LetterBatchRow]:
        return every(lambda **page: self.rows(letter_batch_id, **page), **filters)


class VerificationsCalls(Runner):
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
        document = Document(file, filename, variables, on_progress)
        return self._do(
            document.send(self.service, "POST /verifications", Verification, fields, idempotency_key, forms=False)
        )

    def create(self, *, idempotency_key: str | None = None, **fields: Unpack[VerificationInput]) -> Verification:
        return self._do(call(self.service, "POST /verifications", Verification, fields=fields, key=idempotency_key))

    def quote(self, *, idempotency_key: str | None = None, **fields: Unpack[VerificationInput]) -> VerificationQuote:
        """Returns the price. Creates and charges nothing."""
        return self._do(
            call(self.service, "POST /verifications/quote", VerificationQuote, fields=fields, key=idempotency_key)
        )

    def quote_file(
        self,
        file: File,
        *,
        filename: str | None = None,
        variables: Variables | None = None,
        idempotency_key: str | None = None,
        on_progress: Progress | None = None,
        **fields: Unpack[VerificationFields],
    ) -> VerificationQuote:
        """Returns the price of your own PDF, sent as `send` does. Creates and charges nothing."""
        document = Document(file, filename, variables, on_progress)
        operation = "POST /verifications/quote"
        return self._do(document.send(self.service, operation, VerificationQuote, fields, idempotency_key, forms=False))

    def get(self, verification_id: str) -> Verification:
        return self._do(call(self.service, "GET /verifications/{verification_id}", Verification, verification_id))

    def check(self, verification_id: str, code: str, *, idempotency_key: str | None = None) -> VerificationCheck:
        """Checks a six-digit code. A wrong code is not an error: look at `correct`."""
        operation = "POST /verifications/{verification_id}/check"
        return self._do(
            call(
                self.service, operation, VerificationCheck, verification_id, fields={"code": code}, key=idempotency_key
            )
        )

    def cancel(self, verification_id: str, *, idempotency_key: str | None = None) -> Verification:
        operation = "POST /verifications/{verification_id}/cancel"
        return self._do(call(self.service, operation, Verification, verification_id, key=idempotency_key))

    def evidence(self, verification_id: str) -> VerificationEvidence:
        operation = "GET /verifications/{verification_id}/evidence"
        return self._do(call(self.service, operation, VerificationEvidence, verification_id))

    def list(self, **filters: Unpack[VerificationsListFilters]) -> VerificationList:
        return self._do(call(self.service, "GET /verifications", VerificationList, filters=filters))

    def all(self, **filters: Unpack[VerificationsListFilters]) -> Iterator[Verification]:
        return every(self.list, **filters)

    def attempts(
        self, verification_id: str, **filters: Unpack[VerificationAttemptsListFilters]
    ) -> VerificationAttemptList:
        operation = "GET /verifications/{verification_id}/attempts"
        return self._do(call(self.service, operation, VerificationAttemptList, verification_id, filters=filters))

    def all_attempts(
        self, verification_id: str, **filters: Unpack[VerificationAttemptsListFilters]
    ) -> Iterator[VerificationAttempt]:
        return every(lambda **page: self.attempts(verification_id, **page), **filters)

    def figures(self, **filters: Unpack[VerificationFiguresGetFilters]) -> VerificationFigures:
        """Counts the verifications of a period, by outcome."""
        return self._do(call(self.service, "GET /verifications/figures", VerificationFigures, filters=filters))


class UploadsCalls(Runner):
    def create(self, *, idempotency_key: str | None = None, **fields: Unpack[UploadInput]) -> Upload:
        return self._do(call(self.service, "POST /uploads", Upload, fields=fields, key=idempotency_key))


class AccountCalls(Runner):
    def get(self) -> Account:
        return self._do(call(self.service, "GET /account", Account))


class BalanceCalls(Runner):
    def get(self) -> Balance:
        return self._do(call(self.service, "GET /balance", Balance))

    def transactions(self, **filters: Unpack[BalanceTransactionsListFilters]) -> BalanceTransactionList:
        return self._do(call(self.service, "GET /balance/transactions", BalanceTransactionList, filters=filters))

    def all_transactions(self, **filters: Unpack[BalanceTransactionsListFilters]) -> Iterator[BalanceTransaction]:
        return every(self.transactions, **filters)


class EventsCalls(Runner):
    def list(self, **filters: Unpack[EventsListFilters]) -> EventList:
        return self._do(call(self.service, "GET /events", EventList, filters=filters))

    def all(self, **filters: Unpack[EventsListFilters]) -> Iterator[Event]:
        return every(self.list, **filters)


class PostalCodesCalls(Runner):
    def get(self, postal_code: str) -> PostalCode:
        return self._do(call(self.service, "GET /postal-codes/{postal_code}", PostalCode, postal_code))

    def search(self, **filters: Unpack[PostalCodesSearchFilters]) -> PostalCodeSearch:
        """The postal codes of a street, of which the last word may be incomplete."""
        return self._do(call(self.service, "GET /postal-codes", PostalCodeSearch, filters=filters))


class AddressesCalls(Runner):
    def check(self, addresses: Sequence[AddressCheckAddressInput]) -> AddressChecks:
        """Completes and corrects up to 500 addresses, and keeps none."""
        fields = {"addresses": addresses}
        return self._do(call(self.service, "POST /addresses/check", AddressChecks, fields=fields))


class WebhookEndpointsCalls(Runner):
    def create(
        self, *, idempotency_key: str | None = None, **fields: Unpack[WebhookEndpointOrder]
    ) -> WebhookEndpointWithSecret:
        """Only this response contains the signing secret."""
        operation = "POST /webhook-endpoints"
        return self._do(call(self.service, operation, WebhookEndpointWithSecret, fields=fields, key=idempotency_key))

    def get(self, endpoint_id: str) -> WebhookEndpoint:
        return self._do(call(self.service, "GET /webhook-endpoints/{endpoint_id}", WebhookEndpoint, endpoint_id))

    def edit(self, endpoint_id: str, **changes: Unpack[WebhookEndpointChanges]) -> WebhookEndpoint:
        operation = "PATCH /webhook-endpoints/{endpoint_id}"
        return self._do(call(self.service, operation, WebhookEndpoint, endpoint_id, fields=changes))

    def remove(self, endpoint_id: str) -> RemovedWebhookEndpoint:
        """Drops pending deliveries.

        A NotFoundError may mean that an earlier attempt, whose response was lost, removed it.
        """
        return self._do(
            call(self.service, "DELETE /webhook-endpoints/{endpoint_id}", RemovedWebhookEndpoint, endpoint_id)
        )

    def rotate_secret(
        self, endpoint_id: str, *, idempotency_key: str | None = None, **fields: Unpack[SecretRotation]
    ) -> WebhookEndpointWithSecret:
        """Both secrets sign for `overlap_hours`, 24 by default."""
        operation = "POST /webhook-endpoints/{endpoint_id}/rotate-secret"
        return self._do(
            call(self.service, operation, WebhookEndpointWithSecret, endpoint_id, fields=fields, key=idempotency_key)
        )

    def test(self, endpoint_id: str, *, idempotency_key: str | None = None) -> WebhookTest:
        """Sends `webhook.test` and returns the receiver's response, even if it is an error."""
        operation = "POST /webhook-endpoints/{endpoint_id}/test"
        return self._do(call(self.service, operation, WebhookTest, endpoint_id, key=idempotency_key))

    def send_failed(
        self, endpoint_id: str, *, idempotency_key: str | None = None, **fields: Unpack[FailedSending]
    ) -> WebhookSending:
        """Sends up to 500 failed deliveries again: repeat the call while `has_more`."""
        operation = "POST /webhook-endpoints/{endpoint_id}/send-failed"
        return self._do(call(self.service, operation, WebhookSending, endpoint_id, fields=fields, key=idempotency_key))

    def list(self, **filters: Unpack[WebhookEndpointsListFilters]) -> WebhookEndpointList:
        return self._do(call(self.service, "GET /webhook-endpoints", WebhookEndpointList, filters=filters))

    def all(self, **filters: Unpack[WebhookEndpointsListFilters]) -> Iterator[WebhookEndpoint]:
        return every(self.list, **filters)


class WebhookDeliveriesCalls(Runner):
    def get(self, delivery_id: str) -> WebhookDeliveryWithBody:
        """Includes the signed body."""
        return self._do(
            call(self.service, "GET /webhook-deliveries/{delivery_id}", WebhookDeliveryWithBody, delivery_id)
        )

    def send_again(self, delivery_id: str, *, idempotency_key: str | None = None) -> WebhookDelivery:
        """Makes one more attempt for a delivery that has ended."""
        operation = "POST /webhook-deliveries/{delivery_id}/send-again"
        return self._do(call(self.service, operation, WebhookDelivery, delivery_id, key=idempotency_key))

    def list(self, **filters: Unpack[WebhookDeliveriesListFilters]) -> WebhookDeliveryList:
        return self._do(call(self.service, "GET /webhook-deliveries", WebhookDeliveryList, filters=filters))

    def all(self, **filters: Unpack[WebhookDeliveriesListFilters]) -> Iterator[WebhookDelivery]:
        return every(self.list, **filters)
