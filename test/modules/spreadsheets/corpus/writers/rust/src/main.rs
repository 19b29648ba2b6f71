//! Writes the books (books.ts) with a library of Rust: corpus LIBRARY BOOKS FOLDER.

use serde_json::Value;
use std::{env, fs, path::Path};

fn list(value: &Value, key: &str) -> Vec<Value> {
    value[key].as_array().cloned().unwrap_or_default()
}

fn rust_xlsxwriter(book: &Value, path: &Path) {
    use rust_xlsxwriter::{Format, Formula, Workbook};
    let mut workbook = Workbook::new();
    for sheet in list(book, "sheets") {
        let page = workbook.add_worksheet();
        page.set_name(sheet["name"].as_str().unwrap()).unwrap();
        if sheet["hidden"].as_bool() == Some(true) {
            page.set_hidden(true);
        } else {
            page.set_active(true).set_first_tab(true);
        }
        if let Some(columns) = sheet["titleColumns"].as_u64() {
            page.merge_range(0, 0, 0, columns as u16 - 1, "", &Format::new()).unwrap();
        }
        for (line, row) in list(&sheet, "rows").iter().enumerate() {
            for (column, cell) in row.as_array().unwrap().iter().enumerate() {
                let (line, column) = (line as u32, column as u16);
                let format = match cell["format"].as_str() {
                    Some(code) => Format::new().set_num_format(code),
                    None => Format::new(),
                };
                if let Some(formula) = cell["formula"].as_str() {
                    page.write_formula_with_format(line, column, Formula::new(formula), &format).unwrap();
                    continue;
                }
                match &cell["value"] {
                    Value::String(text) => page.write_string_with_format(line, column, text, &format).map(|_| ()),
                    Value::Bool(truth) => page.write_boolean_with_format(line, column, *truth, &format).map(|_| ()),
                    Value::Number(number) => page
                        .write_number_with_format(line, column, number.as_f64().unwrap(), &format)
                        .map(|_| ()),
                    _ => page.write_blank(line, column, &format).map(|_| ()),
                }
                .unwrap();
            }
        }
        for row in list(&sheet, "hiddenRows") {
            page.set_row_hidden(row.as_u64().unwrap() as u32).unwrap();
        }
    }
    workbook.save(path).unwrap();
}

fn umya(book: &Value, path: &Path) {
    let mut workbook = umya_spreadsheet::new_file_empty_worksheet();
    for sheet in list(book, "sheets") {
        let page = workbook.new_sheet(sheet["name"].as_str().unwrap()).unwrap();
        if sheet["hidden"].as_bool() == Some(true) {
            page.set_sheet_state("hidden".to_string());
        }
        for (line, row) in list(&sheet, "rows").iter().enumerate() {
            for (column, cell) in row.as_array().unwrap().iter().enumerate() {
                let place = (column as u32 + 1, line as u32 + 1);
                if let Some(formula) = cell["formula"].as_str() {
                    page.cell_mut(place).set_formula(formula);
                }
                match &cell["value"] {
                    Value::String(text) => {
                        page.cell_mut(place).set_value_string(text.clone());
                    }
                    Value::Bool(truth) => {
                        page.cell_mut(place).set_value_bool(*truth);
                    }
                    Value::Number(number) => {
                        page.cell_mut(place).set_value_number(number.as_f64().unwrap());
                    }
                    _ => {}
                }
                if let Some(code) = cell["format"].as_str() {
                    page.style_mut(place).number_format_mut().set_format_code(code);
                }
            }
        }
        for row in list(&sheet, "hiddenRows") {
            page.row_dimension_mut(row.as_u64().unwrap() as u32 + 1).set_hidden(true);
        }
    }
    umya_spreadsheet::writer::xlsx::write(&workbook, path).unwrap();
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let books: Value = serde_json::from_str(&fs::read_to_string(&arguments[2]).unwrap()).unwrap();
    for book in books.as_array().unwrap() {
        let path = Path::new(&arguments[3]).join(format!("{}.xlsx", book["name"].as_str().unwrap()));
        match arguments[1].as_str() {
            "rust_xlsxwriter" => rust_xlsxwriter(book, &path),
            _ => umya(book, &path),
        }
    }
}
