<?php

namespace Malote;

/**
 * The service of one account.
 *
 * Every call throws a MaloteException or a ConnectionException. Requests are arrays, and filters of lists are named
 * arguments, as the API names them. `idempotencyKey` is a random one otherwise; give your own to repeat a call after your
 * program was restarted.
 */
final class Malote
{
    /** That of the service. */
    public const VERSION = '1.0.0';

    public readonly Letters $letters;
    public readonly Verifications $verifications;
    public readonly Uploads $uploads;
    public readonly Account $account;
    public readonly Balance $balance;
    public readonly Events $events;
    public readonly PostalCodes $postalCodes;
    public readonly WebhookEndpoints $webhookEndpoints;
    public readonly WebhookDeliveries $webhookDeliveries;

    /**
     * @param ?string $apiKey otherwise MALOTE_API_KEY of the environment
     * @param ?string $baseUrl otherwise MALOTE_BASE_URL of the environment, or the service itself
     * @param string $language of error messages, `pt-BR` or `en`
     */
    public function __construct(
        #[\SensitiveParameter] ?string $apiKey = null,
        ?string $baseUrl = null,
        string $language = 'pt-BR',
        Patience $patience = new Patience(),
    ) {
        $key = $apiKey ?: getenv('MALOTE_API_KEY') ?: throw new \InvalidArgumentException(
            'Give apiKey, or set MALOTE_API_KEY.',
        );
        $connection = new Connection($key, $baseUrl ?: getenv('MALOTE_BASE_URL') ?: null, $language, $patience);
        $this->letters = new Letters($connection);
        $this->verifications = new Verifications($connection);
        $this->uploads = new Uploads($connection);
        $this->account = new Account($connection);
        $this->balance = new Balance($connection);
        $this->events = new Events($connection);
        $this->postalCodes = new PostalCodes($connection);
        $this->webhookEndpoints = new WebhookEndpoints($connection);
        $this->webhookDeliveries = new WebhookDeliveries($connection);
    }
}
