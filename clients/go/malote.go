// Package malote is the client of the Malote API: letters and address verifications in Brazil.
package malote

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"malote.example/malote/generated"
)

// Version is that of the service.
const Version = "1.0.0"

const (
	defaultMaxRetries = 5
	defaultTimeout    = time.Minute
)

// Options of a Client; the zero value is good.
type Options struct {
	// APIKey is otherwise MALOTE_API_KEY of the environment.
	APIKey string
	// BaseURL is otherwise MALOTE_BASE_URL of the environment, or the service itself.
	BaseURL string
	// Language of error messages, pt-BR or en; otherwise Portuguese.
	Language string
	// MaxRetries says how often a request is tried again; 0 stands for 5, and -1 for never.
	MaxRetries int
	// Timeout is for each try, from the connection to the last byte of the answer; otherwise a minute.
	Timeout time.Duration
	// Sleep ends early, with an error, when the context does.
	Sleep func(context.Context, time.Duration) error
	// Random gives 0 to 1.
	Random func() float64
	// Transport makes each single try; otherwise http.DefaultTransport.
	Transport http.RoundTripper
}

// Client is the service of one account; goroutines may share it. Every call gives a *Refusal, a *ConnectionError or the
// error of its context.
type Client struct {
	Letters           Letters
	Verifications     Verifications
	Uploads           Uploads
	Account           AccountCalls
	Balance           BalanceCalls
	Events            Events
	PostalCodes       PostalCodes
	WebhookEndpoints  WebhookEndpoints
	WebhookDeliveries WebhookDeliveries

	baseURL  string
	http     *http.Client
	patience patience
	api      *generated.APIClient
}

// New makes a client; without an API key it is an error.
func New(options Options) (*Client, error) {
	key := cmp.Or(options.APIKey, os.Getenv("MALOTE_API_KEY"))
	if key == "" {
		return nil, errors.New("malote: give APIKey, or set MALOTE_API_KEY")
	}
	described := generated.NewConfiguration()
	baseURL := cmp.Or(options.BaseURL, os.Getenv("MALOTE_BASE_URL"), described.Servers[0].URL)
	c := &Client{baseURL: strings.TrimRight(baseURL, "/"), patience: patience{
		maxRetries: cmp.Or(options.MaxRetries, defaultMaxRetries),
		timeout:    cmp.Or(options.Timeout, defaultTimeout),
		sleep:      options.Sleep,
		random:     options.Random,
		transport:  options.Transport,
	}}
	if c.patience.sleep == nil {
		c.patience.sleep = sleep
	}
	if c.patience.random == nil {
		c.patience.random = rand.Float64
	}
	if c.patience.transport == nil {
		c.patience.transport = http.DefaultTransport
	}
	headers := http.Header{"Authorization": {"Bearer " + key}, "User-Agent": {"malote-go/" + Version}}
	if options.Language != "" {
		headers.Set("Accept-Language", options.Language)
	}
	c.http = &http.Client{Transport: patientTransport{c.patience, headers}}
	described.HTTPClient = c.http
	described.Servers = generated.ServerConfigurations{{URL: c.baseURL}}
	c.api = generated.NewAPIClient(described)
	c.Letters, c.Verifications, c.Uploads = Letters{c}, Verifications{c}, Uploads{c}
	c.Account, c.Balance, c.Events, c.PostalCodes = AccountCalls{c}, BalanceCalls{c}, Events{c}, PostalCodes{c}
	c.WebhookEndpoints, c.WebhookDeliveries = WebhookEndpoints{c}, WebhookDeliveries{c}
	return c, nil
}

// Ptr gives what fields that may be left out take.
func Ptr[T any](value T) *T { return &value }

// Option of a POST.
type Option func(*post)

type post struct{ key string }

// IdempotencyKey is otherwise a random one. Give your own to repeat a call after your program was restarted.
func IdempotencyKey(key string) Option { return func(p *post) { p.key = key } }

func keyOf(options []Option) string {
	var given post
	for _, option := range options {
		option(&given)
	}
	return given.key
}

type keyed[R any] interface{ IdempotencyKey(string) R }

// under gives a request the caller's key, where there is one.
func under[R keyed[R]](request R, options []Option) R {
	if key := keyOf(options); key != "" {
		return request.IdempotencyKey(key)
	}
	return request
}

// Page narrows a list; the zero value does not.
type Page struct {
	CreatedAfter, CreatedBefore time.Time
	// Limit is how many a page has at most.
	Limit int
	// Cursor is that of the page before; All needs none.
	Cursor string
}

type listed[R any] interface {
	CreatedAfter(time.Time) R
	CreatedBefore(time.Time) R
	Limit(int32) R
	Cursor(string) R
}

func paged[R listed[R]](request R, page Page) R {
	request = when(!page.CreatedAfter.IsZero(), request, R.CreatedAfter, page.CreatedAfter)
	request = when(!page.CreatedBefore.IsZero(), request, R.CreatedBefore, page.CreatedBefore)
	request = when(page.Limit != 0, request, R.Limit, int32(page.Limit))
	return when(page.Cursor != "", request, R.Cursor, page.Cursor)
}

func when[R, V any](given bool, request R, set func(R, V) R, value V) R {
	if given {
		return set(request, value)
	}
	return request
}

type list[T any] interface {
	GetData() []T
	GetNextCursor() string
}

// every reads page after page as the caller goes on. After an error it ends.
func every[T any, L list[T]](cursor string, page func(cursor string) (L, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for next := cursor; ; {
			answer, err := page(next)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, each := range answer.GetData() {
				if !yield(each, nil) {
					return
				}
			}
			if next = answer.GetNextCursor(); next == "" {
				return
			}
		}
	}
}

// answered gives what a generated call answers, and the error without the wrapping of net/http.
func answered[T any](answer T, _ *http.Response, err error) (T, error) {
	if wrapped, ok := err.(*url.Error); ok {
		err = wrapped.Err
	}
	return answer, err
}
