package malote

import "malote.example/malote/generated"

// Types of requests and responses, as the API describes them.
type (
	Account                      = generated.Account
	Address                      = generated.Address
	AddressCheckAddressInput     = generated.AddressCheckAddressInput
	AddressChecks                = generated.AddressChecks
	AddressChecksInput           = generated.AddressChecksInput
	AddressInput                 = generated.AddressInput
	Balance                      = generated.Balance
	BalanceTransaction           = generated.BalanceTransaction
	BalanceTransactionList       = generated.BalanceTransactionList
	Base64DocumentInput          = generated.Base64DocumentInput
	CodeInput                    = generated.CodeInput
	DocumentInput                = generated.DocumentInput
	Event                        = generated.Event
	EventChoice                  = generated.EventChoice
	EventList                    = generated.EventList
	Letter                       = generated.Letter
	LetterBatch                  = generated.LetterBatch
	LetterBatchConfirmationInput = generated.LetterBatchConfirmationInput
	LetterBatchDocumentInput     = generated.LetterBatchDocumentInput
	LetterBatchInput             = generated.LetterBatchInput
	LetterBatchLetterInput       = generated.LetterBatchLetterInput
	LetterBatchList              = generated.LetterBatchList
	LetterBatchRow               = generated.LetterBatchRow
	LetterBatchRowList           = generated.LetterBatchRowList
	LetterBatchWithRowsURL       = generated.LetterBatchWithRowsUrl
	LetterEvidence               = generated.LetterEvidence
	LetterInput                  = generated.LetterInput
	LetterList                   = generated.LetterList
	LetterLookUps                = generated.LetterLookUps
	PostalCode                   = generated.PostalCode
	PostalCodeSearch             = generated.PostalCodeSearch
	PostalService                = generated.PostalService
	Quote                        = generated.Quote
	RemovedWebhookEndpoint       = generated.RemovedWebhookEndpoint
	URLDocumentInput             = generated.UrlDocumentInput
	Upload                       = generated.Upload
	UploadDocumentInput          = generated.UploadDocumentInput
	UploadInput                  = generated.UploadInput
	Verification                 = generated.Verification
	VerificationAttempt          = generated.VerificationAttempt
	VerificationAttemptList      = generated.VerificationAttemptList
	VerificationCheck            = generated.VerificationCheck
	VerificationEvidence         = generated.VerificationEvidence
	VerificationFigures          = generated.VerificationFigures
	VerificationInput            = generated.VerificationInput
	VerificationLetterInput      = generated.VerificationLetterInput
	VerificationList             = generated.VerificationList
	VerificationQuote            = generated.VerificationQuote
	WebhookDelivery              = generated.WebhookDelivery
	WebhookDeliveryList          = generated.WebhookDeliveryList
	WebhookDeliveryWithBody      = generated.WebhookDeliveryWithBody
	WebhookEndpoint              = generated.WebhookEndpoint
	WebhookEndpointChanges       = generated.WebhookEndpointChanges
	WebhookEndpointList          = generated.WebhookEndpointList
	WebhookEndpointOrder         = generated.WebhookEndpointOrder
	WebhookEndpointWithSecret    = generated.WebhookEndpointWithSecret
	WebhookSending               = generated.WebhookSending
	WebhookTest                  = generated.WebhookTest
)

// Carrier services. ReturnReceipt and RestrictedDelivery require Registered.
const (
	Registered         = generated.REGISTERED
	ReturnReceipt      = generated.RETURN_RECEIPT
	RestrictedDelivery = generated.RESTRICTED_DELIVERY
)
