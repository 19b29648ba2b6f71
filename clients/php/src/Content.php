<?php

namespace Malote;

use GuzzleHttp\Psr7\FnStream;
use GuzzleHttp\Psr7\Request;
use GuzzleHttp\Psr7\Utils;
use Malote\Generated\Api\UploadsApi;
use Psr\Http\Message\StreamInterface;

/** @internal A file to send to its link. */
final class Content
{
    public readonly string $bytes;
    public readonly string $filename;
    private ?\Closure $onProgress;

    /** @param string|resource|StreamInterface $file */
    public function __construct(
        mixed $file,
        ?string $filename = null,
        ?callable $onProgress = null,
        string $nameless = 'document.pdf',
    ) {
        $stream = Utils::streamFor(is_string($file) ? Utils::tryFopen($file, 'rb') : $file);
        $this->bytes = (string) $stream;
        $this->filename = $filename ?? (is_string($file) ? basename($file) : $nameless);
        $this->onProgress = $onProgress === null ? null : $onProgress(...);
    }

    /**
     * Uploads the file for the call with a key, which may have several.
     *
     * @return array{string, bool} the id of the upload, and whether an earlier call with the same key made it
     */
    public function upload(Connection $connection, string $key, int $number): array
    {
        $preparing = $connection->preparing($key);
        // A key belongs to one request, so each upload gets its own.
        $own = hash('sha256', $number === 0 ? $key : "$key $number");
        $order = ['filename' => $this->filename, 'size' => strlen($this->bytes)];
        [$upload, , $headers] = (new UploadsApi($preparing->client, $preparing->configuration))
            ->uploadsCreateWithHttpInfo($order, idempotency_key: $own);
        $replayed = Fields::isReplayed($headers);
        $this->put($preparing, $upload->getUploadUrl(), $replayed, ['Content-Type' => 'application/pdf']);
        return [$upload->getId(), $replayed];
    }

    /** Sends the file to its link. A link that has its file, or may have it, is no error. */
    public function put(Connection $connection, string $url, bool $replayed, array $headers): void
    {
        try {
            // On a used connection that is lost, curl itself sends again, and a link may take one file only.
            $connection->send(
                new Request('PUT', $url, $headers, $this->progressStream()),
                ['curl' => [CURLOPT_FRESH_CONNECT => true]],
            );
        } catch (MaloteException $error) {
            // S3 answers 409 or 412 to a second file where only one is allowed, and 403 to a link that has expired. The
            // first file came with an earlier call, or with an attempt whose response was lost.
            $isExpired = $error->status === 403 && ($replayed || $error->outcome->attempts > 1);
            if (!$isExpired && !in_array($error->status, [409, 412], true)) {
                throw $error;
            }
        }
    }

    private function progressStream(): StreamInterface
    {
        $stream = Utils::streamFor($this->bytes);
        if ($this->onProgress === null) {
            return $stream;
        }
        return FnStream::decorate($stream, [
            'read' => function (int $length) use ($stream): string {
                $chunk = $stream->read($length);
                if ($chunk !== '') {
                    ($this->onProgress)($stream->tell(), strlen($this->bytes));
                }
                return $chunk;
            },
        ]);
    }
}
