<?php

namespace Malote;

use GuzzleHttp\Exception\ConnectException;
use GuzzleHttp\Exception\GuzzleException;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/** Retry settings, and retries that never repeat an effect. */
final class Patience
{
    private const FIRST_PAUSE_SECONDS = 0.5;
    private const LONGEST_PAUSE_SECONDS = 8.0;
    /** If the service asks for a longer wait, the error goes to the caller. */
    private const LONGEST_RETRY_AFTER_SECONDS = 60.0;

    /**
     * The service looks up the idempotency key before it decides these, and answers a success under the key again. So
     * they also say that no earlier attempt took effect.
     */
    private const AFTER_THE_KEY = [402, 403, 404, 409, 422];

    private readonly \Closure $sleep;
    private readonly \Closure $random;
    private readonly ?\Closure $onAttempt;

    /**
     * @param int $maxRetries maximum retries for one request
     * @param float $timeout limit in seconds for each attempt, from connecting to the last byte of the response
     * @param ?callable(float): mixed $sleep takes seconds
     * @param ?callable(): float $random returns 0 to 1
     * @param ?callable(Attempt): mixed $onAttempt called after each attempt, for logs or to read the headers of a response
     */
    public function __construct(
        public readonly int $maxRetries = 5,
        public readonly float $timeout = 60.0,
        ?callable $sleep = null,
        ?callable $random = null,
        ?callable $onAttempt = null,
    ) {
        $this->sleep = ($sleep ?? fn (float $seconds) => usleep((int) ($seconds * 1e6)))(...);
        $this->random = ($random ?? fn () => random_int(0, PHP_INT_MAX) / PHP_INT_MAX)(...);
        $this->onAttempt = $onAttempt === null ? null : $onAttempt(...);
    }

    /** These settings with others; the names are those of the constructor. */
    public function with(mixed ...$changes): self
    {
        return new self(...[
            'maxRetries' => $this->maxRetries,
            'timeout' => $this->timeout,
            'sleep' => $this->sleep,
            'random' => $this->random,
            'onAttempt' => $this->onAttempt,
            ...$changes,
        ]);
    }

    /**
     * @internal Sends until a response is successful or an error is not worth retrying.
     *
     * @param callable(): ResponseInterface $send one attempt of the request, which must be safe to repeat
     * @param ?string $prepares the key of the call that this request only prepares
     * @throws MaloteException for an error response
     * @throws ConnectionException if no attempt got a response
     */
    public function attempt(RequestInterface $request, callable $send, ?string $prepares = null): ResponseInterface
    {
        $key = $request->hasHeader('Idempotency-Key') ? $request->getHeaderLine('Idempotency-Key') : null;
        $quotes = str_ends_with($request->getUri()->getPath(), '/quote');
        $writes = $request->getMethod() !== 'GET' && !$quotes && $prepares === null;
        $lost = false;
        for ($number = 1;; $number++) {
            [$response, $cause] = $this->once($request, $send, $number, $key);
            $status = $response?->getStatusCode() ?? 0;
            if ($status >= 200 && $status <= 299) {
                return $response;
            }
            $body = (string) $response?->getBody();
            $problem = MaloteException::problemIn($body);
            // A key in use means that an earlier attempt, whose response was lost, is still running.
            $unknown = $response === null || $status >= 500 || ($problem['code'] ?? null) === 'idempotency_key_in_use';
            $decided = $key !== null && $problem !== [] && in_array($status, self::AFTER_THE_KEY, true);
            $lost = $unknown || ($lost && !$decided);
            $retryAfter = $response === null ? 0.0 : self::retryAfter($response->getHeaderLine('Retry-After'));
            $isLast = $number > $this->maxRetries || $retryAfter > self::LONGEST_RETRY_AFTER_SECONDS;
            if ($isLast || !($unknown || $status === 429)) {
                $outcome = new Outcome($number, $prepares ?? $key, $writes && $lost);
                throw $cause === null ? MaloteException::of($status, $body, $outcome) : $this->lost($cause, $outcome);
            }
            ($this->sleep)($retryAfter + $this->jitter($number - 1));
        }
    }

    /** @return array{?ResponseInterface, ?GuzzleException} */
    private function once(RequestInterface $request, callable $send, int $number, ?string $key): array
    {
        $started = microtime(true);
        $response = $cause = null;
        try {
            $response = $send();
        } catch (GuzzleException $lost) {
            $cause = $lost;
        }
        if ($this->onAttempt !== null) {
            $took = microtime(true) - $started;
            $requestId = $response?->getHeaderLine('Request-Id') ?: null;
            $url = (string) $request->getUri();
            ($this->onAttempt)(new Attempt($request->getMethod(), $url, $number, $key, $took, $response, $requestId));
            $response?->getBody()->rewind();
        }
        return [$response, $cause];
    }

    /** A random pause up to a limit that doubles, so that clients that failed together do not retry together. */
    private function jitter(int $retries): float
    {
        return ($this->random)() * min(self::LONGEST_PAUSE_SECONDS, self::FIRST_PAUSE_SECONDS * 2 ** $retries);
    }

    private function lost(GuzzleException $lost, Outcome $outcome): ConnectionException
    {
        if ($lost instanceof ConnectException && ($lost->getHandlerContext()['errno'] ?? 0) === CURLE_OPERATION_TIMEDOUT) {
            return new TimeoutException("No response within $this->timeout seconds.", $outcome, $lost);
        }
        return new ConnectionException('The connection was lost.', $outcome, $lost);
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
