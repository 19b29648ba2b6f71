<?php

/** What a call throws. */

namespace Malote;

/** The service refused a request, or failed. Nothing was created or charged by it. */
class MaloteException extends \RuntimeException
{
    /** Category, such as `billing_error`; null where the answer is not the service's, such as a proxy's. */
    public readonly ?string $type;
    /** Exact and stable, such as `insufficient_balance`; handle the ones you do not know by their type. */
    public readonly ?string $errorCode;
    /** Names the request to the service's people. */
    public readonly ?string $requestId;
    public readonly ?string $docUrl;
    /**
     * Everything that is wrong with a request, for a ValidationException.
     *
     * @var list<array{param: string, code: string, message: string}>
     */
    public readonly array $details;

    /** @param int $status that of HTTP */
    final public function __construct(public readonly int $status, array $problem, string $text)
    {
        parent::__construct($problem['message'] ?? "HTTP $status: " . mb_strcut(mb_scrub($text, 'UTF-8'), 0, 200, 'UTF-8'));
        $this->type = $problem['type'] ?? null;
        $this->errorCode = $problem['code'] ?? null;
        $this->requestId = $problem['request_id'] ?? null;
        $this->docUrl = $problem['doc_url'] ?? null;
        $this->details = $problem['details'] ?? [];
    }

    /** The error that an answer stands for; a MaloteException itself for a type that this version does not know. */
    public static function of(int $status, string $body): self
    {
        // Where there is no problem, the answer is not the service's: a proxy's page, or S3's XML.
        $answer = json_decode($body, true);
        $problem = is_array($answer) && is_array($answer['error'] ?? null) ? $answer['error'] : [];
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
        return new $class($status, $problem, $body);
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

/** 403: the account may not do this now. */
class PermissionException extends MaloteException
{
}

/** 404: there is no such object. */
class NotFoundException extends MaloteException
{
}

/** 409: the object's status does not allow it, or the idempotency key stands for another request. */
class ConflictException extends MaloteException
{
}

/** 422: fields are wrong; `details` lists all of them. */
class ValidationException extends MaloteException
{
}

/** 429: too many requests in a second, also after all retries. */
class RateLimitException extends MaloteException
{
}

/** 5xx: the service failed, also after all retries. */
class ApiException extends MaloteException
{
}

/** No answer came, also after all retries. A POST may have been done: repeat it with the same idempotency key. */
class ConnectionException extends \RuntimeException
{
}

/** No answer came in time. */
class TimeoutException extends ConnectionException
{
}

/** A delivery's signature is wrong, or more than five minutes from now. */
class WebhookVerificationException extends \RuntimeException
{
}
