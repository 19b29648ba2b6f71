<?php

namespace Malote;

use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Exception\GuzzleException;
use Psr\Http\Message\ResponseInterface;

/** How long to try, and trying again without doing anything twice. */
final class Patience
{
    private const FIRST_PAUSE_SECONDS = 0.5;
    private const LONGEST_PAUSE_SECONDS = 8.0;
    /** A service that asks for more patience than this gets its answer told to the caller. */
    private const LONGEST_RETRY_AFTER_SECONDS = 60.0;

    private \Closure $sleep;
    private \Closure $random;

    /**
     * @param int $maxRetries how often a request is tried again
     * @param float $timeout seconds for each try, from the connection to the last byte of the answer
     * @param ?callable(float): mixed $sleep takes seconds
     * @param ?callable(): float $random gives 0 to 1
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
     * Sends until an answer is a success, or a refusal that no retry changes.
     *
     * @param callable(): ResponseInterface $send one try, which must be safe to repeat
     * @throws MaloteException for a refusal
     * @throws ConnectionException when no try got an answer
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

    /** Anything from nothing to a pause that doubles: clients that failed together do not come back together. */
    private function jitter(int $retries): float
    {
        return ($this->random)() * min(self::LONGEST_PAUSE_SECONDS, self::FIRST_PAUSE_SECONDS * 2 ** $retries);
    }

    private function lost(GuzzleException $lost): ConnectionException
    {
        if ($lost instanceof ConnectException && ($lost->getHandlerContext()['errno'] ?? 0) === CURLE_OPERATION_TIMEDOUT) {
            return new TimeoutException("No answer in $this->timeout seconds.", 0, $lost);
        }
        return new ConnectionException('The connection was lost.', 0, $lost);
    }

    /** A key in use means that an earlier try, whose answer was lost, is still running. */
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
