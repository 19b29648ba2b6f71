package example.malote;

import example.malote.generated.model.LetterBatchInput.FormatEnum;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The rows of a letter batch, up to 64 MB.
 *
 * @param format JSON lines, or a spreadsheet
 * @param progress receives the bytes sent so far, or null
 */
public record Rows(byte[] bytes, String name, FormatEnum format, Pdf.Progress progress) {
  /** A spreadsheet if the name ends in `.xlsx` or `.csv`, otherwise JSON lines. */
  public static Rows of(Path file) throws IOException {
    String name = file.getFileName().toString();
    String lower = name.toLowerCase(Locale.ROOT);
    boolean isSpreadsheet = lower.endsWith(".xlsx") || lower.endsWith(".csv");
    FormatEnum format = isSpreadsheet ? FormatEnum.SPREADSHEET : FormatEnum.JSON_LINES;
    return new Rows(Files.readAllBytes(file), name, format, null);
  }

  public Rows progress(Pdf.Progress listener) {
    return new Rows(bytes, name, format, listener);
  }

  HttpRequest.BodyPublisher publisher() {
    return Pdf.publisher(bytes, progress);
  }
}
