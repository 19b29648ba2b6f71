<?php

/** A customer's program that uses the client under faults. `test/outside/clients/run.ts` checks its output. */

require __DIR__ . '/webhook.php';

use Malote\ApiException;
use Malote\Attempt;
use Malote\AuthenticationException;
use Malote\ConflictException;
use Malote\ConnectionException;
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

foreach (['lost', 'links-used', 'links-late', 'links-missing'] as $scenario) {
    $malote = under($scenario, maxRetries: $scenario === 'links-missing' ? 0 : 1);
    $file = $scenario === 'lost' ? 'small.pdf' : 'large.pdf';
    $key = "own $scenario";
    $order = ['to' => TO, 'reference' => $scenario];
    try {
        $malote->letters->send($file, $order, idempotencyKey: $scenario === 'lost' ? null : $key);
    } catch (ApiException | ConnectionException $error) {
        $key = $error->outcome->idempotencyKey;
        $text = $error->getMessage();
        if ($scenario === 'lost') {
            $told = [str_contains($text, $key), str_contains($text, 'may have')];
            $outcome = $error->outcome;
            say('lost', json_encode($outcome->mayHaveTakenEffect), $outcome->attempts, ...array_map(json_encode(...), $told));
        }
    }
    say("posted $scenario", $malote->letters->send($file, $order, idempotencyKey: $key)->getId());
}

$attempts = new ArrayObject();
$observed = under('observed')->with(onAttempt: fn (Attempt $attempt) => $attempts->append($attempt));
$observed->letters->send('small.pdf', ['to' => TO, 'reference' => 'observed']);
$statuses = array_map(fn (Attempt $attempt) => $attempt->response->getStatusCode(), (array) $attempts);
say('observed', ...$statuses, ...[json_encode(str_starts_with($attempts[1]->requestId, 'req_'))]);
try {
    under('silence-once')->with(timeout: 0.2, maxRetries: 0)->balance->get();
} catch (TimeoutException $error) {
    say('own timeout', (new ReflectionClass($error))->getShortName());
}
$priced = array_filter(
    ['small', 'medium', 'large'],
    fn (string $size) => under('none')->letters->quoteFile("$size.pdf", ['to' => TO])->getPrice()->getTotal() > 0,
);
say('quoted', count($priced), 'prices');

say('pages', ...array_map(fn ($each) => $each->getId(), iterator_to_array(under('pages')->letters->all(limit: 3))));

try {
    under('none')->letters->send('small.pdf', ['to' => [...TO, 'postal_code' => '00000-000']]);
} catch (ValidationException $error) {
    say('invalid', $error->type, $error->errorCode, $error->details[0]['param']);
    $text = $error->getMessage();
    $told = [str_contains($text, '- to.postal_code: '), str_contains($text, "request $error->requestId")];
    $outcome = $error->outcome;
    say('refused', json_encode($outcome->mayHaveTakenEffect), $outcome->attempts, ...array_map(json_encode(...), $told));
}
$misspelt = [];
foreach (['small', 'medium', 'large'] as $size) {
    try {
        $order = ['to' => TO, 'reference' => 'misspelt', 'send_dat' => '2026-12-24'];
        under('none')->letters->send("$size.pdf", $order);
    } catch (ValidationException $error) {
        foreach ($error->details as $detail) {
            $misspelt[] = "{$detail['code']} {$detail['param']}";
        }
    }
}
say('misspelt', ...$misspelt);
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
say('letter of tomorrow', $tomorrow->letters->send('small.pdf', ['to' => TO, 'reference' => 'tomorrow'])->getId());
$made = $tomorrow->verifications->create(['to' => TO, 'method' => 'code']);
say('verification of tomorrow', json_encode(str_starts_with($made->getId(), 'ver_')));
say('events of tomorrow', json_encode(count($tomorrow->events->list(limit: 2)->getData()) === 2));

ini_set('error_log', '/dev/null');
foreach (json_decode(getenv('DELIVERIES'), true) as $name => $delivery) {
    say($name, receive($delivery['body'], $delivery['headers']));
}

[$body, $headers] = Webhooks::sign(
    ['type' => 'letter.posted', 'data' => ['id' => 'x']],
    getenv('MALOTE_WEBHOOK_SECRET'),
);
say('signed here', receive($body, $headers));

// A signature from the tests of the Standard Webhooks library.
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

// Every operation of the API, once.
$malote = under('operations');
$order = ['to' => TO, 'document' => ['type' => 'base64', 'data' => base64_encode(file_get_contents('small.pdf'))]];
$id = $malote->letters->create($order)->getId();
$read = $malote->letters->get($id);
$price = $malote->letters->quote($order);
$canceled = $malote->letters->cancel($id);
$newest = $malote->letters->list(limit: 1)->getData()[0];
$same = $read->getPrice()->getTotal() === $price->getPrice()->getTotal();
say('letter', $canceled->getStatus(), json_encode($same), json_encode($newest->getId() === $id));

$verification = $malote->verifications->create(['to' => TO, 'method' => 'code'])->getId();
$quoted = $malote->verifications->quote(['to' => TO, 'method' => 'code']);
$known = $malote->verifications->get($verification);
try {
    $malote->verifications->check($verification, '000000');
} catch (ConflictException $error) {
    say('early', $error->errorCode);
}
$tries = $malote->verifications->attempts($verification);
$ended = $malote->verifications->cancel($verification);
$evidence = $malote->verifications->evidence($verification);
$figures = $malote->verifications->figures(created_after: new DateTimeImmutable('2026-01-01T00:00:00Z'));
$listed = $malote->verifications->list(status: 'canceled')->getData();
$same = $known->getPrice()->getTotal() === $quoted->getPrice()->getTotal();
say('verification', $ended->getStatus(), json_encode($same), count($tries->getData()));
$same = $evidence->getVerificationId() === $verification;
say('evidence', json_encode($same), $figures->getByStatus()->getCanceled(), count($listed));

$upload = $malote->uploads->create(['filename' => 'contrato.pdf', 'size' => 1000]);
$account = $malote->account->get();
$balance = $malote->balance->get();
$transaction = $malote->balance->transactions(type: 'verification', limit: 1)->getData()[0];
$events = $malote->events->list(object_id: $id, type: 'letter.canceled')->getData();
$same = json_encode($transaction->getSourceId() === $verification);
say('account', $upload->getObject(), $account->getObject(), $balance->getCurrency(), $same);
assert($events[0]->getData()->getStatus() === 'canceled');
say('events', count($events), $malote->postalCodes->get('05010-000')->getCity());
$found = $malote->postalCodes->search('SP', 'Sao Paulo', 'r caiubi')->getData()[0];
$written = ['state' => 'SP', 'city' => 'Sao Paulo', 'street' => 'r caiubi', 'postal_code' => '05010000'];
$checked = $malote->addresses->check([$written])->getData()[0];
say('addresses', $found->getPostalCode(), $checked->getAddress()->getStreet());

$endpoints = $malote->webhookEndpoints;
$created = $endpoints->create(['url' => 'https://empresa.example/webhooks']);
$endpoint = $created->getId();
$edited = $endpoints->edit($endpoint, ['events' => ['letter.posted']]);
$rotated = $endpoints->rotateSecret($endpoint, overlapHours: 1);
$tested = $endpoints->test($endpoint);
$sending = $endpoints->sendFailed($endpoint, since: new DateTimeImmutable());
$new = json_encode($rotated->getSecret() !== $created->getSecret());
$url = $endpoints->get($endpoint)->getUrl();
say('endpoint', $url, ...$edited->getEvents(), ...[$new, $tested->getError(), $sending->getCount()]);
$there = $endpoints->list()->getData();
say('removed', count($there), json_encode($endpoints->remove($endpoint)->getDeleted()));

$delivery = $malote->webhookDeliveries->list(state: 'delivered', limit: 1)->getData()[0];
$again = $malote->webhookDeliveries->sendAgain($delivery->getId());
$body = json_decode($malote->webhookDeliveries->get($again->getId())->getBody());
say('delivery', json_encode($body->id === $again->getEventId()));

$batches = $malote->letterBatches;
$files = ['rows' => 'cartas.jsonl', 'documents' => ['contrato' => 'contrato.pdf'], 'idempotencyKey' => 'own batch'];
$batch = under('links-batch')->letterBatches->prepare(...$files)->getId();
$repeated = under('none')->letterBatches->prepare(...$files)->getId() === $batch;
$settled = function (callable $isSo, ?string $id = null) use ($batches, $batch): \Malote\Generated\Model\LetterBatch {
    while (!$isSo($read = $batches->get($id ?? $batch))) {
        usleep(200_000);
    }
    return $read;
};
$offer = $settled(fn ($read) => $read->getQuote() !== null)->getQuote();
under('batch-confirm')->letterBatches->confirm($batch, $offer->getHash());
$charged = $batches->confirm($batch, $offer->getHash())->getCharged() === $offer->getTotal();
$settled(fn ($read) => $read->getEndedAt() !== null);
$made = $batches->rows($batch, state: 'created')->getData()[0]->getLetterId();
$found = $malote->letters->list(letter_batch_id: $batch)->getData()[0]->getId() === $made;
$rows = iterator_to_array(under('batch-rows')->letterBatches->allRows($batch, limit: 1));
$states = array_map(fn ($row) => $row->getState(), $rows);
say('batch', ...array_map(json_encode(...), [$repeated, $charged, $found]), ...$states);
$proof = $malote->letters->evidence($id)->getLetterId() === $id;
say('letter evidence', json_encode($proof), $malote->letters->lookUps($id)->getTotal());
$tomorrow = new Malote(baseUrl: getenv('TOMORROW'));
say('batch of tomorrow', $tomorrow->letterBatches->get($batch)->getStatus());
$tomorrow->letterBatches->rows($batch);
$tomorrow->letters->evidence($id);
$tomorrow->letters->lookUps($id);
$batches->cancel($batch);
$canceled = $settled(fn ($read) => $read->getStatus() === 'canceled')->getCounts()->getCanceled();
$sheet = $batches->prepare('cartas.csv', $files['documents'])->getId();
$isPriced = fn ($read) => $read->getQuote() !== null || $read->getEndedAt() !== null;
$priced = $settled($isPriced, $sheet)->getQuote();
say('spreadsheet', $priced->getLetters(), $priced->getRefused());
$documents = [['name' => 'x', 'upload_id' => $upload->getId()]];
$more = $batches->create(['filename' => 'x.jsonl', 'size' => 9, 'documents' => $documents])->getId();
$newest = $batches->list(limit: 1)->getData()[0]->getId() === $more;
try {
    $batches->quote($more);
} catch (ValidationException $error) {
    say('batch ends', $canceled, json_encode($newest), $error->details[0]['code']);
}
