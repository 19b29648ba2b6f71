package example.malote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookSigningException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Webhook deliveries to your server. */
public final class Webhooks {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Webhooks() {}

  /**
   * Verifies the sender and the age of a delivery.
   *
   * @param body the raw body, unchanged
   * @param secret the endpoint's secret, beginning with `whsec_`
   * @return the event. Respond with 2xx to unknown types too.
   * @throws WebhookVerificationException if the signature is wrong or more than five minutes old
   * @throws IOException if the body is signed but not JSON
   */
  public static JsonNode unwrap(byte[] body, Map<String, List<String>> headers, String secret)
      throws WebhookVerificationException, IOException {
    HttpHeaders given = HttpHeaders.of(headers, (name, value) -> true);
    try {
      new Webhook(secret).verify(new String(body, StandardCharsets.UTF_8), given);
    } catch (WebhookVerificationException wrong) {
      throw new WebhookVerificationException(wrong.getMessage() + ". If the secret is right, pass the bytes as they "
          + "arrived: in Spring, a parameter @RequestBody byte[] body.");
    }
    return JSON.readTree(body);
  }

  /** Signs a body as the service does, for tests of your own receiver. Returns the headers of a delivery. */
  public static Map<String, List<String>> sign(String body, String secret, String id, Instant at) {
    String timestamp = String.valueOf(at.getEpochSecond());
    try {
      String signature = new Webhook(secret).sign(id, at.getEpochSecond(), body);
      return Map.of(
          "Content-Type", List.of("application/json"),
          "webhook-id", List.of(id),
          "webhook-timestamp", List.of(timestamp),
          "webhook-signature", List.of(signature));
    } catch (WebhookSigningException unusable) {
      throw new IllegalArgumentException("The secret is unusable.", unusable);
    }
  }
}
