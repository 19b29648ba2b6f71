package example.malote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The service refused the request or failed. The text has all details, and what is known of earlier attempts. */
public class MaloteException extends RuntimeException {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_EXCERPT = 200;

  private final int status;
  private final transient JsonNode problem;

  private final Outcome outcome;

  MaloteException(int status, JsonNode problem, String text, Outcome outcome) {
    super(outcome.text(lines(status, problem, text), problem.path("request_id").asText(null)));
    this.status = status;
    this.problem = problem;
    this.outcome = outcome;
  }

  private static List<String> lines(int status, JsonNode problem, String text) {
    List<String> lines = new ArrayList<>();
    String excerpt = text.substring(0, Math.min(text.length(), LONGEST_EXCERPT));
    lines.add(problem.path("message").asText("HTTP " + status + ": " + excerpt));
    for (JsonNode each : problem.path("details")) {
      lines.add("- " + each.path("param").asText() + ": " + each.path("message").asText());
    }
    return lines;
  }

  /** What is known of the call. */
  public Outcome outcome() {
    return outcome;
  }

  /** HTTP status. */
  public int status() {
    return status;
  }

  /** Category, such as `billing_error`; null if the response is not from the service (a proxy's, for example). */
  public String type() {
    return problem.path("type").asText(null);
  }

  /** Specific and stable, such as `insufficient_balance`; handle unknown codes by their type. */
  public String code() {
    return problem.path("code").asText(null);
  }

  /** Identifies the request when you contact support. */
  public String requestId() {
    return problem.path("request_id").asText(null);
  }

  public String docUrl() {
    return problem.path("doc_url").asText(null);
  }

  /** All problems of the request, for a {@link Validation}. */
  public List<Detail> details() {
    List<Detail> details = new ArrayList<>();
    for (JsonNode each : problem.path("details")) {
      details.add(new Detail(
          each.path("param").asText(null), each.path("code").asText(null), each.path("message").asText(null)));
    }
    return details;
  }

  public record Detail(String param, String code, String message) {}

  /** 400 and 413: the request cannot be read. */
  public static class InvalidRequest extends MaloteException {
    InvalidRequest(int status, JsonNode problem, String text, Outcome outcome) {
      super(status, problem, text, outcome);
    }
  }

  /** 401: the API key is missing, unknown or revoked. */
  public static class Authentication extends MaloteException {
    Authentication(int status, JsonNode problem, String text, Outcome outcome) {
      super(status, problem, text, outcome);
    }
  }

  /** 402: the balance does not cover the price. */
  public static class Billing extends MaloteException {
    Billing(int status, JsonNode problem, String text, Outcome outcome) {
      super(status, problem, text, outcome);
    }
  }

  /** 403: the account is currently not allowed to do this. */
  public static class Permission extends MaloteException {
    Permission(int status, JsonNode problem, String text, Outcome outcome) {
      super(status, problem, text, outcome);
    }
  }

  /** 404: the object does not exist. */
  public static class NotFound extends MaloteException {
    NotFound(int status, JsonNode problem, String text, Outcome outcome) {
      super(status, problem, text, outcome);
    }
  }

  /** 409: the object's status does not allow it, or the idempotency key belongs to another request. */
  public static class Conflict extends MaloteException {
    Conflict(int status, JsonNode problem, String text, Outcome outcome) {
      super(status, problem, text, outcome);
    }
  }

  /** 422: fields are invalid; {@link #details} lists all of them. */
  public static class Validation extends MaloteException {
    Validation(int status, JsonNode problem, String text, Outcome outcome) {
      super(status, problem, text, outcome);
    }
  }

  /** 429: too many requests per second, even after all retries. */
  public static class RateLimit extends MaloteException {
    RateLimit(int status, JsonNode problem, String text, Outcome outcome) {
      super(status, problem, text, outcome);
    }
  }

  /** 5xx: the service failed, even after all retries. */
  public static class Api extends MaloteException {
    Api(int status, JsonNode problem, String text, Outcome outcome) {
      super(status, problem, text, outcome);
    }
  }

  /** The error of a response: a plain MaloteException for types that this version does not know. */
  static MaloteException of(int status, byte[] body, Outcome outcome) {
    String text = new String(body, StandardCharsets.UTF_8);
    JsonNode problem = problemIn(text);
    return switch (problem.path("type").asText()) {
      case "invalid_request_error" -> new InvalidRequest(status, problem, text, outcome);
      case "authentication_error" -> new Authentication(status, problem, text, outcome);
      case "billing_error" -> new Billing(status, problem, text, outcome);
      case "permission_error" -> new Permission(status, problem, text, outcome);
      case "not_found_error" -> new NotFound(status, problem, text, outcome);
      case "conflict_error" -> new Conflict(status, problem, text, outcome);
      case "validation_error" -> new Validation(status, problem, text, outcome);
      case "rate_limit_error" -> new RateLimit(status, problem, text, outcome);
      case "api_error" -> new Api(status, problem, text, outcome);
      default -> status >= 500
          ? new Api(status, problem, text, outcome)
          : new MaloteException(status, problem, text, outcome);
    };
  }

  /** The code of an error response; null if it is not from the service. */
  static String codeIn(byte[] body) {
    return problemIn(new String(body, StandardCharsets.UTF_8)).path("code").asText(null);
  }

  private static JsonNode problemIn(String text) {
    try {
      return JSON.readTree(text).path("error");
    } catch (JsonProcessingException notTheService) {
      // A proxy's page, or S3's XML.
      return JSON.createObjectNode();
    }
  }
}
