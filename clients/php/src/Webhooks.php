<?php

namespace Malote;

/** Deliveries to your own server, signed as the Standard Webhooks specification says (https://www.standardwebhooks.com). */
final class Webhooks
{
    private const TOLERANCE_SECONDS = 300;

    /**
     * Checks who sent a delivery, and when.
     *
     * @param string $body the raw body, unchanged, as `file_get_contents('php://input')` gives it
     * @param array<string, string|string[]> $headers by their names, such as `getallheaders()` or those of a PSR-7 request
     * @param string $secret of the endpoint, beginning with `whsec_`
     * @param ?int $now in seconds since 1970, for deliveries that you kept; otherwise the clock's
     * @return array<string, mixed> the event. Answer 2xx also to types that you do not know.
     * @throws WebhookVerificationException when the signature is wrong, or more than five minutes from now
     * @throws \InvalidArgumentException when the secret is none
     * @throws \JsonException when the body is signed, but no JSON
     */
    public static function unwrap(
        string $body,
        array $headers,
        #[\SensitiveParameter] string $secret,
        ?int $now = null,
    ): array {
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException('The secret of an endpoint is whsec_ and base64.');
        }
        $headers = array_change_key_case($headers);
        [$id, $timestamp, $signatures] = array_map(
            fn (string $name) => self::one($headers, $name),
            ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
        );
        if (!ctype_digit($timestamp) || abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw new WebhookVerificationException('The delivery is not of now.');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // There are several while a secret is rotated.
        foreach (explode(' ', $signatures) as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
            }
        }
        throw new WebhookVerificationException('No signature is that of the secret.');
    }

    private static function one(array $headers, string $name): string
    {
        $values = (array) ($headers[$name] ?? []);
        return count($values) === 1 ? $values[0] : throw new WebhookVerificationException("The delivery has no $name.");
    }
}
