<?php

namespace Malote;

use GuzzleHttp\Psr7\MultipartStream;
use GuzzleHttp\Psr7\Request;
use Malote\Generated\ObjectSerializer;
use Psr\Http\Message\StreamInterface;

/** @internal A PDF to send, with the best method for its size. */
final class Document
{
    private const MEGABYTE = 1024 * 1024;
    // The largest file for each method, in bytes. Larger files use an upload, up to 10 MB; above it: `out_of_range`.
    private const BASE64_BYTES = 3 * self::MEGABYTE;
    private const FORM_BYTES = 4 * self::MEGABYTE;

    private const USELESS = ['upload_file_missing', 'upload_expired', 'upload_file_changed'];

    private string $key;
    private Content $content;

    /** @param string|resource|StreamInterface $file */
    public function __construct(
        mixed $file,
        ?string $filename,
        private readonly ?array $variables,
        ?string $key,
        private readonly mixed $onProgress,
    ) {
        $this->key = $key ?? bin2hex(random_bytes(16));
        $this->content = new Content($file, $filename, $onProgress);
    }

    /**
     * Makes a call with the file.
     *
     * @template T of object
     * @param class-string<T> $answer
     * @param callable(array, string): T $call makes the call with the fields and the key
     * @param ?string $path of an operation that accepts forms
     * @return T
     */
    public function send(Connection $connection, array $fields, string $answer, callable $call, ?string $path): object
    {
        if ($this->size() > self::BASE64_BYTES && !($path !== null && $this->suitsForm())) {
            return $this->uploadAndCall($connection, $fields, $call);
        }
        $made = $this->size() <= self::BASE64_BYTES
            ? $call($this->with(['type' => 'base64', 'data' => base64_encode($this->content->bytes)], $fields), $this->key)
            : $this->sendForm($connection, $fields, $answer, $path);
        if ($this->onProgress !== null) {
            ($this->onProgress)($this->size(), $this->size());
        }
        return $made;
    }

    /**
     * Uploads the file, then makes the call with the upload. Repeated under the same key, both answer as before; but the
     * link of an upload expires earlier than the key. So the call itself tells whether the file had arrived, and if it
     * had not, the next upload takes its place. The keys of the uploads follow from the caller's.
     */
    private function uploadAndCall(Connection $connection, array $fields, callable $call): object
    {
        for ($earlier = 0;; $earlier++) {
            [$id, $replayed] = $this->content->upload($connection, $this->key, $earlier);
            try {
                return $call($this->with(['type' => 'upload', 'upload_id' => $id], $fields), $this->key);
            } catch (MaloteException $error) {
                if (!$replayed || !self::needsAnotherUpload($error)) {
                    throw $error;
                }
            }
        }
    }

    /** The upload never got its file; or the caller's key belongs to a call with a later upload. */
    private static function needsAnotherUpload(MaloteException $error): bool
    {
        $codes = array_column($error->details, 'code');
        return $error->errorCode === 'idempotency_key_reused' || array_intersect($codes, self::USELESS) !== [];
    }

    private function with(array $document, array $fields): array
    {
        $variables = $this->variables === null ? [] : ['variables' => (object) $this->variables];
        return [...$fields, 'document' => [...$document, ...$variables]];
    }

    /** A form cannot express `variables: {}`, which requests a check that the PDF has no markers. */
    private function suitsForm(): bool
    {
        return $this->size() <= self::FORM_BYTES && $this->variables !== [];
    }

    /** A form is the one kind of request that the generated part cannot send. */
    private function sendForm(Connection $connection, array $fields, string $answer, string $path): object
    {
        $form = self::parts('', [...$fields, 'variables' => $this->variables]);
        $form[] = [
            'name' => 'file',
            'contents' => $this->content->bytes,
            'filename' => strtr($this->content->filename, ['"' => '%22', "\r" => '%0D', "\n" => '%0A']),
            'headers' => ['Content-Type' => 'application/pdf'],
        ];
        $body = new MultipartStream($form);
        $headers = [
            'Authorization' => 'Bearer ' . $connection->configuration->getAccessToken(),
            'User-Agent' => $connection->configuration->getUserAgent(),
            'Content-Type' => 'multipart/form-data; boundary=' . $body->getBoundary(),
            'Accept' => 'application/json',
            'Idempotency-Key' => $this->key,
        ];
        $request = new Request('POST', $connection->configuration->getHost() . $path, $headers, $body);
        $text = (string) $connection->client->send($request)->getBody();
        return ObjectSerializer::deserialize(json_decode($text, false, flags: JSON_THROW_ON_ERROR), $answer);
    }

    private function size(): int
    {
        return strlen($this->content->bytes);
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
