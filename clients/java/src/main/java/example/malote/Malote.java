package example.malote;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import example.malote.generated.ApiClient;
import example.malote.generated.ApiException;
import example.malote.generated.api.AccountApi;
import example.malote.generated.api.EventsApi;
import example.malote.generated.api.LetterBatchesApi;
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
import java.net.http.HttpResponse;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A client for one account; thread-safe. Calls throw a {@link MaloteException} for an error response and a
 * {@link ConnectionException} without a response. A null idempotency key means a random one.
 */
public final class Malote {
  public static final String VERSION = "1.0.0";

  private final Options options;
  private final PatientHttpClient http;
  private final Consumer<HttpRequest.Builder> headers;
  private final ObjectMapper json;
  private final String baseUrl;
  private final LettersApi lettersApi;
  private final LetterBatchesApi letterBatchesApi;
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
    this.options = options;
    http = new PatientHttpClient(options.httpClient, options.patience);
    headers = request -> {
      request.setHeader("Authorization", "Bearer " + key);
      request.setHeader("User-Agent", "malote-java/" + VERSION + " java/" + Runtime.version().feature());
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
    letterBatchesApi = new LetterBatchesApi(core);
    verificationsApi = new VerificationsApi(core);
    uploadsApi = new UploadsApi(core);
    accountApi = new AccountApi(core);
    eventsApi = new EventsApi(core);
    postalCodesApi = new PostalCodesApi(core);
    webhooksApi = new WebhooksApi(core);
  }

  /**
   * Null values come from the environment or the service's defaults.
   *
   * @param language of error messages: `pt-BR` or `en`
   * @param httpClient your own, for a proxy of yours, for example; it must not follow redirects
   */
  public record Options(String apiKey, String baseUrl, String language, Patience patience, HttpClient httpClient) {
    public Options() {
      this(null, null, null, new Patience(), null);
    }

    public Options apiKey(String given) {
      return new Options(given, baseUrl, language, patience, httpClient);
    }

    public Options baseUrl(String given) {
      return new Options(apiKey, given, language, patience, httpClient);
    }

    public Options language(String given) {
      return new Options(apiKey, baseUrl, given, patience, httpClient);
    }

    public Options patience(Patience given) {
      return new Options(apiKey, baseUrl, language, given, httpClient);
    }

    public Options httpClient(HttpClient given) {
      return new Options(apiKey, baseUrl, language, patience, given);
    }
  }

  /** This client with another patience, for one call: {@code malote.with(each -> each.maxRetries(0)).account()}. */
  public Malote with(UnaryOperator<Patience> change) {
    HttpClient shared = options.httpClient != null ? options.httpClient : http.client();
    return new Malote(options.httpClient(shared).patience(change.apply(options.patience)));
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

  public LetterBatches letterBatches() {
    return new LetterBatches();
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

  /** The postal codes of a street, of which the last word may be incomplete; null for a whole city. */
  public PostalCodeSearch searchPostalCodes(String state, String city, String street, String neighborhood) {
    return answered(() -> postalCodesApi.postalCodesSearch(state, city, street, neighborhood, null));
  }

  /** Completes and corrects up to 500 addresses, and keeps none. */
  public AddressChecks checkAddresses(List<AddressCheckAddressInput> addresses) {
    AddressChecksInput input = new AddressChecksInput().addresses(addresses);
    return answered(() -> postalCodesApi.addressesCheck(input, null, null));
  }

  /** Letters of the account. */
  public final class Letters {
    private Letters() {}

    public Letter send(Pdf pdf, LetterInput letter) {
      return send(pdf, letter, null);
    }

    /** Creates a letter from a PDF, with the best method for its size. Leave the letter's document empty. */
    public Letter send(Pdf pdf, LetterInput letter, String idempotencyKey) {
      return sendLetter(pdf, letter, idempotencyKey, "/letters", Letter.class, this::create);
    }

    /** The price of a PDF, sent as `send` does. Creates and charges nothing. */
    public Quote quoteFile(Pdf pdf, LetterInput letter) {
      return sendLetter(pdf, letter, null, "/letters/quote", Quote.class, (order, key) -> quote(order));
    }

    private <T> T sendLetter(
        Pdf pdf, LetterInput letter, String key, String path, Class<T> type, BiFunction<LetterInput, String, T> call) {
      if (letter.getDocument() != null) {
        throw new IllegalArgumentException("The document comes from the file; leave the letter's empty.");
      }
      return sendFile(
          pdf,
          key,
          (document, own) -> call.apply(copy(letter, LetterInput.class).document(document), own),
          own -> sendForm(path, pdf, letter, own, type));
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

    public LetterEvidence evidence(String id) {
      return answered(() -> lettersApi.lettersEvidence(id, null));
    }

    /** How often the authenticity number of a letter was looked up. */
    public LetterLookUps lookUps(String id) {
      return answered(() -> lettersApi.lettersLookUps(id, null));
    }

    /** Works while the letter is scheduled or received. */
    public Letter cancel(String id, String idempotencyKey) {
      return answered(() -> lettersApi.lettersCancel(id, null, idempotencyKey, Map.of()));
    }

    /** One page, newest first. */
    public LetterList list(Filters.Letters filter) {
      Page page = filter.page();
      return answered(() -> lettersApi.lettersList(
          filter.status(), filter.reference(), filter.trackingCode(), filter.recipient(),
          filter.letterBatchId(), page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All items, newest first. Fetches each page when you need it. */
    public Iterable<Letter> all(Filters.Letters filter) {
      return every(filter.page(), at -> list(filter.page(at)), LetterList::getData, LetterList::getNextCursor);
    }
  }

  /** Up to 100,000 letters at once: prepare, look at the quote, confirm. */
  public final class LetterBatches {
    private LetterBatches() {}

    /**
     * Sends PDFs and rows and starts the dry run; charges nothing. Look at the batch with `get` until it has its quote, or
     * failed. Repeated under the same key, each step answers as before, and the dry run itself tells whether the rows have
     * arrived.
     *
     * @param documents 1 to 10 PDFs by name, without variables: those are in the rows. A row without `document.name` uses
     *     the first one, so the map must have an order if there are several.
     * @param letter what all letters have in common, or null
     */
    public LetterBatch prepare(Rows rows, Map<String, Pdf> documents, LetterBatchLetterInput letter, String key) {
      String own = key == null ? UUID.randomUUID().toString() : key;
      LetterBatchInput batch = new LetterBatchInput()
          .filename(rows.name()).size(rows.bytes().length).format(rows.format()).letter(letter);
      int number = 1;
      for (Map.Entry<String, Pdf> document : documents.entrySet()) {
        // The keys of the uploads follow from the caller's.
        String upload = upload(document.getValue(), own, number++).id();
        batch.addDocumentsItem(new LetterBatchDocumentInput().name(document.getKey()).uploadId(upload));
      }
      HttpResponse<byte[]> answer = http.attempt(post("/letter-batches", json.valueToTree(batch).toString(), own), null);
      LetterBatchWithRowsUrl made = read(answer, LetterBatchWithRowsUrl.class, own);
      HttpRequest.Builder put = HttpRequest.newBuilder(URI.create(made.getRowsUrl().toString()))
          .header("Content-Type", "application/octet-stream")
          .header("If-None-Match", "*");
      put(put.PUT(rows.publisher()).build(), own, isReplayed(answer));
      return quote(made.getId(), null);
    }

    /** Only this response has `rows_url`. */
    public LetterBatchWithRowsUrl create(LetterBatchInput batch, String idempotencyKey) {
      return answered(() -> letterBatchesApi.letterBatchesCreate(batch, null, idempotencyKey));
    }

    public LetterBatch get(String id) {
      return answered(() -> letterBatchesApi.letterBatchesGet(id, null));
    }

    /** Starts the dry run. Charges nothing. */
    public LetterBatch quote(String id, String idempotencyKey) {
      return answered(() -> letterBatchesApi.letterBatchesQuote(id, null, idempotencyKey, Map.of()));
    }

    /** Charges the quote with this hash, or nothing. */
    public LetterBatch confirm(String id, String quoteHash, String idempotencyKey) {
      LetterBatchConfirmationInput body = new LetterBatchConfirmationInput().quoteHash(quoteHash);
      return answered(() -> letterBatchesApi.letterBatchesConfirm(id, body, null, idempotencyKey));
    }

    public LetterBatch cancel(String id, String idempotencyKey) {
      return answered(() -> letterBatchesApi.letterBatchesCancel(id, null, idempotencyKey, Map.of()));
    }

    /** One page, newest first. */
    public LetterBatchList list(Page page) {
      return answered(() -> letterBatchesApi.letterBatchesList(
          page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All items, newest first. */
    public Iterable<LetterBatch> all(Page page) {
      return every(page, this::list, LetterBatchList::getData, LetterBatchList::getNextCursor);
    }

    /**
     * One page of the results, in the order of the file.
     *
     * @param state null for all
     */
    public LetterBatchRowList rows(String id, String state, Page page) {
      return answered(() -> letterBatchesApi.letterBatchesRows(id, state, page.limit(), page.cursor(), null));
    }

    /** All results. */
    public Iterable<LetterBatchRow> allRows(String id, String state, Page page) {
      return every(
          page, at -> rows(id, state, at), LetterBatchRowList::getData, LetterBatchRowList::getNextCursor);
    }
  }

  /** Verifications of the account. */
  public final class Verifications {
    private Verifications() {}

    /** Creates a verification from your own PDF. Leave the verification's document and letter empty. */
    public Verification send(Pdf pdf, VerificationInput verification, String idempotencyKey) {
      return sendVerification(pdf, verification, idempotencyKey, this::create);
    }

    /** The price of your own PDF, sent as `send` does. Creates and charges nothing. */
    public VerificationQuote quoteFile(Pdf pdf, VerificationInput verification) {
      return sendVerification(pdf, verification, null, (order, key) -> quote(order));
    }

    private <T> T sendVerification(
        Pdf pdf, VerificationInput verification, String key, BiFunction<VerificationInput, String, T> call) {
      if (verification.getDocument() != null || verification.getLetter() != null) {
        throw new IllegalArgumentException("The document comes from the file; leave document and letter empty.");
      }
      return sendFile(
          pdf,
          key,
          (document, own) -> call.apply(copy(verification, VerificationInput.class).document(document), own),
          null);
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
    public VerificationList list(Filters.Verifications filter) {
      Page page = filter.page();
      return answered(() -> verificationsApi.verificationsList(
          filter.status(), filter.reference(), filter.recipient(),
          page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All items, newest first. */
    public Iterable<Verification> all(Filters.Verifications filter) {
      return every(
          filter.page(), at -> list(filter.page(at)), VerificationList::getData, VerificationList::getNextCursor);
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
    public BalanceTransactionList transactions(Filters.Transactions filter) {
      Page page = filter.page();
      return answered(() -> accountApi.balanceTransactionsList(
          filter.type(), page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All items, newest first. */
    public Iterable<BalanceTransaction> allTransactions(Filters.Transactions filter) {
      return every(
          filter.page(),
          at -> transactions(filter.page(at)),
          BalanceTransactionList::getData,
          BalanceTransactionList::getNextCursor);
    }
  }

  /** Events of the account. */
  public final class Events {
    private Events() {}

    /** One page, newest first. */
    public EventList list(Filters.Events filter) {
      Page page = filter.page();
      return answered(() -> eventsApi.eventsList(
          filter.type(), filter.objectId(), page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All items, newest first. */
    public Iterable<Event> all(Filters.Events filter) {
      return every(filter.page(), at -> list(filter.page(at)), EventList::getData, EventList::getNextCursor);
    }

    /** The letter in an event; null for an event of another object. */
    public Letter letterOf(Event event) {
      return objectOf(event, "letter", Letter.class);
    }

    /** The verification in an event; null for an event of another object. */
    public Verification verificationOf(Event event) {
      return objectOf(event, "verification", Verification.class);
    }

    private <T> T objectOf(Event event, String kind, Class<T> type) {
      return kind.equals(event.getData().getObject()) ? json.convertValue(event.getData(), type) : null;
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

    /** One page, newest first. */
    public WebhookDeliveryList list(Filters.Deliveries filter) {
      Page page = filter.page();
      return answered(() -> webhooksApi.webhookDeliveriesList(
          filter.endpointId(), filter.eventId(), filter.objectId(), filter.state(),
          page.limit(), page.cursor(), page.createdAfter(), page.createdBefore(), null));
    }

    /** All items, newest first. */
    public Iterable<WebhookDelivery> all(Filters.Deliveries filter) {
      return every(
          filter.page(),
          at -> list(filter.page(at)),
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

  /**
   * Makes a call with a file.
   *
   * @param call makes it with the document and the key
   * @param form makes it with a form; null if the operation accepts none
   */
  private <T> T sendFile(
      Pdf pdf, String key, BiFunction<DocumentInput, String, T> call, Function<String, T> form) {
    String own = key == null ? UUID.randomUUID().toString() : key;
    if (!pdf.suitsBase64() && !(form != null && pdf.suitsForm())) {
      return uploadAndCall(pdf, own, call);
    }
    T answer = pdf.suitsBase64() ? call.apply(base64(pdf), own) : form.apply(own);
    pdf.sent();
    return answer;
  }

  /**
   * Uploads the file, then makes the call with the upload. Repeated under the same key, both answer as before; but the
   * link of an upload expires earlier than the key. So the call itself tells whether the file had arrived, and if it had
   * not, the next upload takes its place. The keys of the uploads follow from the caller's.
   */
  private <T> T uploadAndCall(Pdf pdf, String key, BiFunction<DocumentInput, String, T> call) {
    for (int earlier = 0; ; earlier++) {
      Uploaded uploaded = upload(pdf, key, earlier);
      DocumentInput document = new DocumentInput(new UploadDocumentInput()
          .type(UploadDocumentInput.TypeEnum.UPLOAD)
          .uploadId(uploaded.id)
          .variables(variables(pdf)));
      try {
        return call.apply(document, key);
      } catch (MaloteException error) {
        if (!uploaded.replayed || !needsAnotherUpload(error)) {
          throw error;
        }
      }
    }
  }

  /** The upload never got its file; or the caller's key belongs to a call with a later upload. */
  private static boolean needsAnotherUpload(MaloteException error) {
    Set<String> useless = Set.of("upload_file_missing", "upload_expired", "upload_file_changed");
    return "idempotency_key_reused".equals(error.code())
        || error.details().stream().anyMatch(detail -> detail.code() != null && useless.contains(detail.code()));
  }

  private static DocumentInput base64(Pdf pdf) {
    return new DocumentInput(new Base64DocumentInput()
        .type(Base64DocumentInput.TypeEnum.BASE64)
        .data(Base64.getEncoder().encodeToString(pdf.bytes()))
        .variables(variables(pdf)));
  }

  private static Map<String, VariablesInputValue> variables(Pdf pdf) {
    if (pdf.variables() == null) {
      return null;
    }
    Map<String, VariablesInputValue> variables = new TreeMap<>();
    pdf.variables().forEach((name, value) -> variables.put(name, new VariablesInputValue(value)));
    return variables;
  }

  private record Uploaded(String id, boolean replayed) {}

  /** Uploads a file for the call with a key, which may have several. */
  private Uploaded upload(Pdf pdf, String key, int number) {
    // A key belongs to one request, so each upload gets its own.
    String own = sha256(number == 0 ? key : key + " " + number);
    ObjectNode order = json.createObjectNode().put("filename", pdf.name()).put("size", pdf.bytes().length);
    HttpResponse<byte[]> answer = http.attempt(post("/uploads", order.toString(), own), key);
    Upload upload = read(answer, Upload.class, key);
    HttpRequest.Builder put = HttpRequest.newBuilder(URI.create(upload.getUploadUrl().toString()))
        .header("Content-Type", "application/pdf");
    put(put.PUT(pdf.progressPublisher()).build(), key, isReplayed(answer));
    return new Uploaded(upload.getId(), isReplayed(answer));
  }

  private HttpRequest post(String path, String body, String key) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + path))
        .header("Content-Type", "application/json")
        .header("Accept", "application/json")
        .header("Idempotency-Key", key)
        .POST(HttpRequest.BodyPublishers.ofString(body));
    headers.accept(request);
    return request.build();
  }

  /** Whether an earlier call with the same key made it. */
  private static boolean isReplayed(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue("Idempotent-Replayed").orElse("").equals("true");
  }

  /** Sends a file to its link. A link that has its file, or may have it, is no error. */
  private void put(HttpRequest request, String key, boolean replayed) {
    try {
      http.attempt(request, key);
    } catch (MaloteException error) {
      // S3 answers 409 or 412 to a second file where only one is allowed, and 403 to a link that has expired. The first
      // file came with an earlier call, or with an attempt whose response was lost.
      boolean isExpired = error.status() == 403 && (replayed || error.outcome().attempts() > 1);
      if (!isExpired && error.status() != 409 && error.status() != 412) {
        throw error;
      }
    }
  }

  private <T> T sendForm(String path, Pdf pdf, LetterInput letter, String key, Class<T> type) {
    ObjectNode fields = json.valueToTree(letter);
    fields.remove("document");
    if (pdf.variables() != null) {
      fields.set("variables", json.valueToTree(pdf.variables()));
    }
    Form form = new Form(fields, pdf);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + path))
        .header("Content-Type", form.contentType())
        .header("Accept", "application/json")
        .header("Idempotency-Key", key)
        .POST(HttpRequest.BodyPublishers.ofByteArray(form.bytes()));
    headers.accept(request);
    return read(http.attempt(request.build(), null), type, key);
  }

  private <T> T read(HttpResponse<byte[]> answer, Class<T> type, String key) {
    try {
      return json.readValue(answer.body(), type);
    } catch (IOException unreadable) {
      throw new ConnectionException("The response cannot be read.", new Outcome(1, key, true), unreadable);
    }
  }

  private interface Call<T> {
    T answer() throws ApiException;
  }

  private static <T> T answered(Call<T> call) {
    try {
      return call.answer();
    } catch (ApiException unread) {
      Throwable cause = unread.getCause() == null ? unread : unread.getCause();
      throw new ConnectionException("The response cannot be read.", new Outcome(1, null, true), cause);
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
