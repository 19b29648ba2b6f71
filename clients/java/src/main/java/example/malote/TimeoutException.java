package example.malote;

/** The response did not arrive in time. */
public class TimeoutException extends ConnectionException {
  TimeoutException(String message, Outcome outcome, Throwable cause) {
    super(message, outcome, cause);
  }
}
