package example.malote;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a call that failed.
 *
 * @param attempts how often it was sent
 * @param idempotencyKey the key of a POST, or null: repeating the call with it never repeats its effect
 * @param mayHaveTakenEffect an attempt was lost, and no later answer says what became of it: something may have been
 *     created and charged. If false, the call created and charged nothing.
 */
public record Outcome(int attempts, String idempotencyKey, boolean mayHaveTakenEffect) implements java.io.Serializable {
  /** The text of an error, with what is known. */
  String text(List<String> lines, String requestId) {
    List<String> all = new ArrayList<>(lines);
    if (mayHaveTakenEffect) {
      String advice = idempotencyKey == null ? "Look before you repeat it." : "Repeat it with the same idempotency key.";
      all.add("An attempt was lost, so the call may have taken effect. " + advice);
    }
    List<String> known = new ArrayList<>();
    if (requestId != null) {
      known.add("request " + requestId);
    }
    known.add(attempts == 1 ? "1 attempt" : attempts + " attempts");
    if (idempotencyKey != null) {
      known.add("idempotency key " + idempotencyKey);
    }
    all.add("(" + String.join(", ", known) + ")");
    return String.join("\n", all);
  }
}
