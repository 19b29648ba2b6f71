<?php

/** Exceptions of the client. */

namespace Malote;

/** What is known of a call that failed. */
final class Outcome
{
    /**
     * @param int $attempts how often it was sent
     * @param ?string $idempotencyKey the key of a POST: repeating the call with it never repeats its effect
     * @param bool $mayHaveTakenEffect an attempt was lost, and no later answer says what became of it: something may have
     *   been created and charged. If false, the call created and charged nothing.
     */
    public function __construct(
        public readonly int $attempts,
        public readonly ?string $idempotencyKey,
        public readonly bool $mayHaveTakenEffect,
    ) {
    }

    /**
     * @internal The text of an error, with what is known.
     *
     * @param list<string> $lines
     */
    public function text(array $lines, ?string $requestId = null): string
    {
        $known = $requestId === null ? [] : ["request $requestId"];
        $known[] = $this->attempts === 1 ? '1 attempt' : "$this->attempts attempts";
        $advice = 'Look before you repeat it.';
        if ($this->idempotencyKey !== null) {
            $known[] = "idempotency key $this->idempotencyKey";
            $advice = 'Repeat it with the same idempotency key.';
        }
        if ($this->mayHaveTakenEffect) {
            $lines[] = "An attempt was lost, so the call may have taken effect. $advice";
        }
        return implode("\n", [...$lines, '(' . implode(', ', $known) . ')']);
    }
}

/** The service refused the request or failed. The text has all details, and what is known of earlier attempts. */
class MaloteException extends \RuntimeException
{
    /** Category, such as `billing_error`; null if the response is not from the service (a proxy's, for example). */
    public readonly ?string $type;
    /** Specific and stable, such as `insufficient_balance`; handle unknown codes by their type. */
    public readonly ?string $errorCode;
    /** Identifies the request when you contact support. */
    public readonly ?string $requestId;
    public readonly ?string $docUrl;
    /**
     * All problems of the request, for a ValidationException.
     *
     * @var list<array{param: string, code: string, message: string}>
     */
    public readonly array $details;

    /** @param int $status HTTP status */
    final public function __construct(
        public readonly int $status,
        array $problem,
        string $text,
        public readonly Outcome $outcome,
    ) {
        $message = $problem['message'] ?? "HTTP $status: " . mb_strcut(mb_scrub($text, 'UTF-8'), 0, 200, 'UTF-8');
        $details = array_map(
            fn (array $detail) => "- {$detail['param']}: {$detail['message']}",
            $problem['details'] ?? [],
        );
        parent::__construct($outcome->text([$message, ...$details], $problem['request_id'] ?? null));
        $this->type = $problem['type'] ?? null;
        $this->errorCode = $problem['code'] ?? null;
        $this->requestId = $problem['request_id'] ?? null;
        $this->docUrl = $problem['doc_url'] ?? null;
        $this->details = $problem['details'] ?? [];
    }

    /** The error of a response: a plain MaloteException for types that this version does not know. */
    public static function of(int $status, string $body, Outcome $outcome): self
    {
        $problem = self::problemIn($body);
        $class = match ($problem['type'] ?? null) {
            'invalid_request_error' => InvalidRequestException::class,
            'authentication_error' => AuthenticationException::class,
            'billing_error' => BillingException::class,
            'permission_error' => PermissionException::class,
            'not_found_error' => NotFoundException::class,
            'conflict_error' => ConflictException::class,
            'validation_error' => ValidationException::class,
            'rate_limit_error' => RateLimitException::class,
            'api_error' => ApiException::class,
            default => $status >= 500 ? ApiException::class : self::class,
        };
        return new $class($status, $problem, $body, $outcome);
    }

    /** @internal Without an error object, the response is not from the service: a proxy's page, or S3's XML. */
    public static function problemIn(string $body): array
    {
        $answer = json_decode($body, true);
        return is_array($answer) && is_array($answer['error'] ?? null) ? $answer['error'] : [];
    }
}

/** 400 and 413: the request cannot be read. */
class InvalidRequestException extends MaloteException
{
}

/** 401: the API key is missing, unknown or revoked. */
class AuthenticationException extends MaloteException
{
}

/** 402: the balance does not cover the price. */
class BillingException extends MaloteException
{
}

/** 403: the account is currently not allowed to do this. */
class PermissionException extends MaloteException
{
}

/** 404: the object does not exist. */
class NotFoundException extends MaloteException
{
}

/** 409: the object's status does not allow it, or the idempotency key belongs to another request. */
class ConflictException extends MaloteException
{
}

/** 422: fields are invalid; `details` lists all of them. */
class ValidationException extends MaloteException
{
}

/** 429: too many requests per second, even after all retries. */
class RateLimitException extends MaloteException
{
}

/** 5xx: the service failed, even after all retries. */
class ApiException extends MaloteException
{
}

/** No response, even after all retries. */
class ConnectionException extends \RuntimeException
{
    final public function __construct(string $message, public readonly Outcome $outcome, \Throwable $cause)
    {
        parent::__construct($outcome->text([$message]), 0, $cause);
    }
}

/** The response did not arrive in time. */
class TimeoutException extends ConnectionException
{
}

/** A delivery's signature is wrong or more than five minutes off. */
class WebhookVerificationException extends \RuntimeException
{
}
