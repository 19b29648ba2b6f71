package example.malote;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to try.
 *
 * @param maxRetries how often a request is tried again
 * @param timeout for each try, from the connection to the last byte of the answer
 * @param random gives 0 to 1
 */
public record Patience(int maxRetries, Duration timeout, Sleep sleep, DoubleSupplier random) {
  /** Waits; a test need not. */
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
