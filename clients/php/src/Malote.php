<?php

namespace Malote;

/**
 * A client for one account.
 *
 * Calls throw a MaloteException or a ConnectionException. Requests are arrays and list filters are named arguments,
 * with the API's names. `idempotencyKey` is random by default; pass your own to retry a call after your program
 * restarts.
 */
final class Malote
{
    /** Version of the API. */
    public const VERSION = '1.0.0';

    private readonly Connection $connection;
    public readonly Letters $letters;
    public readonly LetterBatches $letterBatches;
    public readonly Verifications $verifications;
    public readonly Uploads $uploads;
    public readonly Account $account;
    public readonly Balance $balance;
    public readonly Events $events;
    public readonly PostalCodes $postalCodes;
    public readonly Addresses $addresses;
    public readonly WebhookEndpoints $webhookEndpoints;
    public readonly WebhookDeliveries $webhookDeliveries;

    /**
     * @param ?string $apiKey defaults to the environment variable MALOTE_API_KEY
     * @param ?string $baseUrl defaults to the environment variable MALOTE_BASE_URL, or the production URL
     * @param string $language language of error messages, `pt-BR` or `en`
     * @param ?callable $handler a Guzzle handler of your own, for a proxy of yours, for example
     */
    public function __construct(
        #[\SensitiveParameter] ?string $apiKey = null,
        ?string $baseUrl = null,
        string $language = 'pt-BR',
        Patience $patience = new Patience(),
        ?callable $handler = null,
    ) {
        $key = $apiKey ?: getenv('MALOTE_API_KEY') ?: throw new \InvalidArgumentException(
            'Pass apiKey or set MALOTE_API_KEY.',
        );
        $url = $baseUrl ?: getenv('MALOTE_BASE_URL') ?: null;
        $this->use(new Connection($key, $url, $language, $patience, $handler === null ? null : $handler(...)));
    }

    /** This client with another patience, for one call: `$malote->with(timeout: 5)->balance->get()`. */
    public function with(mixed ...$changes): self
    {
        $changed = (new \ReflectionClass(self::class))->newInstanceWithoutConstructor();
        $changed->use($this->connection->withPatience($this->connection->patience->with(...$changes)));
        return $changed;
    }

    private function use(Connection $connection): void
    {
        $this->connection = $connection;
        $this->letters = new Letters($connection);
        $this->letterBatches = new LetterBatches($connection);
        $this->verifications = new Verifications($connection);
        $this->uploads = new Uploads($connection);
        $this->account = new Account($connection);
        $this->balance = new Balance($connection);
        $this->events = new Events($connection);
        $this->postalCodes = new PostalCodes($connection);
        $this->addresses = new Addresses($connection);
        $this->webhookEndpoints = new WebhookEndpoints($connection);
        $this->webhookDeliveries = new WebhookDeliveries($connection);
    }
}
