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

  PatientHttpClient(HttpClient own, Patience patience) {
    this.client = own != null ? own : HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    this.patience = patience;
  }

  /** What makes each attempt. */
  HttpClient client() {
    return client;
  }

  /** Serves the generated part, which reads only streams. */
  @Override
  @SuppressWarnings("unchecked")
  public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    HttpRequest.Builder keyed = HttpRequest.newBuilder(request, (name, value) -> true);
    if (request.method().equals("POST") && request.headers().firstValue("Idempotency-Key").isEmpty()) {
      keyed.setHeader("Idempotency-Key", UUID.randomUUID().toString());
    }
    return (HttpResponse<T>) new Read(attempt(keyed.build(), null));
  }

  /**
   * Sends until a response is successful or an error is not worth retrying.
   *
   * @param prepares the key of the call that this request only prepares, or null
   * @throws MaloteException for an error response
   * @throws ConnectionException if no attempt got a response, or the thread was interrupted
   */
  HttpResponse<byte[]> attempt(HttpRequest request, String prepares) {
    String key = request.headers().firstValue("Idempotency-Key").orElse(null);
    boolean quotes = request.uri().getPath().endsWith("/quote");
    boolean writes = !request.method().equals("GET") && !quotes && prepares == null;
    String shown = prepares != null ? prepares : key;
    boolean lost = false;
    for (int number = 1; ; number++) {
      Try tried = once(request);
      observe(request, number, key, tried);
      if (tried.isSuccess()) {
        return tried.response;
      }
      lost = tried.isUnknown() || (lost && !(key != null && tried.isDecided()));
      Outcome outcome = new Outcome(number, shown, writes && lost);
      if (tried.cause instanceof InterruptedException) {
        throw tried.error(outcome, patience);
      }
      Duration retryAfter = tried.retryAfter();
      boolean passes = tried.isUnknown() || tried.status() == 429;
      if (!passes || number > patience.maxRetries() || retryAfter.compareTo(LONGEST_RETRY_AFTER) > 0) {
        throw tried.error(outcome, patience);
      }
      try {
        patience.sleep().sleep(retryAfter.plus(jitter(number - 1)));
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new ConnectionException("The thread was interrupted.", outcome, stopped);
      }
    }
  }

  private void observe(HttpRequest request, int number, String key, Try tried) {
    String requestId =
        tried.response == null ? null : tried.response.headers().firstValue("Request-Id").orElse(null);
    patience.onAttempt().accept(
        new Attempt(request.method(), request.uri(), number, key, tried.took, tried.response, requestId));
  }

  /** The timeout of HttpRequest ends with the headers; this one covers the whole response. */
  private Try once(HttpRequest request) {
    Instant started = Instant.now();
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
    HttpResponse<byte[]> response = null;
    Throwable cause = null;
    try {
      response = answer.get(patience.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (java.util.concurrent.TimeoutException late) {
      cause = late;
    } catch (ExecutionException lost) {
      cause = lost.getCause();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      cause = stopped;
    } finally {
      answer.cancel(true);
    }
    return new Try(response, cause, Duration.between(started, Instant.now()));
  }

  /** What came of one attempt: a response, or the cause that there is none. */
  private record Try(HttpResponse<byte[]> response, Throwable cause, Duration took) {
    int status() {
      return response == null ? 0 : response.statusCode();
    }

    boolean isSuccess() {
      return status() / 100 == 2;
    }

    /** The request may have been carried out. A key in use means that an earlier attempt is still running. */
    boolean isUnknown() {
      return response == null || status() >= 500 || isInUse();
    }

    /**
     * The service looks up the idempotency key before it decides these, and answers a success under the key again. So
     * they also say that no earlier attempt took effect.
     */
    boolean isDecided() {
      return switch (status()) {
        case 402, 403, 404, 409, 422 -> MaloteException.codeIn(response.body()) != null;
        default -> false;
      };
    }

    private boolean isInUse() {
      return "idempotency_key_in_use".equals(MaloteException.codeIn(response.body()));
    }

    Duration retryAfter() {
      return response == null
          ? Duration.ZERO
          : response.headers().firstValue("Retry-After").map(PatientHttpClient::retryAfter).orElse(Duration.ZERO);
    }

    RuntimeException error(Outcome outcome, Patience patience) {
      if (response != null) {
        return MaloteException.of(status(), response.body(), outcome);
      }
      if (cause instanceof java.util.concurrent.TimeoutException) {
        return new TimeoutException("No response within " + patience.timeout() + ".", outcome, cause);
      }
      String what = cause instanceof InterruptedException ? "The thread was interrupted." : "The connection was lost.";
      return new ConnectionException(what, outcome, cause);
    }
  }

  /** A random pause up to a limit that doubles, so that clients that failed together do not retry together. */
  private Duration jitter(int retries) {
    long longest = FIRST_PAUSE.toMillis() << Math.min(retries, DOUBLINGS);
    return Duration.ofMillis(Math.round(patience.random().getAsDouble() * longest));
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
