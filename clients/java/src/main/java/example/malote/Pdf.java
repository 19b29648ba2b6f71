package example.malote;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A PDF of up to 10 MB.
 *
 * @param variables values for the markers in the PDF, as they will be printed, or null. An empty map requests a check
 *     that the PDF has no markers.
 * @param progress receives the bytes sent so far, or null
 */
public record Pdf(byte[] bytes, String name, Map<String, String> variables, Progress progress) {
  private static final int MEGABYTE = 1024 * 1024;
  /** The largest file for each method. Larger files use an upload, up to 10 MB; above it: `out_of_range`. */
  private static final int BASE64_BYTES = 3 * MEGABYTE;
  private static final int FORM_BYTES = 4 * MEGABYTE;

  /** Starts again at 0 when an attempt fails. Files up to 4 MB are reported once, at the end. */
  @FunctionalInterface
  public interface Progress {
    void sent(int bytes, int total);
  }

  public static Pdf of(Path file) throws IOException {
    return new Pdf(Files.readAllBytes(file), file.getFileName().toString(), null, null);
  }

  public static Pdf of(byte[] bytes) {
    return new Pdf(bytes, "document.pdf", null, null);
  }

  public Pdf variables(Map<String, String> values) {
    return new Pdf(bytes, name, values, progress);
  }

  public Pdf progress(Progress listener) {
    return new Pdf(bytes, name, variables, listener);
  }

  boolean suitsBase64() {
    return bytes.length <= BASE64_BYTES;
  }

  /** A form cannot express `variables: {}`. */
  boolean suitsForm() {
    return !suitsBase64() && bytes.length <= FORM_BYTES && (variables == null || !variables.isEmpty());
  }

  /** Reports the progress of a file that was sent in one request. */
  void sent() {
    if (progress != null && bytes.length <= FORM_BYTES) {
      progress.sent(bytes.length, bytes.length);
    }
  }

  HttpRequest.BodyPublisher progressPublisher() {
    return publisher(bytes, progress);
  }

  /** The bytes, from the first one on each try. */
  static HttpRequest.BodyPublisher publisher(byte[] bytes, Progress progress) {
    return HttpRequest.BodyPublishers.fromPublisher(
        HttpRequest.BodyPublishers.ofInputStream(() -> stream(bytes, progress)), bytes.length);
  }

  private static InputStream stream(byte[] bytes, Progress progress) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public int read(byte[] into, int offset, int length) {
        int read = super.read(into, offset, length);
        if (read > 0 && progress != null) {
          progress.sent(pos, count);
        }
        return read;
      }
    };
  }
}
