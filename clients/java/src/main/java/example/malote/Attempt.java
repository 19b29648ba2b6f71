package example.malote;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * One attempt of a call, for logs or to read the headers of a response.
 *
 * @param uri contains no API key; that of an upload contains its signature
 * @param number from 1
 * @param idempotencyKey of a POST, or null
 * @param response null if none arrived
 * @param requestId the header Request-Id of the response, or null
 */
public record Attempt(
    String method,
    URI uri,
    int number,
    String idempotencyKey,
    Duration took,
    HttpResponse<byte[]> response,
    String requestId) {}
