<?php

namespace Malote;

use GuzzleHttp\Psr7\FnStream;
use GuzzleHttp\Psr7\MultipartStream;
use GuzzleHttp\Psr7\Request;
use GuzzleHttp\Psr7\Utils;
use Malote\Generated\Model\Letter;
use Malote\Generated\ObjectSerializer;
use Psr\Http\Message\StreamInterface;

/** @internal A PDF to send, with the best method for its size. */
final class Document
{
    private const MEGABYTE = 1024 * 1024;
    // The largest file for each method, in bytes. Larger files use an upload, up to 10 MB; above it: `out_of_range`.
    private const BASE64_BYTES = 3 * self::MEGABYTE;
    private const FORM_BYTES = 4 * self::MEGABYTE;

    private string $bytes;
    private string $filename;
    private ?\Closure $onProgress;

    /** @param string|resource|StreamInterface $file */
    public function __construct(
        mixed $file,
        ?string $filename,
        private readonly ?array $variables,
        private readonly ?string $key,
        ?callable $onProgress,
    ) {
        $stream = Utils::streamFor(is_string($file) ? Utils::tryFopen($file, 'rb') : $file);
        $this->bytes = (string) $stream;
        $this->filename = $filename ?? (is_string($file) ? basename($file) : 'document.pdf');
        $this->onProgress = $onProgress === null ? null : $onProgress(...);
    }

    /** A form cannot express `variables: {}`, which requests a check that the PDF has no markers. */
    public function suitsForm(): bool
    {
        return $this->size() > self::BASE64_BYTES && $this->size() <= self::FORM_BYTES && $this->variables !== [];
    }

    /** The `document` field; uploads a large file first. */
    public function asInput(Connection $connection): array
    {
        $document = $this->size() <= self::BASE64_BYTES
            ? ['type' => 'base64', 'data' => base64_encode($this->bytes)]
            : ['type' => 'upload', 'upload_id' => $this->upload($connection)];
        return $this->variables === null ? $document : [...$document, 'variables' => (object) $this->variables];
    }

    /** Creates a letter with a form, the one request that the generated part cannot send. */
    public function sendForm(Connection $connection, array $fields): Letter
    {
        $form = self::parts('', [...$fields, 'variables' => $this->variables]);
        $form[] = [
            'name' => 'file',
            'contents' => $this->bytes,
            'filename' => strtr($this->filename, ['"' => '%22', "\r" => '%0D', "\n" => '%0A']),
            'headers' => ['Content-Type' => 'application/pdf'],
        ];
        $body = new MultipartStream($form);
        $headers = [
            'Authorization' => 'Bearer ' . $connection->configuration->getAccessToken(),
            'User-Agent' => $connection->configuration->getUserAgent(),
            'Content-Type' => 'multipart/form-data; boundary=' . $body->getBoundary(),
            'Accept' => 'application/json',
        ];
        if ($this->key !== null) {
            $headers['Idempotency-Key'] = $this->key;
        }
        $request = new Request('POST', $connection->configuration->getHost() . '/letters', $headers, $body);
        $answer = json_decode((string) $connection->client->send($request)->getBody(), false, flags: JSON_THROW_ON_ERROR);
        return ObjectSerializer::deserialize($answer, Letter::class);
    }

    /** Reports the progress of a file that was sent in one request. */
    public function sent(): void
    {
        if ($this->onProgress !== null && $this->size() <= self::FORM_BYTES) {
            ($this->onProgress)($this->size(), $this->size());
        }
    }

    private function size(): int
    {
        return strlen($this->bytes);
    }

    private function upload(Connection $connection): string
    {
        // A key belongs to one request, so the upload gets its own, derived from the letter's.
        $key = $this->key === null ? null : hash('sha256', $this->key);
        $order = ['filename' => $this->filename, 'size' => $this->size()];
        $upload = (new Uploads($connection))->create($order, idempotencyKey: $key);
        $headers = ['Content-Type' => 'application/pdf'];
        $connection->send(new Request('PUT', $upload->getUploadUrl(), $headers, $this->progressStream()));
        return $upload->getId();
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
                    ($this->onProgress)($stream->tell(), $this->size());
                }
                return $chunk;
            },
        ]);
    }

    /** Form parts: objects use brackets, lists repeat the name. Null is omitted, which means the same. */
    private static function parts(string $name, mixed $value): array
    {
        if ($value === null) {
            return [];
        }
        if (!is_array($value)) {
            return [['name' => $name, 'contents' => is_bool($value) ? json_encode($value) : (string) $value]];
        }
        $parts = [];
        foreach ($value as $key => $item) {
            $inner = array_is_list($value) ? "{$name}[]" : ($name === '' ? $key : "{$name}[{$key}]");
            array_push($parts, ...self::parts($inner, $item));
        }
        return $parts;
    }
}
