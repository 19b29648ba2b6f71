// A customer's program on the client, under faults. What it prints is judged by `test/clients/run.ts`.
package main

import (
	"context"
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

	var deliveries map[string]delivery
	if err := json.Unmarshal([]byte(os.Getenv("DELIVERIES")), &deliveries); err != nil {
		panic(err)
	}
	for name, delivery := range deliveries {
		say(name, receive(delivery))
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
