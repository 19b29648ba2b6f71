import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import example.malote.Malote;
import example.malote.MaloteException;
import example.malote.Page;
import example.malote.Patience;
import example.malote.Pdf;
import example.malote.TimeoutException;
import example.malote.generated.model.AddressInput;
import example.malote.generated.model.Letter;
import example.malote.generated.model.LetterInput;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A customer's program on the client, under faults. What it prints is judged by `test/clients/run.ts`. */
class Customer {
  private static final int RETRIES = 5;

  public static void main(String[] arguments) throws Exception {
    Pdf small = Pdf.of(Path.of("small.pdf"));
    for (String scenario : System.getenv("SCENARIOS").split(",")) {
      List<Object> slept = new ArrayList<>();
      Malote malote = under(scenario, RETRIES, Duration.ofMinutes(1), slept);
      say("posted " + scenario, malote.letters().send(small, order("05010-000").reference(scenario)).getId());
      say("slept " + scenario, slept.toArray());
    }

    for (String size : List.of("small", "medium", "large")) {
      int[] last = {0};
      boolean[] rising = {true};
      Pdf pdf = Pdf.of(Path.of(size + ".pdf")).progress((sent, total) -> {
        rising[0] &= sent > last[0] && sent <= total;
        last[0] = sent;
      });
      LetterInput order = order("05010-000").reference("file-" + size).metadata(Map.of("size", size));
      say("posted file-" + size, under("file-" + size).letters().send(pdf, order).getId());
      say("progress " + size, rising[0], last[0]);
    }

    List<Object> listed = new ArrayList<>();
    for (Letter letter : under("pages").letters().all(new Page().limit(3))) {
      listed.add(letter.getId());
    }
    say("pages", listed.toArray());

    try {
      under("none").letters().send(small, order("00000-000"));
    } catch (MaloteException.Validation error) {
      say("invalid", error.type(), error.code(), error.details().get(0).param());
    }
    try {
      new Malote(new Malote.Options().apiKey("malote_live_unknown")).balance().get();
    } catch (MaloteException.Authentication error) {
      say("unknown key", error.type(), error.code());
    }
    try {
      under("silence", 1, Duration.ofMillis(200), new ArrayList<>()).letters().send(small, order("05010-000"));
    } catch (TimeoutException error) {
      say("timeout", error.getClass().getSimpleName());
    }

    Malote tomorrow = new Malote(new Malote.Options().baseUrl(System.getenv("TOMORROW")));
    say("status of tomorrow", tomorrow.letters().get(System.getenv("LETTER")).getStatus());

    JsonNode deliveries = new ObjectMapper().readTree(System.getenv("DELIVERIES"));
    deliveries.fields().forEachRemaining(delivery -> {
      Map<String, List<String>> headers = new HashMap<>();
      delivery.getValue().get("headers").fields()
          .forEachRemaining(header -> headers.put(header.getKey(), List.of(header.getValue().asText())));
      byte[] body = delivery.getValue().get("body").asText().getBytes(StandardCharsets.UTF_8);
      say(delivery.getKey(), Webhook.receive(body, headers));
    });
  }

  private static LetterInput order(String postalCode) {
    return new LetterInput().to(new AddressInput().name("Maria da Conceição").number("100").postalCode(postalCode));
  }

  private static Malote under(String scenario) {
    return under(scenario, RETRIES, Duration.ofMinutes(1), new ArrayList<>());
  }

  private static Malote under(String scenario, int maxRetries, Duration timeout, List<Object> slept) {
    Patience patience = new Patience(maxRetries, timeout, pause -> slept.add(pause.toMillis()), () -> 0.5);
    return new Malote(new Malote.Options().baseUrl(System.getenv("PROXY") + "/" + scenario).patience(patience));
  }

  private static void say(String step, Object... values) {
    StringBuilder line = new StringBuilder(step);
    for (Object value : values) {
      line.append('|').append(value);
    }
    System.out.println(line);
  }
}
