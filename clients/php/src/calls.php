<?php

namespace Malote;

use Malote\Generated\Api\AccountApi;
use Malote\Generated\Api\EventsApi;
use Malote\Generated\Api\LetterBatchesApi;
use Malote\Generated\Api\LettersApi;
use Malote\Generated\Api\PostalCodesApi;
use Malote\Generated\Api\UploadsApi;
use Malote\Generated\Api\VerificationsApi;
use Malote\Generated\Api\WebhooksApi;
use Malote\Generated\Model;
use Malote\Generated\ObjectSerializer;
use Psr\Http\Message\StreamInterface;

/** Calls for letters. */
final class Letters
{
    private LettersApi $api;

    /** @internal */
    public function __construct(private readonly Connection $connection)
    {
        $this->api = new LettersApi($connection->client, $connection->configuration);
    }

    /**
     * Sends a PDF of up to 10 MB with the best method for its size.
     *
     * @param string|resource|StreamInterface $file a path, or an open file or stream; Guzzle's `Utils::streamFor` makes
     *   a stream from bytes
     * @param array<string, mixed> $letter all fields except the document
     * @param ?array<string, string|int|float> $variables values for the markers in the PDF; an empty array requests a
     *   check that the PDF has none
     * @param ?callable(int, int): mixed $onProgress receives the bytes sent so far and the total. It starts again at 0
     *   when an attempt fails. Files up to 4 MB are reported once, at the end.
     */
    public function send(
        mixed $file,
        array $letter,
        ?string $filename = null,
        ?array $variables = null,
        ?string $idempotencyKey = null,
        ?callable $onProgress = null,
    ): Model\Letter {
        $document = new Document($file, $filename, $variables, $idempotencyKey, $onProgress);
        return $document->send($this->connection, $letter, Model\Letter::class, $this->create(...), '/letters');
    }

    /** Returns the price of a PDF, sent as `send` does. Creates and charges nothing. */
    public function quoteFile(
        mixed $file,
        array $letter,
        ?string $filename = null,
        ?array $variables = null,
        ?string $idempotencyKey = null,
        ?callable $onProgress = null,
    ): Model\Quote {
        $document = new Document($file, $filename, $variables, $idempotencyKey, $onProgress);
        return $document->send($this->connection, $letter, Model\Quote::class, $this->quote(...), '/letters/quote');
    }

    /** @param array<string, mixed>|Model\LetterInput $letter with a document by URL, or one that you have uploaded */
    public function create(array|Model\LetterInput $letter, ?string $idempotencyKey = null): Model\Letter
    {
        return $this->api->lettersCreate(Fields::of($letter), idempotency_key: $idempotencyKey);
    }

    /** Returns the price. Creates and charges nothing. */
    public function quote(array|Model\LetterInput $letter, ?string $idempotencyKey = null): Model\Quote
    {
        return $this->api->lettersQuote(Fields::of($letter), idempotency_key: $idempotencyKey);
    }

    public function get(string $id): Model\Letter
    {
        return $this->api->lettersGet($id);
    }

    /** Works while the letter is scheduled or received. */
    public function cancel(string $id, ?string $idempotencyKey = null): Model\Letter
    {
        return $this->api->lettersCancel($id, idempotency_key: $idempotencyKey, body: new \stdClass());
    }

    public function evidence(string $id): Model\LetterEvidence
    {
        return $this->api->lettersEvidence($id);
    }

    /** How often the authenticity number of a letter was looked up. */
    public function lookUps(string $id): Model\LetterLookUps
    {
        return $this->api->lettersLookUps($id);
    }

    /** One page, newest first; filters are named arguments, such as `status: 'posted'`. */
    public function list(mixed ...$filters): Model\LetterList
    {
        return $this->api->lettersList(...Fields::filters($filters));
    }

    /**
     * All items, newest first. Fetches each page when you need it.
     *
     * @return \Generator<int, Model\Letter>
     */
    public function all(mixed ...$filters): \Generator
    {
        return Fields::every($this->list(...), $filters);
    }
}

/** Up to 100,000 letters at once: prepare, look at the quote, confirm. */
final class LetterBatches
{
    private LetterBatchesApi $api;

    /** @internal */
    public function __construct(private readonly Connection $connection)
    {
        $this->api = new LetterBatchesApi($connection->client, $connection->configuration);
    }

    /**
     * Sends PDFs and rows and starts the dry run; charges nothing. Look at the batch with `get` until it has its quote,
     * or failed. Repeated under the same key, each step answers as before, and the dry run itself tells whether the rows
     * have arrived.
     *
     * @param string|resource|StreamInterface $rows up to 64 MB: JSON lines, or a spreadsheet if the name ends in `.xlsx`
     *   or `.csv`, unless `format` differs
     * @param array<string, string|resource|StreamInterface> $documents 1 to 10 PDFs by name; a row without
     *   `document.name` uses the first one
     * @param array<string, mixed> $letter what all letters have in common
     * @param ?callable(int, int): mixed $onProgress receives the bytes of the rows sent so far and the total
     */
    public function prepare(
        mixed $rows,
        array $documents,
        array $letter = [],
        ?string $filename = null,
        ?string $format = null,
        ?string $idempotencyKey = null,
        ?callable $onProgress = null,
    ): Model\LetterBatch {
        $key = $idempotencyKey ?? bin2hex(random_bytes(16));
        $content = new Content($rows, $filename, $onProgress, 'rows');
        $isSpreadsheet = preg_match('/\.(xlsx|csv)$/i', $content->filename) === 1;
        $order = [
            'filename' => $content->filename,
            'size' => strlen($content->bytes),
            'format' => $format ?? ($isSpreadsheet ? 'spreadsheet' : 'json_lines'),
            'documents' => [],
            'letter' => (object) Fields::of($letter),
        ];
        foreach (array_keys($documents) as $index => $name) {
            // The keys of the uploads follow from the caller's.
            [$id] = (new Content($documents[$name]))->upload($this->connection, $key, $index + 1);
            $order['documents'][] = ['name' => (string) $name, 'upload_id' => $id];
        }
        [$batch, , $headers] = $this->api->letterBatchesCreateWithHttpInfo($order, idempotency_key: $key);
        $typed = ['Content-Type' => 'application/octet-stream', 'If-None-Match' => '*'];
        $replayed = Fields::isReplayed($headers);
        $content->put($this->connection->preparing($key), $batch->getRowsUrl(), $replayed, $typed);
        return $this->quote($batch->getId());
    }

    /** Only this response has `rows_url`. */
    public function create(
        array|Model\LetterBatchInput $batch,
        ?string $idempotencyKey = null,
    ): Model\LetterBatchWithRowsUrl {
        return $this->api->letterBatchesCreate(Fields::of($batch), idempotency_key: $idempotencyKey);
    }

    public function get(string $id): Model\LetterBatch
    {
        return $this->api->letterBatchesGet($id);
    }

    /** Starts the dry run. Charges nothing. */
    public function quote(string $id, ?string $idempotencyKey = null): Model\LetterBatch
    {
        return $this->api->letterBatchesQuote($id, idempotency_key: $idempotencyKey, body: new \stdClass());
    }

    /** Charges the quote with this hash, or nothing. */
    public function confirm(string $id, string $quoteHash, ?string $idempotencyKey = null): Model\LetterBatch
    {
        $body = ['quote_hash' => $quoteHash];
        return $this->api->letterBatchesConfirm($id, $body, idempotency_key: $idempotencyKey);
    }

    public function cancel(string $id, ?string $idempotencyKey = null): Model\LetterBatch
    {
        return $this->api->letterBatchesCancel($id, idempotency_key: $idempotencyKey, body: new \stdClass());
    }

    public function list(mixed ...$filters): Model\LetterBatchList
    {
        return $this->api->letterBatchesList(...Fields::filters($filters));
    }

    /** @return \Generator<int, Model\LetterBatch> */
    public function all(mixed ...$filters): \Generator
    {
        return Fields::every($this->list(...), $filters);
    }

    /** One page of the results, in the order of the file. */
    public function rows(string $id, mixed ...$filters): Model\LetterBatchRowList
    {
        return $this->api->letterBatchesRows($id, ...Fields::filters($filters));
    }

    /** @return \Generator<int, Model\LetterBatchRow> */
    public function allRows(string $id, mixed ...$filters): \Generator
    {
        return Fields::every(fn (mixed ...$page) => $this->rows($id, ...$page), $filters);
    }
}

/** Calls for verifications. */
final class Verifications
{
    private VerificationsApi $api;

    /** @internal */
    public function __construct(private readonly Connection $connection)
    {
        $this->api = new VerificationsApi($connection->client, $connection->configuration);
    }

    /**
     * Sends your own PDF of up to 10 MB with the best method for its size, as `letters->send` does.
     *
     * @param string|resource|StreamInterface $file
     * @param array<string, mixed> $verification all fields except the document
     */
    public function send(
        mixed $file,
        array $verification,
        ?string $filename = null,
        ?array $variables = null,
        ?string $idempotencyKey = null,
        ?callable $onProgress = null,
    ): Model\Verification {
        $document = new Document($file, $filename, $variables, $idempotencyKey, $onProgress);
        return $document->send($this->connection, $verification, Model\Verification::class, $this->create(...), null);
    }

    /** Returns the price of your own PDF, sent as `send` does. Creates and charges nothing. */
    public function quoteFile(
        mixed $file,
        array $verification,
        ?string $filename = null,
        ?array $variables = null,
        ?string $idempotencyKey = null,
        ?callable $onProgress = null,
    ): Model\VerificationQuote {
        $document = new Document($file, $filename, $variables, $idempotencyKey, $onProgress);
        $answer = Model\VerificationQuote::class;
        return $document->send($this->connection, $verification, $answer, $this->quote(...), null);
    }

    public function create(
        array|Model\VerificationInput $verification,
        ?string $idempotencyKey = null,
    ): Model\Verification {
        return $this->api->verificationsCreate(Fields::of($verification), idempotency_key: $idempotencyKey);
    }

    /** Returns the price. Creates and charges nothing. */
    public function quote(
        array|Model\VerificationInput $verification,
        ?string $idempotencyKey = null,
    ): Model\VerificationQuote {
        return $this->api->verificationsQuote(Fields::of($verification), idempotency_key: $idempotencyKey);
    }

    public function get(string $id): Model\Verification
    {
        return $this->api->verificationsGet($id);
    }

    /** Checks a six-digit code. A wrong code is not an error: look at `getCorrect()`. */
    public function check(string $id, string $code, ?string $idempotencyKey = null): Model\VerificationCheck
    {
        return $this->api->verificationsCheck($id, ['code' => $code], idempotency_key: $idempotencyKey);
    }

    public function cancel(string $id, ?string $idempotencyKey = null): Model\Verification
    {
        return $this->api->verificationsCancel($id, idempotency_key: $idempotencyKey, body: new \stdClass());
    }

    public function evidence(string $id): Model\VerificationEvidence
    {
        return $this->api->verificationEvidenceGet($id);
    }

    public function list(mixed ...$filters): Model\VerificationList
    {
        return $this->api->verificationsList(...Fields::filters($filters));
    }

    /** @return \Generator<int, Model\Verification> */
    public function all(mixed ...$filters): \Generator
    {
        return Fields::every($this->list(...), $filters);
    }

    /** One page of the attempts to enter the code. */
    public function attempts(string $id, mixed ...$filters): Model\VerificationAttemptList
    {
        return $this->api->verificationAttemptsList($id, ...Fields::filters($filters));
    }

    /** @return \Generator<int, Model\VerificationAttempt> */
    public function allAttempts(string $id, mixed ...$filters): \Generator
    {
        return Fields::every(fn (mixed ...$page) => $this->attempts($id, ...$page), $filters);
    }

    /** Counts the verifications of a period, by outcome. */
    public function figures(mixed ...$filters): Model\VerificationFigures
    {
        return $this->api->verificationFiguresGet(...Fields::filters($filters));
    }
}

/** Uploads for files that are too large for a request. */
final class Uploads
{
    private UploadsApi $api;

    /** @internal */
    public function __construct(Connection $connection)
    {
        $this->api = new UploadsApi($connection->client, $connection->configuration);
    }

    /** Returns the URL to PUT the file to. */
    public function create(array|Model\UploadInput $upload, ?string $idempotencyKey = null): Model\Upload
    {
        return $this->api->uploadsCreate(Fields::of($upload), idempotency_key: $idempotencyKey);
    }
}

/** The account. */
final class Account
{
    private AccountApi $api;

    /** @internal */
    public function __construct(Connection $connection)
    {
        $this->api = new AccountApi($connection->client, $connection->configuration);
    }

    public function get(): Model\Account
    {
        return $this->api->accountGet();
    }
}

/** The account's balance. */
final class Balance
{
    private AccountApi $api;

    /** @internal */
    public function __construct(Connection $connection)
    {
        $this->api = new AccountApi($connection->client, $connection->configuration);
    }

    public function get(): Model\Balance
    {
        return $this->api->balanceGet();
    }

    /** One page, newest first. */
    public function transactions(mixed ...$filters): Model\BalanceTransactionList
    {
        return $this->api->balanceTransactionsList(...Fields::filters($filters));
    }

    /** @return \Generator<int, Model\BalanceTransaction> */
    public function allTransactions(mixed ...$filters): \Generator
    {
        return Fields::every($this->transactions(...), $filters);
    }
}

/** Events of the account. */
final class Events
{
    private EventsApi $api;

    private const CLASSES = ['letter' => Model\Letter::class, 'verification' => Model\Verification::class];

    /** @internal */
    public function __construct(private readonly Connection $connection)
    {
        $this->api = new EventsApi($connection->client, $connection->configuration);
    }

    /**
     * One page, newest first. The `getData()` of an event is a Letter or a Verification; for another object, it has only
     * its id and its kind.
     */
    public function list(mixed ...$filters): Model\EventList
    {
        $request = $this->api->eventsListRequest(...Fields::filters($filters));
        $answer = json_decode((string) $this->connection->client->send($request)->getBody(), flags: JSON_THROW_ON_ERROR);
        $list = ObjectSerializer::deserialize($answer, Model\EventList::class);
        foreach ($list->getData() as $at => $event) {
            $data = $answer->data[$at]->data;
            $event->setData(ObjectSerializer::deserialize($data, self::CLASSES[$data->object] ?? Model\EventData::class));
        }
        return $list;
    }

    /** @return \Generator<int, Model\Event> */
    public function all(mixed ...$filters): \Generator
    {
        return Fields::every($this->list(...), $filters);
    }
}

/** Postal codes of Brazil. */
final class PostalCodes
{
    private PostalCodesApi $api;

    /** @internal */
    public function __construct(Connection $connection)
    {
        $this->api = new PostalCodesApi($connection->client, $connection->configuration);
    }

    /** Looks up a postal code. */
    public function get(string $postalCode): Model\PostalCode
    {
        return $this->api->postalCodesGet($postalCode);
    }

    /** The postal codes of a street, of which the last word may be incomplete, or of a whole city. */
    public function search(
        string $state,
        string $city,
        ?string $street = null,
        ?string $neighborhood = null,
    ): Model\PostalCodeSearch {
        return $this->api->postalCodesSearch($state, $city, $street, $neighborhood);
    }
}

/** Checks of addresses. */
final class Addresses
{
    private PostalCodesApi $api;

    /** @internal */
    public function __construct(Connection $connection)
    {
        $this->api = new PostalCodesApi($connection->client, $connection->configuration);
    }

    /**
     * Completes and corrects up to 500 addresses, and keeps none.
     *
     * @param list<array<string, string|null>> $addresses
     */
    public function check(array $addresses): Model\AddressChecks
    {
        $inputs = array_map(fn (array $fields) => new Model\AddressCheckAddressInput($fields), $addresses);
        return $this->api->addressesCheck(new Model\AddressChecksInput(['addresses' => $inputs]));
    }
}

/** Endpoints that receive events. */
final class WebhookEndpoints
{
    private WebhooksApi $api;

    /** @internal */
    public function __construct(Connection $connection)
    {
        $this->api = new WebhooksApi($connection->client, $connection->configuration);
    }

    /** Only this response contains the signing secret. */
    public function create(
        array|Model\WebhookEndpointOrder $endpoint,
        ?string $idempotencyKey = null,
    ): Model\WebhookEndpointWithSecret {
        return $this->api->webhookEndpointsCreate(Fields::of($endpoint), idempotency_key: $idempotencyKey);
    }

    public function get(string $id): Model\WebhookEndpoint
    {
        return $this->api->webhookEndpointsGet($id);
    }

    public function edit(string $id, array|Model\WebhookEndpointChanges $changes): Model\WebhookEndpoint
    {
        return $this->api->webhookEndpointsEdit($id, Fields::of($changes));
    }

    /** Drops pending deliveries. NotFoundException may mean that an earlier attempt removed it, without a response. */
    public function remove(string $id): Model\RemovedWebhookEndpoint
    {
        return $this->api->webhookEndpointsRemove($id);
    }

    /** Both secrets sign during the overlap. */
    public function rotateSecret(
        string $id,
        int $overlapHours = 24,
        ?string $idempotencyKey = null,
    ): Model\WebhookEndpointWithSecret {
        $rotation = ['overlap_hours' => $overlapHours];
        return $this->api->webhookEndpointsRotateSecret($id, $rotation, idempotency_key: $idempotencyKey);
    }

    /** Sends `webhook.test` and returns the receiver's response, even if it is an error. */
    public function test(string $id, ?string $idempotencyKey = null): Model\WebhookTest
    {
        return $this->api->webhookEndpointsTest($id, idempotency_key: $idempotencyKey, body: new \stdClass());
    }

    /** Sends up to 500 failed deliveries again: repeat the call while `getHasMore()`. */
    public function sendFailed(
        string $id,
        \DateTimeInterface $since,
        ?string $idempotencyKey = null,
    ): Model\WebhookSending {
        $sending = Fields::filters(['since' => $since]);
        return $this->api->webhookEndpointsSendFailed($id, $sending, idempotency_key: $idempotencyKey);
    }

    public function list(mixed ...$filters): Model\WebhookEndpointList
    {
        return $this->api->webhookEndpointsList(...Fields::filters($filters));
    }

    /** @return \Generator<int, Model\WebhookEndpoint> */
    public function all(mixed ...$filters): \Generator
    {
        return Fields::every($this->list(...), $filters);
    }
}

/** Deliveries of events to endpoints. */
final class WebhookDeliveries
{
    private WebhooksApi $api;

    /** @internal */
    public function __construct(Connection $connection)
    {
        $this->api = new WebhooksApi($connection->client, $connection->configuration);
    }

    /** Includes the signed body. */
    public function get(string $id): Model\WebhookDeliveryWithBody
    {
        return $this->api->webhookDeliveriesGet($id);
    }

    /** Makes one more attempt for a delivery that has ended. */
    public function sendAgain(string $id, ?string $idempotencyKey = null): Model\WebhookDelivery
    {
        return $this->api->webhookDeliveriesSendAgain($id, idempotency_key: $idempotencyKey, body: new \stdClass());
    }

    public function list(mixed ...$filters): Model\WebhookDeliveryList
    {
        return $this->api->webhookDeliveriesList(...Fields::filters($filters));
    }

    /** @return \Generator<int, Model\WebhookDelivery> */
    public function all(mixed ...$filters): \Generator
    {
        return Fields::every($this->list(...), $filters);
    }
}

/** @internal Converts the caller's fields for the generated part. */
final class Fields
{
    /** These fields are objects, but PHP writes an empty array as a JSON list. */
    private const OBJECTS = ['metadata', 'variables'];

    /** Arrays bypass the generated classes, which drop unknown fields: the service reports them instead. */
    public static function of(array|Model\ModelInterface $fields): array|Model\ModelInterface
    {
        return is_array($fields) ? self::objects($fields) : $fields;
    }

    /** The generated part does not format dates in queries or arrays. */
    public static function filters(array $filters): array
    {
        return array_map(
            fn ($value) => $value instanceof \DateTimeInterface ? $value->format($value::RFC3339_EXTENDED) : $value,
            $filters,
        );
    }

    /** @param callable $list returns one page */
    public static function every(callable $list, array $filters): \Generator
    {
        do {
            $page = $list(...$filters);
            // `yield from` would repeat the keys of the previous page.
            foreach ($page->getData() as $item) {
                yield $item;
            }
            $filters['cursor'] = $page->getNextCursor();
        } while ($filters['cursor'] !== null);
    }

    /** Whether the answer is that of an earlier call with the same key. */
    public static function isReplayed(array $headers): bool
    {
        return (array_change_key_case($headers)['idempotent-replayed'] ?? []) === ['true'];
    }

    private static function objects(array $fields): array
    {
        foreach ($fields as $name => $value) {
            if (is_array($value)) {
                $fields[$name] = in_array($name, self::OBJECTS, true) ? (object) $value : self::objects($value);
            }
        }
        return $fields;
    }
}
