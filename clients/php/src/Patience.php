<?php

namespace Malote;

use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Exception\GuzzleException;
use Psr\Http\Message\ResponseInterface;

/** Retry settings, and retries that never repeat an effect. */
final class Patience
{
    private const FIRST_PAUSE_SECONDS = 0.5;
    private const LONGEST_PAUSE_SECONDS = 8.0;
    /** If the service asks for a longer wait, the error goes to the caller. */
    private const LONGEST_RETRY_AFTER_SECONDS = 60.0;

    private \Closure $sleep;
    private \Closure $random;

    /**
     * @param int $maxRetries maximum retries for one request
     * @param float $timeout limit in seconds for each attempt, from connecting to the last byte of the response
     * @param ?callable(float): mixed $sleep takes seconds
     * @param ?callable(): float $random returns 0 to 1
     */
    public function __construct(
        public readonly int $maxRetries = 5,
        public readonly float $timeout = 60.0,
        ?callable $sleep = null,
        ?callable $random = null,
    ) {
        $this->sleep = ($sleep ?? fn (float $seconds) => usleep((int) ($seconds * 1e6)))(...);
        $this->random = ($random ?? fn () => random_int(0, PHP_INT_MAX) / PHP_INT_MAX)(...);
    }

    /**
     * Sends until a response is successful or an error is not worth retrying.
     *
     * @param callable(): ResponseInterface $send one attempt, which must be safe to repeat
     * @throws MaloteException for an error response
     * @throws ConnectionException if no attempt got a response
     */
    public function attempt(callable $send): ResponseInterface
    {
        for ($retries = 0;; $retries++) {
            $retryAfter = 0.0;
            try {
                $response = $send();
                $status = $response->getStatusCode();
                if ($status >= 200 && $status <= 299) {
                    return $response;
                }
                $error = MaloteException::of($status, (string) $response->getBody());
                if (!self::passes($error)) {
                    throw $error;
                }
                $retryAfter = self::retryAfter($response->getHeaderLine('Retry-After'));
            } catch (GuzzleException $lost) {
                $error = $this->lost($lost);
            }
            if ($retries >= $this->maxRetries || $retryAfter > self::LONGEST_RETRY_AFTER_SECONDS) {
                throw $error;
            }
            ($this->sleep)($retryAfter + $this->jitter($retries));
        }
    }

    /** A random pause up to a limit that doubles, so that clients that failed together do not retry together. */
    private function jitter(int $retries): float
    {
        return ($this->random)() * min(self::LONGEST_PAUSE_SECONDS, self::FIRST_PAUSE_SECONDS * 2 ** $retries);
    }

    private function lost(GuzzleException $lost): ConnectionException
    {
        if ($lost instanceof ConnectException && ($lost->getHandlerContext()['errno'] ?? 0) === CURLE_OPERATION_TIMEDOUT) {
            return new TimeoutException("No response within $this->timeout seconds.", 0, $lost);
        }
        return new ConnectionException('The connection was lost.', 0, $lost);
    }

    /** A key in use means that an earlier attempt, whose response was lost, is still running. */
    private static function passes(MaloteException $error): bool
    {
        return $error->status === 429 || $error->status >= 500 || $error->errorCode === 'idempotency_key_in_use';
    }

    /** Seconds, or an HTTP date (RFC 9110 §10.2.3), in seconds from now; 0 without one. */
    private static function retryAfter(string $value): float
    {
        if (ctype_digit($value)) {
            return (float) $value;
        }
        $at = \DateTimeImmutable::createFromFormat('D, d M Y H:i:s \G\M\T', $value, new \DateTimeZone('UTC'));
        return $at === false ? 0.0 : max(0.0, $at->getTimestamp() - microtime(true));
    }
}
