package malote

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	firstPause = 500 * time.Millisecond
	// Doublings until the longest pause, 8 s.
	doublings = 4
	// If the service asks for a longer wait, the error goes to the caller.
	longestRetryAfter = time.Minute
)

// patience holds the retry settings.
type patience struct {
	maxRetries int
	timeout    time.Duration
	sleep      func(context.Context, time.Duration) error
	random     func() float64
	transport  http.RoundTripper
	onAttempt  func(Attempt)
}

// Attempt is one attempt of a call, for logs or to read the headers of a response.
type Attempt struct {
	Method string
	// URL contains no API key; that of an upload contains its signature.
	URL string
	// Number counts from 1.
	Number         int
	IdempotencyKey string
	Duration       time.Duration
	// Response is nil if none arrived. Its body may be read.
	Response *http.Response
	// RequestID is the header Request-Id of the response.
	RequestID string
}

// prepared is the context's key for the idempotency key of the call that a request only prepares.
type prepared struct{}

func sleep(ctx context.Context, pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// attempt sends until a response is successful or an error is not worth retrying.
//
// The body of the returned response has been read completely, since a truncated response is a lost connection. Each
// attempt gets a new request body from body.
func (p patience) attempt(request *http.Request, body func() io.Reader) (*http.Response, error) {
	ctx := request.Context()
	key := request.Header.Get("Idempotency-Key")
	preparedKey, prepares := ctx.Value(prepared{}).(string)
	writes := request.Method != http.MethodGet && !prepares && !strings.HasSuffix(request.URL.Path, "/quote")
	lost := false
	for retries := 0; ; retries++ {
		started := time.Now()
		response, read, failure := p.once(request, body)
		if p.onAttempt != nil {
			p.onAttempt(attemptOf(request, retries+1, time.Since(started), response, read))
		}
		if failure == nil {
			return response, nil
		}
		// The caller has given up.
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		lost = lost && !(key != "" && failure.decided) || failure.lost
		if !failure.passing || retries >= p.maxRetries || failure.retryAfter > longestRetryAfter {
			return nil, failure.err(Outcome{retries + 1, cmp.Or(preparedKey, key), writes && lost})
		}
		if err := p.sleep(ctx, failure.retryAfter+p.jitter(retries)); err != nil {
			return nil, err
		}
	}
}

// jitter is a random pause up to a limit that doubles, so that clients that failed together do not retry together.
func (p patience) jitter(retries int) time.Duration {
	return time.Duration(p.random() * float64(firstPause<<min(retries, doublings)))
}

func attemptOf(request *http.Request, number int, took time.Duration, response *http.Response, read []byte) Attempt {
	seen := Attempt{
		Method: request.Method, URL: request.URL.String(), Number: number, Duration: took,
		IdempotencyKey: request.Header.Get("Idempotency-Key"),
	}
	if response != nil {
		shown := *response
		shown.Body = io.NopCloser(bytes.NewReader(read))
		seen.Response, seen.RequestID = &shown, response.Header.Get("Request-Id")
	}
	return seen
}

type failure struct {
	err func(Outcome) error
	// A later attempt may succeed.
	passing bool
	// The request may have been carried out.
	lost bool
	// The service has decided, after looking up the key.
	decided    bool
	retryAfter time.Duration
}

func (p patience) once(request *http.Request, body func() io.Reader) (*http.Response, []byte, *failure) {
	ctx, cancel := context.WithTimeout(request.Context(), p.timeout)
	defer cancel()
	try := request.Clone(ctx)
	// With GetBody, net/http would itself retry a POST, without our pauses.
	try.GetBody = nil
	if body != nil {
		try.Body = io.NopCloser(body())
	}
	response, err := p.transport.RoundTrip(try)
	var read []byte
	if err == nil {
		defer response.Body.Close()
		read, err = io.ReadAll(response.Body)
	}
	if err != nil {
		late := errors.Is(ctx.Err(), context.DeadlineExceeded)
		return nil, nil, &failure{err: p.lostBy(err, late), passing: true, lost: true}
	}
	if response.StatusCode >= 200 && response.StatusCode <= 299 {
		response.Body = io.NopCloser(bytes.NewReader(read))
		return response, read, nil
	}
	return response, read, refusalOf(response.StatusCode, read).failure(response.Header)
}

func (p patience) lostBy(cause error, late bool) func(Outcome) error {
	return func(outcome Outcome) error {
		if late {
			return &TimeoutError{&ConnectionError{outcome, fmt.Sprintf("no response within %v", p.timeout), cause}}
		}
		return &ConnectionError{outcome, "the connection was lost", cause}
	}
}

// failure tells what follows from a refusal. A key in use means that an earlier attempt, whose response was lost, is
// still running.
func (r *Refusal) failure(headers http.Header) *failure {
	inUse := r.Code == "idempotency_key_in_use"
	return &failure{
		err: func(outcome Outcome) error {
			r.Outcome = outcome
			return r.typed()
		},
		passing:    r.Status == http.StatusTooManyRequests || r.Status >= 500 || inUse,
		lost:       r.Status >= 500 || inUse,
		decided:    r.Type != "" && slices.Contains(afterTheKey, r.Status) && !inUse,
		retryAfter: retryAfter(headers.Get("Retry-After")),
	}
}

// afterTheKey are statuses that the service decides after it has looked up the idempotency key, under which it answers
// a success again. So they also say that no earlier attempt took effect.
var afterTheKey = []int{402, 403, 404, 409, 422}

// retryAfter reads seconds, or an HTTP date (RFC 9110 §10.2.3).
func retryAfter(value string) time.Duration {
	seconds, err := strconv.ParseUint(value, 10, 32)
	if err == nil {
		return time.Duration(seconds) * time.Second
	}
	if errors.Is(err, strconv.ErrRange) {
		return math.MaxInt64
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	return max(0, time.Until(at))
}

// patientTransport retries requests. Every POST carries an Idempotency-Key, the same one on every attempt.
type patientTransport struct {
	patience patience
	headers  http.Header
}

func (t patientTransport) RoundTrip(given *http.Request) (*http.Response, error) {
	request := given.Clone(given.Context())
	for name, values := range t.headers {
		request.Header[name] = values
	}
	if request.Method == http.MethodPost && request.Header.Get("Idempotency-Key") == "" {
		request.Header.Set("Idempotency-Key", rand.Text())
	}
	if given.Body == nil {
		return t.patience.attempt(request, nil)
	}
	defer given.Body.Close()
	body, err := io.ReadAll(given.Body)
	if err != nil {
		return nil, err
	}
	return t.patience.attempt(request, func() io.Reader { return bytes.NewReader(body) })
}
