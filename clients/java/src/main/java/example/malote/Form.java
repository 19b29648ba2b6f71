package example.malote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The one kind of request that the generated part cannot send: multipart/form-data (RFC 7578). */
final class Form {
  private final String boundary = UUID.randomUUID().toString();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  /** Objects use brackets, lists repeat the name. Null is omitted, which means the same. */
  Form(ObjectNode fields, Pdf pdf) {
    fields.fields().forEachRemaining(field -> add(field.getKey(), field.getValue()));
    part("file\"; filename=\"" + quoted(pdf.name()) + "\"\r\nContent-Type: application/pdf", pdf.bytes());
    write("--" + boundary + "--\r\n");
  }

  String contentType() {
    return "multipart/form-data; boundary=" + boundary;
  }

  byte[] bytes() {
    return body.toByteArray();
  }

  private void add(String name, JsonNode value) {
    if (value.isObject()) {
      value.fields().forEachRemaining(field -> add(name + "[" + field.getKey() + "]", field.getValue()));
    } else if (value.isArray()) {
      value.forEach(item -> add(name + "[]", item));
    } else if (!value.isNull()) {
      part(quoted(name) + "\"", value.asText().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** @param named the name with its closing quote, and any further headers of the part */
  private void part(String named, byte[] content) {
    write("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + named + "\r\n\r\n");
    body.writeBytes(content);
    write("\r\n");
  }

  private void write(String text) {
    body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Escapes names like browsers: https://html.spec.whatwg.org/#multipart-form-data */
  private static String quoted(String name) {
    return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
  }
}
