import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.LettersApi;
import org.openapitools.client.model.AddressInput;
import org.openapitools.client.model.Base64DocumentInput;
import org.openapitools.client.model.DocumentInput;
import org.openapitools.client.model.Letter;
import org.openapitools.client.model.LetterInput;
import org.openapitools.client.model.PostalService;

/** A customer's program that uses openapi-generator's client for Java. */
public class Main {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = service("BASE_URL");
    LettersApi letters = new LettersApi(client);
    String reference = System.getenv("REFERENCE");
    Base64DocumentInput document = new Base64DocumentInput()
        .type(Base64DocumentInput.TypeEnum.BASE64)
        .data(System.getenv("PDF"));
    LetterInput order = new LetterInput()
        .to(new AddressInput().name("Maria da Conceição").number("100").postalCode("05010-000"))
        .document(new DocumentInput(document))
        .postalServices(Set.of(PostalService.REGISTERED))
        .reference(reference);
    Letter letter = letters.lettersCreate(order, "en", reference);
    say("posted", List.of(letter.getId()));
    say("read", List.of(letters.lettersGet(letter.getId(), "en").getStatus()));
    say("letters", letters.lettersList(null, reference, null, null, null, null, null, null, null, "en").getData().stream()
        .map(Letter::getId).collect(Collectors.toList()));
    say("events", new EventsApi(client).eventsList(null, letter.getId(), null, null, null, null, "en").getData().stream()
        .map(event -> event.getType() + ":" + event.getData().getId()).collect(Collectors.toList()));

    LettersApi tomorrow = new LettersApi(service("TOMORROW_URL"));
    say("status", List.of(tomorrow.lettersGet(letter.getId(), "en").getStatus()));
    say("statuses", tomorrow.lettersList(null, reference, null, null, null, null, null, null, null, "en").getData().stream()
        .map(Letter::getStatus).collect(Collectors.toList()));
    String again = tomorrow.lettersCreate(order, "en", reference).getId();
    say("grown", List.of(again, new EventsApi(service("TOMORROW_URL"))
        .eventsList(null, letter.getId(), null, null, null, null, "en").getData().get(0).getData().getObject()));
  }

  private static ApiClient service(String variable) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv(variable));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("API_KEY")));
    return client;
  }

  private static void say(String step, List<String> values) {
    System.out.println(step + " " + String.join(" ", values));
  }
}
