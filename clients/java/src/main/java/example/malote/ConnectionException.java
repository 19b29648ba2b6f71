package example.malote;

import java.util.List;

/** No response that can be read, even after all retries. */
public class ConnectionException extends RuntimeException {
  private final Outcome outcome;

  ConnectionException(String message, Outcome outcome, Throwable cause) {
    super(outcome.text(List.of(message), null), cause);
    this.outcome = outcome;
  }

  /** What is known of the call. */
  public Outcome outcome() {
    return outcome;
  }
}
