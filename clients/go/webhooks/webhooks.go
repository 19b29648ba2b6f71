// Package webhooks verifies deliveries to your server.
package webhooks

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"malote.example/malote/generated"
)

// ErrVerification says that a signature is wrong or more than five minutes old.
var ErrVerification = errors.New("malote: the delivery could not be verified")

// Event says what happened. Respond with 2xx to unknown types too.
type Event struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	CreatedAt time.Time `json:"created_at"`
	// Data is the complete object right after the event.
	Data json.RawMessage `json:"data"`
}

// Letter reads the data of an event whose type begins with letter.
func (e *Event) Letter() (*generated.Letter, error) { return read[generated.Letter](e.Data) }

// Verification reads the data of an event whose type begins with verification.
func (e *Event) Verification() (*generated.Verification, error) {
	return read[generated.Verification](e.Data)
}

func read[T any](data []byte) (*T, error) {
	object := new(T)
	if err := json.Unmarshal(data, object); err != nil {
		return nil, err
	}
	return object, nil
}

// Unwrap verifies the sender and the age of a delivery. Pass the raw, unchanged body and the endpoint's secret, which
// begins with whsec_. The error is ErrVerification, or says that the body is not JSON or the secret not base64.
func Unwrap(body []byte, headers http.Header, secret string) (*Event, error) {
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return nil, err
	}
	if err := webhook.Verify(body, headers); err != nil {
		return nil, fmt.Errorf("%w: %w; if the secret is right, pass the bytes as they arrived, without decoding and "+
			"encoding the JSON", ErrVerification, err)
	}
	return read[Event](body)
}

// Sign signs a body as the service does, for tests of your own receiver. It returns the headers of a delivery.
func Sign(body []byte, secret, id string, at time.Time) (http.Header, error) {
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return nil, err
	}
	signature, err := webhook.Sign(id, at, body)
	if err != nil {
		return nil, err
	}
	headers := http.Header{}
	headers.Set("Content-Type", "application/json")
	headers.Set("Webhook-Id", id)
	headers.Set("Webhook-Timestamp", strconv.FormatInt(at.Unix(), 10))
	headers.Set("Webhook-Signature", signature)
	return headers, nil
}
