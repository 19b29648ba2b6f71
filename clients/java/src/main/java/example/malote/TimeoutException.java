package example.malote;

/** No answer came in time. */
public class TimeoutException extends ConnectionException {
  TimeoutException(String message, Throwable cause) {
    super(message, cause);
  }
}
