package example.malote;

/** Filters of lists: {@code new Filters.Letters().status("posted").page(new Page().limit(10))}. */
public final class Filters {
  private Filters() {}

  /** Filters of letters. Null values are ignored. */
  public record Letters(
      String status, String reference, String trackingCode, String recipient, String letterBatchId, Page page) {
    public Letters() {
      this(null, null, null, null, null, new Page());
    }

    public Letters status(String value) {
      return new Letters(value, reference, trackingCode, recipient, letterBatchId, page);
    }

    public Letters reference(String value) {
      return new Letters(status, value, trackingCode, recipient, letterBatchId, page);
    }

    public Letters trackingCode(String value) {
      return new Letters(status, reference, value, recipient, letterBatchId, page);
    }

    /** Parts of the recipient's name. */
    public Letters recipient(String value) {
      return new Letters(status, reference, trackingCode, value, letterBatchId, page);
    }

    public Letters letterBatchId(String value) {
      return new Letters(status, reference, trackingCode, recipient, value, page);
    }

    public Letters page(Page given) {
      return new Letters(status, reference, trackingCode, recipient, letterBatchId, given);
    }
  }

  /** Filters of verifications. Null values are ignored. */
  public record Verifications(String status, String reference, String recipient, Page page) {
    public Verifications() {
      this(null, null, null, new Page());
    }

    public Verifications status(String value) {
      return new Verifications(value, reference, recipient, page);
    }

    public Verifications reference(String value) {
      return new Verifications(status, value, recipient, page);
    }

    /** Parts of the recipient's name. */
    public Verifications recipient(String value) {
      return new Verifications(status, reference, value, page);
    }

    public Verifications page(Page given) {
      return new Verifications(status, reference, recipient, given);
    }
  }

  /** Filters of transactions. Null values are ignored. */
  public record Transactions(String type, Page page) {
    public Transactions() {
      this(null, new Page());
    }

    public Transactions type(String value) {
      return new Transactions(value, page);
    }

    public Transactions page(Page given) {
      return new Transactions(type, given);
    }
  }

  /** Filters of events. Null values are ignored. */
  public record Events(String type, String objectId, Page page) {
    public Events() {
      this(null, null, new Page());
    }

    public Events type(String value) {
      return new Events(value, objectId, page);
    }

    public Events objectId(String value) {
      return new Events(type, value, page);
    }

    public Events page(Page given) {
      return new Events(type, objectId, given);
    }
  }

  /** Filters of deliveries. Null values are ignored. */
  public record Deliveries(String endpointId, String eventId, String objectId, String state, Page page) {
    public Deliveries() {
      this(null, null, null, null, new Page());
    }

    public Deliveries endpointId(String value) {
      return new Deliveries(value, eventId, objectId, state, page);
    }

    public Deliveries eventId(String value) {
      return new Deliveries(endpointId, value, objectId, state, page);
    }

    public Deliveries objectId(String value) {
      return new Deliveries(endpointId, eventId, value, state, page);
    }

    public Deliveries state(String value) {
      return new Deliveries(endpointId, eventId, objectId, value, page);
    }

    public Deliveries page(Page given) {
      return new Deliveries(endpointId, eventId, objectId, state, given);
    }
  }
}
