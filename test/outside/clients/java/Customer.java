import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import example.malote.ConnectionException;
import example.malote.Filters;
import example.malote.Malote;
import example.malote.MaloteException;
import example.malote.Outcome;
import example.malote.Page;
import example.malote.Patience;
import example.malote.Pdf;
import example.malote.Rows;
import example.malote.TimeoutException;
import example.malote.Webhooks;
import example.malote.generated.model.AddressCheckAddressInput;
import example.malote.generated.model.AddressInput;
import example.malote.generated.model.Base64DocumentInput;
import example.malote.generated.model.DocumentInput;
import example.malote.generated.model.Event;
import example.malote.generated.model.EventChoice;
import example.malote.generated.model.Letter;
import example.malote.generated.model.LetterBatch;
import example.malote.generated.model.LetterBatchDocumentInput;
import example.malote.generated.model.LetterBatchInput;
import example.malote.generated.model.LetterBatchQuote;
import example.malote.generated.model.LetterBatchRow;
import example.malote.generated.model.LetterInput;
import example.malote.generated.model.Upload;
import example.malote.generated.model.UploadInput;
import example.malote.generated.model.Verification;
import example.malote.generated.model.VerificationEvidence;
import example.malote.generated.model.VerificationFigures;
import example.malote.generated.model.VerificationInput;
import example.malote.generated.model.WebhookDelivery;
import example.malote.generated.model.WebhookEndpoint;
import example.malote.generated.model.WebhookEndpointChanges;
import example.malote.generated.model.WebhookEndpointOrder;
import example.malote.generated.model.WebhookEndpointWithSecret;
import example.malote.generated.model.WebhookTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** A customer's program that uses the client under faults. `test/outside/clients/run.ts` checks its output. */
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

    for (String scenario : List.of("lost", "links-used", "links-late", "links-missing")) {
      twice(scenario);
    }
    observe(small);

    List<Object> listed = new ArrayList<>();
    for (Letter letter : under("pages").letters().all(new Filters.Letters().page(new Page().limit(3)))) {
      listed.add(letter.getId());
    }
    say("pages", listed.toArray());

    try {
      under("none").letters().send(small, order("00000-000"));
    } catch (MaloteException.Validation error) {
      say("invalid", error.type(), error.code(), error.details().get(0).param());
      boolean whole = error.getMessage().contains("- to.postal_code: ");
      boolean named = error.getMessage().contains("request " + error.requestId());
      say("refused", error.outcome().mayHaveTakenEffect(), error.outcome().attempts(), whole, named);
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

    say("letter of tomorrow", tomorrow.letters().send(small, order("05010-000").reference("tomorrow")).getId());
    VerificationInput code =
        new VerificationInput().to(order("05010-000").getTo()).method(VerificationInput.MethodEnum.CODE);
    say("verification of tomorrow", tomorrow.verifications().create(code, null).getId().startsWith("ver_"));
    Filters.Events two = new Filters.Events().page(new Page().limit(2));
    say("events of tomorrow", tomorrow.events().list(two).getData().size() == 2);

    String own = "{\"type\":\"letter.posted\",\"data\":{\"id\":\"x\"}}";
    Map<String, List<String>> signed =
        Webhooks.sign(own, System.getenv("MALOTE_WEBHOOK_SECRET"), "evt_test", Instant.now());
    say("signed here", Webhook.receive(own.getBytes(StandardCharsets.UTF_8), signed));

    JsonNode deliveries = new ObjectMapper().readTree(System.getenv("DELIVERIES"));
    deliveries.fields().forEachRemaining(delivery -> {
      Map<String, List<String>> headers = new HashMap<>();
      delivery.getValue().get("headers").fields()
          .forEachRemaining(header -> headers.put(header.getKey(), List.of(header.getValue().asText())));
      byte[] body = delivery.getValue().get("body").asText().getBytes(StandardCharsets.UTF_8);
      say(delivery.getKey(), Webhook.receive(body, headers));
    });
    everyOperation(under("operations"));
  }

  /** Repeats a call with its own key: after one without an answer, or when the link of its upload no longer works. */
  private static void twice(String scenario) throws Exception {
    boolean lost = scenario.equals("lost");
    Malote malote = under(
        scenario, scenario.equals("links-missing") ? 0 : 1, Duration.ofMinutes(1), new ArrayList<>());
    Pdf pdf = Pdf.of(Path.of(lost ? "small.pdf" : "large.pdf"));
    String key = "own " + scenario;
    LetterInput order = order("05010-000").reference(scenario);
    try {
      malote.letters().send(pdf, order, lost ? null : key);
    } catch (MaloteException.Api error) {
      Outcome outcome = error.outcome();
      key = outcome.idempotencyKey();
      String text = error.getMessage();
      say("lost", outcome.mayHaveTakenEffect(), outcome.attempts(), text.contains(key), text.contains("may have"));
    } catch (ConnectionException error) {
      key = error.outcome().idempotencyKey();
    }
    say("posted " + scenario, malote.letters().send(pdf, order, key).getId());
  }

  private static void observe(Pdf small) throws Exception {
    List<Object> seen = new ArrayList<>();
    String[] last = {null};
    Malote observed = under("observed").with(patience -> patience.onAttempt(attempt -> {
      seen.add(attempt.response().statusCode());
      last[0] = attempt.requestId();
    }));
    observed.letters().send(small, order("05010-000").reference("observed"));
    seen.add(last[0].startsWith("req_"));
    say("observed", seen.toArray());
    try {
      under("silence-once").with(patience -> patience.timeout(Duration.ofMillis(200)).maxRetries(0)).balance().get();
    } catch (TimeoutException error) {
      say("own timeout", error.getClass().getSimpleName());
    }
    int prices = 0;
    for (String size : List.of("small", "medium", "large")) {
      Pdf pdf = Pdf.of(Path.of(size + ".pdf"));
      prices += under("none").letters().quoteFile(pdf, order("05010-000")).getPrice().getTotal() > 0 ? 1 : 0;
    }
    say("quoted", prices, "prices");
  }

  /** Every operation of the API, once. */
  private static void everyOperation(Malote malote) throws Exception {
    String data = Base64.getEncoder().encodeToString(Files.readAllBytes(Path.of("small.pdf")));
    LetterInput order = order("05010-000").document(new DocumentInput(
        new Base64DocumentInput().type(Base64DocumentInput.TypeEnum.BASE64).data(data)));
    String id = malote.letters().create(order, null).getId();
    Integer price = malote.letters().get(id).getPrice().getTotal();
    boolean same = malote.letters().quote(order).getPrice().getTotal().equals(price);
    String canceled = malote.letters().cancel(id, null).getStatus();
    Letter newest = malote.letters().list(new Filters.Letters().page(new Page().limit(1))).getData().get(0);
    say("letter", canceled, same, newest.getId().equals(id));

    VerificationInput input = new VerificationInput().to(order.getTo()).method(VerificationInput.MethodEnum.CODE);
    Verification verification = malote.verifications().create(input, null);
    String ver = verification.getId();
    same = malote.verifications().quote(input).getPrice().getTotal()
        .equals(malote.verifications().get(ver).getPrice().getTotal());
    try {
      malote.verifications().check(ver, "000000", null);
    } catch (MaloteException.Conflict error) {
      say("early", error.code());
    }
    int tries = malote.verifications().attempts(ver, new Page()).getData().size();
    say("verification", malote.verifications().cancel(ver, null).getStatus(), same, tries);
    VerificationEvidence evidence = malote.verifications().evidence(ver);
    VerificationFigures figures = malote.verifications().figures(OffsetDateTime.parse("2026-01-01T00:00:00Z"), null);
    int listed = malote.verifications().list(new Filters.Verifications().status("canceled")).getData().size();
    say("evidence", evidence.getVerificationId().equals(ver), figures.getByStatus().getCanceled(), listed);

    Upload made = malote.uploads().create(new UploadInput().filename("contrato.pdf").size(1000), null);
    String upload = made.getObject().toString();
    Filters.Transactions first = new Filters.Transactions().type("verification").page(new Page().limit(1));
    String source = malote.balance().transactions(first).getData().get(0).getSourceId();
    say("account", upload, malote.account().getObject(), malote.balance().get().getCurrency(), source.equals(ver));
    List<Event> events =
        malote.events().list(new Filters.Events().type("letter.canceled").objectId(id)).getData();
    if (!malote.events().letterOf(events.get(0)).getStatus().equals("canceled")) {
      throw new IllegalStateException("Another letter.");
    }
    say("events", events.size(), malote.postalCode("05010-000").getCity());
    String found = malote.searchPostalCodes("SP", "Sao Paulo", "r caiubi", null).getData().get(0).getPostalCode();
    AddressCheckAddressInput written =
        new AddressCheckAddressInput().state("SP").city("Sao Paulo").street("r caiubi").postalCode("05010000");
    say("addresses", found, malote.checkAddresses(List.of(written)).getData().get(0).getAddress().getStreet());

    Malote.WebhookEndpoints endpoints = malote.webhookEndpoints();
    WebhookEndpointWithSecret created =
        endpoints.create(new WebhookEndpointOrder().url("https://empresa.example/webhooks"), null);
    String endpoint = created.getId();
    WebhookEndpoint edited =
        endpoints.edit(endpoint, new WebhookEndpointChanges().events(Set.of(EventChoice.LETTER_POSTED)));
    boolean rotated = !endpoints.rotateSecret(endpoint, 1, null).getSecret().equals(created.getSecret());
    WebhookTest tested = endpoints.test(endpoint);
    int sending = endpoints.sendFailed(endpoint, OffsetDateTime.now(), null).getCount();
    say("endpoint", endpoints.get(endpoint).getUrl(), edited.getEvents().get(0), rotated, tested.getError(), sending);
    int there = endpoints.list(new Page()).getData().size();
    say("removed", there, endpoints.remove(endpoint).getDeleted());

    Malote.WebhookDeliveries deliveries = malote.webhookDeliveries();
    Filters.Deliveries delivered = new Filters.Deliveries().state("delivered").page(new Page().limit(1));
    WebhookDelivery delivery = deliveries.list(delivered).getData().get(0);
    WebhookDelivery again = deliveries.sendAgain(delivery.getId(), null);
    JsonNode body = new ObjectMapper().readTree(deliveries.get(again.getId()).getBody());
    say("delivery", body.path("id").asText().equals(again.getEventId()));
    letterBatch(malote, id, made.getId());
  }

  /** A letter batch is prepared, confirmed and listed under faults, and canceled in the end. */
  private static void letterBatch(Malote malote, String letter, String upload) throws Exception {
    Rows rows = Rows.of(Path.of("cartas.jsonl"));
    Map<String, Pdf> documents = Map.of("contrato", Pdf.of(Path.of("contrato.pdf")));
    String id = under("links-batch").letterBatches().prepare(rows, documents, null, "own batch").getId();
    String again = under("none").letterBatches().prepare(rows, documents, null, "own batch").getId();
    Malote.LetterBatches batches = malote.letterBatches();
    LetterBatchQuote offer = settled(batches, id, batch -> batch.getQuote() != null).getQuote();
    under("batch-confirm").letterBatches().confirm(id, offer.getHash(), null);
    boolean charged = batches.confirm(id, offer.getHash(), null).getCharged().equals(offer.getTotal());
    settled(batches, id, batch -> batch.getEndedAt() != null);
    String made = batches.rows(id, "created", new Page()).getData().get(0).getLetterId();
    Filters.Letters ofBatch = new Filters.Letters().letterBatchId(id);
    boolean found = malote.letters().list(ofBatch).getData().get(0).getId().equals(made);
    List<Object> states = new ArrayList<>(List.of(again.equals(id), charged, found));
    for (LetterBatchRow row : under("batch-rows").letterBatches().allRows(id, null, new Page().limit(1))) {
      states.add(row.getState());
    }
    say("batch", states.toArray());
    boolean proof = malote.letters().evidence(letter).getLetterId().equals(letter);
    say("letter evidence", proof, malote.letters().lookUps(letter).getTotal());

    Malote tomorrow = new Malote(new Malote.Options().baseUrl(System.getenv("TOMORROW")));
    say("batch of tomorrow", tomorrow.letterBatches().get(id).getStatus());
    tomorrow.letterBatches().rows(id, null, new Page());
    tomorrow.letters().evidence(letter);
    tomorrow.letters().lookUps(letter);

    batches.cancel(id, null);
    int canceled = settled(batches, id, batch -> batch.getStatus().equals("canceled")).getCounts().getCanceled();
    String sheet = batches.prepare(Rows.of(Path.of("cartas.csv")), documents, null, null).getId();
    LetterBatchQuote priced =
        settled(batches, sheet, batch -> batch.getQuote() != null || batch.getEndedAt() != null).getQuote();
    say("spreadsheet", priced.getLetters(), priced.getRefused());
    LetterBatchDocumentInput document = new LetterBatchDocumentInput().name("x").uploadId(upload);
    LetterBatchInput order = new LetterBatchInput().filename("x.jsonl").size(9).documents(List.of(document));
    String more = batches.create(order, null).getId();
    boolean newest = batches.list(new Page().limit(1)).getData().get(0).getId().equals(more);
    try {
      batches.quote(more, null);
    } catch (MaloteException.Validation error) {
      say("batch ends", canceled, newest, error.details().get(0).code());
    }
  }

  private static LetterBatch settled(Malote.LetterBatches batches, String id, Predicate<LetterBatch> isSo)
      throws InterruptedException {
    LetterBatch batch = batches.get(id);
    while (!isSo.test(batch)) {
      Thread.sleep(200);
      batch = batches.get(id);
    }
    return batch;
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
