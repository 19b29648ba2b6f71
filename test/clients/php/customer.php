<?php

/** A customer's program on the client, under faults. What it prints is judged by `test/clients/run.ts`. */

require __DIR__ . '/webhook.php';

use Malote\AuthenticationException;
use Malote\Malote;
use Malote\Patience;
use Malote\TimeoutException;
use Malote\ValidationException;
use Malote\Webhooks;

const TO = ['name' => 'Maria da Conceição', 'number' => '100', 'postal_code' => '05010-000'];

set_error_handler(fn ($level, $message, $file, $line) => throw new ErrorException($message, 0, $level, $file, $line));

function say(string $step, mixed ...$values): void
{
    echo implode('|', [$step, ...$values]), "\n";
}

function under(string $scenario, ?ArrayObject $slept = null, ?string $apiKey = null, mixed ...$more): Malote
{
    $patience = new Patience(
        ...$more,
        sleep: fn (float $seconds) => $slept?->append((int) round($seconds * 1000)),
        random: fn () => 0.5,
    );
    return new Malote($apiKey, getenv('PROXY') . "/$scenario", patience: $patience);
}

foreach (explode(',', getenv('SCENARIOS')) as $scenario) {
    $slept = new ArrayObject();
    $letter = under($scenario, $slept)->letters->send('small.pdf', ['to' => TO, 'reference' => $scenario]);
    say("posted $scenario", $letter->getId());
    say("slept $scenario", ...$slept);
}

foreach (['small', 'medium', 'large'] as $size) {
    $last = 0;
    $rising = true;
    $letter = under("file-$size")->letters->send(
        "$size.pdf",
        ['to' => TO, 'reference' => "file-$size", 'metadata' => ['size' => $size]],
        onProgress: function (int $sent, int $total) use (&$last, &$rising): void {
            $rising = $rising && $sent > $last && $sent <= $total;
            $last = $sent;
        },
    );
    say("posted file-$size", $letter->getId());
    say("progress $size", json_encode($rising), $last);
}

say('pages', ...array_map(fn ($each) => $each->getId(), iterator_to_array(under('pages')->letters->all(limit: 3))));

try {
    under('none')->letters->send('small.pdf', ['to' => [...TO, 'postal_code' => '00000-000']]);
} catch (ValidationException $error) {
    say('invalid', $error->type, $error->errorCode, $error->details[0]['param']);
}
try {
    under('none', apiKey: 'malote_live_unknown')->balance->get();
} catch (AuthenticationException $error) {
    say('unknown key', $error->type, $error->errorCode);
}
try {
    under('silence', timeout: 0.2, maxRetries: 1)->letters->send('small.pdf', ['to' => TO]);
} catch (TimeoutException $error) {
    say('timeout', (new ReflectionClass($error))->getShortName());
}

$tomorrow = new Malote(baseUrl: getenv('TOMORROW'));
say('status of tomorrow', $tomorrow->letters->get(getenv('LETTER'))->getStatus());

ini_set('error_log', '/dev/null');
foreach (json_decode(getenv('DELIVERIES'), true) as $name => $delivery) {
    say($name, receive($delivery['body'], $delivery['headers']));
}

// Signed by the library of Standard Webhooks, in its own tests.
Webhooks::unwrap(
    '{"test": 2432232314}',
    [
        'Webhook-Id' => 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'Webhook-Timestamp' => '1614265330',
        'Webhook-Signature' => ['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
    ],
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    now: 1614265330,
);
