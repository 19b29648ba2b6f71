package example.malote;

/** No answer came, also after all retries. A POST may have been done: repeat it with the same idempotency key. */
public class ConnectionException extends RuntimeException {
  ConnectionException(String message, Throwable cause) {
    super(message, cause);
  }
}
