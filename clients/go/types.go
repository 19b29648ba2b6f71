package malote

import "malote.example/malote/generated"

// What requests take and answers give, as the API describes it.
type (
	Account                 = generated.Account
	Address                 = generated.Address
	AddressInput            = generated.AddressInput
	Balance                 = generated.Balance
	BalanceTransaction      = generated.BalanceTransaction
	BalanceTransactionList  = generated.BalanceTransactionList
	Base64DocumentInput     = generated.Base64DocumentInput
	CodeInput               = generated.CodeInput
	DocumentInput           = generated.DocumentInput
	Event                   = generated.Event
	EventList               = generated.EventList
	Letter                  = generated.Letter
	LetterInput             = generated.LetterInput
	LetterList              = generated.LetterList
	PostalCode              = generated.PostalCode
	PostalService           = generated.PostalService
	Quote                   = generated.Quote
	Upload                  = generated.Upload
	UploadDocumentInput     = generated.UploadDocumentInput
	UploadInput             = generated.UploadInput
	URLDocumentInput        = generated.UrlDocumentInput
	Verification            = generated.Verification
	VerificationAttempt     = generated.VerificationAttempt
	VerificationAttemptList = generated.VerificationAttemptList
	VerificationCheck       = generated.VerificationCheck
	VerificationEvidence    = generated.VerificationEvidence
	VerificationInput       = generated.VerificationInput
	VerificationLetterInput = generated.VerificationLetterInput
	VerificationList        = generated.VerificationList
	VerificationQuote       = generated.VerificationQuote
)

// Services of the carrier. The second and the third need the first.
const (
	Registered         = generated.REGISTERED
	ReturnReceipt      = generated.RETURN_RECEIPT
	RestrictedDelivery = generated.RESTRICTED_DELIVERY
)
