package example.malote;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/** Retries requests. Every POST carries an Idempotency-Key, the same one on every attempt. */
final class PatientHttpClient extends HttpClient {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  /** Doublings until the longest pause, 8 s. */
  private static final int DOUBLINGS = 4;
  /** If the service asks for a longer wait, the error goes to the caller. */
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(1);

  private final HttpClient client;
  private final Patience patience;

  PatientHttpClient(Patience patience) {
    this.client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    this.patience = patience;
  }

  /** Serves the generated part, which reads only streams. */
  @Override
  @SuppressWarnings("unchecked")
  public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
      throws InterruptedException {
    HttpRequest.Builder keyed = HttpRequest.newBuilder(request, (name, value) -> true);
    if (request.method().equals("POST") && request.headers().firstValue("Idempotency-Key").isEmpty()) {
      keyed.setHeader("Idempotency-Key", UUID.randomUUID().toString());
    }
    return (HttpResponse<T>) new Read(attempt(keyed.build()));
  }

  /**
   * Sends until a response is successful or an error is not worth retrying.
   *
   * @throws MaloteException for an error response
   * @throws ConnectionException if no attempt got a response
   */
  HttpResponse<byte[]> attempt(HttpRequest request) throws InterruptedException {
    for (int retries = 0; ; retries++) {
      RuntimeException error;
      Duration retryAfter = Duration.ZERO;
      try {
        HttpResponse<byte[]> response = once(request);
        if (response.statusCode() / 100 == 2) {
          return response;
        }
        MaloteException refusal = MaloteException.of(response.statusCode(), response.body());
        if (!passes(refusal)) {
          throw refusal;
        }
        error = refusal;
        retryAfter = response.headers().firstValue("Retry-After").map(PatientHttpClient::retryAfter).orElse(retryAfter);
      } catch (ConnectionException lost) {
        error = lost;
      }
      if (retries >= patience.maxRetries() || retryAfter.compareTo(LONGEST_RETRY_AFTER) > 0) {
        throw error;
      }
      patience.sleep().sleep(retryAfter.plus(jitter(retries)));
    }
  }

  /** The timeout of HttpRequest ends with the headers; this one covers the whole response. */
  private HttpResponse<byte[]> once(HttpRequest request) throws InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    try {
      return answer.get(patience.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (java.util.concurrent.TimeoutException late) {
      throw new TimeoutException("No response within " + patience.timeout() + ".", late);
    } catch (ExecutionException lost) {
      throw new ConnectionException("The connection was lost.", lost.getCause());
    } finally {
      answer.cancel(true);
    }
  }

  /** A random pause up to a limit that doubles, so that clients that failed together do not retry together. */
  private Duration jitter(int retries) {
    long longest = FIRST_PAUSE.toMillis() << Math.min(retries, DOUBLINGS);
    return Duration.ofMillis(Math.round(patience.random().getAsDouble() * longest));
  }

  /** A key in use means that an earlier attempt, whose response was lost, is still running. */
  private static boolean passes(MaloteException error) {
    return error.status() == 429 || error.status() >= 500 || "idempotency_key_in_use".equals(error.code());
  }

  /** Seconds, or an HTTP date (RFC 9110 §10.2.3). */
  private static Duration retryAfter(String value) {
    if (value.matches("\\d{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(value));
    }
    try {
      Instant at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration left = Duration.between(Instant.now(), at);
      return left.isNegative() ? Duration.ZERO : left;
    } catch (DateTimeParseException neither) {
      return Duration.ZERO;
    }
  }

  /** A fully read response. */
  private record Read(HttpResponse<byte[]> answer) implements HttpResponse<InputStream> {
    /**
     * The generated part decodes with the platform's charset, which may not be UTF-8 before Java 18. In JSON, non-ASCII
     * characters occur only in strings, where they can be escaped.
     */
    @Override
    public InputStream body() {
      StringBuilder plain = new StringBuilder();
      new String(answer.body(), StandardCharsets.UTF_8).chars()
          .forEach(each -> plain.append(each < 128 ? String.valueOf((char) each) : String.format("\\u%04x", each)));
      return new ByteArrayInputStream(plain.toString().getBytes(StandardCharsets.US_ASCII));
    }

    @Override public int statusCode() { return answer.statusCode(); }
    @Override public HttpRequest request() { return answer.request(); }
    @Override public Optional<HttpResponse<InputStream>> previousResponse() { return Optional.empty(); }
    @Override public HttpHeaders headers() { return answer.headers(); }
    @Override public Optional<SSLSession> sslSession() { return answer.sslSession(); }
    @Override public java.net.URI uri() { return answer.uri(); }
    @Override public Version version() { return answer.version(); }
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    throw new UnsupportedOperationException("This client only supports synchronous calls.");
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, HttpResponse.BodyHandler<T> handler, HttpResponse.PushPromiseHandler<T> push) {
    return sendAsync(request, handler);
  }

  @Override public Optional<CookieHandler> cookieHandler() { return client.cookieHandler(); }
  @Override public Optional<Duration> connectTimeout() { return client.connectTimeout(); }
  @Override public Redirect followRedirects() { return client.followRedirects(); }
  @Override public Optional<ProxySelector> proxy() { return client.proxy(); }
  @Override public SSLContext sslContext() { return client.sslContext(); }
  @Override public SSLParameters sslParameters() { return client.sslParameters(); }
  @Override public Optional<Authenticator> authenticator() { return client.authenticator(); }
  @Override public Version version() { return client.version(); }
  @Override public Optional<Executor> executor() { return client.executor(); }
}
