package example.malote;

import java.time.OffsetDateTime;

/**
 * Filters for lists; null values are ignored.
 *
 * @param limit maximum number of items per page
 * @param cursor the next cursor of the previous page; iterators need none
 */
public record Page(Integer limit, String cursor, OffsetDateTime createdAfter, OffsetDateTime createdBefore) {
  public Page() {
    this(null, null, null, null);
  }

  public Page limit(int most) {
    return new Page(most, cursor, createdAfter, createdBefore);
  }

  public Page cursor(String next) {
    return new Page(limit, next, createdAfter, createdBefore);
  }

  public Page createdAfter(OffsetDateTime instant) {
    return new Page(limit, cursor, instant, createdBefore);
  }

  public Page createdBefore(OffsetDateTime instant) {
    return new Page(limit, cursor, createdAfter, instant);
  }
}
