<?php

namespace Malote;

use GuzzleHttp\Client;
use GuzzleHttp\HandlerStack;
use GuzzleHttp\Middleware;
use GuzzleHttp\Promise\Create;
use GuzzleHttp\Promise\PromiseInterface;
use GuzzleHttp\RequestOptions;
use GuzzleHttp\Utils;
use Malote\Generated\Configuration;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/** @internal Sends the requests of the generated part and of uploads. */
final class Connection
{
    public readonly Configuration $configuration;
    /** For calls of the API: every POST carries an Idempotency-Key, the same one on every attempt. */
    public readonly Client $client;
    private \Closure $handler;

    public function __construct(
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly ?string $baseUrl,
        private readonly string $language,
        public readonly Patience $patience,
        private readonly ?\Closure $own = null,
        private readonly ?string $prepares = null,
    ) {
        $this->configuration = (new Configuration())
            ->setAccessToken($apiKey)
            ->setUserAgent('malote-php/' . Malote::VERSION . ' php/' . PHP_VERSION);
        if ($baseUrl !== null) {
            $this->configuration->setHost(rtrim($baseUrl, '/'));
        }
        // Without Guzzle's own error handling and redirects.
        $stack = new HandlerStack($own ?? Utils::chooseHandler());
        $stack->push(Middleware::prepareBody());
        $this->handler = \Closure::fromCallable($stack->resolve());
        $this->client = new Client(['handler' => $this->keyed(...)]);
    }

    public function withPatience(Patience $patience): self
    {
        return new self($this->apiKey, $this->baseUrl, $this->language, $patience, $this->own, $this->prepares);
    }

    /** For requests that only prepare the call with a key. */
    public function preparing(string $key): self
    {
        return new self($this->apiKey, $this->baseUrl, $this->language, $this->patience, $this->own, $key);
    }

    /** @throws MaloteException|ConnectionException */
    public function send(RequestInterface $request, array $options = []): ResponseInterface
    {
        $options = [
            RequestOptions::VERIFY => true,
            ...$options,
            // Otherwise each large body would wait up to a second for a 100 Continue.
            RequestOptions::EXPECT => false,
            RequestOptions::SYNCHRONOUS => true,
            RequestOptions::TIMEOUT => $this->patience->timeout,
        ];
        $once = function () use ($request, $options): ResponseInterface {
            $request->getBody()->rewind();
            return ($this->handler)($request, $options)->wait();
        };
        return $this->patience->attempt($request, $once, $this->prepares);
    }

    private function keyed(RequestInterface $request, array $options): PromiseInterface
    {
        if ($request->getMethod() === 'POST' && !$request->hasHeader('Idempotency-Key')) {
            $request = $request->withHeader('Idempotency-Key', bin2hex(random_bytes(16)));
        }
        return Create::promiseFor($this->send($request->withHeader('Accept-Language', $this->language), $options));
    }
}
