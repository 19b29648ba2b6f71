/* Made by build/api-types.ts from docs/api/openapi.json. */
export interface paths {
    "/letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List letters
         * @description The letters of the account, newest first.
         */
        get: operations["letters-list"];
        put?: never;
        /**
         * Create a letter
         * @description Validates the letter, charges the balance and queues the letter for printing. With `send_date`, the charge happens on that day. A refusal lists every problem and creates nothing.
         */
        post: operations["letters-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/letters/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote a letter
         * @description Takes the request that creates a letter, validates it in the same way and returns the price. Nothing is created, charged or stored, and an upload stays unused.
         */
        post: operations["letters-quote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/letters/{letter_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a letter
         * @description The letter as it is now, with a fresh link to its preview.
         */
        get: operations["letters-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/letters/{letter_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a letter
         * @description Works while the letter is `scheduled` or `received`; the charge is refunded. Canceling a canceled letter returns the same letter.
         */
        post: operations["letters-cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/letter-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List letter batches
         * @description The letter batches of the last 90 days and the letters from spreadsheets of the dashboard, newest first.
         */
        get: operations["letter-batches-list"];
        put?: never;
        /**
         * Create a letter batch
         * @description Answers the URL for the file of its rows: JSON lines, each with the fields of a letter (`to`, `reference`, `metadata`, and `document` with `name` and `variables`), or a spreadsheet. The PDFs are uploads. Nothing is checked or charged yet.
         */
        post: operations["letter-batches-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/letter-batches/{letter_batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a letter batch
         * @description The letter batch with its progress, counted by the hundred rows.
         */
        get: operations["letter-batches-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/letter-batches/{letter_batch_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the results of the rows
         * @description The rows that have a result, in the order of the file: after the dry run those with problems, later all. With `state=refused`, every problem of every row.
         */
        get: operations["letter-batches-rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/letter-batches/{letter_batch_id}/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the dry run of a letter batch
         * @description Checks every row as the creation of its letter would, once its file has arrived. The event `letter_batch.quoted` says that the quote is there; `letter_batch.failed`, that the rows or PDFs cannot be used. Nothing is charged.
         */
        post: operations["letter-batches-quote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/letter-batches/{letter_batch_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a letter batch
         * @description Charges exactly the sum of the quote with this hash and starts its letters, or charges nothing. Confirming again returns the same letter batch.
         */
        post: operations["letter-batches-confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/letter-batches/{letter_batch_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a letter batch
         * @description Rows without a letter get none, and letters that can still be canceled are canceled; both are refunded. Canceling again returns the same letter batch.
         */
        post: operations["letter-batches-cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verifications
         * @description The verifications of the account, newest first.
         */
        get: operations["verifications-list"];
        put?: never;
        /**
         * Create a verification
         * @description Charges the balance and queues a simple letter with a six-digit code: the service's own letter, or your PDF in `document`. Only the printed letter shows the code.
         */
        post: operations["verifications-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote a verification
         * @description Takes the request that creates a verification, validates it in the same way and returns the price and a preview of the letter. Nothing is created or charged, and an upload stays unused.
         */
        post: operations["verifications-quote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get figures of verifications
         * @description How many verifications were created in a period, how many were sent and confirmed, and how many have each status now. A period has at most 10,000 verifications; the figures of adjacent periods add up.
         */
        get: operations["verification-figures-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a verification
         * @description The verification as it is now, with a fresh link to the copy without the code.
         */
        get: operations["verifications-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a code
         * @description Checks a code that the recipient gave you. A wrong code is not an error: it uses one of five attempts, and the fifth ends the verification as `failed`.
         */
        post: operations["verifications-check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a verification
         * @description While `received`: nothing is printed, the price is refunded, and the status becomes `canceled`. Later: the letter is still sent, nothing is refunded, the code stops working, and the status becomes `revoked`.
         */
        post: operations["verifications-cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attempts of a verification
         * @description Every code that was tried while the verification was waiting for one, right or wrong, newest first, with the time and the way it was entered. The codes themselves are not kept.
         */
        get: operations["verification-attempts-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/letters/{letter_id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the evidence of a letter
         * @description The signed record of a letter that was posted, canceled or failed: who ordered it and when, the addresses as sent and as printed, the hash of the very file that was printed and of what each of its pages shows, the price, and what the print house reported. Anyone can check the file with the published keys, and whether a PDF is that letter, without an account.
         */
        get: operations["letters-evidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/letters/{letter_id}/look-ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the look-ups of a letter's number
         * @description How often, and on which days, the authenticity number of a letter was looked up on the page. Many look-ups of one letter mean that its number may have been copied to false ones.
         */
        get: operations["letters-look-ups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications/{verification_id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the evidence of a verification
         * @description The signed record of a verification that has ended: who requested it, the address, the letter, every attempt and the confirmation. Anyone can check the file with the published keys, without an account.
         */
        get: operations["verification-evidence-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an upload
         * @description Returns a signed URL for one PDF. PUT the bytes there within 2 hours, with `Content-Type: application/pdf` and no Authorization header. Use the id in one mailing within 24 hours.
         */
        post: operations["uploads-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account
         * @description The account that the API key belongs to.
         */
        get: operations["account-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the balance
         * @description The current prepaid balance.
         */
        get: operations["balance-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balance/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List balance transactions
         * @description Everything that changed the balance, newest first.
         */
        get: operations["balance-transactions-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description The events of the last 30 days, newest first. Webhooks deliver the same events.
         */
        get: operations["events-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/postal-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search postal codes
         * @description The postal codes of a street, for suggestions while an address is typed. Small errors of spelling, abbreviations and other names that the carrier lists are understood.
         */
        get: operations["postal-codes-search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/addresses/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check addresses
         * @description Compares up to 500 addresses with the directory of postal codes: completes and corrects each, says how sure that is, what was changed and what else may be meant. It costs nothing and keeps nothing.
         */
        post: operations["addresses-check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/postal-codes/{postal_code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a postal code
         * @description The part of an address that a postal code (CEP) determines.
         */
        get: operations["postal-codes-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description The endpoints of the account, newest first, each with its recent health.
         */
        get: operations["webhook-endpoints-list"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Registers a URL that receives events; an account has at most ten. Only this response shows the signing secret: store it.
         */
        post: operations["webhook-endpoints-create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description The endpoint as it is now, with its recent health.
         */
        get: operations["webhook-endpoints-get"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook endpoint
         * @description Nothing more is sent to the endpoint; its pending deliveries are dropped.
         */
        delete: operations["webhook-endpoints-remove"];
        options?: never;
        head?: never;
        /**
         * Edit a webhook endpoint
         * @description Changes the fields that are sent. Pending deliveries go to the new URL. While the endpoint is `paused`, they wait without using attempts; once it is `active` again, they start within a minute.
         */
        patch: operations["webhook-endpoints-edit"];
        trace?: never;
    };
    "/webhook-endpoints/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description Gives the endpoint a new signing secret, shown only in this response. For `overlap_hours`, deliveries also carry a signature made with the previous secret.
         */
        post: operations["webhook-endpoints-rotate-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook endpoint
         * @description Sends `webhook.test` to the endpoint immediately, even if it is paused, and returns how it answered. A receiver that fails is not an error of this request.
         */
        post: operations["webhook-endpoints-test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint_id}/send-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send failed deliveries again
         * @description Sends the failed deliveries of all events since an instant again, newest first: the same `webhook-id`, one attempt each, at most 90 per call.
         */
        post: operations["webhook-endpoints-send-failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description Deliveries of the last 30 days with every attempt, newest event first. A page may have fewer than `limit` deliveries even if more follow: check `has_more`.
         */
        get: operations["webhook-deliveries-list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook delivery
         * @description The delivery with every attempt and the exact text that is sent.
         */
        get: operations["webhook-deliveries-get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{delivery_id}/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook delivery again
         * @description Sends a delivery that has ended again: the same `webhook-id`, one attempt, to the current URL of its endpoint. A `pending` delivery is left unchanged.
         */
        post: operations["webhook-deliveries-send-again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "letter.scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter.scheduled
         * @description A letter was scheduled; nothing is charged yet.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter.scheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "letter.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter.received
         * @description A letter was charged and queued: at its creation, or on its send date.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter.received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "letter.in_production": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter.in_production
         * @description A letter joined a print batch and can no longer be canceled.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter.in_production"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "letter.printed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter.printed
         * @description A letter was printed and enveloped.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter.printed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "letter.posted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter.posted
         * @description A letter was handed to the carrier. The last event of a sent letter.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter.posted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "letter.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter.canceled
         * @description A letter was canceled; see `cancellation_reason`.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter.canceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "letter.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter.failed
         * @description A letter could not be produced; see `failure_reason`. Its price was refunded.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "letter.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter.updated
         * @description A letter was edited in the dashboard before production; its status is unchanged.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "letter_batch.quoted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter_batch.quoted
         * @description The dry run of a letter batch has ended: see its quote, and its refused rows.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter_batch.quoted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "letter_batch.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter_batch.completed
         * @description Each row of a letter batch has its letter, or the reason for having none.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter_batch.completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "letter_batch.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter_batch.canceled
         * @description A letter batch was canceled, and what could still be canceled was refunded.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter_batch.canceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "letter_batch.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * letter_batch.failed
         * @description The rows or the PDFs of a letter batch cannot be used; see `problems`. Nothing was charged.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["letter_batch.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verification.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * verification.received
         * @description A verification was created and queued.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["verification.received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verification.in_production": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * verification.in_production
         * @description The letter with the code is being printed. From now on, canceling revokes.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["verification.in_production"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verification.awaiting_code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * verification.awaiting_code
         * @description The letter with the code was posted.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["verification.awaiting_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verification.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * verification.expiring
         * @description Nobody has confirmed, and the code stops working in seven days; the status is unchanged.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["verification.expiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verification.verified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * verification.verified
         * @description The right code was given: the address is confirmed.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["verification.verified"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verification.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * verification.failed
         * @description Five wrong codes were given.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["verification.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verification.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * verification.expired
         * @description Nobody confirmed within 60 days of posting.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["verification.expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verification.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * verification.canceled
         * @description A verification was canceled before its letter was printed. Its price was refunded.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["verification.canceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "verification.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * verification.revoked
         * @description A verification was canceled after production began, without a refund. If it had been verified, treat the address as not verified.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["verification.revoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.failing
         * @description A webhook endpoint has not answered any call with a 2xx for a day. Sent to the other endpoints of the account.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["webhook_endpoint.failing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.recovered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.recovered
         * @description A webhook endpoint that was failing has answered with a 2xx. Sent to the other endpoints of the account.
         *
         *     Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.
         */
        post: operations["webhook_endpoint.recovered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook.test
         * @description A test sent once on request, without retries. Its object does not exist.
         *
         *     Answer with any 2xx within 15 seconds.
         */
        post: operations["webhook.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A complete address, as printed. */
        Address: {
            name: string;
            street: string;
            number: string;
            complement: string | null;
            neighborhood: string;
            city: string;
            /** @description Two-letter code of the state (UF). */
            state: string;
            /** @description CEP, formatted. */
            postal_code: string;
        };
        /** @description What a mailing costs. It does not depend on the destination. */
        Price: {
            /** @constant */
            currency: "BRL";
            /** @description Sum of the items. In centavos. */
            total: number;
            items: components["schemas"]["PriceItem"][];
        };
        /** @description A letter. It only moves forward; treat an unknown status as in progress. */
        Letter: {
            /** @description Begins with `ltr_`. */
            id: string;
            /** @constant */
            object: "letter";
            status: components["schemas"]["LetterStatus"];
            /** @description The recipient. */
            to: components["schemas"]["Address"];
            /** @description The sender as sent, or the account's default sender. */
            from: components["schemas"]["Address"];
            document: components["schemas"]["LetterDocument"];
            color: boolean;
            double_sided: boolean;
            /**
             * @description Today `first_page`, `extra_page`; more may come.
             * @enum {string}
             */
            address_placement: "first_page" | "extra_page";
            /** @description Empty for a simple letter. */
            postal_services: ("registered" | "return_receipt" | "restricted_delivery")[];
            /** @description Pages of the document, without an address side. */
            pages: number;
            /** @description Sheets in the envelope. */
            sheets: number;
            price: components["schemas"]["Price"];
            /** @description What may not print as intended; empty if nothing was found. */
            warnings: components["schemas"]["DocumentWarning"][];
            /** @description With `authenticity`, the number by which the recipient finds out that the letter is genuine, on the page of the service or of the account's own host. Null otherwise. */
            authenticity_number: string | null;
            /**
             * Format: date
             * @description Date in Brasília time; null when sent immediately.
             */
            send_date: string | null;
            /**
             * @description Today `requested`, `insufficient_balance`; more may come.
             * @enum {string|null}
             */
            cancellation_reason: "requested" | "insufficient_balance" | null;
            /**
             * @description Today `unprintable_document`, `damaged_in_production`, `refused_by_carrier`, `other`; more may come.
             * @enum {string|null}
             */
            failure_reason: "unprintable_document" | "damaged_in_production" | "refused_by_carrier" | "other" | null;
            /** @description Present once a registered letter is posted. Null for a simple letter. */
            tracking_code: string | null;
            /**
             * Format: uri
             * @description The PDF as printed, with the address. The link works for 60 minutes. The file is kept for at least 90 days after creation or after the send date; once it is deleted, this is null.
             */
            preview_url: string | null;
            /** @description The customer's own label; not unique. */
            reference: string | null;
            metadata: components["schemas"]["Metadata"];
            /** @description The letter batch that it belongs to, which paid for it. */
            letter_batch_id: string | null;
            status_transitions: components["schemas"]["LetterStatusTransitions"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A letter with a code that verifies an address. Only `verified` means a confirmed address. */
        Verification: {
            /** @description Begins with `ver_`. */
            id: string;
            /** @constant */
            object: "verification";
            status: components["schemas"]["VerificationStatus"];
            /**
             * @description Today `hosted_page`, `code`; more may come.
             * @enum {string}
             */
            method: "hosted_page" | "code";
            /**
             * @description Where it was created. Today `api`, `dashboard`; more may come.
             * @enum {string}
             */
            source: "api" | "dashboard";
            /** @description The address being verified. */
            to: components["schemas"]["Address"];
            document: components["schemas"]["VerificationDocument"];
            /** @description Text printed under the code of the template. */
            instructions: string | null;
            /** Format: uri */
            return_url: string | null;
            /**
             * Format: uri
             * @description The printed page address, without the code. Null when the method is `code`.
             */
            hosted_page_url: string | null;
            /** @description Wrong codes still allowed. */
            attempts_remaining: number;
            /**
             * Format: date-time
             * @description 60 days after posting; null before.
             */
            expires_at: string | null;
            /** @description How it was confirmed. Null until then; kept if revoked later. */
            confirmation: components["schemas"]["Confirmation"] | null;
            /**
             * Format: uri
             * @description The copy as printed, without the code. The link works for 60 minutes. Null in events and webhooks, and when the file is no longer kept.
             */
            preview_url: string | null;
            price: components["schemas"]["Price"];
            /** @description The earlier verification of the same address that this letter follows. */
            previous_verification_id: string | null;
            /** @description The customer's own label; not unique. */
            reference: string | null;
            metadata: components["schemas"]["Metadata"];
            status_transitions: components["schemas"]["VerificationStatusTransitions"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description Who confirmed, as far as known. Mostly null for a check by API. */
        Confirmation: {
            /**
             * @description Today `api`, `hosted_page`; more may come.
             * @enum {string}
             */
            method: "api" | "hosted_page";
            /**
             * @description How the code was entered on the page. Today `qr_code`, `typed`; more may come.
             * @enum {string|null}
             */
            hosted_page_entry: "qr_code" | "typed" | null;
            /** Format: date-time */
            confirmed_at: string;
            ip: string | null;
            location: components["schemas"]["ConfirmationLocation"] | null;
            user_agent: string | null;
            device: components["schemas"]["ConfirmationDevice"] | null;
            client: components["schemas"]["ConfirmationClient"] | null;
            precise_location: components["schemas"]["PreciseLocation"] | null;
        };
        /** @description Whether the code was right. A wrong code is not an error. */
        VerificationCheck: {
            /** @constant */
            object: "verification_check";
            correct: boolean;
            verification: components["schemas"]["Verification"];
        };
        /** @description A code that was tried, right or wrong. The code itself is not kept. */
        VerificationAttempt: {
            /** @constant */
            object: "verification_attempt";
            /** @description Begins with `ver_`. */
            verification_id: string;
            /** @description Which of the five attempts it was, from 1. */
            number: number;
            /**
             * @description `api`: your server sent it to the check endpoint. `qr_code`: the page was opened by the QR code. `typed`: it was typed on the page. Today `api`, `qr_code`, `typed`; more may come.
             * @enum {string}
             */
            entry: "api" | "qr_code" | "typed";
            correct: boolean;
            /** Format: date-time */
            created_at: string;
        };
        /** @description How many verifications were created in a period, and their outcomes. */
        VerificationFigures: {
            /** @constant */
            object: "verification_figures";
            /**
             * Format: date-time
             * @description As sent, in whole seconds.
             */
            created_after: string | null;
            /**
             * Format: date-time
             * @description As sent, in whole seconds.
             */
            created_before: string | null;
            /** @description Verifications created in the period. */
            created: number;
            /** @description Those whose letter was sent: all except the ones that are now `received`, `in_production` or `canceled`. */
            sent: number;
            /** @description Those that are `verified` now. */
            confirmed: number;
            by_status: components["schemas"]["VerificationsByStatus"];
            days_to_confirm: components["schemas"]["DaysToConfirm"];
        };
        /** @description A signed record of what a letter was and what happened to it, for those who must prove it. */
        LetterEvidence: {
            /** @constant */
            object: "letter_evidence";
            /** @description Begins with `ltr_`. */
            letter_id: string;
            statement: components["schemas"]["LetterEvidenceStatement"];
            /** @description The personal data; null where there is none, or after it was erased. */
            disclosures: {
                recipient: {
                    /** @description Random, so that the value cannot be guessed from its hash; base64. */
                    salt: string;
                    /** @description The data itself. */
                    value: Record<string, never>;
                } | null;
                sender: {
                    /** @description Random, so that the value cannot be guessed from its hash; base64. */
                    salt: string;
                    /** @description The data itself. */
                    value: Record<string, never>;
                } | null;
                order: {
                    /** @description Random, so that the value cannot be guessed from its hash; base64. */
                    salt: string;
                    /** @description The data itself. */
                    value: Record<string, never>;
                } | null;
                pages: {
                    /** @description Random, so that the value cannot be guessed from its hash; base64. */
                    salt: string;
                    /** @description The data itself. */
                    value: Record<string, never>;
                } | null;
                posting: {
                    /** @description Random, so that the value cannot be guessed from its hash; base64. */
                    salt: string;
                    /** @description The data itself. */
                    value: Record<string, never>;
                } | null;
            };
            /** @description JWS in compact form (RFC 7515, ES256). Its payload contains the letter's id, the edition and the SHA-256 of the canonical JSON of the statement. */
            signature: string;
            /** @description Time stamp of the signature (RFC 3161), its DER in base64; null if the service has no time stamping authority. */
            timestamp: string | null;
        };
        /** @description What the service states about a letter. It contains no personal data. */
        LetterEvidenceStatement: {
            /** @constant */
            format: "malote-letter-evidence-1";
            /** @description Begins with `ltr_`. */
            letter_id: string;
            /** @description A later fact, such as a revocation, creates a new edition. */
            edition: number;
            /** @description Hash of the canonical JSON of the previous edition's statement. */
            previous: string | null;
            /** Format: date-time */
            issued_at: string;
            /**
             * @description Today `posted`, `canceled`, `failed`; more may come.
             * @enum {string}
             */
            status: "posted" | "canceled" | "failed";
            /**
             * @description Today `requested`, `insufficient_balance`; more may come.
             * @enum {string|null}
             */
            cancellation_reason: "requested" | "insufficient_balance" | null;
            /**
             * @description Today `unprintable_document`, `damaged_in_production`, `refused_by_carrier`, `other`; more may come.
             * @enum {string|null}
             */
            failure_reason: "unprintable_document" | "damaged_in_production" | "refused_by_carrier" | "other" | null;
            /** @description Who ordered the letter. */
            company: {
                /** @description Begins with `acc_`. */
                account_id: string;
                legal_name: string;
                trade_name: string | null;
                cnpj: string;
            };
            requested_by: {
                /**
                 * @description Today `api_key`, `person`; more may come.
                 * @enum {string}
                 */
                type: "api_key" | "person";
                id: string;
            } | null;
            /** @description Release of the directory that completed the addresses. */
            postal_code_directory: string | null;
            /** Format: date */
            send_date: string | null;
            /** @description The print file and how it is printed. */
            letter: {
                /** @description SHA-256 of the very file that the print house prints; null if it was erased before. */
                printed_sha256: string | null;
                /** @description Size of that file. */
                printed_bytes: number | null;
                pages: number;
                sheets: number;
                color: boolean;
                double_sided: boolean;
                /**
                 * @description Today `first_page`, `extra_page`; more may come.
                 * @enum {string}
                 */
                address_placement: "first_page" | "extra_page";
                /** @description Empty for a simple letter. */
                postal_services: ("registered" | "return_receipt" | "restricted_delivery")[];
            };
            price: components["schemas"]["Price"];
            /** @description How the letter was produced and posted. */
            production: {
                batch_id: string | null;
                /** @description SHA-256 of the batch's manifest (JSON lines), which identifies the letter by its file. */
                manifest_sha256: string | null;
                /** @description The line of the manifest that ordered the letter from the print house, verbatim. Null before production, after an erasure and in the sandbox. */
                manifest_line: string | null;
                /**
                 * Format: date-time
                 * @description When the service applied the report of the printing.
                 */
                printed_at: string | null;
                /**
                 * Format: date-time
                 * @description When the service applied the report of the posting.
                 */
                posted_at: string | null;
            };
            /** @description Hash of the canonical JSON of each disclosure (salt and value). */
            personal: {
                /** @description SHA-256, hexadecimal. */
                recipient: string;
                /** @description SHA-256, hexadecimal. */
                sender: string;
                /** @description SHA-256, hexadecimal. */
                order: string;
                /** @description SHA-256, hexadecimal. */
                pages: string | null;
                /** @description SHA-256, hexadecimal. */
                posting: string;
            };
            history: {
                number: number;
                /** Format: date-time */
                at: string;
                /**
                 * @description Today `created`, `edited`, `charged`, `in_production`, `printed`, `posted`, `canceled`, `failed`; more may come.
                 * @enum {string}
                 */
                what: "created" | "edited" | "charged" | "in_production" | "printed" | "posted" | "canceled" | "failed";
                /** @description SHA-256, hexadecimal. */
                previous: string | null;
                /** @description SHA-256 of the canonical JSON of the other fields. */
                hash: string;
            }[];
            /** @description What the evidence does not prove, in Portuguese. */
            does_not_prove: string[];
        };
        /** @description How often the letter's authenticity number was looked up on the page. Nothing is kept of who did it. */
        LetterLookUps: {
            /** @constant */
            object: "letter_look_ups";
            /** @description Begins with `ltr_`. */
            letter_id: string;
            /** @description With `authenticity`, the number by which the recipient finds out that the letter is genuine, on the page of the service or of the account's own host. Null otherwise. */
            authenticity_number: string | null;
            /** @description Look-ups since the letter was ordered. */
            total: number;
            /** @description The days with look-ups, newest first; at most 400 are kept, and none after an erasure. */
            days: {
                /**
                 * Format: date
                 * @description In Brasília time.
                 */
                date: string;
                /** @description Look-ups of the day. */
                count: number;
            }[];
        };
        /** @description A signed record of what happened to a verification, for those who must prove it. */
        VerificationEvidence: {
            /** @constant */
            object: "verification_evidence";
            /** @description Begins with `ver_`. */
            verification_id: string;
            statement: components["schemas"]["EvidenceStatement"];
            /** @description The personal data; null where there is none, or after it was erased. */
            disclosures: {
                recipient: {
                    /** @description Random, so that the value cannot be guessed from its hash; base64. */
                    salt: string;
                    /** @description The data itself. */
                    value: Record<string, never>;
                } | null;
                order: {
                    /** @description Random, so that the value cannot be guessed from its hash; base64. */
                    salt: string;
                    /** @description The data itself. */
                    value: Record<string, never>;
                } | null;
                confirmer: {
                    /** @description Random, so that the value cannot be guessed from its hash; base64. */
                    salt: string;
                    /** @description The data itself. */
                    value: Record<string, never>;
                } | null;
                networks: {
                    /** @description Random, so that the value cannot be guessed from its hash; base64. */
                    salt: string;
                    /** @description The data itself. */
                    value: Record<string, never>;
                } | null;
            };
            /** @description JWS in compact form (RFC 7515, ES256). Its payload contains the verification's id, the edition and the SHA-256 of the canonical JSON of the statement. */
            signature: string;
            /** @description Time stamp of the signature (RFC 3161), its DER in base64; null if the service has no time stamping authority. */
            timestamp: string | null;
        };
        /** @description What the service states about a verification. It contains neither personal data nor the code. */
        EvidenceStatement: {
            /** @constant */
            format: "malote-evidence-1";
            /** @description Begins with `ver_`. */
            verification_id: string;
            /** @description A later fact, such as a revocation, creates a new edition. */
            edition: number;
            /** @description Hash of the canonical JSON of the previous edition's statement. */
            previous: string | null;
            /** Format: date-time */
            issued_at: string;
            /**
             * @description Today `verified`, `failed`, `expired`, `canceled`, `revoked`; more may come.
             * @enum {string}
             */
            status: "verified" | "failed" | "expired" | "canceled" | "revoked";
            /** @description Who requested the verification. */
            company: {
                /** @description Begins with `acc_`. */
                account_id: string;
                legal_name: string;
                trade_name: string | null;
                cnpj: string;
            };
            requested_by: {
                /**
                 * @description Today `api_key`, `person`; more may come.
                 * @enum {string}
                 */
                type: "api_key" | "person";
                id: string;
            } | null;
            /**
             * @description Today `hosted_page`, `code`; more may come.
             * @enum {string}
             */
            method: "hosted_page" | "code";
            /**
             * @description Today `api`, `dashboard`; more may come.
             * @enum {string}
             */
            source: "api" | "dashboard";
            /** @description Release of the directory that completed the address. */
            postal_code_directory: string | null;
            /** @description The files of the letter. */
            letter: {
                /** @description SHA-256 of the file with the code, which is destroyed after posting. */
                printed_sha256: string | null;
                /** @description SHA-256 of the copy without the code. */
                preview_sha256: string | null;
                pages: number;
                sheets: number;
            };
            /** @description How the letter was produced and posted. */
            production: {
                batch_id: string | null;
                /** @description SHA-256 of the batch's manifest (JSON lines), which identifies the letter by its file. */
                manifest_sha256: string | null;
                /** @description When the letter was posted, verbatim from the print house's report. */
                reported_posted_at: string | null;
                /**
                 * Format: date-time
                 * @description When the service applied the report. The 60 days count from here.
                 */
                posted_at: string | null;
                /** Format: date-time */
                expires_at: string | null;
                /** @description The line of the manifest that ordered the letter from the print house, verbatim. Null before production and in the sandbox; absent from statements of earlier releases. */
                manifest_line?: string | null;
                /** @description The line of the print house's report that announced the posting, verbatim. Absent from statements of earlier releases. */
                reported_line?: string | null;
            };
            attempts: {
                number: number;
                /** Format: date-time */
                at: string;
                /**
                 * @description Today `api`, `qr_code`, `typed`; more may come.
                 * @enum {string}
                 */
                entry: "api" | "qr_code" | "typed";
                correct: boolean;
                /** @description SHA-256 of the salt, a space and the network address; null for a check by API. */
                network_hash: string | null;
            }[];
            confirmation: {
                /**
                 * @description Today `api`, `hosted_page`; more may come.
                 * @enum {string}
                 */
                method: "api" | "hosted_page";
                /** Format: date-time */
                confirmed_at: string;
            } | null;
            /**
             * Format: date-time
             * @description When the person shared a location, by consent.
             */
            location_shared_at: string | null;
            location_consent: components["schemas"]["LocationConsent"] | null;
            /** Format: date-time */
            revoked_at: string | null;
            /** @description Hash of the canonical JSON of each disclosure (salt and value). */
            personal: {
                /** @description SHA-256, hexadecimal. */
                recipient: string;
                /** @description SHA-256, hexadecimal. */
                order: string;
                /** @description SHA-256, hexadecimal. */
                confirmer: string | null;
                /** @description SHA-256, hexadecimal. */
                networks: string;
            };
            history: {
                number: number;
                /** Format: date-time */
                at: string;
                /**
                 * @description Today `created`, `in_production`, `posted`, `code_refused`, `code_accepted`, `location_shared`, `failed`, `expired`, `canceled`, `revoked`; more may come.
                 * @enum {string}
                 */
                what: "created" | "in_production" | "posted" | "code_refused" | "code_accepted" | "location_shared" | "failed" | "expired" | "canceled" | "revoked";
                /** @description SHA-256, hexadecimal. */
                previous: string | null;
                /** @description SHA-256 of the canonical JSON of the other fields. */
                hash: string;
            }[];
            /** @description What the evidence does not prove, in Portuguese. */
            does_not_prove: string[];
            /** @description The earlier verification of the same address that this one follows. Absent from statements of earlier releases. */
            previous_verification_id?: string | null;
        };
        /** @description Where to send the PDF of one mailing. */
        Upload: {
            /** @description Begins with `upl_`. */
            id: string;
            /** @constant */
            object: "upload";
            filename: string;
            /** @description Bytes, as declared. */
            size: number;
            /**
             * Format: uri
             * @description PUT the bytes here with `Content-Type: application/pdf` and no Authorization header. The URL is a secret, shown only in this response.
             */
            upload_url: string;
            /**
             * Format: date-time
             * @description 2 hours after creation.
             */
            upload_url_expires_at: string;
            /**
             * Format: date-time
             * @description 24 hours after creation.
             */
            expires_at: string;
            /** Format: date-time */
            created_at: string;
        };
        /** @description Up to 100,000 letters that are quoted, confirmed and charged at once. */
        LetterBatch: {
            /** @description Begins with `mrg_`. */
            id: string;
            /** @constant */
            object: "letter_batch";
            status: components["schemas"]["LetterBatchStatus"];
            filename: string;
            /** @description Rows of the file; null until they are read. */
            rows: number | null;
            counts: components["schemas"]["LetterBatchCounts"];
            quote: components["schemas"]["LetterBatchQuote"] | null;
            /** @description What the confirmation charged. In centavos. */
            charged: number;
            /** @description What was refunded at the end for rows that got no letter. Refunds of single letters are not included. In centavos. */
            refunded: number;
            problems: components["schemas"]["LetterBatchProblem"][];
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Until then it can be quoted and confirmed.
             */
            expires_at: string;
            /** Format: date-time */
            confirmed_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
        };
        /** @description A letter batch, with the URL for its rows. */
        LetterBatchWithRowsUrl: {
            /** @description Begins with `mrg_`. */
            id: string;
            /** @constant */
            object: "letter_batch";
            status: components["schemas"]["LetterBatchStatus"];
            filename: string;
            /** @description Rows of the file; null until they are read. */
            rows: number | null;
            counts: components["schemas"]["LetterBatchCounts"];
            quote: components["schemas"]["LetterBatchQuote"] | null;
            /** @description What the confirmation charged. In centavos. */
            charged: number;
            /** @description What was refunded at the end for rows that got no letter. Refunds of single letters are not included. In centavos. */
            refunded: number;
            problems: components["schemas"]["LetterBatchProblem"][];
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description Until then it can be quoted and confirmed.
             */
            expires_at: string;
            /** Format: date-time */
            confirmed_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            /**
             * Format: uri
             * @description PUT the file of the rows here once, with `Content-Type: application/octet-stream`, `If-None-Match: *` and no Authorization header. The URL is a secret, shown only in this response.
             */
            rows_url: string;
            /**
             * Format: date-time
             * @description 2 hours after creation.
             */
            rows_url_expires_at: string;
        };
        /** @description The result of a row. */
        LetterBatchRow: {
            /** @constant */
            object: "letter_batch_row";
            /** @description Its position, from 1. */
            row: number;
            /** @description Its line or row in the file. */
            line: number | null;
            /**
             * @description See `counts` of the letter batch. Today `created`, `refused`, `dropped`, `canceled`, `kept`; more may come.
             * @enum {string}
             */
            state: "created" | "refused" | "dropped" | "canceled" | "kept";
            letter_id: string | null;
            /** @description What its letter cost. In centavos. */
            price: number | null;
            problems: components["schemas"]["LetterBatchRowProblem"][];
        };
        /** @description What a letter would cost; nothing is created or charged. */
        Quote: {
            /** @constant */
            object: "quote";
            /**
             * @description Prices depend on the plan. Today `pay_as_you_go`, `essential`, `professional`, `scale`, `enterprise`; more may come.
             * @enum {string}
             */
            plan: "pay_as_you_go" | "essential" | "professional" | "scale" | "enterprise";
            to: components["schemas"]["Address"];
            pages: number;
            sheets: number;
            price: components["schemas"]["Price"];
            /** @description What may not print as intended; empty if nothing was found. */
            warnings: components["schemas"]["DocumentWarning"][];
        };
        /** @description What a verification would cost, and what its letter would look like; nothing is created or charged. */
        VerificationQuote: {
            /** @constant */
            object: "verification_quote";
            /**
             * @description Prices depend on the plan. Today `pay_as_you_go`, `essential`, `professional`, `scale`, `enterprise`; more may come.
             * @enum {string}
             */
            plan: "pay_as_you_go" | "essential" | "professional" | "scale" | "enterprise";
            /**
             * @description Today `hosted_page`, `code`; more may come.
             * @enum {string}
             */
            method: "hosted_page" | "code";
            to: components["schemas"]["Address"];
            pages: number;
            sheets: number;
            price: components["schemas"]["Price"];
            /** @description What may not print as intended; empty if nothing was found. */
            warnings: components["schemas"]["DocumentWarning"][];
            /**
             * Format: uri
             * @description The letter as it would be printed, with six zeros for the code, a box for the QR code and a page address that leads nowhere. The link works for 60 minutes.
             */
            preview_url: string;
        };
        /** @description The prepaid balance. */
        Balance: {
            /** @constant */
            object: "balance";
            /** @description The current balance. In centavos. */
            amount: number;
            /** @constant */
            currency: "BRL";
        };
        /** @description A change of the balance. */
        BalanceTransaction: {
            /** @description Begins with `btx_`. */
            id: string;
            /** @constant */
            object: "balance_transaction";
            /**
             * @description Today `top_up`, `letter`, `letter_batch`, `verification`, `refund`, `credit`, `adjustment`; more may come.
             * @enum {string}
             */
            type: "top_up" | "letter" | "letter_batch" | "verification" | "refund" | "credit" | "adjustment";
            /** @description Negative for debits. In centavos. */
            amount: number;
            /** @constant */
            currency: "BRL";
            balance_after: number;
            /** @description What was charged or refunded, e.g. the id of a letter. */
            source_id: string | null;
            description: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description The account of the API key. */
        Account: {
            /** @description Begins with `acc_`. */
            id: string;
            /** @constant */
            object: "account";
            legal_name: string;
            /** @description Shown on verification letters; if null, the legal name is shown. */
            trade_name: string | null;
            cnpj: string;
            /**
             * @description Prices depend on the plan. Today `pay_as_you_go`, `essential`, `professional`, `scale`, `enterprise`; more may come.
             * @enum {string}
             */
            plan: "pay_as_you_go" | "essential" | "professional" | "scale" | "enterprise";
            default_sender: components["schemas"]["Address"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description The address of a postal code. */
        PostalCode: {
            /** @constant */
            object: "postal_code";
            postal_code: string;
            /** @description Null if the code covers a whole city or district. */
            street: string | null;
            neighborhood: string | null;
            city: string;
            /** @description Two-letter code of the state (UF). */
            state: string;
        };
        /** @description Postal codes of a street or a city, the likeliest first. */
        PostalCodeSearch: {
            /** @constant */
            object: "postal_code_search";
            data: components["schemas"]["PostalCode"][];
            /** @description Whether more fit than are shown: name the street or the neighborhood. */
            has_more: boolean;
        };
        /** @description The checked addresses, in the order in which they were sent. */
        AddressChecks: {
            /** @constant */
            object: "address_checks";
            data: components["schemas"]["AddressCheck"][];
        };
        /** @description What the directory of postal codes says of an address. */
        AddressCheck: {
            /** @constant */
            object: "address_check";
            confidence: components["schemas"]["AddressConfidence"];
            address: components["schemas"]["CheckedAddress"];
            changes: components["schemas"]["AddressChange"][];
            /** @description Fields that a letter needs and that are still null. */
            missing: ("street" | "number" | "neighborhood" | "city" | "state" | "postal_code")[];
            /** @description The warnings that a letter to this address would have. */
            warnings: ("city_is_neighborhood" | "address_too_long_for_carrier" | "number_outside_range")[];
            /** @description Other postal codes that may be meant, the likeliest first. */
            alternatives: components["schemas"]["PostalCode"][];
        };
        /** @description A change of a letter, a letter batch, a verification, or the health of a webhook endpoint. */
        Event: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            type: components["schemas"]["EventType"];
            data: components["schemas"]["EventData"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description One page of a list, newest first. */
        LetterList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Letter"][];
            /** @description Whether there are older objects on further pages. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One page of a list, newest first. */
        LetterBatchList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["LetterBatch"][];
            /** @description Whether there are older objects on further pages. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One page of the results, in the order of the file. */
        LetterBatchRowList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["LetterBatchRow"][];
            /** @description Whether there are older objects on further pages. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One page of a list, newest first. */
        VerificationList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Verification"][];
            /** @description Whether there are older objects on further pages. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One page of a list, newest first. */
        VerificationAttemptList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["VerificationAttempt"][];
            /** @description Whether there are older objects on further pages. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One page of a list, newest first. */
        BalanceTransactionList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["BalanceTransaction"][];
            /** @description Whether there are older objects on further pages. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One page of a list, newest first. */
        EventList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Event"][];
            /** @description Whether there are older objects on further pages. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description A receiver of events. */
        WebhookEndpoint: {
            /** @description Begins with `whe_`. */
            id: string;
            /** @constant */
            object: "webhook_endpoint";
            /** Format: uri */
            url: string;
            /** @description Event types, or `*` for all. */
            events: string[];
            /**
             * @description Today `active`, `paused`; more may come.
             * @enum {string}
             */
            state: "active" | "paused";
            /** @description How it answered its last 100 calls; null before the first call. */
            health: components["schemas"]["ReceiverHealth"] | null;
            /**
             * Format: date-time
             * @description Set once no call has been answered with a 2xx for a day: when the first of the failed calls ended. Otherwise null.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it last answered with a 2xx; null before the first time.
             */
            last_success_at: string | null;
            /** @description The person (`usr_…`) or the API key (`key_…`) that made it; null for those of before. */
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
        };
        /** @description A receiver of events with its new signing secret. */
        WebhookEndpointWithSecret: {
            /** @description Begins with `whe_`. */
            id: string;
            /** @constant */
            object: "webhook_endpoint";
            /** Format: uri */
            url: string;
            /** @description Event types, or `*` for all. */
            events: string[];
            /**
             * @description Today `active`, `paused`; more may come.
             * @enum {string}
             */
            state: "active" | "paused";
            /** @description How it answered its last 100 calls; null before the first call. */
            health: components["schemas"]["ReceiverHealth"] | null;
            /**
             * Format: date-time
             * @description Set once no call has been answered with a 2xx for a day: when the first of the failed calls ended. Otherwise null.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description When it last answered with a 2xx; null before the first time.
             */
            last_success_at: string | null;
            /** @description The person (`usr_…`) or the API key (`key_…`) that made it; null for those of before. */
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description Begins with `whsec_`. Shown only once. */
            secret: string;
        };
        /** @description A removed receiver. */
        RemovedWebhookEndpoint: {
            /** @description Begins with `whe_`. */
            id: string;
            /** @constant */
            object: "webhook_endpoint";
            /** @description Always true. */
            deleted: boolean;
        };
        /** @description How a receiver answered `webhook.test`. */
        WebhookTest: {
            /** @constant */
            object: "webhook_test";
            /** @description Begins with `whe_`. */
            endpoint_id: string;
            duration_ms: number;
            /** @description HTTP status; null if there was no answer. */
            status: number | null;
            /** @description Why there was no answer; null if there was one. */
            error: string | null;
            /** @description The first kilobyte of the answer. */
            answer: string | null;
        };
        /** @description Deliveries that are sent again. */
        WebhookSending: {
            /** @constant */
            object: "webhook_sending";
            /** @description Begins with `whe_`. */
            endpoint_id: string;
            /** @description How many deliveries are pending again, at most 90. */
            count: number;
            /** @description Whether more deliveries remain for another call. */
            has_more: boolean;
        };
        /** @description The delivery of one event to one endpoint. */
        WebhookDelivery: {
            /** @description Begins with `whd_`. */
            id: string;
            /** @constant */
            object: "webhook_delivery";
            /** @description Begins with `evt_`. */
            event_id: string;
            event_type: string;
            /** @description Begins with `whe_`. */
            endpoint_id: string;
            /**
             * @description Today `pending`, `delivered`, `failed`, `dropped`; more may come.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed" | "dropped";
            /**
             * Format: date-time
             * @description Null if none is planned, and while the endpoint is paused.
             */
            next_attempt_at: string | null;
            attempts: {
                attempt: number;
                /** Format: date-time */
                at: string;
                duration_ms: number;
                /** @description HTTP status; null if there was no answer. */
                status: number | null;
                /** @description Why there was no answer; null if there was one. */
                error: string | null;
                /** @description The first kilobyte of the answer. */
                answer: string | null;
                /** @description The receiver's `Retry-After`; it does not change the schedule. */
                retry_after: string | null;
            }[];
            /** Format: date-time */
            created_at: string;
        };
        /** @description The delivery of one event to one endpoint, with its body. */
        WebhookDeliveryWithBody: {
            /** @description Begins with `whd_`. */
            id: string;
            /** @constant */
            object: "webhook_delivery";
            /** @description Begins with `evt_`. */
            event_id: string;
            event_type: string;
            /** @description Begins with `whe_`. */
            endpoint_id: string;
            /**
             * @description Today `pending`, `delivered`, `failed`, `dropped`; more may come.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed" | "dropped";
            /**
             * Format: date-time
             * @description Null if none is planned, and while the endpoint is paused.
             */
            next_attempt_at: string | null;
            attempts: {
                attempt: number;
                /** Format: date-time */
                at: string;
                duration_ms: number;
                /** @description HTTP status; null if there was no answer. */
                status: number | null;
                /** @description Why there was no answer; null if there was one. */
                error: string | null;
                /** @description The first kilobyte of the answer. */
                answer: string | null;
                /** @description The receiver's `Retry-After`; it does not change the schedule. */
                retry_after: string | null;
            }[];
            /** Format: date-time */
            created_at: string;
            /** @description The exact text that is signed and sent. */
            body: string;
        };
        /** @description One page of a list, newest first. */
        WebhookEndpointList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["WebhookEndpoint"][];
            /** @description Whether there are older objects on further pages. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description One page of a list, newest first. */
        WebhookDeliveryList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Whether there are older objects on further pages. */
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; null on the last page. */
            next_cursor: string | null;
        };
        /** @description Why a request was refused. Nothing was created or charged. */
        Error: {
            error: components["schemas"]["Problem"];
        };
        /** @description One line of the price. */
        PriceItem: {
            /**
             * @description The line of a carrier service has the name of that service. Today `base`, `additional_sheets`, `color`, `registered`, `return_receipt`, `restricted_delivery`; more may come.
             * @enum {string}
             */
            type: "base" | "additional_sheets" | "color" | "registered" | "return_receipt" | "restricted_delivery";
            quantity: number;
            /** @description Price of one unit. In centavos. */
            unit_amount: number;
            /** @description Quantity times unit amount. In centavos. */
            amount: number;
        };
        /**
         * @description `posted`, `canceled` and `failed` are final. Treat an unknown status as in progress. Today `scheduled`, `received`, `in_production`, `printed`, `posted`, `canceled`, `failed`; more may come.
         * @enum {string}
         */
        LetterStatus: "scheduled" | "received" | "in_production" | "printed" | "posted" | "canceled" | "failed";
        /** @description Where the content came from. */
        LetterDocument: {
            /**
             * @description Today `url`, `upload`, `base64`; more may come.
             * @enum {string}
             */
            type: "url" | "upload" | "base64";
            /**
             * Format: uri
             * @description Only with `url`.
             */
            url?: string;
            /** @description Only with `url` and `base64`. */
            variables?: components["schemas"]["Variables"] | null;
            /** @description Only with `upload`. */
            filename?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description Downloaded once, at creation. */
        UrlDocument: {
            /** @constant */
            type: "url";
            /** Format: uri */
            url: string;
            variables: components["schemas"]["Variables"] | null;
        };
        /** @description Values of the markers in the PDF, as sent. */
        Variables: {
            [key: string]: string | number;
        };
        /** @description Sent to an upload, or as the file of a multipart request. */
        UploadDocument: {
            /** @constant */
            type: "upload";
            filename: string;
        };
        /** @description Sent within the request. */
        Base64Document: {
            /** @constant */
            type: "base64";
            variables: components["schemas"]["Variables"] | null;
        };
        /** @description Something in the PDF or in an address that may not print as intended. It never stops a letter. */
        DocumentWarning: {
            /**
             * @description `font_not_embedded`: the printer substitutes its own font. `image_low_resolution`: an image of less than 150 dpi. `image_incomplete`: an image whose data end early, so that a part of it prints blank or gray. `ink_near_edge`: ink less than 5 mm from the edge of the paper. `value_off_paper`: a value that runs off the paper, or pushes the text behind it off. `value_over_text`: a value that prints over other text, or pushes the text behind it there. `value_too_wide`: a value that, even condensed, is wider than its room: the width that its marker declares, its cell, its column or the text between the margins. `hairline`: a line thinner than 0.25 points. `marker_unfilled`: a marker that prints as it is, braces included, because no value replaces it. `authenticity_number_not_printed`: no page is blank at its foot or head, so the authenticity number is not printed. `city_is_neighborhood`: the city that was sent is the neighborhood of the postal code, and the city that it belongs to prints. `address_too_long_for_carrier`: the systems of the carrier cannot hold all that was written; it prints whole. `number_outside_range`: other numbers of the street have the postal code. Treat an unknown code like any other warning. Today `font_not_embedded`, `image_low_resolution`, `image_incomplete`, `ink_near_edge`, `value_off_paper`, `value_over_text`, `value_too_wide`, `hairline`, `marker_unfilled`, `authenticity_number_not_printed`, `city_is_neighborhood`, `address_too_long_for_carrier`, `number_outside_range`; more may come.
             * @enum {string}
             */
            code: "font_not_embedded" | "image_low_resolution" | "image_incomplete" | "ink_near_edge" | "value_off_paper" | "value_over_text" | "value_too_wide" | "hairline" | "marker_unfilled" | "authenticity_number_not_printed" | "city_is_neighborhood" | "address_too_long_for_carrier" | "number_outside_range";
            /** @description Page of the document, from 1; 1 with a warning about an address. */
            page: number;
            /** @description Name of the variable, with `value_off_paper`, `value_over_text` and `value_too_wide`; of the marker, with `marker_unfilled`; `to` or `from`, with a warning about an address. */
            name?: string;
            /** @description The name of the font, with `font_not_embedded`. */
            font?: string;
            /** @description How many millimeters the value extends beyond its room, with `value_too_wide`. */
            over_mm?: number;
        };
        /** @description The customer's own data, never printed. */
        Metadata: {
            [key: string]: string;
        };
        /** @description When each status was reached; null if it was not. */
        LetterStatusTransitions: {
            /** Format: date-time */
            received_at: string | null;
            /** Format: date-time */
            in_production_at: string | null;
            /** Format: date-time */
            printed_at: string | null;
            /** Format: date-time */
            posted_at: string | null;
            /** Format: date-time */
            canceled_at: string | null;
            /** Format: date-time */
            failed_at: string | null;
        };
        /**
         * @description Treat an unknown status as in progress. Today `received`, `in_production`, `awaiting_code`, `verified`, `failed`, `expired`, `canceled`, `revoked`; more may come.
         * @enum {string}
         */
        VerificationStatus: "received" | "in_production" | "awaiting_code" | "verified" | "failed" | "expired" | "canceled" | "revoked";
        /** @description What was printed. */
        VerificationDocument: {
            /**
             * @description Today `template`, `url`, `upload`, `base64`; more may come.
             * @enum {string}
             */
            type: "template" | "url" | "upload" | "base64";
            /** @description Only with `template`. */
            title?: string;
            /** @description Only with `template`. */
            body?: string;
            /** @description Only with `template`. */
            footer?: string;
            /** @description Only with `template`. */
            include_qr_code?: boolean;
            /** @description Only with `template`. */
            include_page_url?: boolean;
            /**
             * Format: uri
             * @description Only with `url`.
             */
            url?: string;
            /** @description Only with `url` and `base64`. */
            variables?: components["schemas"]["Variables"] | null;
            /** @description Only with `upload`. */
            filename?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description The service's own letter. */
        TemplateDocument: {
            /** @constant */
            type: "template";
            title: string;
            body: string;
            footer: string;
            include_qr_code: boolean;
            include_page_url: boolean;
        };
        /** @description Approximate, from the network. */
        ConfirmationLocation: {
            country: string | null;
            state: string | null;
            city: string | null;
            postal_code: string | null;
            latitude: number | null;
            longitude: number | null;
        };
        /** @description As the user agent reports it. */
        ConfirmationDevice: {
            type: string | null;
            vendor: string | null;
            model: string | null;
            os: string | null;
        };
        /** @description As the user agent reports it. */
        ConfirmationClient: {
            name: string | null;
            version: string | null;
        };
        /** @description Shared by the person's device, by consent. */
        PreciseLocation: {
            latitude: number;
            longitude: number;
            accuracy_meters: number;
            /** Format: date-time */
            shared_at: string;
            consent: components["schemas"]["LocationConsent"] | null;
        };
        /** @description What the person agreed to before sharing the location, as the page showed it. */
        LocationConsent: {
            /** @description Language of the page, as a BCP 47 tag: `pt-BR` or `en`. */
            language: string;
            /** @description Identifies the wording; a different wording has a different version. */
            version: string;
            text: string;
        };
        /** @description When each status was reached; null if it was not. */
        VerificationStatusTransitions: {
            /** Format: date-time */
            in_production_at: string | null;
            /** Format: date-time */
            awaiting_code_at: string | null;
            /** Format: date-time */
            verified_at: string | null;
            /** Format: date-time */
            failed_at: string | null;
            /** Format: date-time */
            expired_at: string | null;
            /** Format: date-time */
            canceled_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
        };
        /** @description How many have each status now; the counts add up to `created`. */
        VerificationsByStatus: {
            received: number;
            in_production: number;
            awaiting_code: number;
            verified: number;
            failed: number;
            expired: number;
            canceled: number;
            revoked: number;
        };
        /** @description Whole days from posting to confirmation, for the verifications that are `verified` now. Verifications confirmed with earlier releases are not counted. */
        DaysToConfirm: {
            /** @description Median: half took this many days or fewer; null if there are none. */
            median: number | null;
            /** @description One entry for each number of days after which at least one was confirmed, ascending. */
            counts: components["schemas"]["DayCount"][];
        };
        /** @description How many were confirmed after this many days. */
        DayCount: {
            days: number;
            count: number;
        };
        /**
         * @description `completed`, `canceled` and `failed` are final. Treat an unknown status as in progress. Today `awaiting_rows`, `checking`, `quoted`, `sending`, `paused`, `canceling`, `completed`, `canceled`, `failed`; more may come.
         * @enum {string}
         */
        LetterBatchStatus: "awaiting_rows" | "checking" | "quoted" | "sending" | "paused" | "canceling" | "completed" | "canceled" | "failed";
        /** @description Rows by result. `created` have a letter, `refused` a problem, `dropped` were canceled before they had one, `canceled` afterwards, `kept` too late. `waiting` have no result yet. */
        LetterBatchCounts: {
            created: number;
            refused: number;
            dropped: number;
            canceled: number;
            kept: number;
            waiting: number;
        };
        /** @description The offer of a dry run. */
        LetterBatchQuote: {
            /** @description Send it to confirm exactly this offer. */
            hash: string;
            /** @description Rows that become a letter. */
            letters: number;
            /** @description Rows with a problem, which become none and cost nothing. */
            refused: number;
            /** @description What the confirmation charges. In centavos. */
            total: number;
            /** @constant */
            currency: "BRL";
            /** @description The letters by price, cheapest first. */
            prices: components["schemas"]["LetterBatchPrice"][];
        };
        /** @description Letters of one price. */
        LetterBatchPrice: {
            price: components["schemas"]["Price"];
            letters: number;
            /** @description Letters times the total of the price. In centavos. */
            amount: number;
        };
        /** @description Why the rows or the PDFs cannot be used at all. */
        LetterBatchProblem: {
            param: string;
            code: string;
        };
        /** @description Why it has no letter. */
        LetterBatchRowProblem: {
            param: string;
            code: string;
            message: string;
        };
        /**
         * @description `certain`: several parts of the address agree on one postal code, and no other is near. `likely`: one fits best. `ambiguous`: several fit as well; compare `alternatives`. `unknown`: none fits, and what was sent stays. Today `certain`, `likely`, `ambiguous`, `unknown`; more may come.
         * @enum {string}
         */
        AddressConfidence: "certain" | "likely" | "ambiguous" | "unknown";
        /** @description The address as the envelope would show it. A field that nobody knows is null. */
        CheckedAddress: {
            name: string | null;
            street: string | null;
            number: string | null;
            complement: string | null;
            neighborhood: string | null;
            city: string | null;
            /** @description Two-letter code of the state (UF). */
            state: string | null;
            /** @description CEP, formatted. */
            postal_code: string | null;
        };
        /** @description How a field differs from what was sent. */
        AddressChange: {
            /**
             * @description Today `street`, `neighborhood`, `city`, `state`, `postal_code`; more may come.
             * @enum {string}
             */
            field: "street" | "neighborhood" | "city" | "state" | "postal_code";
            /**
             * @description `filled_in`: it was not sent. `respelled`: the same words with other accents, case or abbreviations. `corrected`: other words or digits. Today `filled_in`, `respelled`, `corrected`; more may come.
             * @enum {string}
             */
            change: "filled_in" | "respelled" | "corrected";
        };
        /**
         * @description Ignore types that you do not know. Today `letter.scheduled`, `letter.received`, `letter.in_production`, `letter.printed`, `letter.posted`, `letter.canceled`, `letter.failed`, `letter.updated`, `letter_batch.quoted`, `letter_batch.completed`, `letter_batch.canceled`, `letter_batch.failed`, `verification.received`, `verification.in_production`, `verification.awaiting_code`, `verification.expiring`, `verification.verified`, `verification.failed`, `verification.expired`, `verification.canceled`, `verification.revoked`, `webhook_endpoint.failing`, `webhook_endpoint.recovered`; more may come.
         * @enum {string}
         */
        EventType: "letter.scheduled" | "letter.received" | "letter.in_production" | "letter.printed" | "letter.posted" | "letter.canceled" | "letter.failed" | "letter.updated" | "letter_batch.quoted" | "letter_batch.completed" | "letter_batch.canceled" | "letter_batch.failed" | "verification.received" | "verification.in_production" | "verification.awaiting_code" | "verification.expiring" | "verification.verified" | "verification.failed" | "verification.expired" | "verification.canceled" | "verification.revoked" | "webhook_endpoint.failing" | "webhook_endpoint.recovered";
        /** @description The complete object right after the event. */
        EventData: {
            /**
             * @description Today `letter`, `letter_batch`, `verification`, `webhook_endpoint_health`; more may come.
             * @enum {string}
             */
            object: "letter" | "letter_batch" | "verification" | "webhook_endpoint_health";
            id: string;
        } & {
            [key: string]: unknown;
        };
        /** @description How a receiver of events answers. */
        WebhookEndpointHealth: {
            /** @description Begins with `whe_`. */
            id: string;
            /** @constant */
            object: "webhook_endpoint_health";
            /**
             * Format: uri
             * @description Without its query and fragment, which may hold a secret.
             */
            url: string;
            /**
             * Format: date-time
             * @description When the first failed call after the last 2xx ended.
             */
            failing_since: string;
            /** @description Number of calls that the share covers, at most 100. */
            calls: number;
            /** @description Share of calls answered with a 2xx. */
            success_share: number;
            /**
             * Format: date-time
             * @description Null if it has never answered with a 2xx.
             */
            last_success_at: string | null;
            /** Format: date-time */
            last_failure_at: string | null;
        };
        /** @description Health of a receiver. */
        ReceiverHealth: {
            /** @description Number of calls covered, at most 100. */
            calls: number;
            /** @description Share of calls answered with a 2xx. */
            success_share: number;
            /** @description The median duration is below this many milliseconds; null for 3 seconds or more. */
            p50_ms: number | null;
            /** @description The 95th percentile of the duration is below this many milliseconds; null for 3 seconds or more. */
            p95_ms: number | null;
            /** Format: date-time */
            last_failure_at: string | null;
        };
        /** @description What is wrong. Handle an unknown code by its type. */
        Problem: {
            /**
             * @description Today `invalid_request_error`, `authentication_error`, `billing_error`, `permission_error`, `not_found_error`, `conflict_error`, `validation_error`, `rate_limit_error`, `api_error`; more may come.
             * @enum {string}
             */
            type: "invalid_request_error" | "authentication_error" | "billing_error" | "permission_error" | "not_found_error" | "conflict_error" | "validation_error" | "rate_limit_error" | "api_error";
            /**
             * @description Stable. New codes may appear. Today `invalid_json`, `unsupported_content_type`, `invalid_idempotency_key`, `request_too_large`, `api_key_missing`, `api_key_invalid`, `api_key_revoked`, `api_key_expired`, `insufficient_balance`, `account_suspended`, `api_key_not_allowed`, `api_key_limit_reached`, `resource_not_found`, `endpoint_not_found`, `postal_code_not_found`, `letter_not_cancelable`, `letter_batch_not_confirmable`, `letter_batch_expired`, `letter_batch_quote_differs`, `verification_not_cancelable`, `letter_not_final`, `verification_not_final`, `verification_not_awaiting_code`, `idempotency_key_reused`, `idempotency_key_in_use`, `invalid_parameters`, `rate_limit_exceeded`, `daily_limit_exceeded`, `internal_error`, `service_unavailable`; more may come.
             * @enum {string}
             */
            code: "invalid_json" | "unsupported_content_type" | "invalid_idempotency_key" | "request_too_large" | "api_key_missing" | "api_key_invalid" | "api_key_revoked" | "api_key_expired" | "insufficient_balance" | "account_suspended" | "api_key_not_allowed" | "api_key_limit_reached" | "resource_not_found" | "endpoint_not_found" | "postal_code_not_found" | "letter_not_cancelable" | "letter_batch_not_confirmable" | "letter_batch_expired" | "letter_batch_quote_differs" | "verification_not_cancelable" | "letter_not_final" | "verification_not_final" | "verification_not_awaiting_code" | "idempotency_key_reused" | "idempotency_key_in_use" | "invalid_parameters" | "rate_limit_exceeded" | "daily_limit_exceeded" | "internal_error" | "service_unavailable";
            /** @description Text for people, in the language of Accept-Language. */
            message: string;
            /** @description The same as the Request-Id header. When the gateway itself answers: `req_` and the id in that header, which has hyphens. */
            request_id: string;
            /**
             * Format: uri
             * @description What this code means and what to do.
             */
            doc_url: string;
            /** @description For a `validation_error`, every problem of the request; otherwise null. */
            details: components["schemas"]["ErrorDetails"] | null;
        };
        ErrorDetails: components["schemas"]["ErrorDetail"][];
        /** @description One problem of the request. */
        ErrorDetail: {
            /** @description The field in dot notation, e.g. `to.postal_code` or `postal_services[1]`. */
            param: string;
            /**
             * @description Stable. New codes may appear. Today `required`, `unknown_parameter`, `invalid_type`, `invalid_value`, `invalid_format`, `too_short`, `too_long`, `out_of_range`, `requires_registered`, `postal_code_not_found`, `address_incomplete`, `document_unreachable`, `verification_not_found`, `upload_not_found`, `upload_expired`, `upload_already_used`, `upload_file_missing`, `upload_file_changed`, `too_many_rows_today`, `document_invalid`, `document_encrypted`, `document_too_large`, `document_page_size`, `too_many_sheets`, `address_area_not_blank`, `variable_missing`, `variable_not_found`, `document_text_unreadable`, `otp_code_missing`; more may come.
             * @enum {string}
             */
            code: "required" | "unknown_parameter" | "invalid_type" | "invalid_value" | "invalid_format" | "too_short" | "too_long" | "out_of_range" | "requires_registered" | "postal_code_not_found" | "address_incomplete" | "document_unreachable" | "verification_not_found" | "upload_not_found" | "upload_expired" | "upload_already_used" | "upload_file_missing" | "upload_file_changed" | "too_many_rows_today" | "document_invalid" | "document_encrypted" | "document_too_large" | "document_page_size" | "too_many_sheets" | "address_area_not_blank" | "variable_missing" | "variable_not_found" | "document_text_unreadable" | "otp_code_missing";
            message: string;
        };
        AddressInput: {
            /** @description Person or company. */
            name: string;
            /** @description Filled in from the postal code if omitted. */
            street?: string;
            /** @description Number on the street; `s/n` where there is none. */
            number: string;
            /** @description Floor, apartment, block. */
            complement?: string | null;
            /** @description Filled in from the postal code if omitted. */
            neighborhood?: string;
            /** @description Must match the postal code. Filled in from the postal code if omitted. */
            city?: string;
            /** @description Two-letter code (UF). Must match the postal code. Filled in from the postal code if omitted. */
            state?: string;
            /**
             * @description CEP: eight digits, with or without the hyphen.
             * @example 01001-000
             */
            postal_code: string;
        };
        DocumentInput: components["schemas"]["UrlDocumentInput"] | components["schemas"]["UploadDocumentInput"] | components["schemas"]["Base64DocumentInput"];
        VariablesInput: {
            [key: string]: string | number;
        };
        MetadataInput: {
            [key: string]: string;
        };
        LetterInput: {
            /** @description The recipient. The postal code fills in street, neighborhood, city and state where it can. */
            to: components["schemas"]["AddressInput"];
            /** @description The sender, printed on one line above the recipient. Undeliverable mail returns there. If omitted, the account's default sender. */
            from?: components["schemas"]["AddressInput"];
            /** @description The PDF: A4 portrait, up to 6 sheets, unprotected. */
            document: components["schemas"]["DocumentInput"];
            /**
             * @description Print in color.
             * @default false
             */
            color?: boolean;
            /**
             * @description Print on both sides.
             * @default false
             */
            double_sided?: boolean;
            /**
             * @description `first_page` prints the address on the first page, in an area that must be blank: 90 x 45 mm, 20 mm from the left, 45 mm from the top. `extra_page` prints it on a separate side, free of charge.
             * @default first_page
             * @enum {string}
             */
            address_placement?: "first_page" | "extra_page";
            /**
             * @description Services of the carrier. `return_receipt` and `restricted_delivery` require `registered`.
             * @default []
             */
            postal_services?: components["schemas"]["PostalService"][];
            /**
             * Format: date
             * @description When to send, from tomorrow to 180 days ahead, in Brasília time. Omit to send immediately.
             */
            send_date?: string;
            /** @description The customer's own label; need not be unique. */
            reference?: string;
            /** @description The customer's own data. It is never printed, and every response with the object returns it. */
            metadata?: components["schemas"]["MetadataInput"];
            /** @description Print a number, with which the recipient finds out on a page who sent the letter and when: never its content, a name or an address. It is printed on the side of the address, or on the first page that is blank at its foot or head; a warning says if there is no such page. If omitted, the account's setting. */
            authenticity?: boolean;
        };
        LetterBatchInput: {
            /** @description Name of the file of the rows. */
            filename: string;
            /** @description Bytes of that file. */
            size: number;
            /**
             * @description `json_lines`: one JSON object in each line, up to 100,000. `spreadsheet`: an XLSX or CSV file of up to 5 MB and 10,000 rows, whose headings are the names of the fields.
             * @default json_lines
             * @enum {string}
             */
            format?: "json_lines" | "spreadsheet";
            /** @description The PDFs. A row without `document.name` uses the first one. */
            documents: components["schemas"]["LetterBatchDocumentInput"][];
            letter?: components["schemas"]["LetterBatchLetterInput"];
        };
        LetterBatchConfirmationInput: {
            /** @description The `hash` of the quote whose sum is to be charged. */
            quote_hash: string;
        };
        VerificationInput: {
            /** @description The recipient. The postal code fills in street, neighborhood, city and state where it can. */
            to: components["schemas"]["AddressInput"];
            /**
             * @description `hosted_page`: the recipient confirms on a page, by QR code or by typing the printed address. `code`: the letter shows only the code, and your server sends it to the check endpoint.
             * @enum {string}
             */
            method: "hosted_page" | "code";
            letter?: components["schemas"]["VerificationLetterInput"];
            /** @description Your own PDF with the marker `{{OTP_CODE}}`. If omitted, the service's own letter. */
            document?: components["schemas"]["DocumentInput"];
            /**
             * @description Print in color; only with `document`.
             * @default false
             */
            color?: boolean;
            /**
             * @description Print on both sides; only with `document`.
             * @default false
             */
            double_sided?: boolean;
            /**
             * @description As for letters; only with `document`.
             * @default first_page
             * @enum {string}
             */
            address_placement?: "first_page" | "extra_page";
            /** @description Text under the code on the service's own letter. */
            instructions?: string;
            /**
             * Format: uri
             * @description Target of the button shown after confirming. Only with the method `hosted_page`.
             */
            return_url?: string;
            /** @description An earlier verification of your account that this letter follows, with the same postal code, street and number. It may have any status and is not changed. */
            previous_verification_id?: string;
            /** @description The customer's own label; need not be unique. */
            reference?: string;
            /** @description The customer's own data. It is never printed, and every response with the object returns it. */
            metadata?: components["schemas"]["MetadataInput"];
        };
        CodeInput: {
            /**
             * @description The six digits. Spaces and dashes are ignored.
             * @example 123456
             */
            code: string;
        };
        AddressChecksInput: {
            /** @description One address or many; the answer has them in this order. */
            addresses: components["schemas"]["AddressCheckAddressInput"][];
        };
        UploadInput: {
            /** @description Name of the file. */
            filename: string;
            /** @description Bytes of the file. */
            size: number;
        };
        WebhookEndpointOrder: {
            /** @description HTTPS, at a public address, with a certificate that browsers accept. */
            url: string;
            /**
             * @description Event types, or `*` for all, including types added later.
             * @default [
             *       "*"
             *     ]
             */
            events?: components["schemas"]["EventChoice"][];
        };
        WebhookEndpointChanges: {
            /** @description HTTPS, at a public address, with a certificate that browsers accept. */
            url?: string;
            /** @description Event types, or `*` for all, including types added later. */
            events?: components["schemas"]["EventChoice"][];
            /**
             * @description `paused` holds deliveries; `active` releases them.
             * @enum {string}
             */
            state?: "active" | "paused";
        };
        SecretRotation: {
            /**
             * @description For how many hours deliveries are signed with the previous secret too. Send 0 if it has leaked.
             * @default 24
             */
            overlap_hours?: number;
        };
        FailedSending: {
            /**
             * Format: date-time
             * @description Only failed deliveries of events created at this instant or later.
             */
            since: string;
        };
        /** @description A PDF to download. */
        UrlDocumentInput: {
            /**
             * @description How you send the PDF. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "url";
            /**
             * Format: uri
             * @description HTTPS address of a PDF of up to 10 MB, downloaded once, within 10 seconds.
             */
            url: string;
            /** @description Values for the markers in the PDF, such as `{{name}}` or, aligned at the right, `{{total:r}}`, and for the text fields of its form: one line of text, or a number. Send long numbers, such as those of a bank slip, as text. Without this field, markers are printed unchanged. */
            variables?: components["schemas"]["VariablesInput"];
        };
        /** @description A PDF that was sent to an upload. */
        UploadDocumentInput: {
            /**
             * @description How you send the PDF. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "upload";
            /** @description An upload of the last 24 hours with a PDF of up to 10 MB. Works once. */
            upload_id: string;
            /** @description Values for the markers in the PDF, such as `{{name}}` or, aligned at the right, `{{total:r}}`, and for the text fields of its form: one line of text, or a number. Send long numbers, such as those of a bank slip, as text. Without this field, markers are printed unchanged. */
            variables?: components["schemas"]["VariablesInput"];
        };
        /** @description A PDF within the request. */
        Base64DocumentInput: {
            /**
             * @description How you send the PDF. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "base64";
            /** @description The PDF in standard base64, without a data-URI prefix; up to 3 MB decoded. */
            data: string;
            /** @description Values for the markers in the PDF, such as `{{name}}` or, aligned at the right, `{{total:r}}`, and for the text fields of its form: one line of text, or a number. Send long numbers, such as those of a bank slip, as text. Without this field, markers are printed unchanged. */
            variables?: components["schemas"]["VariablesInput"];
        };
        /**
         * @description A service of the carrier.
         * @enum {string}
         */
        PostalService: "registered" | "return_receipt" | "restricted_delivery";
        LetterBatchDocumentInput: {
            /** @description How rows name it. */
            name: string;
            /** @description An upload of the last 24 hours. The dry run takes a copy, so the upload stays unused. */
            upload_id: string;
        };
        /** @description Fields that all letters have in common. A row may have others. */
        LetterBatchLetterInput: {
            /** @description The sender, printed on one line above the recipient. Undeliverable mail returns there. If omitted, the account's default sender. */
            from?: components["schemas"]["AddressInput"];
            /**
             * @description Print in color.
             * @default false
             */
            color?: boolean;
            /**
             * @description Print on both sides.
             * @default false
             */
            double_sided?: boolean;
            /**
             * @description `first_page` prints the address on the first page, in an area that must be blank: 90 x 45 mm, 20 mm from the left, 45 mm from the top. `extra_page` prints it on a separate side, free of charge.
             * @default first_page
             * @enum {string}
             */
            address_placement?: "first_page" | "extra_page";
            /**
             * @description Services of the carrier. `return_receipt` and `restricted_delivery` require `registered`.
             * @default []
             */
            postal_services?: components["schemas"]["PostalService"][];
            /** @description The customer's own data. It is never printed, and every response with the object returns it. */
            metadata?: components["schemas"]["MetadataInput"];
        };
        /** @description Texts of the service's own letter; not with `document`. Omitted fields use the defaults. */
        VerificationLetterInput: {
            /** @description Heading of the letter. */
            title?: string;
            /** @description Text of the letter; line breaks are kept. Text that does not fit on the sheet at 8 points is `too_long`. */
            body?: string;
            /** @description Text at the foot of the letter. An empty text prints nothing. */
            footer?: string;
            /** @description Print the QR code that opens the page. Only with the method `hosted_page`. */
            include_qr_code?: boolean;
            /** @description Print the address of the page. Only with the method `hosted_page`. */
            include_page_url?: boolean;
        };
        AddressCheckAddressInput: {
            /** @description Person or company; only compared with what the carrier can hold. */
            name?: string;
            /** @description With its type. */
            street?: string;
            /** @description Number on the street; `s/n` where there is none. */
            number?: string;
            /** @description Floor, apartment, block. */
            complement?: string | null;
            /** @description Tells streets of one name apart. */
            neighborhood?: string;
            /** @description Without it and without a postal code nothing is found. */
            city?: string;
            /** @description Two-letter code (UF). */
            state?: string;
            /** @description CEP, right or wrong. */
            postal_code?: string;
        };
        /**
         * @description An event type, or `*`.
         * @enum {string}
         */
        EventChoice: "*" | "letter.scheduled" | "letter.received" | "letter.in_production" | "letter.printed" | "letter.posted" | "letter.canceled" | "letter.failed" | "letter.updated" | "letter_batch.quoted" | "letter_batch.completed" | "letter_batch.canceled" | "letter_batch.failed" | "verification.received" | "verification.in_production" | "verification.awaiting_code" | "verification.expiring" | "verification.verified" | "verification.failed" | "verification.expired" | "verification.canceled" | "verification.revoked" | "webhook_endpoint.failing" | "webhook_endpoint.recovered";
        LetterFormInput: {
            /** @description Person or company. */
            "to[name]": string;
            /** @description Filled in from the postal code if omitted. */
            "to[street]"?: string;
            /** @description Number on the street; `s/n` where there is none. */
            "to[number]": string;
            /** @description Floor, apartment, block. */
            "to[complement]"?: string;
            /** @description Filled in from the postal code if omitted. */
            "to[neighborhood]"?: string;
            /** @description Must match the postal code. Filled in from the postal code if omitted. */
            "to[city]"?: string;
            /** @description Two-letter code (UF). Must match the postal code. Filled in from the postal code if omitted. */
            "to[state]"?: string;
            /**
             * @description CEP: eight digits, with or without the hyphen.
             * @example 01001-000
             */
            "to[postal_code]": string;
            /** @description Person or company. */
            "from[name]"?: string;
            /** @description Filled in from the postal code if omitted. */
            "from[street]"?: string;
            /** @description Number on the street; `s/n` where there is none. */
            "from[number]"?: string;
            /** @description Floor, apartment, block. */
            "from[complement]"?: string;
            /** @description Filled in from the postal code if omitted. */
            "from[neighborhood]"?: string;
            /** @description Must match the postal code. Filled in from the postal code if omitted. */
            "from[city]"?: string;
            /** @description Two-letter code (UF). Must match the postal code. Filled in from the postal code if omitted. */
            "from[state]"?: string;
            /**
             * @description CEP: eight digits, with or without the hyphen.
             * @example 01001-000
             */
            "from[postal_code]"?: string;
            /**
             * Format: binary
             * @description The PDF, up to 4 MB.
             */
            file: string;
            /**
             * @description Print in color.
             * @default false
             * @enum {string}
             */
            color?: "true" | "false";
            /**
             * @description Print on both sides.
             * @default false
             * @enum {string}
             */
            double_sided?: "true" | "false";
            /**
             * @description `first_page` prints the address on the first page, in an area that must be blank: 90 x 45 mm, 20 mm from the left, 45 mm from the top. `extra_page` prints it on a separate side, free of charge.
             * @default first_page
             * @enum {string}
             */
            address_placement?: "first_page" | "extra_page";
            /** @description Services of the carrier. `return_receipt` and `restricted_delivery` require `registered`. */
            "postal_services[]"?: components["schemas"]["PostalService"][];
            /**
             * Format: date
             * @description When to send, from tomorrow to 180 days ahead, in Brasília time. Omit to send immediately.
             */
            send_date?: string;
            /** @description The customer's own label; need not be unique. */
            reference?: string;
            /**
             * @description Print a number, with which the recipient finds out on a page who sent the letter and when: never its content, a name or an address. It is printed on the side of the address, or on the first page that is blank at its foot or head; a warning says if there is no such page. If omitted, the account's setting.
             * @default false
             * @enum {string}
             */
            authenticity?: "true" | "false";
        } & {
            [key: string]: string;
        };
        /** @description No fields: send nothing, or an empty object. */
        NoFields: Record<string, never>;
        /** @description A letter was scheduled; nothing is charged yet. */
        LetterScheduledEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter.scheduled";
            data: components["schemas"]["Letter"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A letter was charged and queued: at its creation, or on its send date. */
        LetterReceivedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter.received";
            data: components["schemas"]["Letter"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A letter joined a print batch and can no longer be canceled. */
        LetterInProductionEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter.in_production";
            data: components["schemas"]["Letter"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A letter was printed and enveloped. */
        LetterPrintedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter.printed";
            data: components["schemas"]["Letter"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A letter was handed to the carrier. The last event of a sent letter. */
        LetterPostedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter.posted";
            data: components["schemas"]["Letter"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A letter was canceled; see `cancellation_reason`. */
        LetterCanceledEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter.canceled";
            data: components["schemas"]["Letter"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A letter could not be produced; see `failure_reason`. Its price was refunded. */
        LetterFailedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter.failed";
            data: components["schemas"]["Letter"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A letter was edited in the dashboard before production; its status is unchanged. */
        LetterUpdatedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter.updated";
            data: components["schemas"]["Letter"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description The dry run of a letter batch has ended: see its quote, and its refused rows. */
        LetterBatchQuotedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter_batch.quoted";
            data: components["schemas"]["LetterBatch"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description Each row of a letter batch has its letter, or the reason for having none. */
        LetterBatchCompletedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter_batch.completed";
            data: components["schemas"]["LetterBatch"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A letter batch was canceled, and what could still be canceled was refunded. */
        LetterBatchCanceledEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter_batch.canceled";
            data: components["schemas"]["LetterBatch"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description The rows or the PDFs of a letter batch cannot be used; see `problems`. Nothing was charged. */
        LetterBatchFailedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "letter_batch.failed";
            data: components["schemas"]["LetterBatch"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A verification was created and queued. */
        VerificationReceivedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "verification.received";
            data: components["schemas"]["Verification"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description The letter with the code is being printed. From now on, canceling revokes. */
        VerificationInProductionEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "verification.in_production";
            data: components["schemas"]["Verification"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description The letter with the code was posted. */
        VerificationAwaitingCodeEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "verification.awaiting_code";
            data: components["schemas"]["Verification"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description Nobody has confirmed, and the code stops working in seven days; the status is unchanged. */
        VerificationExpiringEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "verification.expiring";
            data: components["schemas"]["Verification"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description The right code was given: the address is confirmed. */
        VerificationVerifiedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "verification.verified";
            data: components["schemas"]["Verification"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description Five wrong codes were given. */
        VerificationFailedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "verification.failed";
            data: components["schemas"]["Verification"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description Nobody confirmed within 60 days of posting. */
        VerificationExpiredEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "verification.expired";
            data: components["schemas"]["Verification"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A verification was canceled before its letter was printed. Its price was refunded. */
        VerificationCanceledEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "verification.canceled";
            data: components["schemas"]["Verification"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A verification was canceled after production began, without a refund. If it had been verified, treat the address as not verified. */
        VerificationRevokedEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "verification.revoked";
            data: components["schemas"]["Verification"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A webhook endpoint has not answered any call with a 2xx for a day. Sent to the other endpoints of the account. */
        WebhookEndpointFailingEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "webhook_endpoint.failing";
            data: components["schemas"]["WebhookEndpointHealth"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A webhook endpoint that was failing has answered with a 2xx. Sent to the other endpoints of the account. */
        WebhookEndpointRecoveredEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "webhook_endpoint.recovered";
            data: components["schemas"]["WebhookEndpointHealth"];
            /** Format: date-time */
            created_at: string;
        };
        /** @description A test sent once on request, without retries. Its object does not exist. */
        WebhookTestEvent: {
            /** @description Begins with `evt_`. */
            id: string;
            /** @constant */
            object: "event";
            /** @constant */
            type: "webhook.test";
            data: components["schemas"]["Letter"];
            /** Format: date-time */
            created_at: string;
        };
    };
    responses: never;
    parameters: {
        /**
         * @description Language of `error.message`: `pt-BR` unless English is preferred.
         * @example en
         */
        "Accept-Language": string;
        /**
         * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
         * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
         */
        "Idempotency-Key": string;
    };
    requestBodies: never;
    headers: {
        /** @description Id of the request, the same as `error.request_id`. When the gateway itself answers: a UUID without `req_`. */
        "Request-Id": string;
        /** @description Requests per second that the account may make, across all its keys. */
        "RateLimit-Limit": number;
        /** @description Requests left in this second. */
        "RateLimit-Remaining": number;
        /** @description Seconds until the limit resets. */
        "RateLimit-Reset": number;
        /** @description Seconds to wait before a retry. */
        "Retry-After": number;
        /** @description Present when the response is a replay of an earlier one. */
        "Idempotent-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "letters-list": {
        parameters: {
            query?: {
                /** @description Only objects with this status. */
                status?: "scheduled" | "received" | "in_production" | "printed" | "posted" | "canceled" | "failed";
                /** @description Only objects with exactly this reference. */
                reference?: string;
                /** @description Only letters with this tracking code, in capitals and without spaces. */
                tracking_code?: string;
                /** @description Only objects whose recipient's name has words that begin with these, in any order, without regard to accents and case: `jose sil` finds `José da Silva`. */
                recipient?: string;
                /** @description Only letters of this letter batch. */
                letter_batch_id?: string;
                /** @description Maximum number of objects on a page. Very large objects may need more pages. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page. */
                cursor?: string;
                /** @description Only objects created at this instant or later. */
                created_after?: string;
                /** @description Only objects created before this instant. */
                created_before?: string;
            };
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of letters. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterList"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letters-create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterInput"];
                "multipart/form-data": components["schemas"]["LetterFormInput"];
            };
        };
        responses: {
            /** @description The letter: `received`, or `scheduled` with a send date. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Letter"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_balance`: The account balance does not cover the price. Top up and repeat the request. */
            402: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done.
             *
             *     `account_suspended`: The account is suspended and cannot create mailings. Contact support.
             *
             *     `api_key_limit_reached`: The price is over what this API key may still order. Nothing was created or charged.
             */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letters-quote": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterInput"];
                "multipart/form-data": components["schemas"]["LetterFormInput"];
            };
        };
        responses: {
            /** @description What the letter would cost now. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letters-get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a letter of the account. */
                letter_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The letter. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Letter"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letters-cancel": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of a letter of the account. */
                letter_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The canceled letter. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Letter"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             *
             *     `letter_not_cancelable`: This letter can no longer be canceled. Only letters in scheduled or received can.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letter-batches-list": {
        parameters: {
            query?: {
                /** @description Maximum number of objects on a page. Very large objects may need more pages. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page. */
                cursor?: string;
                /** @description Only objects created at this instant or later. */
                created_after?: string;
                /** @description Only objects created before this instant. */
                created_before?: string;
            };
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of letter batches. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterBatchList"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letter-batches-create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterBatchInput"];
            };
        };
        responses: {
            /** @description The letter batch, `awaiting_rows`, with the URL for its rows. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterBatchWithRowsUrl"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done.
             *
             *     `account_suspended`: The account is suspended and cannot create mailings. Contact support.
             */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letter-batches-get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a letter batch of the account. */
                letter_batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The letter batch. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterBatch"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letter-batches-rows": {
        parameters: {
            query?: {
                /** @description Only rows with this result. */
                state?: "created" | "refused" | "dropped" | "canceled" | "kept";
                /** @description Maximum number of objects on a page. Very large objects may need more pages. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a letter batch of the account. */
                letter_batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterBatchRowList"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letter-batches-quote": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of a letter batch of the account. */
                letter_batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The letter batch, `checking`. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterBatch"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             *
             *     `letter_batch_expired`: The 7 days of this letter batch are over. Create another one. Nothing was charged.
             *
             *     `letter_batch_not_confirmable`: This letter batch cannot be confirmed. Nothing was charged.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letter-batches-confirm": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of a letter batch of the account. */
                letter_batch_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterBatchConfirmationInput"];
            };
        };
        responses: {
            /** @description The letter batch, `sending`. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterBatch"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_balance`: The account balance does not cover the price. Top up and repeat the request. */
            402: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done.
             *
             *     `account_suspended`: The account is suspended and cannot create mailings. Contact support.
             *
             *     `api_key_limit_reached`: The price is over what this API key may still order. Nothing was created or charged.
             */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             *
             *     `letter_batch_not_confirmable`: This letter batch cannot be confirmed. Nothing was charged.
             *
             *     `letter_batch_expired`: The 7 days of this letter batch are over. Create another one. Nothing was charged.
             *
             *     `letter_batch_quote_differs`: This quote_hash is not that of the quote of this letter batch. Check quote.hash. Nothing was charged.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letter-batches-cancel": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of a letter batch of the account. */
                letter_batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The letter batch, `canceling`. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterBatch"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "verifications-list": {
        parameters: {
            query?: {
                /** @description Only objects with this status. */
                status?: "received" | "in_production" | "awaiting_code" | "verified" | "failed" | "expired" | "canceled" | "revoked";
                /** @description Only objects with exactly this reference. */
                reference?: string;
                /** @description Only objects whose recipient's name has words that begin with these, in any order, without regard to accents and case: `jose sil` finds `José da Silva`. */
                recipient?: string;
                /** @description Maximum number of objects on a page. Very large objects may need more pages. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page. */
                cursor?: string;
                /** @description Only objects created at this instant or later. */
                created_after?: string;
                /** @description Only objects created before this instant. */
                created_before?: string;
            };
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of verifications. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationList"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "verifications-create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationInput"];
            };
        };
        responses: {
            /** @description The verification, `received`. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_balance`: The account balance does not cover the price. Top up and repeat the request. */
            402: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done.
             *
             *     `account_suspended`: The account is suspended and cannot create mailings. Contact support.
             *
             *     `api_key_limit_reached`: The price is over what this API key may still order. Nothing was created or charged.
             */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "verifications-quote": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationInput"];
            };
        };
        responses: {
            /** @description What the verification would cost now, and what its letter would look like. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationQuote"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "verification-figures-get": {
        parameters: {
            query?: {
                /** @description Only verifications created at this instant or later. */
                created_after?: string;
                /** @description Only verifications created before this instant. */
                created_before?: string;
            };
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationFigures"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "verifications-get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a verification of the account. */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "verifications-check": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of a verification of the account. */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeInput"];
            };
        };
        responses: {
            /** @description Whether the code was right. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationCheck"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             *
             *     `verification_not_awaiting_code`: This verification is not waiting for a code.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "verifications-cancel": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of a verification of the account. */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The verification, `canceled` or `revoked`. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             *
             *     `verification_not_cancelable`: This verification ended without confirmation and cannot be canceled.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "verification-attempts-list": {
        parameters: {
            query?: {
                /** @description Maximum number of objects on a page. Very large objects may need more pages. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page. */
                cursor?: string;
                /** @description Only objects created at this instant or later. */
                created_after?: string;
                /** @description Only objects created before this instant. */
                created_before?: string;
            };
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a verification of the account. */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of attempts. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationAttemptList"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letters-evidence": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a letter of the account. */
                letter_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest edition of the evidence. With `Accept: application/pdf`, the same content as a PDF in Portuguese, which shows the SHA-256 of the JSON. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterEvidence"];
                    "application/pdf": string;
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `letter_not_final`: This letter has not ended yet and has no evidence. */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letters-look-ups": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a letter of the account. */
                letter_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The look-ups. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LetterLookUps"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "verification-evidence-get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a verification of the account. */
                verification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest edition of the evidence. With `Accept: application/pdf`, the same content as a PDF in Portuguese, which shows the SHA-256 of the JSON. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationEvidence"];
                    "application/pdf": string;
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `verification_not_final`: This verification has not ended yet and has no evidence. */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "uploads-create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadInput"];
            };
        };
        responses: {
            /** @description The upload with its secret URL. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done.
             *
             *     `account_suspended`: The account is suspended and cannot create mailings. Contact support.
             */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "account-get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "balance-get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "balance-transactions-list": {
        parameters: {
            query?: {
                /** @description Only transactions of this type. */
                type?: "top_up" | "letter" | "letter_batch" | "verification" | "refund" | "credit" | "adjustment";
                /** @description Maximum number of objects on a page. Very large objects may need more pages. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page. */
                cursor?: string;
                /** @description Only objects created at this instant or later. */
                created_after?: string;
                /** @description Only objects created before this instant. */
                created_before?: string;
            };
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of balance transactions. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceTransactionList"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "events-list": {
        parameters: {
            query?: {
                /** @description Only events of this type. */
                type?: "letter.scheduled" | "letter.received" | "letter.in_production" | "letter.printed" | "letter.posted" | "letter.canceled" | "letter.failed" | "letter.updated" | "letter_batch.quoted" | "letter_batch.completed" | "letter_batch.canceled" | "letter_batch.failed" | "verification.received" | "verification.in_production" | "verification.awaiting_code" | "verification.expiring" | "verification.verified" | "verification.failed" | "verification.expired" | "verification.canceled" | "verification.revoked" | "webhook_endpoint.failing" | "webhook_endpoint.recovered";
                /** @description Only events of this object, e.g. a letter. */
                object_id?: string;
                /** @description Maximum number of objects on a page. Very large objects may need more pages. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page. */
                cursor?: string;
                /** @description Only objects created at this instant or later. */
                created_after?: string;
                /** @description Only objects created before this instant. */
                created_before?: string;
            };
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "postal-codes-search": {
        parameters: {
            query: {
                /** @description Two-letter code (UF). */
                state: string;
                /** @description City or district. */
                city: string;
                /** @description Its words; the last one may be incomplete. Without it, the codes of the whole city and its districts. */
                street?: string;
                /** @description Codes of this neighborhood come first. */
                neighborhood?: string;
            };
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The postal codes found, none if there are none. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostalCodeSearch"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "addresses-check": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddressChecksInput"];
            };
        };
        responses: {
            /** @description The checked addresses. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressChecks"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "postal-codes-get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /**
                 * @description CEP: eight digits, with or without the hyphen.
                 * @example 01001-000
                 */
                postal_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address of the postal code. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostalCode"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `postal_code_not_found`: This postal code does not exist. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook-endpoints-list": {
        parameters: {
            query?: {
                /** @description Maximum number of objects on a page. Very large objects may need more pages. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page. */
                cursor?: string;
                /** @description Only objects created at this instant or later. */
                created_after?: string;
                /** @description Only objects created before this instant. */
                created_before?: string;
            };
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhook endpoints. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook-endpoints-create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointOrder"];
            };
        };
        responses: {
            /** @description The endpoint, `active`, with its secret. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook-endpoints-get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a webhook endpoint of the account. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook-endpoints-remove": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a webhook endpoint of the account. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is removed. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedWebhookEndpoint"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook-endpoints-edit": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a webhook endpoint of the account. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointChanges"];
            };
        };
        responses: {
            /** @description The changed endpoint. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook-endpoints-rotate-secret": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of a webhook endpoint of the account. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description The endpoint with its new secret. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook-endpoints-test": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of a webhook endpoint of the account. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The receiver's answer, or why there was none. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook-endpoints-send-failed": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of a webhook endpoint of the account. */
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FailedSending"];
            };
        };
        responses: {
            /** @description How many deliveries are pending again. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSending"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook-deliveries-list": {
        parameters: {
            query?: {
                /** @description Only deliveries to this endpoint. */
                endpoint_id?: string;
                /** @description Only deliveries of this event. */
                event_id?: string;
                /** @description Only deliveries of events of this object, e.g. a letter. */
                object_id?: string;
                /** @description Only deliveries in this state. */
                state?: "pending" | "delivered" | "failed" | "dropped";
                /** @description Maximum number of objects on a page. Very large objects may need more pages. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page. */
                cursor?: string;
                /** @description Only objects created at this instant or later. */
                created_after?: string;
                /** @description Only objects created before this instant. */
                created_before?: string;
            };
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of webhook deliveries. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat.
             *
             *     `daily_limit_exceeded`: The account is over the limit for this kind of request in one day. Nothing was created. The limit starts again at midnight UTC; Retry-After tells in how many seconds.
             */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook-deliveries-get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
            };
            path: {
                /** @description Id of a delivery to a webhook endpoint of the account. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryWithBody"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "webhook-deliveries-send-again": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Language of `error.message`: `pt-BR` unless English is preferred.
                 * @example en
                 */
                "Accept-Language"?: components["parameters"]["Accept-Language"];
                /**
                 * @description Makes retries safe: for 24 hours, the first success with a key is returned again.
                 * @example 0193f1b8-7c7e-7d5e-9f40-2f8f1c3b7a10
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id of a delivery to a webhook endpoint of the account. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NoFields"];
            };
        };
        responses: {
            /** @description The delivery, `pending` again. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /**
             * @description `invalid_json`: The request body is not valid JSON (or a valid multipart form) in UTF-8.
             *
             *     `unsupported_content_type`: This endpoint does not accept the Content-Type sent.
             *
             *     `invalid_idempotency_key`: The Idempotency-Key header must have 1 to 255 characters.
             */
            400: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `api_key_missing`: The API key is missing. Send the header Authorization: Bearer <your key>.
             *
             *     `api_key_invalid`: Unknown API key. Check that it was copied in full and sent as Bearer.
             *
             *     `api_key_revoked`: This API key has been revoked. Use another key of the account.
             *
             *     `api_key_expired`: This API key has expired. Use another key of the account, or ask an owner for a later date.
             */
            401: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `api_key_not_allowed`: This API key is restricted and does not allow this. Nothing was done. */
            403: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `resource_not_found`: The account has no object with this id. */
            404: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `idempotency_key_reused`: This Idempotency-Key was used in the last 24 hours with another body or on another endpoint.
             *
             *     `idempotency_key_in_use`: Another request with this Idempotency-Key is still being processed. Try again shortly.
             */
            409: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `request_too_large`: The request body is over 4.5 MB. For larger files, send the PDF by upload or by URL. */
            413: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `invalid_parameters`: The request has invalid fields. See all of them in details. */
            422: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: The account is over the limit of 50 requests per second. Wait for the seconds in Retry-After and repeat. */
            429: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something unexpected failed on our side. Repeat the request with the same Idempotency-Key. */
            500: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `service_unavailable`: Service temporarily unavailable. Wait for the seconds in Retry-After and repeat with the same Idempotency-Key. */
            503: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "letter.scheduled": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterScheduledEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "letter.received": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterReceivedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "letter.in_production": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterInProductionEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "letter.printed": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterPrintedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "letter.posted": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterPostedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "letter.canceled": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterCanceledEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "letter.failed": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterFailedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "letter.updated": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterUpdatedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "letter_batch.quoted": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterBatchQuotedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "letter_batch.completed": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterBatchCompletedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "letter_batch.canceled": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterBatchCanceledEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "letter_batch.failed": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LetterBatchFailedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "verification.received": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationReceivedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "verification.in_production": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationInProductionEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "verification.awaiting_code": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationAwaitingCodeEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "verification.expiring": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationExpiringEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "verification.verified": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationVerifiedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "verification.failed": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationFailedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "verification.expired": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationExpiredEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "verification.canceled": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationCanceledEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "verification.revoked": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationRevokedEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook_endpoint.failing": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointFailingEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook_endpoint.recovered": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointRecoveredEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery is retried. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same in every attempt. Use it to ignore repetitions. */
                "webhook-id": string;
                /** @description Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes. */
                "webhook-timestamp": string;
                /** @description Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description The delivery arrived. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The test failed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
