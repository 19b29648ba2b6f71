package malote

import (
	"encoding/json"
	"fmt"
	"strings"

	"malote.example/malote/generated"
)

// Outcome is what is known of a call that failed.
type Outcome struct {
	// Attempts is how often it was sent.
	Attempts int
	// IdempotencyKey is the key of a POST: repeating the call with it never repeats its effect.
	IdempotencyKey string
	// MayHaveTakenEffect says that an attempt was lost and no later answer says what became of it: something may have
	// been created and charged. If false, the call created and charged nothing.
	MayHaveTakenEffect bool
}

// text adds what is known to the text of an error.
func (o Outcome) text(requestID string, lines ...string) string {
	if o.MayHaveTakenEffect {
		advice := "Repeat it with the same idempotency key."
		if o.IdempotencyKey == "" {
			advice = "Look before you repeat it."
		}
		lines = append(lines, "An attempt was lost, so the call may have taken effect. "+advice)
	}
	known := fmt.Sprintf("%d attempts", o.Attempts)
	if o.Attempts == 1 {
		known = "1 attempt"
	}
	if requestID != "" {
		known = "request " + requestID + ", " + known
	}
	if o.IdempotencyKey != "" {
		known += ", idempotency key " + o.IdempotencyKey
	}
	return strings.Join(append(lines, "("+known+")"), "\n")
}

// Refusal says that the service refused the request or failed. Its text has all details, and what is known of earlier
// attempts. Each error.type has its own Go type, such as *ValidationError, which errors.As also finds as a *Refusal. An
// unknown error.type is a plain *Refusal.
type Refusal struct {
	Outcome `json:"-"`
	// Status is the HTTP status.
	Status int `json:"-"`
	// Type is the category, such as billing_error; empty if the response is not from the service (a proxy's, for
	// example).
	Type string `json:"type"`
	// Code is specific and stable, such as insufficient_balance; handle unknown codes by their type.
	Code    string `json:"code"`
	Message string `json:"message"`
	// RequestID identifies the request when you contact support.
	RequestID string `json:"request_id"`
	DocURL    string `json:"doc_url"`
	// Details lists all problems of the request, for a *ValidationError.
	Details []ErrorDetail `json:"details"`
}

func (r *Refusal) Error() string {
	lines := []string{r.Message}
	for _, detail := range r.Details {
		lines = append(lines, "- "+detail.Param+": "+detail.Message)
	}
	return r.text(r.RequestID, lines...)
}

// As finds the Refusal in the types that embed it.
func (r *Refusal) As(target any) bool {
	found, ok := target.(**Refusal)
	if ok {
		*found = r
	}
	return ok
}

type (
	// InvalidRequestError is 400 and 413: the request cannot be read.
	InvalidRequestError struct{ *Refusal }
	// AuthenticationError is 401: the API key is missing, unknown or revoked.
	AuthenticationError struct{ *Refusal }
	// BillingError is 402: the balance does not cover the price.
	BillingError struct{ *Refusal }
	// PermissionError is 403: the account is currently not allowed to do this.
	PermissionError struct{ *Refusal }
	// NotFoundError is 404: the object does not exist.
	NotFoundError struct{ *Refusal }
	// ConflictError is 409: the object's status does not allow it, or the idempotency key belongs to another request.
	ConflictError struct{ *Refusal }
	// ValidationError is 422: fields are invalid; Details lists all of them.
	ValidationError struct{ *Refusal }
	// RateLimitError is 429: too many requests per second, even after all retries.
	RateLimitError struct{ *Refusal }
	// APIError is 5xx: the service failed, even after all retries.
	APIError struct{ *Refusal }
)

// ConnectionError says that there was no response, even after all retries.
type ConnectionError struct {
	Outcome
	reason string
	cause  error
}

func (e *ConnectionError) Error() string { return e.text("", e.reason+": "+e.cause.Error()) }
func (e *ConnectionError) Unwrap() error { return e.cause }

// As finds the ConnectionError in the type that embeds it.
func (e *ConnectionError) As(target any) bool {
	found, ok := target.(**ConnectionError)
	if ok {
		*found = e
	}
	return ok
}

// TimeoutError says that the response did not arrive in time.
type TimeoutError struct{ *ConnectionError }

// ErrorDetail is one problem of a request.
type ErrorDetail = generated.ErrorDetail

var typed = map[string]func(*Refusal) error{
	"invalid_request_error": func(r *Refusal) error { return &InvalidRequestError{r} },
	"authentication_error":  func(r *Refusal) error { return &AuthenticationError{r} },
	"billing_error":         func(r *Refusal) error { return &BillingError{r} },
	"permission_error":      func(r *Refusal) error { return &PermissionError{r} },
	"not_found_error":       func(r *Refusal) error { return &NotFoundError{r} },
	"conflict_error":        func(r *Refusal) error { return &ConflictError{r} },
	"validation_error":      func(r *Refusal) error { return &ValidationError{r} },
	"rate_limit_error":      func(r *Refusal) error { return &RateLimitError{r} },
	"api_error":             func(r *Refusal) error { return &APIError{r} },
}

const longestExcerpt = 200

// refusalOf reads an error response. If it is not from the service (a proxy's page, S3's XML), Message quotes the body.
func refusalOf(status int, body []byte) *Refusal {
	var answer struct {
		Error Refusal `json:"error"`
	}
	refusal := &answer.Error
	if err := json.Unmarshal(body, &answer); err != nil {
		*refusal = Refusal{}
	}
	refusal.Status = status
	if refusal.Message == "" {
		excerpt := strings.ToValidUTF8(string(body[:min(len(body), longestExcerpt)]), "")
		refusal.Message = fmt.Sprintf("HTTP %d: %s", status, excerpt)
	}
	return refusal
}

// typed returns the error for the refusal's type.
func (r *Refusal) typed() error {
	if of, known := typed[r.Type]; known {
		return of(r)
	}
	if r.Status >= 500 {
		return &APIError{r}
	}
	return r
}
