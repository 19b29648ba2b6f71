package example.malote;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import example.malote.generated.ApiClient;
import example.malote.generated.ApiException;
import example.malote.generated.api.AccountApi;
import example.malote.generated.api.EventsApi;
import example.malote.generated.api.LettersApi;
import example.malote.generated.api.PostalCodesApi;
import example.malote.generated.api.UploadsApi;
import example.malote.generated.api.VerificationsApi;
import example.malote.generated.api.WebhooksApi;
import example.malote.generated.model.*;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A client for one account; thread-safe. Calls throw a {@link MaloteException} for an error response and a
 * {@link ConnectionException} without a response. A null idempotency key means a random one.
 */
public final class Malote {
  public static final String VERSION = "1.0.0";

  private final PatientHttpClient http;
  private final Consumer<HttpRequest.Builder> headers;
  private final ObjectMapper json;
  private final String baseUrl;
  private final LettersApi lettersApi;
  private final VerificationsApi verificationsApi;
  private final UploadsApi uploadsApi;
  private final AccountApi accountApi;
  private final EventsApi eventsApi;
  private final PostalCodesApi postalCodesApi;
  private final WebhooksApi webhooksApi;

  /** Uses the key in `MALOTE_API_KEY`. */
  public Malote() {
    this(new Options());
  }

  public Malote(Options options) {
    String key = options.apiKey != null ? options.apiKey : System.getenv("MALOTE_API_KEY");
    if (key == null || key.isEmpty()) {
      throw new IllegalArgumentException("Pass an API key or set MALOTE_API_KEY.");
    }
    http = new PatientHttpClient(options.patience);
    headers = request -> {
      request.setHeader("Authorization", "Bearer " + key);
      request.setHeader("User-Agent", "malote-java/" + VERSION);
      if (options.language != null) {
        request.setHeader("Accept-Language", options.language);
      }
    };
    ApiClient core = new Core(http);
    String given = options.baseUrl != null ? options.baseUrl : System.getenv("MALOTE_BASE_URL");
    if (given != null) {
      core.updateBaseUri(given.replaceAll("/+$", ""));
    }
    core.setRequestInterceptor(headers);
    json = core.getObjectMapper();
    baseUrl = core.getBaseUri();
    lettersApi = new LettersApi(core);
    verificationsApi = new VerificationsApi(core);
    uploadsApi = new UploadsApi(core);
    accountApi = new AccountApi(core);
    eventsApi = new EventsApi(core);
    postalCodesApi = new PostalCodesApi(core);
    webhooksApi = new WebhooksApi(core);
  }

  /** Null values come from the environment or the service's defaults. */
  public record Options(String apiKey, String baseUrl, String language, Patience patience) {
    public Options() {
      this(null, null, null, new Patience());
    }

    public Options apiKey(String given) {
      return new Options(given, baseUrl, language, patience);
    }

    public Options baseUrl(String given) {
      return new Options(apiKey, given, language, patience);
    }

    /** Language of error messages: `pt-BR` or `en`. */
    public Options language(String given) {
      return new Options(apiKey, baseUrl, given, patience);
    }

    public Options patience(Patience given) {
      return new Options(apiKey, baseUrl, language, given);
    }
  }

  /** The generated part, with retries. */
  private static final class Core extends ApiClient {
    private final HttpClient http;

    Core(HttpClient http) {
      this.http = http;
    }

    @Override
    public HttpClient getHttpClient() {
      return http;
    }
  }

  public Letters letters() {
    return new Letters();
  }

  public Verifications verifications() {
    return new Verifications();
  }

  public Uploads uploads() {
    return new Uploads();
  }

  public Balances balance() {
    return new Balances();
  }

  public Events events() {
    return new Events();
  }

  public WebhookEndpoints webhookEndpoints() {
    return new WebhookEndpoints();
  }

  public WebhookDeliveries webhookDeliveries() {
    return new WebhookDeliveries();
  }

  public Account account() {
    return answered(() -> accountApi.accountGet(null));
  }

  /** Looks up a postal code. */
  public PostalCode postalCode(String postalCode) {
    return answered(() -> postalCodesApi.postalCodesGet(postalCode, null));
  }

  /** Letters of the account. */
  public final class Letters {
    private Letters() {}

    public Letter send(Pdf pdf, LetterInput letter) {
      return send(pdf, letter, null);
    }

    /** Creates a letter from a PDF, with the best method for its size. Leave the letter's document empty. */
    public Letter send(Pdf pdf, LetterInput letter, String idempotencyKey) {
      if (letter.getDocument() != null) {
        throw new IllegalArgumentException("The document comes from the file; leave the letter's empty.");
      }
      Letter created = pdf.suitsForm()
          ? sendForm(pdf, letter, idempotencyKey)
          : create(copy(letter, LetterInput.class).document(document(pdf, idempotencyKey)), idempotencyKey);
      pdf.sent();
      return created;
    }

    /** Accepts a document by URL, or one that you have uploaded. */
    public Letter create(LetterInput letter, String idempotencyKey) {
      return answered(() -> lettersApi.lettersCreate(letter, null, idempotencyKey));
    }

    /** Returns the price. Creates and charges nothing. */
    public Quote quote(LetterInput letter) {
      return answered(() -> lettersApi.lettersQuote(letter, null, null));
    }

    public Letter get(String id) {
      return answered(() -> lettersApi.lettersGet(id, null));
    }

    /** Works while the letter is scheduled or received. */
    public Letter cancel(String id, String idempotencyKey) {
      return answered(() -> lettersApi.lettersCancel(id, null, idempotencyKey, Map.of()));
    }

    /** One page, newest first. */
    public LetterList list(String status, String reference, Page page) {
      return answered(() -> lettersApi.lettersList(
          status, reference, null, page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** The letters with a tracking code: in practice one, since the carrier reuses codes only after years. */
    public LetterList tracked(String trackingCode) {
      return answered(() -> lettersApi.lettersList(null, null, trackingCode, null, null, null, null, null));
    }

    public Iterable<Letter> all(Page page) {
      return all(null, null, page);
    }

    /** All items, newest first. Fetches each page when you need it. */
    public Iterable<Letter> all(String status, String reference, Page page) {
      return every(page, at -> list(status, reference, at), LetterList::getData, LetterList::getNextCursor);
    }
  }

  /** Verifications of the account. */
  public final class Verifications {
    private Verifications() {}

    /** Creates a verification from your own PDF. Leave the verification's document and letter empty. */
    public Verification send(Pdf pdf, VerificationInput verification, String idempotencyKey) {
      if (verification.getDocument() != null || verification.getLetter() != null) {
        throw new IllegalArgumentException("The document comes from the file; leave document and letter empty.");
      }
      VerificationInput whole = copy(verification, VerificationInput.class);
      Verification created = create(whole.document(document(pdf, idempotencyKey)), idempotencyKey);
      pdf.sent();
      return created;
    }

    public Verification create(VerificationInput verification, String idempotencyKey) {
      return answered(() -> verificationsApi.verificationsCreate(verification, null, idempotencyKey));
    }

    /** Returns the price. Creates and charges nothing. */
    public VerificationQuote quote(VerificationInput verification) {
      return answered(() -> verificationsApi.verificationsQuote(verification, null, null));
    }

    public Verification get(String id) {
      return answered(() -> verificationsApi.verificationsGet(id, null));
    }

    /** Checks a six-digit code. A wrong code is not an error: look at `correct`. */
    public VerificationCheck check(String id, String code, String idempotencyKey) {
      return answered(
          () -> verificationsApi.verificationsCheck(id, new CodeInput().code(code), null, idempotencyKey));
    }

    public Verification cancel(String id, String idempotencyKey) {
      return answered(() -> verificationsApi.verificationsCancel(id, null, idempotencyKey, Map.of()));
    }

    public VerificationEvidence evidence(String id) {
      return answered(() -> verificationsApi.verificationEvidenceGet(id, null));
    }

    /** One page, newest first. */
    public VerificationList list(String status, String reference, Page page) {
      return answered(() -> verificationsApi.verificationsList(
          status, reference, page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All items, newest first. */
    public Iterable<Verification> all(String status, String reference, Page page) {
      return every(
          page, at -> list(status, reference, at), VerificationList::getData, VerificationList::getNextCursor);
    }

    /** One page of the attempts to enter the code. */
    public VerificationAttemptList attempts(String id, Page page) {
      return answered(() -> verificationsApi.verificationAttemptsList(
          id, page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All attempts to enter the code. */
    public Iterable<VerificationAttempt> allAttempts(String id, Page page) {
      return every(
          page, at -> attempts(id, at), VerificationAttemptList::getData, VerificationAttemptList::getNextCursor);
    }

    /** Counts the verifications of a period, by outcome. Null means no limit. */
    public VerificationFigures figures(OffsetDateTime createdAfter, OffsetDateTime createdBefore) {
      return answered(() -> verificationsApi.verificationFiguresGet(createdAfter, createdBefore, null));
    }
  }

  /** Uploads for files that are too large for a request. */
  public final class Uploads {
    private Uploads() {}

    /** Returns the URL to PUT the file to. */
    public Upload create(UploadInput upload, String idempotencyKey) {
      return answered(() -> uploadsApi.uploadsCreate(upload, null, idempotencyKey));
    }
  }

  /** The balance and its transactions. */
  public final class Balances {
    private Balances() {}

    public Balance get() {
      return answered(() -> accountApi.balanceGet(null));
    }

    /** One page, newest first. */
    public BalanceTransactionList transactions(String type, Page page) {
      return answered(() -> accountApi.balanceTransactionsList(
          type, page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All items, newest first. */
    public Iterable<BalanceTransaction> allTransactions(String type, Page page) {
      return every(
          page, at -> transactions(type, at), BalanceTransactionList::getData, BalanceTransactionList::getNextCursor);
    }
  }

  /** Events of the account. */
  public final class Events {
    private Events() {}

    /** One page, newest first. */
    public EventList list(String type, String objectId, Page page) {
      return answered(() -> eventsApi.eventsList(
          type, objectId, page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All items, newest first. */
    public Iterable<Event> all(String type, String objectId, Page page) {
      return every(page, at -> list(type, objectId, at), EventList::getData, EventList::getNextCursor);
    }
  }

  /** Endpoints that receive events. */
  public final class WebhookEndpoints {
    private WebhookEndpoints() {}

    /** Only this response contains the signing secret. */
    public WebhookEndpointWithSecret create(WebhookEndpointOrder endpoint, String idempotencyKey) {
      return answered(() -> webhooksApi.webhookEndpointsCreate(endpoint, null, idempotencyKey));
    }

    public WebhookEndpoint get(String id) {
      return answered(() -> webhooksApi.webhookEndpointsGet(id, null));
    }

    public WebhookEndpoint edit(String id, WebhookEndpointChanges changes) {
      return answered(() -> webhooksApi.webhookEndpointsEdit(id, changes, null));
    }

    /**
     * Drops pending deliveries. A {@link MaloteException.NotFound} may mean that an earlier attempt, whose response was
     * lost, removed it.
     */
    public RemovedWebhookEndpoint remove(String id) {
      return answered(() -> webhooksApi.webhookEndpointsRemove(id, null));
    }

    /** Both secrets sign during the overlap. */
    public WebhookEndpointWithSecret rotateSecret(String id, int overlapHours, String idempotencyKey) {
      SecretRotation rotation = new SecretRotation().overlapHours(overlapHours);
      return answered(() -> webhooksApi.webhookEndpointsRotateSecret(id, rotation, null, idempotencyKey));
    }

    /** Sends `webhook.test` and returns the receiver's response, even if it is an error. */
    public WebhookTest test(String id) {
      return answered(() -> webhooksApi.webhookEndpointsTest(id, null, null, Map.of()));
    }

    /** Sends up to 500 failed deliveries again: repeat the call while `hasMore`. */
    public WebhookSending sendFailed(String id, OffsetDateTime since, String idempotencyKey) {
      FailedSending sending = new FailedSending().since(since);
      return answered(() -> webhooksApi.webhookEndpointsSendFailed(id, sending, null, idempotencyKey));
    }

    /** One page, newest first. */
    public WebhookEndpointList list(Page page) {
      return answered(() -> webhooksApi.webhookEndpointsList(
          page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All items, newest first. */
    public Iterable<WebhookEndpoint> all(Page page) {
      return every(page, this::list, WebhookEndpointList::getData, WebhookEndpointList::getNextCursor);
    }
  }

  /** Deliveries of events to endpoints. */
  public final class WebhookDeliveries {
    private WebhookDeliveries() {}

    /** Includes the signed body. */
    public WebhookDeliveryWithBody get(String id) {
      return answered(() -> webhooksApi.webhookDeliveriesGet(id, null));
    }

    /** Makes one more attempt for a delivery that has ended. */
    public WebhookDelivery sendAgain(String id, String idempotencyKey) {
      return answered(() -> webhooksApi.webhookDeliveriesSendAgain(id, null, idempotencyKey, Map.of()));
    }

    /** One page, newest first. Null filters are ignored. */
    public WebhookDeliveryList list(String endpointId, String eventId, String objectId, String state, Page page) {
      return answered(() -> webhooksApi.webhookDeliveriesList(
          endpointId, eventId, objectId, state,
          page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All items, newest first. */
    public Iterable<WebhookDelivery> all(
        String endpointId, String eventId, String objectId, String state, Page page) {
      return every(
          page,
          at -> list(endpointId, eventId, objectId, state, at),
          WebhookDeliveryList::getData,
          WebhookDeliveryList::getNextCursor);
    }
  }

  /** Copies the order, so that the caller's stays unchanged. */
  private <T> T copy(T order, Class<T> type) {
    ObjectNode fields = json.valueToTree(order);
    fields.remove("document");
    return json.convertValue(fields, type);
  }

  /** The document of a request; a large file is uploaded first. */
  private DocumentInput document(Pdf pdf, String key) {
    Map<String, VariablesInputValue> variables = null;
    if (pdf.variables() != null) {
      variables = new TreeMap<>();
      for (Map.Entry<String, String> each : pdf.variables().entrySet()) {
        variables.put(each.getKey(), new VariablesInputValue(each.getValue()));
      }
    }
    if (pdf.suitsBase64()) {
      return new DocumentInput(new Base64DocumentInput()
          .type(Base64DocumentInput.TypeEnum.BASE64)
          .data(Base64.getEncoder().encodeToString(pdf.bytes()))
          .variables(variables));
    }
    return new DocumentInput(new UploadDocumentInput()
        .type(UploadDocumentInput.TypeEnum.UPLOAD)
        .uploadId(upload(pdf, key))
        .variables(variables));
  }

  /** A key belongs to one request, so the upload gets its own, derived from the letter's. */
  private String upload(Pdf pdf, String key) {
    String own = key == null ? UUID.randomUUID().toString() : sha256(key);
    Upload upload = uploads().create(new UploadInput().filename(pdf.name()).size(pdf.bytes().length), own);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(upload.getUploadUrl().toString()));
    attempt(request.header("Content-Type", "application/pdf").PUT(pdf.progressPublisher()).build());
    return upload.getId();
  }

  private Letter sendForm(Pdf pdf, LetterInput letter, String key) {
    ObjectNode fields = json.valueToTree(letter);
    fields.remove("document");
    if (pdf.variables() != null) {
      fields.set("variables", json.valueToTree(pdf.variables()));
    }
    Form form = new Form(fields, pdf);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + "/letters"))
        .header("Content-Type", form.contentType())
        .header("Accept", "application/json")
        .header("Idempotency-Key", key == null ? UUID.randomUUID().toString() : key)
        .POST(HttpRequest.BodyPublishers.ofByteArray(form.bytes()));
    headers.accept(request);
    byte[] answer = attempt(request.build());
    return answered(() -> {
      try {
        return json.readValue(answer, Letter.class);
      } catch (IOException unreadable) {
        throw new ApiException(unreadable);
      }
    });
  }

  private byte[] attempt(HttpRequest request) {
    return answered(() -> {
      try {
        return http.attempt(request).body();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        throw new ApiException(stopped);
      }
    });
  }

  private interface Call<T> {
    T answer() throws ApiException;
  }

  private static <T> T answered(Call<T> call) {
    try {
      return call.answer();
    } catch (ApiException unread) {
      Throwable cause = unread.getCause() == null ? unread : unread.getCause();
      throw new ConnectionException("The response could not be read.", cause);
    }
  }

  private static String sha256(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException never) {
      // Every Java has it: https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/security/MessageDigest.html
      throw new IllegalStateException(never);
    }
  }

  /** Fetches each page when the caller needs it. */
  private static <T, L> Iterable<T> every(
      Page first, Function<Page, L> read, Function<L, List<T>> data, Function<L, String> nextCursor) {
    return () -> new Iterator<>() {
      private Page next = first;
      private Iterator<T> rest = List.<T>of().iterator();

      @Override
      public boolean hasNext() {
        while (!rest.hasNext() && next != null) {
          L page = read.apply(next);
          rest = data.apply(page).iterator();
          String cursor = nextCursor.apply(page);
          next = cursor == null ? null : next.cursor(cursor);
        }
        return rest.hasNext();
      }

      @Override
      public T next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return rest.next();
      }
    };
  }
}
