// Package webhooks verifies deliveries to your server.
package webhooks

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
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
		return nil, fmt.Errorf("%w: %w", ErrVerification, err)
	}
	return read[Event](body)
}
