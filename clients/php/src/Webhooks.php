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
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('An endpoint secret is whsec_ followed by base64.');
        }
        $headers = array_change_key_case($headers);
        [$id, $timestamp, $signatures] = array_map(
            fn (string $name) => self::one($headers, $name),
            ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
        );
        if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw new WebhookVerificationException('The timestamp is more than five minutes off.');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // There are several during the rotation of a secret.
        foreach (explode(' ', $signatures) as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
            }
        }
        throw new WebhookVerificationException('No signature matches the secret.');
    }

    private static function one(array $headers, string $name): string
    {
        $values = (array) ($headers[$name] ?? []);
        return count($values) === 1 ? $values[0] : throw new WebhookVerificationException("The delivery must have one $name.");
    }
}
