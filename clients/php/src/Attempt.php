<?php

namespace Malote;

use Psr\Http\Message\ResponseInterface;

/** One attempt of a call. */
final class Attempt
{
    /**
     * @internal
     *
     * @param string $url contains no API key; that of an upload contains its signature
     * @param int $number from 1
     * @param ?ResponseInterface $response null if none arrived
     * @param ?string $requestId the header Request-Id of the response
     */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        public readonly int $number,
        public readonly ?string $idempotencyKey,
        public readonly float $seconds,
        public readonly ?ResponseInterface $response,
        public readonly ?string $requestId,
    ) {
    }
}
