<?php

namespace Malote;

/** Deliveries to your server, signed as specified by Standard Webhooks (https://www.standardwebhooks.com). */
final class Webhooks
{
    private const TOLERANCE_SECONDS = 300;

    /**
     * Verifies the sender and the age of a delivery.
     *
     * @param string $body the raw body, unchanged, such as `file_get_contents('php://input')`
     * @param array<string, string|string[]> $headers by name, from `getallheaders()` or a PSR-7 request
     * @param string $secret the endpoint's secret, beginning with `whsec_`
     * @param ?int $now in seconds since 1970, for deliveries that you stored; default: the current time
     * @return array<string, mixed> the event. Respond with 2xx to unknown types too.
     * @throws WebhookVerificationException if the signature is wrong or more than five minutes off
     * @throws \InvalidArgumentException if the secret is malformed
     * @throws \JsonException if the body is signed but not JSON
     */
    public static function unwrap(
        string $body,
        array $headers,
        #[\SensitiveParameter] string $secret,
        ?int $now = null,
    ): array {
        $headers = array_change_key_case($headers);
        [$id, $timestamp, $signatures] = array_map(
            fn (string $name) => self::one($headers, $name),
            ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
        );
        if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw new WebhookVerificationException('The timestamp is more than five minutes off.');
        }
        $expected = self::signature("$id.$timestamp.$body", $secret);
        // There are several during the rotation of a secret.
        foreach (explode(' ', $signatures) as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
            }
        }
        throw new WebhookVerificationException(
            'No signature matches the secret. If the secret is right, pass the bytes as they arrived: in Laravel '
            . "\$request->getContent(), in Symfony too, elsewhere file_get_contents('php://input').",
        );
    }

    /**
     * Signs an event as the service does, for tests of your own receiver.
     *
     * @param array<string, mixed>|string $event it, or the body itself
     * @return array{string, array<string, string>} the body and the headers of a delivery
     */
    public static function sign(
        array|string $event,
        #[\SensitiveParameter] string $secret,
        string $id = 'evt_test',
        ?int $now = null,
    ): array {
        $body = is_string($event) ? $event : json_encode($event, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
        $timestamp = (string) ($now ?? time());
        $signature = self::signature("$id.$timestamp.$body", $secret);
        return [$body, [
            'content-type' => 'application/json',
            'webhook-id' => $id,
            'webhook-timestamp' => $timestamp,
            'webhook-signature' => $signature,
        ]];
    }

    private static function signature(string $signed, #[\SensitiveParameter] string $secret): string
    {
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('An endpoint secret is whsec_ followed by base64.');
        }
        return 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    }

    private static function one(array $headers, string $name): string
    {
        $values = (array) ($headers[$name] ?? []);
        return count($values) === 1 ? $values[0] : throw new WebhookVerificationException("The delivery must have one $name.");
    }
}
