package example.malote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The service rejected the request or failed. The request created and charged nothing. */
public class MaloteException extends RuntimeException {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LONGEST_EXCERPT = 200;

  private final int status;
  private final transient JsonNode problem;

  MaloteException(int status, JsonNode problem, String text) {
    super(problem.path("message").asText(
        "HTTP " + status + ": " + text.substring(0, Math.min(text.length(), LONGEST_EXCERPT))));
    this.status = status;
    this.problem = problem;
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
    InvalidRequest(int status, JsonNode problem, String text) {
      super(status, problem, text);
    }
  }

  /** 401: the API key is missing, unknown or revoked. */
  public static class Authentication extends MaloteException {
    Authentication(int status, JsonNode problem, String text) {
      super(status, problem, text);
    }
  }

  /** 402: the balance does not cover the price. */
  public static class Billing extends MaloteException {
    Billing(int status, JsonNode problem, String text) {
      super(status, problem, text);
    }
  }

  /** 403: the account is currently not allowed to do this. */
  public static class Permission extends MaloteException {
    Permission(int status, JsonNode problem, String text) {
      super(status, problem, text);
    }
  }

  /** 404: the object does not exist. */
  public static class NotFound extends MaloteException {
    NotFound(int status, JsonNode problem, String text) {
      super(status, problem, text);
    }
  }

  /** 409: the object's status does not allow it, or the idempotency key belongs to another request. */
  public static class Conflict extends MaloteException {
    Conflict(int status, JsonNode problem, String text) {
      super(status, problem, text);
    }
  }

  /** 422: fields are invalid; {@link #details} lists all of them. */
  public static class Validation extends MaloteException {
    Validation(int status, JsonNode problem, String text) {
      super(status, problem, text);
    }
  }

  /** 429: too many requests per second, even after all retries. */
  public static class RateLimit extends MaloteException {
    RateLimit(int status, JsonNode problem, String text) {
      super(status, problem, text);
    }
  }

  /** 5xx: the service failed, even after all retries. */
  public static class Api extends MaloteException {
    Api(int status, JsonNode problem, String text) {
      super(status, problem, text);
    }
  }

  /** The error of a response: a plain MaloteException for types that this version does not know. */
  static MaloteException of(int status, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    JsonNode problem = problemIn(text);
    return switch (problem.path("type").asText()) {
      case "invalid_request_error" -> new InvalidRequest(status, problem, text);
      case "authentication_error" -> new Authentication(status, problem, text);
      case "billing_error" -> new Billing(status, problem, text);
      case "permission_error" -> new Permission(status, problem, text);
      case "not_found_error" -> new NotFound(status, problem, text);
      case "conflict_error" -> new Conflict(status, problem, text);
      case "validation_error" -> new Validation(status, problem, text);
      case "rate_limit_error" -> new RateLimit(status, problem, text);
      case "api_error" -> new Api(status, problem, text);
      default -> status >= 500 ? new Api(status, problem, text) : new MaloteException(status, problem, text);
    };
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
