package malote

import (
	"encoding/json"
	"fmt"
	"strings"

	"malote.example/malote/generated"
)

// Refusal says that the service refused a request, or failed. Nothing was created or charged by it. Each error.type has
// a type of its own, such as *ValidationError, which errors.As also finds as a *Refusal; an unknown one is a *Refusal.
type Refusal struct {
	// Status is that of HTTP.
	Status int `json:"-"`
	// Type is the category, such as billing_error; empty where the answer is not the service's, such as a proxy's.
	Type string `json:"type"`
	// Code is exact and stable, such as insufficient_balance; handle the ones you do not know by their type.
	Code    string `json:"code"`
	Message string `json:"message"`
	// RequestID names the request to the service's people.
	RequestID string `json:"request_id"`
	DocURL    string `json:"doc_url"`
	// Details say everything that is wrong with a request, for a *ValidationError.
	Details []ErrorDetail `json:"details"`
}

func (r *Refusal) Error() string { return r.Message }

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
	// PermissionError is 403: the account may not do this now.
	PermissionError struct{ *Refusal }
	// NotFoundError is 404: there is no such object.
	NotFoundError struct{ *Refusal }
	// ConflictError is 409: the object's status does not allow it, or the idempotency key stands for another request.
	ConflictError struct{ *Refusal }
	// ValidationError is 422: fields are wrong; Details lists all of them.
	ValidationError struct{ *Refusal }
	// RateLimitError is 429: too many requests in a second, also after all retries.
	RateLimitError struct{ *Refusal }
	// APIError is 5xx: the service failed, also after all retries.
	APIError struct{ *Refusal }
)

// ConnectionError says that no answer came, also after all retries. A POST may have been done: repeat it with the same
// idempotency key.
type ConnectionError struct {
	reason string
	cause  error
}

func (e *ConnectionError) Error() string { return e.reason + ": " + e.cause.Error() }
func (e *ConnectionError) Unwrap() error { return e.cause }

// As finds the ConnectionError in the type that embeds it.
func (e *ConnectionError) As(target any) bool {
	found, ok := target.(**ConnectionError)
	if ok {
		*found = e
	}
	return ok
}

// TimeoutError says that no answer came in time.
type TimeoutError struct{ *ConnectionError }

// ErrorDetail is one thing that is wrong with a request.
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

// refusalOf reads what an answer says; where it is not the service's (a proxy's page, S3's XML), the text says it.
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

// typed gives the error of the refusal's type.
func (r *Refusal) typed() error {
	if of, known := typed[r.Type]; known {
		return of(r)
	}
	if r.Status >= 500 {
		return &APIError{r}
	}
	return r
}
