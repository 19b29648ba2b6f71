// A customer's program that uses openapi-generator's client for Go.
package main

import (
	"context"
	"fmt"
	"os"

	malote "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func service(baseURL string) *malote.APIClient {
	configuration := malote.NewConfiguration()
	configuration.Servers = malote.ServerConfigurations{{URL: baseURL}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+os.Getenv("API_KEY"))
	return malote.NewAPIClient(configuration)
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	ctx := context.Background()
	client := service(os.Getenv("BASE_URL"))
	reference := os.Getenv("REFERENCE")
	document := malote.NewBase64DocumentInput("base64", os.Getenv("PDF"))
	order := malote.NewLetterInput(
		*malote.NewAddressInput("Maria da Conceição", "100", "05010-000"),
		malote.Base64DocumentInputAsDocumentInput(document),
	)
	order.SetPostalServices([]malote.PostalService{malote.REGISTERED})
	order.SetReference(reference)
	letter, _, err := client.LettersAPI.LettersCreate(ctx).LetterInput(*order).IdempotencyKey(reference).Execute()
	must(err)
	fmt.Println("posted", letter.Id)
	read, _, err := client.LettersAPI.LettersGet(ctx, letter.Id).Execute()
	must(err)
	fmt.Println("read", read.Status)
	letters, _, err := client.LettersAPI.LettersList(ctx).Reference(reference).Execute()
	must(err)
	fmt.Print("letters")
	for _, each := range letters.Data {
		fmt.Print(" ", each.Id)
	}
	events, _, err := client.EventsAPI.EventsList(ctx).ObjectId(letter.Id).Execute()
	must(err)
	fmt.Print("\nevents")
	for _, each := range events.Data {
		fmt.Print(" ", each.Type, ":", each.Data.Id)
	}

	tomorrow := service(os.Getenv("TOMORROW_URL"))
	later, _, err := tomorrow.LettersAPI.LettersGet(ctx, letter.Id).Execute()
	must(err)
	fmt.Print("\nstatus ", later.Status)
	page, _, err := tomorrow.LettersAPI.LettersList(ctx).Reference(reference).Execute()
	must(err)
	fmt.Print("\nstatuses")
	for _, each := range page.Data {
		fmt.Print(" ", each.Status)
	}
	again, _, err := tomorrow.LettersAPI.LettersCreate(ctx).LetterInput(*order).IdempotencyKey(reference).Execute()
	must(err)
	grown, _, err := tomorrow.EventsAPI.EventsList(ctx).ObjectId(letter.Id).Execute()
	must(err)
	fmt.Println("\ngrown", again.Id, grown.Data[0].Data.Object)
}
