import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.json.Json;
import javax.json.JsonArray;
import javax.json.JsonNumber;
import javax.json.JsonObject;
import javax.json.JsonString;
import javax.json.JsonValue;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.usermodel.Workbook;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xssf.streaming.SXSSFWorkbook;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;

/** Writes the books (books.ts) with Apache POI: Write LIBRARY BOOKS FOLDER, where a library is poi or poi-streaming. */
public final class Write {
  public static void main(String[] arguments) throws Exception {
    try (var reader = Json.createReader(new FileInputStream(arguments[1]))) {
      for (JsonValue each : reader.readArray()) {
        JsonObject book = each.asJsonObject();
        boolean isStreaming = arguments[0].equals("poi-streaming");
        Workbook workbook = isStreaming ? new SXSSFWorkbook(100) : new XSSFWorkbook();
        write(workbook, book);
        // As programs do that cannot compute their formulas.
        if (isStreaming) workbook.setForceFormulaRecalculation(true);
        else if (book.getString("name").length() % 2 == 0)
          workbook.getCreationHelper().createFormulaEvaluator().evaluateAll();
        try (var out = new FileOutputStream(Path.of(arguments[2], book.getString("name") + ".xlsx").toFile())) {
          workbook.write(out);
        }
        workbook.close();
      }
    }
  }

  private static void write(Workbook workbook, JsonObject book) {
    Map<String, CellStyle> styles = new HashMap<>();
    JsonArray sheets = book.getJsonArray("sheets");
    for (int index = 0; index < sheets.size(); index++) {
      JsonObject sheet = sheets.getJsonObject(index);
      Sheet page = workbook.createSheet(sheet.getString("name"));
      JsonArray rows = sheet.getJsonArray("rows");
      for (int line = 0; line < rows.size(); line++) {
        Row row = page.createRow(line);
        JsonArray cells = rows.getJsonArray(line);
        for (int column = 0; column < cells.size(); column++) fill(workbook, styles, row, column, cells.getJsonObject(column));
        if (sheet.containsKey("hiddenRows"))
          for (JsonValue hidden : sheet.getJsonArray("hiddenRows"))
            if (((JsonNumber) hidden).intValue() == line) row.setZeroHeight(true);
      }
      if (sheet.containsKey("titleColumns"))
        page.addMergedRegion(new CellRangeAddress(0, 0, 0, sheet.getInt("titleColumns") - 1));
    }
    for (int index = 0; index < sheets.size(); index++) {
      boolean isHidden = sheets.getJsonObject(index).getBoolean("hidden", false);
      if (isHidden) workbook.setSheetHidden(index, true);
      else workbook.setActiveSheet(index);
    }
  }

  private static void fill(Workbook workbook, Map<String, CellStyle> styles, Row row, int column, JsonObject cell) {
    JsonValue value = cell.get("value");
    boolean isBlank = value.getValueType() == JsonValue.ValueType.NULL;
    if (isBlank && !cell.containsKey("formula") && !cell.containsKey("format")) return;
    Cell place = row.createCell(column);
    if (cell.containsKey("formula")) place.setCellFormula(cell.getString("formula"));
    else
      switch (value.getValueType()) {
        case STRING -> place.setCellValue(((JsonString) value).getString());
        case NUMBER -> place.setCellValue(((JsonNumber) value).doubleValue());
        case TRUE -> place.setCellValue(true);
        case FALSE -> place.setCellValue(false);
        default -> {}
      }
    if (cell.containsKey("format"))
      place.setCellStyle(
          styles.computeIfAbsent(
              cell.getString("format"),
              code -> {
                CellStyle style = workbook.createCellStyle();
                style.setDataFormat(workbook.createDataFormat().getFormat(code));
                return style;
              }));
  }
}
