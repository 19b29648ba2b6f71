package malote

import (
	"context"
	"iter"
)

// LetterBatches has the calls for up to 100,000 letters at once: create, send the rows to RowsUrl, quote, confirm.
type LetterBatches struct{ client *Client }

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
