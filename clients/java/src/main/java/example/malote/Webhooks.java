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

/** Deliveries to your own server. */
public final class Webhooks {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Webhooks() {}

  /**
   * Checks who sent a delivery, and when.
   *
   * @param body the raw body, unchanged
   * @param secret of the endpoint, beginning with `whsec_`
   * @return the event. Answer 2xx also to types that you do not know.
   * @throws WebhookVerificationException when the signature is wrong, or more than five minutes old
   * @throws IOException when the body is signed, but no JSON
   */
  public static JsonNode unwrap(byte[] body, Map<String, List<String>> headers, String secret)
      throws WebhookVerificationException, IOException {
    HttpHeaders given = HttpHeaders.of(headers, (name, value) -> true);
    new Webhook(secret).verify(new String(body, StandardCharsets.UTF_8), given);
    return JSON.readTree(body);
  }
}
