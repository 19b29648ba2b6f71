// A customer's program that uses the client under faults. `test/outside/clients/run.ts` checks its output.
package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"customer.example/programs/webhook"
	"malote.example/malote"
	"malote.example/malote/webhooks"
)

var (
	ctx = context.Background()
	to  = malote.AddressInput{Name: "Maria da Conceição", Number: "100", PostalCode: "05010-000"}
)

func say(step string, values ...any) {
	fmt.Print(step)
	for _, value := range values {
		fmt.Print("|", value)
	}
	fmt.Println()
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

func under(scenario string, options malote.Options) (*malote.Client, *[]any) {
	slept := &[]any{}
	options.BaseURL = os.Getenv("PROXY") + "/" + scenario
	options.Random = func() float64 { return 0.5 }
	options.Sleep = func(_ context.Context, pause time.Duration) error {
		*slept = append(*slept, pause.Milliseconds())
		return nil
	}
	return must(malote.New(options)), slept
}

func main() {
	small := malote.File{Path: "small.pdf"}
	for _, scenario := range strings.Split(os.Getenv("SCENARIOS"), ",") {
		client, slept := under(scenario, malote.Options{})
		letter := must(client.Letters.Send(ctx, small, malote.LetterInput{To: to, Reference: &scenario}))
		say("posted "+scenario, letter.Id)
		say("slept "+scenario, *slept...)
	}

	for _, size := range []string{"small", "medium", "large"} {
		last, rising := 0, true
		file := malote.File{Path: size + ".pdf", OnProgress: func(sent, total int) {
			rising = rising && sent > last && sent <= total
			last = sent
		}}
		client, _ := under("file-"+size, malote.Options{})
		order := malote.LetterInput{To: to, Reference: malote.Ptr("file-" + size), Metadata: map[string]string{"size": size}}
		say("posted file-"+size, must(client.Letters.Send(ctx, file, order)).Id)
		say("progress "+size, rising, last)
	}

	for _, scenario := range []string{"lost", "links-used", "links-late", "links-missing"} {
		twice(scenario)
	}
	observe()

	paging, _ := under("pages", malote.Options{})
	var listed []any
	for letter, err := range paging.Letters.All(ctx, malote.LetterFilter{Page: malote.Page{Limit: 3}}) {
		listed = append(listed, must(letter, err).Id)
	}
	say("pages", listed...)

	client, _ := under("none", malote.Options{})
	wrong := to
	wrong.PostalCode = "00000-000"
	_, err := client.Letters.Send(ctx, small, malote.LetterInput{To: wrong})
	var invalid *malote.ValidationError
	if errors.As(err, &invalid) {
		say("invalid", invalid.Type, invalid.Code, invalid.Details[0].Param)
		text := invalid.Error()
		whole := strings.Contains(text, "- to.postal_code: ")
		say("refused", invalid.MayHaveTakenEffect, invalid.Attempts, whole, strings.Contains(text, "request "+invalid.RequestID))
	}
	stranger, _ := under("none", malote.Options{APIKey: "malote_live_unknown"})
	_, err = stranger.Balance.Get(ctx)
	var unknown *malote.AuthenticationError
	if errors.As(err, &unknown) {
		say("unknown key", unknown.Type, unknown.Code)
	}
	hasty, _ := under("silence", malote.Options{Timeout: 200 * time.Millisecond, MaxRetries: 1})
	_, err = hasty.Letters.Send(ctx, small, malote.LetterInput{To: to})
	var timeout *malote.TimeoutError
	if errors.As(err, &timeout) {
		say("timeout", strings.TrimPrefix(fmt.Sprintf("%T", timeout), "*malote."))
	}

	tomorrow := must(malote.New(malote.Options{BaseURL: os.Getenv("TOMORROW")}))
	say("status of tomorrow", must(tomorrow.Letters.Get(ctx, os.Getenv("LETTER"))).Status)
	order := malote.LetterInput{To: to, Reference: malote.Ptr("tomorrow")}
	say("letter of tomorrow", must(tomorrow.Letters.Send(ctx, small, order)).Id)
	made := must(tomorrow.Verifications.Create(ctx, malote.VerificationInput{To: to, Method: "code"}))
	say("verification of tomorrow", strings.HasPrefix(made.Id, "ver_"))
	say("events of tomorrow", len(must(tomorrow.Events.List(ctx, malote.EventFilter{Page: malote.Page{Limit: 2}})).Data) == 2)

	var deliveries map[string]delivery
	if err := json.Unmarshal([]byte(os.Getenv("DELIVERIES")), &deliveries); err != nil {
		panic(err)
	}
	for name, delivery := range deliveries {
		say(name, receive(delivery))
	}
	body := []byte(`{"type":"letter.posted","data":` + string(must(json.Marshal(known()))) + `}`)
	headers := must(webhooks.Sign(body, os.Getenv("MALOTE_WEBHOOK_SECRET"), "evt_test", time.Now()))
	own := delivery{Headers: map[string]string{}, Body: string(body)}
	for name := range headers {
		own.Headers[name] = headers.Get(name)
	}
	say("signed here", receive(own))
	everyOperation()
}

func known() *malote.Letter {
	client, _ := under("none", malote.Options{})
	return must(client.Letters.Get(ctx, os.Getenv("LETTER")))
}

// twice repeats a call with its own key: after one without an answer, or when the link of its upload no longer works.
func twice(scenario string) {
	retries := 1
	if scenario == "links-missing" {
		retries = -1
	}
	client, _ := under(scenario, malote.Options{MaxRetries: retries})
	file, key, first := malote.File{Path: "large.pdf"}, "own "+scenario, []malote.Option{}
	if scenario == "lost" {
		file.Path = "small.pdf"
	} else {
		first = append(first, malote.IdempotencyKey(key))
	}
	order := malote.LetterInput{To: to, Reference: &scenario}
	_, err := client.Letters.Send(ctx, file, order, first...)
	var down *malote.APIError
	var cut *malote.ConnectionError
	switch {
	case errors.As(err, &down):
		key = down.IdempotencyKey
		text := down.Error()
		say("lost", down.MayHaveTakenEffect, down.Attempts, strings.Contains(text, key), strings.Contains(text, "may have"))
	case errors.As(err, &cut):
		key = cut.IdempotencyKey
	case err != nil:
		panic(err)
	}
	say("posted "+scenario, must(client.Letters.Send(ctx, file, order, malote.IdempotencyKey(key))).Id)
}

func observe() {
	client, _ := under("observed", malote.Options{})
	var statuses []any
	var last string
	watched := client.With(func(options *malote.Options) {
		options.OnAttempt = func(attempt malote.Attempt) {
			statuses = append(statuses, attempt.Response.StatusCode)
			last = attempt.RequestID
		}
	})
	order := malote.LetterInput{To: to, Reference: malote.Ptr("observed")}
	must(watched.Letters.Send(ctx, malote.File{Path: "small.pdf"}, order))
	say("observed", append(statuses, strings.HasPrefix(last, "req_"))...)
	silent, _ := under("silence-once", malote.Options{})
	_, err := silent.With(func(options *malote.Options) {
		options.Timeout, options.MaxRetries = 200*time.Millisecond, -1
	}).Balance.Get(ctx)
	var timeout *malote.TimeoutError
	if errors.As(err, &timeout) {
		say("own timeout", "TimeoutError")
	}
	quoting, _ := under("none", malote.Options{})
	prices := 0
	for _, size := range []string{"small", "medium", "large"} {
		quote := must(quoting.Letters.QuoteFile(ctx, malote.File{Path: size + ".pdf"}, malote.LetterInput{To: to}))
		if quote.Price.Total > 0 {
			prices++
		}
	}
	say("quoted", prices, "prices")
}

// everyOperation calls every operation of the API once.
func everyOperation() {
	client, _ := under("operations", malote.Options{})
	letters, verifications := client.Letters, client.Verifications
	data := base64.StdEncoding.EncodeToString(must(os.ReadFile("small.pdf")))
	order := malote.LetterInput{To: to, Document: malote.DocumentInput{
		Base64DocumentInput: &malote.Base64DocumentInput{Type: "base64", Data: data},
	}}
	id := must(letters.Create(ctx, order)).Id
	same := must(letters.Get(ctx, id)).Price.Total == must(letters.Quote(ctx, order)).Price.Total
	canceled := must(letters.Cancel(ctx, id)).Status
	newest := must(letters.List(ctx, malote.LetterFilter{Page: malote.Page{Limit: 1}})).Data[0]
	say("letter", canceled, same, newest.Id == id)

	input := malote.VerificationInput{To: to, Method: "code"}
	ver := must(verifications.Create(ctx, input)).Id
	same = must(verifications.Get(ctx, ver)).Price.Total == must(verifications.Quote(ctx, input)).Price.Total
	_, err := verifications.Check(ctx, ver, "000000")
	var early *malote.ConflictError
	if errors.As(err, &early) {
		say("early", early.Code)
	}
	tries := len(must(verifications.Attempts(ctx, ver, malote.Page{})).Data)
	say("verification", must(verifications.Cancel(ctx, ver)).Status, same, tries)
	evidence := must(verifications.Evidence(ctx, ver))
	since := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	figures := must(verifications.Figures(ctx, malote.Period{CreatedAfter: since}))
	listed := must(verifications.List(ctx, malote.VerificationFilter{Status: "canceled"})).Data
	say("evidence", evidence.VerificationId == ver, figures.ByStatus.Canceled, len(listed))

	upload := must(client.Uploads.Create(ctx, malote.UploadInput{Filename: "contrato.pdf", Size: 1000}))
	filter := malote.TransactionFilter{Type: "verification", Page: malote.Page{Limit: 1}}
	source := must(client.Balance.Transactions(ctx, filter)).Data[0].GetSourceId()
	account, balance := must(client.Account.Get(ctx)), must(client.Balance.Get(ctx))
	say("account", upload.Object, account.Object, balance.Currency, source == ver)
	events := must(client.Events.List(ctx, malote.EventFilter{Type: "letter.canceled", ObjectID: id})).Data
	if must(malote.LetterOf(events[0])).Id != id {
		panic("another letter")
	}
	say("events", len(events), must(client.PostalCodes.Get(ctx, "05010-000")).GetCity())
	state, city, street, code := "SP", "Sao Paulo", "r caiubi", "05010000"
	place := malote.PostalCodeFilter{State: state, City: city, Street: street}
	found := must(client.PostalCodes.Search(ctx, place)).Data[0]
	written := malote.AddressCheckAddressInput{State: &state, City: &city, Street: &street, PostalCode: &code}
	checked := must(client.Addresses.Check(ctx, written)).Data[0]
	say("addresses", found.PostalCode, *checked.Address.Street.Get())

	endpoints := client.WebhookEndpoints
	created := must(endpoints.Create(ctx, malote.WebhookEndpointOrder{Url: "https://empresa.example/webhooks"}))
	changes := malote.WebhookEndpointChanges{Events: []malote.EventChoice{"letter.posted"}}
	edited := must(endpoints.Edit(ctx, created.Id, changes))
	rotated := must(endpoints.RotateSecret(ctx, created.Id, 1)).Secret != created.Secret
	tested, sending := must(endpoints.Test(ctx, created.Id)), must(endpoints.SendFailed(ctx, created.Id, time.Now()))
	url := must(endpoints.Get(ctx, created.Id)).Url
	say("endpoint", url, edited.Events[0], rotated, tested.GetError(), sending.Count)
	there := must(endpoints.List(ctx, malote.Page{})).Data
	say("removed", len(there), must(endpoints.Remove(ctx, created.Id)).Deleted)

	deliveries := client.WebhookDeliveries
	delivered := malote.DeliveryFilter{State: "delivered", Page: malote.Page{Limit: 1}}
	again := must(deliveries.SendAgain(ctx, must(deliveries.List(ctx, delivered)).Data[0].Id))
	var event struct{ ID string }
	if err := json.Unmarshal([]byte(must(deliveries.Get(ctx, again.Id)).GetBody()), &event); err != nil {
		panic(err)
	}
	say("delivery", event.ID == again.EventId)
	letterBatch(client, id, upload.Id)
}

// letterBatch is prepared, confirmed and listed under faults, and canceled in the end.
func letterBatch(client *malote.Client, letter, uploadID string) {
	files := malote.LetterBatchFiles{
		Rows:      malote.File{Path: "cartas.jsonl"},
		Documents: []malote.LetterBatchDocument{{Name: "contrato", File: malote.File{Path: "contrato.pdf"}}},
	}
	sending, _ := under("links-batch", malote.Options{})
	calm, _ := under("none", malote.Options{})
	confirming, _ := under("batch-confirm", malote.Options{})
	listing, _ := under("batch-rows", malote.Options{})
	key := malote.IdempotencyKey("own batch")
	id := must(sending.LetterBatches.Prepare(ctx, files, key)).Id
	again := must(calm.LetterBatches.Prepare(ctx, files, key)).Id == id
	batches := client.LetterBatches
	settled := func(id string, isSo func(*malote.LetterBatch) bool) *malote.LetterBatch {
		for {
			if batch := must(batches.Get(ctx, id)); isSo(batch) {
				return batch
			}
			time.Sleep(200 * time.Millisecond)
		}
	}
	quote := settled(id, func(batch *malote.LetterBatch) bool { return batch.Quote.Get() != nil }).Quote.Get()
	must(confirming.LetterBatches.Confirm(ctx, id, quote.Hash))
	charged := must(batches.Confirm(ctx, id, quote.Hash)).Charged == quote.Total
	settled(id, func(batch *malote.LetterBatch) bool { return batch.EndedAt.Get() != nil })
	made := must(batches.Rows(ctx, id, malote.RowFilter{State: "created"})).Data[0].GetLetterId()
	found := must(client.Letters.List(ctx, malote.LetterFilter{LetterBatchID: id})).Data[0].Id == made
	states := []any{again, charged, found}
	for row, err := range listing.LetterBatches.AllRows(ctx, id, malote.RowFilter{Limit: 1}) {
		states = append(states, must(row, err).State)
	}
	say("batch", states...)
	evidence, lookUps := must(client.Letters.Evidence(ctx, letter)), must(client.Letters.LookUps(ctx, letter))
	say("letter evidence", evidence.LetterId == letter, lookUps.Total)

	tomorrow := must(malote.New(malote.Options{BaseURL: os.Getenv("TOMORROW")}))
	say("batch of tomorrow", must(tomorrow.LetterBatches.Get(ctx, id)).Status)
	must(tomorrow.LetterBatches.Rows(ctx, id, malote.RowFilter{}))
	must(tomorrow.Letters.Evidence(ctx, letter))
	must(tomorrow.Letters.LookUps(ctx, letter))

	must(batches.Cancel(ctx, id))
	canceled := settled(id, func(batch *malote.LetterBatch) bool { return batch.Status == "canceled" }).Counts.Canceled
	files.Rows.Path = "cartas.csv"
	sheet := must(batches.Prepare(ctx, files)).Id
	priced := settled(sheet, func(batch *malote.LetterBatch) bool {
		return batch.Quote.Get() != nil || batch.EndedAt.Get() != nil
	}).Quote.Get()
	say("spreadsheet", priced.Letters, priced.Refused)
	documents := []malote.LetterBatchDocumentInput{{Name: "x", UploadId: uploadID}}
	more := must(batches.Create(ctx, malote.LetterBatchInput{Filename: "x.jsonl", Size: 9, Documents: documents})).Id
	newest := must(batches.List(ctx, malote.Page{Limit: 1})).Data[0].Id == more
	_, err := batches.Quote(ctx, more)
	var invalid *malote.ValidationError
	if errors.As(err, &invalid) {
		say("batch ends", canceled, newest, invalid.Details[0].Code)
	}
}

type delivery struct {
	Headers map[string]string
	Body    string
}

func receive(delivery delivery) int {
	request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(delivery.Body))
	for header, value := range delivery.Headers {
		request.Header.Set(header, value)
	}
	answer := httptest.NewRecorder()
	webhook.Receive(answer, request)
	return answer.Code
}
