package example.malote;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Retry settings.
 *
 * @param maxRetries maximum retries for one request
 * @param timeout limit for each attempt, from connecting to the last byte of the response
 * @param random returns 0 to 1
 */
public record Patience(int maxRetries, Duration timeout, Sleep sleep, DoubleSupplier random) {
  /** Waits; tests can replace it. */
  @FunctionalInterface
  public interface Sleep {
    void sleep(Duration pause) throws InterruptedException;
  }

  public Patience() {
    this(5, Duration.ofMinutes(1));
  }

  public Patience(int maxRetries, Duration timeout) {
    this(maxRetries, timeout, pause -> Thread.sleep(pause.toMillis()), Math::random);
  }
}
