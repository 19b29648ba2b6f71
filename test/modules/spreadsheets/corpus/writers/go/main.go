// Writes the books (books.ts) with a library of Go: corpus LIBRARY BOOKS FOLDER.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	tealeg "github.com/tealeg/xlsx/v3"
	"github.com/xuri/excelize/v2"
)

type cell struct {
	Value   any
	Format  *string
	Formula *string
}

type sheet struct {
	Name         string
	Hidden       bool
	Rows         [][]cell
	HiddenRows   []int
	TitleColumns int
}

type book struct {
	Name   string
	Sheets []sheet
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func place(column, row int) string {
	name, err := excelize.CoordinatesToCellName(column+1, row+1)
	must(err)
	return name
}

func writeExcelize(b book, path string) {
	file := excelize.NewFile()
	styles := map[string]int{}
	for index, s := range b.Sheets {
		if index == 0 {
			must(file.SetSheetName("Sheet1", s.Name))
		} else {
			_, err := file.NewSheet(s.Name)
			must(err)
		}
		for line, row := range s.Rows {
			for column, c := range row {
				at := place(column, line)
				if c.Formula != nil {
					must(file.SetCellFormula(s.Name, at, *c.Formula))
				} else if c.Value != nil {
					must(file.SetCellValue(s.Name, at, c.Value))
				}
				if c.Format != nil {
					if _, ok := styles[*c.Format]; !ok {
						style, err := file.NewStyle(&excelize.Style{CustomNumFmt: c.Format})
						must(err)
						styles[*c.Format] = style
					}
					must(file.SetCellStyle(s.Name, at, at, styles[*c.Format]))
				}
			}
		}
		for _, row := range s.HiddenRows {
			must(file.SetRowVisible(s.Name, row+1, false))
		}
		if s.TitleColumns > 0 {
			must(file.MergeCell(s.Name, "A1", place(s.TitleColumns-1, 0)))
		}
		if !s.Hidden {
			at, _ := file.GetSheetIndex(s.Name)
			file.SetActiveSheet(at)
		}
	}
	for _, s := range b.Sheets {
		if s.Hidden {
			must(file.SetSheetVisible(s.Name, false))
		}
	}
	must(file.SaveAs(path))
}

func writeTealeg(b book, path string) {
	file := tealeg.NewFile()
	for _, s := range b.Sheets {
		page, err := file.AddSheet(s.Name)
		must(err)
		page.Hidden = s.Hidden
		for line, row := range s.Rows {
			for column, c := range row {
				if c.Value == nil && c.Formula == nil {
					continue
				}
				at, err := page.Cell(line, column)
				must(err)
				switch value := c.Value.(type) {
				case string:
					at.SetString(value)
				case float64:
					at.SetFloat(value)
				case bool:
					at.SetBool(value)
				}
				if c.Formula != nil {
					at.SetFormula(*c.Formula)
				}
				if c.Format != nil {
					at.NumFmt = *c.Format
				}
			}
		}
		for _, hidden := range s.HiddenRows {
			row, err := page.Row(hidden)
			must(err)
			row.Hidden = true
		}
	}
	must(file.Save(path))
}

func main() {
	library, books, folder := os.Args[1], os.Args[2], os.Args[3]
	data, err := os.ReadFile(books)
	must(err)
	var all []book
	must(json.Unmarshal(data, &all))
	writers := map[string]func(book, string){"excelize": writeExcelize, "tealeg": writeTealeg}
	for _, b := range all {
		func() {
			// A library that cannot write a book leaves it out.
			defer func() {
				if reason := recover(); reason != nil {
					fmt.Fprintln(os.Stderr, library, b.Name, reason)
				}
			}()
			writers[library](b, filepath.Join(folder, b.Name+".xlsx"))
		}()
	}
}
