package malote

import (
	"cmp"
	"context"
	"crypto/rand"
	"iter"
	"net/http"
	"path/filepath"
	"strings"
)

// LetterBatches has the calls for up to 100,000 letters at once: prepare, look at the quote, confirm.
type LetterBatches struct{ client *Client }

// LetterBatchFiles are the files of a letter batch, and what its letters have in common.
type LetterBatchFiles struct {
	// Rows are up to 64 MB of JSON lines, or a spreadsheet if the name ends in .xlsx or .csv, unless Format differs. Their
	// Variables stay empty.
	Rows File
	// Format is json_lines or spreadsheet.
	Format string
	// Documents are 1 to 10 PDFs. A row without document.name uses the first one.
	Documents []LetterBatchDocument
	Letter    *LetterBatchLetterInput
}

// LetterBatchDocument is a PDF with the name that rows use.
type LetterBatchDocument struct {
	Name string
	// File has no Variables: those are in the rows.
	File File
}

// Prepare sends PDFs and rows and starts the dry run; it charges nothing. Look at the batch with Get until it has its
// Quote, or failed. Repeated under the same key, each step answers as before, and the dry run itself tells whether the
// rows have arrived.
func (b LetterBatches) Prepare(ctx context.Context, files LetterBatchFiles, options ...Option) (*LetterBatch, error) {
	key := cmp.Or(keyOf(options), rand.Text())
	if files.Rows.Path == "" {
		files.Rows.Name = cmp.Or(files.Rows.Name, "rows")
	}
	rows, err := files.Rows.read()
	if err != nil {
		return nil, err
	}
	format := "json_lines"
	if ending := strings.ToLower(filepath.Ext(rows.Name)); ending == ".xlsx" || ending == ".csv" {
		format = "spreadsheet"
	}
	order := LetterBatchInput{
		Filename: rows.Name, Size: int32(len(rows.Bytes)), Format: Ptr(cmp.Or(files.Format, format)), Letter: files.Letter,
	}
	for number, document := range files.Documents {
		file, err := document.File.read()
		if err != nil {
			return nil, err
		}
		// The keys of the uploads follow from the caller's.
		id, _, err := b.client.upload(ctx, file, key, number+1)
		if err != nil {
			return nil, err
		}
		order.Documents = append(order.Documents, LetterBatchDocumentInput{Name: document.Name, UploadId: id})
	}
	batch, response, err := b.client.api.LetterBatchesAPI.LetterBatchesCreate(ctx).LetterBatchInput(order).
		IdempotencyKey(key).Execute()
	if batch, err = answered(batch, response, err); err != nil {
		return nil, err
	}
	replayed := response.Header.Get("Idempotent-Replayed") == "true"
	header := http.Header{"Content-Type": {"application/octet-stream"}, "If-None-Match": {"*"}}
	if err := b.client.put(context.WithValue(ctx, prepared{}, key), batch.RowsUrl, rows, replayed, header); err != nil {
		return nil, err
	}
	return b.Quote(ctx, batch.Id)
}

// Create makes a letter batch without rows. Only its response has RowsUrl.
func (b LetterBatches) Create(
	ctx context.Context, batch LetterBatchInput, options ...Option,
) (*LetterBatchWithRowsURL, error) {
	request := b.client.api.LetterBatchesAPI.LetterBatchesCreate(ctx).LetterBatchInput(batch)
	return answered(under(request, options).Execute())
}

// Get reads a letter batch.
func (b LetterBatches) Get(ctx context.Context, id string) (*LetterBatch, error) {
	return answered(b.client.api.LetterBatchesAPI.LetterBatchesGet(ctx, id).Execute())
}

// Quote starts the dry run. It charges nothing.
func (b LetterBatches) Quote(ctx context.Context, id string, options ...Option) (*LetterBatch, error) {
	request := b.client.api.LetterBatchesAPI.LetterBatchesQuote(ctx, id).Body(nothing())
	return answered(under(request, options).Execute())
}

// Confirm charges the quote with this hash, or nothing.
func (b LetterBatches) Confirm(
	ctx context.Context, id, quoteHash string, options ...Option,
) (*LetterBatch, error) {
	body := LetterBatchConfirmationInput{QuoteHash: quoteHash}
	request := b.client.api.LetterBatchesAPI.LetterBatchesConfirm(ctx, id).LetterBatchConfirmationInput(body)
	return answered(under(request, options).Execute())
}

// Cancel drops the rows without a letter and cancels the letters that can still be canceled.
func (b LetterBatches) Cancel(ctx context.Context, id string, options ...Option) (*LetterBatch, error) {
	request := b.client.api.LetterBatchesAPI.LetterBatchesCancel(ctx, id).Body(nothing())
	return answered(under(request, options).Execute())
}

// List returns one page, newest first.
func (b LetterBatches) List(ctx context.Context, page Page) (*LetterBatchList, error) {
	return answered(paged(b.client.api.LetterBatchesAPI.LetterBatchesList(ctx), page).Execute())
}

// All returns all items, newest first. It stops after an error.
func (b LetterBatches) All(ctx context.Context, page Page) iter.Seq2[LetterBatch, error] {
	return every(page.Cursor, func(cursor string) (*LetterBatchList, error) {
		page.Cursor = cursor
		return b.List(ctx, page)
	})
}

// RowFilter filters the results of the rows.
type RowFilter struct {
	State string
	// Zero means the default of the service.
	Limit  int32
	Cursor string
}

// Rows returns one page of the results, in the order of the file.
func (b LetterBatches) Rows(ctx context.Context, id string, filter RowFilter) (*LetterBatchRowList, error) {
	request := b.client.api.LetterBatchesAPI.LetterBatchesRows(ctx, id)
	if filter.State != "" {
		request = request.State(filter.State)
	}
	if filter.Limit != 0 {
		request = request.Limit(filter.Limit)
	}
	if filter.Cursor != "" {
		request = request.Cursor(filter.Cursor)
	}
	return answered(request.Execute())
}

// AllRows returns all results. It stops after an error.
func (b LetterBatches) AllRows(ctx context.Context, id string, filter RowFilter) iter.Seq2[LetterBatchRow, error] {
	return every(filter.Cursor, func(cursor string) (*LetterBatchRowList, error) {
		filter.Cursor = cursor
		return b.Rows(ctx, id, filter)
	})
}
