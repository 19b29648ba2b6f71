package malote

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"time"

	"malote.example/malote/generated"
)

var errDocument = errors.New("malote: Send creates the document from the file; leave Document and Letter empty")

// Letters has the calls for letters.
type Letters struct{ client *Client }

// LetterFilter filters the list of letters.
type LetterFilter struct {
	Status, Reference, TrackingCode string
	// Parts of the recipient's name.
	Recipient string
	// Id of a letter batch.
	LetterBatchID string
	Page
}

// Send creates a letter from a PDF of up to 10 MB, with the best method for its size. Leave letter.Document empty.
func (l Letters) Send(ctx context.Context, file File, letter LetterInput, options ...Option) (*Letter, error) {
	return sendLetter(ctx, l.client, "/letters", file, letter, options, l.Create)
}

// QuoteFile returns the price of a PDF, sent as Send does. It creates and charges nothing.
func (l Letters) QuoteFile(ctx context.Context, file File, letter LetterInput, options ...Option) (*Quote, error) {
	return sendLetter(ctx, l.client, "/letters/quote", file, letter, options, l.Quote)
}

// Create accepts a document by URL, or one that you have uploaded.
func (l Letters) Create(ctx context.Context, letter LetterInput, options ...Option) (*Letter, error) {
	return answered(under(l.client.api.LettersAPI.LettersCreate(ctx).LetterInput(letter), options).Execute())
}

// Quote returns the price. It creates and charges nothing.
func (l Letters) Quote(ctx context.Context, letter LetterInput, options ...Option) (*Quote, error) {
	return answered(under(l.client.api.LettersAPI.LettersQuote(ctx).LetterInput(letter), options).Execute())
}

// Get reads a letter.
func (l Letters) Get(ctx context.Context, id string) (*Letter, error) {
	return answered(l.client.api.LettersAPI.LettersGet(ctx, id).Execute())
}

// Cancel works while the letter is scheduled or received.
func (l Letters) Cancel(ctx context.Context, id string, options ...Option) (*Letter, error) {
	return answered(under(l.client.api.LettersAPI.LettersCancel(ctx, id).Body(nothing()), options).Execute())
}

// Evidence returns the evidence of a letter.
func (l Letters) Evidence(ctx context.Context, id string) (*LetterEvidence, error) {
	return answered(l.client.api.LettersAPI.LettersEvidence(ctx, id).Execute())
}

// LookUps returns how often the letter's authenticity number was looked up.
func (l Letters) LookUps(ctx context.Context, id string) (*LetterLookUps, error) {
	return answered(l.client.api.LettersAPI.LettersLookUps(ctx, id).Execute())
}

// List returns one page, newest first.
func (l Letters) List(ctx context.Context, filter LetterFilter) (*LetterList, error) {
	request := paged(l.client.api.LettersAPI.LettersList(ctx), filter.Page)
	if filter.Status != "" {
		request = request.Status(filter.Status)
	}
	if filter.Reference != "" {
		request = request.Reference(filter.Reference)
	}
	if filter.TrackingCode != "" {
		request = request.TrackingCode(filter.TrackingCode)
	}
	if filter.Recipient != "" {
		request = request.Recipient(filter.Recipient)
	}
	if filter.LetterBatchID != "" {
		request = request.LetterBatchId(filter.LetterBatchID)
	}
	return answered(request.Execute())
}

// All returns all items, newest first, and fetches each page when you need it. It stops after an error.
func (l Letters) All(ctx context.Context, filter LetterFilter) iter.Seq2[Letter, error] {
	return every(filter.Cursor, func(cursor string) (*LetterList, error) {
		filter.Cursor = cursor
		return l.List(ctx, filter)
	})
}

// Verifications has the calls for verifications.
type Verifications struct{ client *Client }

// VerificationFilter filters the list of verifications.
type VerificationFilter struct {
	Status, Reference string
	// Parts of the recipient's name.
	Recipient string
	Page
}

// Send creates a verification from your own PDF of up to 10 MB, with the best method for its size. Leave the
// verification's Document and Letter empty.
func (v Verifications) Send(
	ctx context.Context, file File, verification VerificationInput, options ...Option,
) (*Verification, error) {
	return sendVerification(ctx, v.client, file, verification, options, v.Create)
}

// QuoteFile returns the price of your own PDF, sent as Send does. It creates and charges nothing.
func (v Verifications) QuoteFile(
	ctx context.Context, file File, verification VerificationInput, options ...Option,
) (*VerificationQuote, error) {
	return sendVerification(ctx, v.client, file, verification, options, v.Quote)
}

// Create makes a verification.
func (v Verifications) Create(
	ctx context.Context, verification VerificationInput, options ...Option,
) (*Verification, error) {
	request := v.client.api.VerificationsAPI.VerificationsCreate(ctx).VerificationInput(verification)
	return answered(under(request, options).Execute())
}

// Quote returns the price. It creates and charges nothing.
func (v Verifications) Quote(
	ctx context.Context, verification VerificationInput, options ...Option,
) (*VerificationQuote, error) {
	request := v.client.api.VerificationsAPI.VerificationsQuote(ctx).VerificationInput(verification)
	return answered(under(request, options).Execute())
}

// Get reads a verification.
func (v Verifications) Get(ctx context.Context, id string) (*Verification, error) {
	return answered(v.client.api.VerificationsAPI.VerificationsGet(ctx, id).Execute())
}

// Check checks a six-digit code. A wrong code is not an error: look at Correct.
func (v Verifications) Check(
	ctx context.Context, id, code string, options ...Option,
) (*VerificationCheck, error) {
	request := v.client.api.VerificationsAPI.VerificationsCheck(ctx, id).CodeInput(CodeInput{Code: code})
	return answered(under(request, options).Execute())
}

// Cancel ends a verification.
func (v Verifications) Cancel(ctx context.Context, id string, options ...Option) (*Verification, error) {
	request := v.client.api.VerificationsAPI.VerificationsCancel(ctx, id).Body(nothing())
	return answered(under(request, options).Execute())
}

// Evidence returns the evidence of a verification.
func (v Verifications) Evidence(ctx context.Context, id string) (*VerificationEvidence, error) {
	return answered(v.client.api.VerificationsAPI.VerificationEvidenceGet(ctx, id).Execute())
}

// List returns one page, newest first.
func (v Verifications) List(ctx context.Context, filter VerificationFilter) (*VerificationList, error) {
	request := paged(v.client.api.VerificationsAPI.VerificationsList(ctx), filter.Page)
	if filter.Status != "" {
		request = request.Status(filter.Status)
	}
	if filter.Reference != "" {
		request = request.Reference(filter.Reference)
	}
	if filter.Recipient != "" {
		request = request.Recipient(filter.Recipient)
	}
	return answered(request.Execute())
}

// All returns all items, newest first. It stops after an error.
func (v Verifications) All(ctx context.Context, filter VerificationFilter) iter.Seq2[Verification, error] {
	return every(filter.Cursor, func(cursor string) (*VerificationList, error) {
		filter.Cursor = cursor
		return v.List(ctx, filter)
	})
}

// Attempts returns one page of the attempts to enter the code.
func (v Verifications) Attempts(ctx context.Context, id string, page Page) (*VerificationAttemptList, error) {
	return answered(paged(v.client.api.VerificationsAPI.VerificationAttemptsList(ctx, id), page).Execute())
}

// AllAttempts returns all attempts. It stops after an error.
func (v Verifications) AllAttempts(ctx context.Context, id string, page Page) iter.Seq2[VerificationAttempt, error] {
	return every(page.Cursor, func(cursor string) (*VerificationAttemptList, error) {
		page.Cursor = cursor
		return v.Attempts(ctx, id, page)
	})
}

// Period limits figures; zero values mean no limit.
type Period struct{ CreatedAfter, CreatedBefore time.Time }

// Figures counts the verifications of a period, by outcome.
func (v Verifications) Figures(ctx context.Context, period Period) (*VerificationFigures, error) {
	request := v.client.api.VerificationsAPI.VerificationFiguresGet(ctx)
	if !period.CreatedAfter.IsZero() {
		request = request.CreatedAfter(period.CreatedAfter)
	}
	if !period.CreatedBefore.IsZero() {
		request = request.CreatedBefore(period.CreatedBefore)
	}
	return answered(request.Execute())
}

// Uploads has the calls for uploads, for files that are too large for a request.
type Uploads struct{ client *Client }

// Create returns the URL to PUT the file to.
func (u Uploads) Create(ctx context.Context, upload UploadInput, options ...Option) (*Upload, error) {
	return answered(under(u.client.api.UploadsAPI.UploadsCreate(ctx).UploadInput(upload), options).Execute())
}

// AccountCalls has the calls for the account.
type AccountCalls struct{ client *Client }

// Get reads the account.
func (a AccountCalls) Get(ctx context.Context) (*Account, error) {
	return answered(a.client.api.AccountAPI.AccountGet(ctx).Execute())
}

// BalanceCalls has the calls for the balance.
type BalanceCalls struct{ client *Client }

// TransactionFilter filters the list of transactions.
type TransactionFilter struct {
	Type string
	Page
}

// Get reads the balance.
func (b BalanceCalls) Get(ctx context.Context) (*Balance, error) {
	return answered(b.client.api.AccountAPI.BalanceGet(ctx).Execute())
}

// Transactions returns one page, newest first.
func (b BalanceCalls) Transactions(ctx context.Context, filter TransactionFilter) (*BalanceTransactionList, error) {
	request := paged(b.client.api.AccountAPI.BalanceTransactionsList(ctx), filter.Page)
	if filter.Type != "" {
		request = request.Type_(filter.Type)
	}
	return answered(request.Execute())
}

// AllTransactions returns all items, newest first. It stops after an error.
func (b BalanceCalls) AllTransactions(
	ctx context.Context, filter TransactionFilter,
) iter.Seq2[BalanceTransaction, error] {
	return every(filter.Cursor, func(cursor string) (*BalanceTransactionList, error) {
		filter.Cursor = cursor
		return b.Transactions(ctx, filter)
	})
}

// Events has the calls for events.
type Events struct{ client *Client }

// EventFilter filters the list of events.
type EventFilter struct {
	Type, ObjectID string
	Page
}

// List returns one page, newest first.
func (e Events) List(ctx context.Context, filter EventFilter) (*EventList, error) {
	request := paged(e.client.api.EventsAPI.EventsList(ctx), filter.Page)
	if filter.Type != "" {
		request = request.Type_(filter.Type)
	}
	if filter.ObjectID != "" {
		request = request.ObjectId(filter.ObjectID)
	}
	return answered(request.Execute())
}

// All returns all items, newest first. It stops after an error.
func (e Events) All(ctx context.Context, filter EventFilter) iter.Seq2[Event, error] {
	return every(filter.Cursor, func(cursor string) (*EventList, error) {
		filter.Cursor = cursor
		return e.List(ctx, filter)
	})
}

// PostalCodes has the calls for Brazilian postal codes.
type PostalCodes struct{ client *Client }

// Get looks up a postal code.
func (p PostalCodes) Get(ctx context.Context, postalCode string) (*PostalCode, error) {
	return answered(p.client.api.PostalCodesAPI.PostalCodesGet(ctx, postalCode).Execute())
}

// PostalCodeFilter names a street. Its last word may be incomplete.
type PostalCodeFilter struct {
	State, City, Street, Neighborhood string
}

// Search returns the postal codes of a street, or of a whole city.
func (p PostalCodes) Search(ctx context.Context, filter PostalCodeFilter) (*PostalCodeSearch, error) {
	request := p.client.api.PostalCodesAPI.PostalCodesSearch(ctx).State(filter.State).City(filter.City)
	if filter.Street != "" {
		request = request.Street(filter.Street)
	}
	if filter.Neighborhood != "" {
		request = request.Neighborhood(filter.Neighborhood)
	}
	return answered(request.Execute())
}

// Addresses has the calls that check addresses.
type Addresses struct{ client *Client }

// Check completes and corrects up to 500 addresses, and keeps none.
func (a Addresses) Check(ctx context.Context, addresses ...AddressCheckAddressInput) (*AddressChecks, error) {
	body := AddressChecksInput{Addresses: addresses}
	return answered(a.client.api.PostalCodesAPI.AddressesCheck(ctx).AddressChecksInput(body).Execute())
}

// WebhookEndpoints has the calls for the endpoints that receive events.
type WebhookEndpoints struct{ client *Client }

// Create makes an endpoint. Only this response contains the signing secret.
func (w WebhookEndpoints) Create(
	ctx context.Context, endpoint WebhookEndpointOrder, options ...Option,
) (*WebhookEndpointWithSecret, error) {
	request := w.client.api.WebhooksAPI.WebhookEndpointsCreate(ctx).WebhookEndpointOrder(endpoint)
	return answered(under(request, options).Execute())
}

// Get reads an endpoint.
func (w WebhookEndpoints) Get(ctx context.Context, id string) (*WebhookEndpoint, error) {
	return answered(w.client.api.WebhooksAPI.WebhookEndpointsGet(ctx, id).Execute())
}

// Edit changes the fields that are set.
func (w WebhookEndpoints) Edit(
	ctx context.Context, id string, changes WebhookEndpointChanges,
) (*WebhookEndpoint, error) {
	request := w.client.api.WebhooksAPI.WebhookEndpointsEdit(ctx, id).WebhookEndpointChanges(changes)
	return answered(request.Execute())
}

// Remove also drops pending deliveries. A *NotFoundError may mean that an earlier attempt, whose response was lost,
// removed the endpoint.
func (w WebhookEndpoints) Remove(ctx context.Context, id string) (*RemovedWebhookEndpoint, error) {
	return answered(w.client.api.WebhooksAPI.WebhookEndpointsRemove(ctx, id).Execute())
}

// RotateSecret creates a new secret. Both secrets sign during the overlap.
func (w WebhookEndpoints) RotateSecret(
	ctx context.Context, id string, overlapHours int, options ...Option,
) (*WebhookEndpointWithSecret, error) {
	rotation := generated.SecretRotation{OverlapHours: Ptr(int32(overlapHours))}
	request := w.client.api.WebhooksAPI.WebhookEndpointsRotateSecret(ctx, id).SecretRotation(rotation)
	return answered(under(request, options).Execute())
}

// Test sends webhook.test and returns the receiver's response, even if it is an error.
func (w WebhookEndpoints) Test(ctx context.Context, id string, options ...Option) (*WebhookTest, error) {
	request := w.client.api.WebhooksAPI.WebhookEndpointsTest(ctx, id).Body(nothing())
	return answered(under(request, options).Execute())
}

// SendFailed sends up to 500 failed deliveries again: repeat the call while HasMore.
func (w WebhookEndpoints) SendFailed(
	ctx context.Context, id string, since time.Time, options ...Option,
) (*WebhookSending, error) {
	sending := generated.FailedSending{Since: since}
	request := w.client.api.WebhooksAPI.WebhookEndpointsSendFailed(ctx, id).FailedSending(sending)
	return answered(under(request, options).Execute())
}

// List returns one page, newest first.
func (w WebhookEndpoints) List(ctx context.Context, page Page) (*WebhookEndpointList, error) {
	return answered(paged(w.client.api.WebhooksAPI.WebhookEndpointsList(ctx), page).Execute())
}

// All returns all items, newest first. It stops after an error.
func (w WebhookEndpoints) All(ctx context.Context, page Page) iter.Seq2[WebhookEndpoint, error] {
	return every(page.Cursor, func(cursor string) (*WebhookEndpointList, error) {
		page.Cursor = cursor
		return w.List(ctx, page)
	})
}

// WebhookDeliveries has the calls for deliveries of events to endpoints.
type WebhookDeliveries struct{ client *Client }

// DeliveryFilter filters the list of deliveries.
type DeliveryFilter struct {
	EndpointID, EventID, ObjectID, State string
	Page
}

// Get reads a delivery, including its signed body.
func (w WebhookDeliveries) Get(ctx context.Context, id string) (*WebhookDeliveryWithBody, error) {
	return answered(w.client.api.WebhooksAPI.WebhookDeliveriesGet(ctx, id).Execute())
}

// SendAgain makes one more attempt for a delivery that has ended.
func (w WebhookDeliveries) SendAgain(ctx context.Context, id string, options ...Option) (*WebhookDelivery, error) {
	request := w.client.api.WebhooksAPI.WebhookDeliveriesSendAgain(ctx, id).Body(nothing())
	return answered(under(request, options).Execute())
}

// List returns one page, newest first.
func (w WebhookDeliveries) List(ctx context.Context, filter DeliveryFilter) (*WebhookDeliveryList, error) {
	request := paged(w.client.api.WebhooksAPI.WebhookDeliveriesList(ctx), filter.Page)
	if filter.EndpointID != "" {
		request = request.EndpointId(filter.EndpointID)
	}
	if filter.EventID != "" {
		request = request.EventId(filter.EventID)
	}
	if filter.ObjectID != "" {
		request = request.ObjectId(filter.ObjectID)
	}
	if filter.State != "" {
		request = request.State(filter.State)
	}
	return answered(request.Execute())
}

// All returns all items, newest first. It stops after an error.
func (w WebhookDeliveries) All(ctx context.Context, filter DeliveryFilter) iter.Seq2[WebhookDelivery, error] {
	return every(filter.Cursor, func(cursor string) (*WebhookDeliveryList, error) {
		filter.Cursor = cursor
		return w.List(ctx, filter)
	})
}

// LetterOf reads the letter in an event's data; it is nil for an event of another object.
func LetterOf(event Event) (*Letter, error) { return objectOf[Letter](event, "letter") }

// VerificationOf reads the verification in an event's data; it is nil for an event of another object.
func VerificationOf(event Event) (*Verification, error) {
	return objectOf[Verification](event, "verification")
}

func objectOf[T any](event Event, kind string) (*T, error) {
	if event.Data.Object != kind {
		return nil, nil
	}
	text, err := json.Marshal(event.Data)
	if err != nil {
		return nil, err
	}
	object := new(T)
	return object, json.Unmarshal(text, object)
}

// nothing is the body of a POST without fields; the generated part would send null.
func nothing() map[string]any { return map[string]any{} }
