package malote

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
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
}

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
	for retries := 0; ; retries++ {
		response, failure := p.once(request, body)
		if failure == nil {
			return response, nil
		}
		// The caller has given up.
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if !failure.passing || retries >= p.maxRetries || failure.retryAfter > longestRetryAfter {
			return nil, failure.err
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

type failure struct {
	err error
	// A later attempt may succeed.
	passing    bool
	retryAfter time.Duration
}

func (p patience) once(request *http.Request, body func() io.Reader) (*http.Response, *failure) {
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
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		lost := &ConnectionError{fmt.Sprintf("no response within %v", p.timeout), err}
		return nil, &failure{err: &TimeoutError{lost}, passing: true}
	}
	if err != nil {
		return nil, &failure{err: &ConnectionError{"the connection was lost", err}, passing: true}
	}
	if response.StatusCode >= 200 && response.StatusCode <= 299 {
		response.Body = io.NopCloser(bytes.NewReader(read))
		return response, nil
	}
	refusal := refusalOf(response.StatusCode, read)
	wait := retryAfter(response.Header.Get("Retry-After"))
	return nil, &failure{err: refusal.typed(), passing: refusal.passes(), retryAfter: wait}
}

// passes: a key in use means that an earlier attempt, whose response was lost, is still running.
func (r *Refusal) passes() bool {
	return r.Status == http.StatusTooManyRequests || r.Status >= 500 || r.Code == "idempotency_key_in_use"
}

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
