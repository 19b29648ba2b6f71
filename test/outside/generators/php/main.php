<?php

// A customer's program that uses openapi-generator's client for PHP.

require getenv('GUZZLE');
spl_autoload_register(function (string $class): void {
    $prefix = 'OpenAPI\\Client\\';
    $file = getenv('CLIENT') . '/lib/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
    if (str_starts_with($class, $prefix) && is_file($file)) {
        require $file;
    }
});

use OpenAPI\Client\Api\EventsApi;
use OpenAPI\Client\Api\LettersApi;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\AddressInput;
use OpenAPI\Client\Model\Base64DocumentInput;
use OpenAPI\Client\Model\LetterInput;
use OpenAPI\Client\Model\PostalService;

function service(string $variable): Configuration
{
    return (new Configuration())->setHost(getenv($variable))->setAccessToken(getenv('API_KEY'));
}

function say(string $step, array $values): void
{
    echo $step, ' ', implode(' ', $values), "\n";
}

$letters = new LettersApi(config: service('BASE_URL'));
$reference = getenv('REFERENCE');
$order = new LetterInput([
    'to' => new AddressInput(['name' => 'Maria da Conceição', 'number' => '100', 'postal_code' => '05010-000']),
    'document' => new Base64DocumentInput(['type' => 'base64', 'data' => getenv('PDF')]),
    'postal_services' => [PostalService::REGISTERED],
    'reference' => $reference,
]);
$letter = $letters->lettersCreate($order, 'en', $reference);
say('posted', [$letter->getId()]);
say('read', [$letters->lettersGet($letter->getId())->getStatus()]);
say('letters', array_map(fn ($each) => $each->getId(), $letters->lettersList(reference: $reference)->getData()));
$events = (new EventsApi(config: service('BASE_URL')))->eventsList(object_id: $letter->getId());
say('events', array_map(fn ($each) => $each->getType() . ':' . $each->getData()->getId(), $events->getData()));

$tomorrow = new LettersApi(config: service('TOMORROW_URL'));
say('status', [$tomorrow->lettersGet($letter->getId())->getStatus()]);
say('statuses', array_map(fn ($each) => $each->getStatus(), $tomorrow->lettersList(reference: $reference)->getData()));
$again = $tomorrow->lettersCreate($order, 'en', $reference);
$grown = (new EventsApi(config: service('TOMORROW_URL')))->eventsList(object_id: $letter->getId())->getData();
say('grown', [$again->getId(), $grown[0]->getData()->getObject()]);
