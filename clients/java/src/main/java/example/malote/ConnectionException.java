package example.malote;

/** No response, even after all retries. A POST may have taken effect: retry it with the same idempotency key. */
public class ConnectionException extends RuntimeException {
  ConnectionException(String message, Throwable cause) {
    super(message, cause);
  }
}
