package example.malote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
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
    new Webhook(secret).verify(new String(body, StandardCharsets.UTF_8), given);
    return JSON.readTree(body);
  }
}
