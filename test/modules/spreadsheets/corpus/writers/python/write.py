"""Writes the books (books.ts) with a Python library: write.py LIBRARY BOOKS FOLDER."""

import json
import sys
from pathlib import Path


def openpyxl(book, path):
    from openpyxl import Workbook

    workbook = Workbook()
    workbook.remove(workbook.active)
    for sheet in book["sheets"]:
        page = workbook.create_sheet(sheet["name"])
        page.sheet_state = "hidden" if sheet.get("hidden") else "visible"
        for line, row in enumerate(sheet["rows"], 1):
            for column, cell in enumerate(row, 1):
                formula = cell.get("formula")
                if formula is None and cell["value"] is None and "format" not in cell:
                    continue
                place = page.cell(line, column)
                if formula is not None:
                    place.value = "=" + formula
                elif isinstance(cell["value"], str):
                    place.value = cell["value"]
                    place.data_type = "s"
                else:
                    place.value = cell["value"]
                if "format" in cell:
                    place.number_format = cell["format"]
        for row in sheet.get("hiddenRows", []):
            page.row_dimensions[row + 1].hidden = True
        if "titleColumns" in sheet:
            page.merge_cells(start_row=1, start_column=1, end_row=1, end_column=sheet["titleColumns"])
    workbook.save(path)


def xlsxwriter(book, path):
    from xlsxwriter import Workbook

    workbook = Workbook(path, {"strings_to_numbers": False})
    formats = {}
    for sheet in book["sheets"]:
        page = workbook.add_worksheet(sheet["name"])
        if sheet.get("hidden"):
            page.hide()
        else:
            page.activate()
            page.set_first_sheet()
        if "titleColumns" in sheet:
            page.merge_range(0, 0, 0, sheet["titleColumns"] - 1, "")
        for line, row in enumerate(sheet["rows"]):
            for column, cell in enumerate(row):
                code = cell.get("format")
                if code is not None and code not in formats:
                    formats[code] = workbook.add_format({"num_format": code})
                style = formats.get(code)
                value = cell["value"]
                if "formula" in cell:
                    page.write_formula(line, column, "=" + cell["formula"], style)
                elif isinstance(value, bool):
                    page.write_boolean(line, column, value, style)
                elif isinstance(value, str):
                    page.write_string(line, column, value, style)
                elif value is None:
                    page.write_blank(line, column, None, style)
                else:
                    page.write_number(line, column, value, style)
        for row in sheet.get("hiddenRows", []):
            page.set_row(row, None, None, {"hidden": True})
    workbook.close()


def pandas(book, path):
    """Values alone: a data frame has no formats of single cells, so each column has one."""
    import pandas

    with pandas.ExcelWriter(path, engine="openpyxl") as writer:
        for sheet in book["sheets"]:
            heading, *rows = sheet["rows"]
            width = max(len(row) for row in sheet["rows"])
            values = [[cell["value"] for cell in row] + [None] * (width - len(row)) for row in rows]
            columns = [str(heading[at]["value"]) if at < len(heading) else f"C{at}" for at in range(width)]
            frame = pandas.DataFrame(values, columns=columns)
            frame.to_excel(writer, sheet_name=sheet["name"], index=False)
            page = writer.sheets[sheet["name"]]
            for at in range(width):
                code = next((row[at]["format"] for row in rows if at < len(row) and "format" in row[at]), None)
                if code is not None:
                    for line in range(2, len(rows) + 2):
                        page.cell(line, at + 1).number_format = code
            page.sheet_state = "hidden" if sheet.get("hidden") else "visible"


def pyexcelerate(book, path):
    """It writes formats into XML as they are, so they are escaped here."""
    from html import escape

    from pyexcelerate import Format, Style, Workbook

    workbook = Workbook()
    for sheet in book["sheets"]:
        if sheet.get("hidden"):
            continue
        page = workbook.new_sheet(sheet["name"])
        for line, row in enumerate(sheet["rows"], 1):
            for column, cell in enumerate(row, 1):
                if cell["value"] is not None:
                    page.set_cell_value(line, column, cell["value"])
                    if "format" in cell:
                        page.set_cell_style(line, column, Style(format=Format(escape(cell["format"]))))
    workbook.save(str(path))


library, books, folder = sys.argv[1:]
for book in json.loads(Path(books).read_text()):
    globals()[library](book, Path(folder) / f"{book['name']}.xlsx")
