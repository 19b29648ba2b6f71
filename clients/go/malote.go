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
	"runtime"
	"strings"
	"time"

	"malote.example/malote/generated"
)

// Version is the version of the API.
const Version = "1.0.0"

const (
	defaultMaxRetries = 5
	defaultTimeout    = time.Minute
)

// Options configure a Client; the zero value works.
type Options struct {
	// APIKey defaults to the environment variable MALOTE_API_KEY.
	APIKey string
	// BaseURL defaults to the environment variable MALOTE_BASE_URL, or the production URL.
	BaseURL string
	// Language of error messages, pt-BR or en; default: Portuguese.
	Language string
	// MaxRetries limits the retries of one request; 0 means the default, 5, and -1 means none.
	MaxRetries int
	// Timeout limits each attempt, from connecting to the last byte of the response; default: one minute.
	Timeout time.Duration
	// Sleep returns early, with an error, if the context ends.
	Sleep func(context.Context, time.Duration) error
	// Random returns 0 to 1.
	Random func() float64
	// Transport makes each attempt, for a proxy of your own, for example; default: http.DefaultTransport.
	Transport http.RoundTripper
	// OnAttempt is called after each attempt, for logs or to read the headers of a response.
	OnAttempt func(Attempt)
}

// Client is a client for one account, safe for concurrent use. Calls return a *Refusal, a *ConnectionError or the error
// of their context.
type Client struct {
	Letters           Letters
	LetterBatches     LetterBatches
	Verifications     Verifications
	Uploads           Uploads
	Account           AccountCalls
	Balance           BalanceCalls
	Events            Events
	PostalCodes       PostalCodes
	Addresses         Addresses
	WebhookEndpoints  WebhookEndpoints
	WebhookDeliveries WebhookDeliveries

	options  Options
	baseURL  string
	http     *http.Client
	patience patience
	api      *generated.APIClient
}

// New makes a client. It returns an error if there is no API key.
func New(options Options) (*Client, error) {
	options.APIKey = cmp.Or(options.APIKey, os.Getenv("MALOTE_API_KEY"))
	if options.APIKey == "" {
		return nil, errors.New("malote: pass APIKey or set MALOTE_API_KEY")
	}
	return newClient(options), nil
}

func newClient(options Options) *Client {
	described := generated.NewConfiguration()
	baseURL := cmp.Or(options.BaseURL, os.Getenv("MALOTE_BASE_URL"), described.Servers[0].URL)
	c := &Client{options: options, baseURL: strings.TrimRight(baseURL, "/"), patience: patience{
		maxRetries: cmp.Or(options.MaxRetries, defaultMaxRetries),
		timeout:    cmp.Or(options.Timeout, defaultTimeout),
		sleep:      options.Sleep,
		random:     options.Random,
		transport:  options.Transport,
		onAttempt:  options.OnAttempt,
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
	headers := http.Header{"Authorization": {"Bearer " + options.APIKey}, "User-Agent": {"malote-go/" + Version + " " + runtime.Version()}}
	if options.Language != "" {
		headers.Set("Accept-Language", options.Language)
	}
	c.http = &http.Client{Transport: patientTransport{c.patience, headers}}
	described.HTTPClient = c.http
	described.Servers = generated.ServerConfigurations{{URL: c.baseURL}}
	c.api = generated.NewAPIClient(described)
	c.Letters, c.LetterBatches = Letters{c}, LetterBatches{c}
	c.Verifications, c.Uploads = Verifications{c}, Uploads{c}
	c.Account, c.Balance, c.Events, c.PostalCodes = AccountCalls{c}, BalanceCalls{c}, Events{c}, PostalCodes{c}
	c.Addresses = Addresses{c}
	c.WebhookEndpoints, c.WebhookDeliveries = WebhookEndpoints{c}, WebhookDeliveries{c}
	return c
}

// With returns a client with other options, such as the timeout of one call.
func (c *Client) With(change func(*Options)) *Client {
	options := c.options
	change(&options)
	options.APIKey = cmp.Or(options.APIKey, c.options.APIKey)
	return newClient(options)
}

// Ptr returns a pointer to the value, for optional fields.
func Ptr[T any](value T) *T { return &value }

// Option configures a POST.
type Option func(*post)

type post struct{ key string }

// IdempotencyKey sets the key, which is random by default. Pass your own to retry a call after your program restarts.
func IdempotencyKey(key string) Option { return func(p *post) { p.key = key } }

func keyOf(options []Option) string {
	var given post
	for _, option := range options {
		option(&given)
	}
	return given.key
}

type keyed[R any] interface{ IdempotencyKey(string) R }

// under adds the caller's key, if any, to a request.
func under[R keyed[R]](request R, options []Option) R {
	if key := keyOf(options); key != "" {
		return request.IdempotencyKey(key)
	}
	return request
}

// Page filters a list; zero values are ignored.
type Page struct {
	CreatedAfter, CreatedBefore time.Time
	// Limit is the maximum number of items per page.
	Limit int
	// Cursor is the next cursor of the previous page; All needs none.
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

// every fetches each page when the caller needs it. It stops after an error.
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

// answered returns the result of a generated call, and its error without the wrapping of net/http.
func answered[T any](answer T, _ *http.Response, err error) (T, error) {
	if wrapped, ok := err.(*url.Error); ok {
		err = wrapped.Err
	}
	return answer, err
}
