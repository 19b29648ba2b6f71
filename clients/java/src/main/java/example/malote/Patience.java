package example.malote;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * Retry settings.
 *
 * @param maxRetries maximum retries for one request
 * @param timeout limit for each attempt, from connecting to the last byte of the response
 * @param random returns 0 to 1
 * @param onAttempt called after each attempt, for logs or to read the headers of a response
 */
public record Patience(
    int maxRetries, Duration timeout, Sleep sleep, DoubleSupplier random, Consumer<Attempt> onAttempt) {
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

  public Patience(int maxRetries, Duration timeout, Sleep sleep, DoubleSupplier random) {
    this(maxRetries, timeout, sleep, random, attempt -> {});
  }

  public Patience maxRetries(int most) {
    return new Patience(most, timeout, sleep, random, onAttempt);
  }

  public Patience timeout(Duration limit) {
    return new Patience(maxRetries, limit, sleep, random, onAttempt);
  }

  public Patience onAttempt(Consumer<Attempt> listener) {
    return new Patience(maxRetries, timeout, sleep, random, listener);
  }
}
