/* Made by build/api-types.ts from docs/api/dashboard.json. */
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Who is signed in. */
        Session: {
            /** @constant */
            object: "session";
            /** @description The person. */
            person: {
                /** @description Begins with `usr_`. */
                id: string;
                name: string | null;
                email: string;
            };
            accounts: {
                /** @description Begins with `acc_`. */
                id: string;
                name: string;
                /** @enum {string} */
                role: "owner" | "developer" | "sender" | "viewer";
            }[];
            invitations: {
                /** @description The account. */
                account: {
                    /** @description Begins with `acc_`. */
                    id: string;
                    name: string;
                };
                /** @enum {string} */
                role: "owner" | "developer" | "sender" | "viewer";
                /** @description Name or e-mail address of the inviter. */
                invited_by: string;
                /** Format: date-time */
                created_at: string;
            }[];
            /** Format: date-time */
            expires_at: string;
            print_schedule: {
                times: string[];
                weekdays: number[];
                days_off: string[];
                cutoff_minutes: number;
            } | null;
        };
        /** @description A browser in which the person is signed in. */
        BrowserSession: {
            id: string;
            /** @constant */
            object: "browser_session";
            current: boolean;
            browser: string | null;
            system: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            seen_at: string;
        };
        /** @description The account, with its settings. */
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
             * @description Prices depend on the plan.
             * @enum {string}
             */
            plan: "pay_as_you_go" | "essential" | "professional" | "scale" | "enterprise";
            /** @description A complete address, as printed. */
            default_sender: {
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
            /** Format: date-time */
            created_at: string;
            suspended: boolean;
            /** @description What can be spent. In centavos. */
            balance: number;
            logo: {
                /** @enum {string} */
                content_type: "image/png" | "image/jpeg";
                width: number;
                height: number;
                sha256: string;
            } | null;
            evidence_years: number;
            /** @description Whether letters have an authenticity number unless their order says otherwise. */
            authenticity: boolean;
            /** @description What the account has chosen for its letters and pages. */
            face: {
                accent_color: string | null;
                privacy_notice: string | null;
                privacy_url: string | null;
                support_contact: string | null;
                page_host: string | null;
            };
            /** @description Texts of verification letters; null where the service's own are used. */
            default_letter: {
                title: string | null;
                body: string | null;
                footer: string | null;
                include_qr_code: boolean | null;
                include_page_url: boolean | null;
            };
            /** @description Null if no warning is set. In centavos. */
            warn_below: number | null;
            /** @description Of the service. */
            limits: {
                requests_per_second: number;
                document_bytes: number;
                sheets: number;
            };
        };
        AccountChanges: {
            trade_name?: string | null;
            default_sender?: {
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
            authenticity?: boolean;
            default_letter?: {
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
        };
        /** @description The logo of the account. */
        Logo: {
            /** @constant */
            object: "logo";
            /** @enum {string} */
            content_type: "image/png" | "image/jpeg";
            width: number;
            height: number;
            sha256: string;
            /** @description Base64. */
            content: string;
        };
        /** @description A person of the account. */
        Person: {
            /** @description Begins with `usr_`. */
            id: string;
            /** @constant */
            object: "person";
            /** @description Null until it is known. */
            name: string | null;
            email: string;
            /** @enum {string} */
            role: "owner" | "developer" | "sender" | "viewer";
            /**
             * @description `invited` until the person accepts the invitation; `invitation_ended` once who sent it may invite nobody any more: nobody sees or accepts it until an owner sends it again.
             * @enum {string}
             */
            state: "invited" | "invitation_ended" | "active";
            /** Format: date-time */
            created_at: string;
        };
        PersonInput: {
            /** @description With which the person signs in. */
            email: string;
            /** @enum {string} */
            role: "owner" | "developer" | "sender" | "viewer";
            /** @description What this account calls the person, until the first sign-in tells their own name. */
            name?: string | null;
        };
        /** @description What a person did. */
        Activity: {
            /** @description Begins with `act_`. */
            id: string;
            /** @constant */
            object: "activity";
            /** @description Who. */
            person: {
                /** @description Begins with `usr_`. */
                id: string;
                /** @description Or the e-mail address. */
                name: string;
            };
            operation: string;
            /** @description Null where there is none, or where it is not known. */
            object_id: string | null;
            /**
             * @description `unknown` when the answer was lost.
             * @enum {string}
             */
            outcome: "done" | "unknown";
            /** Format: date-time */
            created_at: string;
        };
        ActivityFilters: {
            /**
             * @description Maximum number of objects on a page. Very large objects may need more pages.
             * @default 20
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page. */
            cursor?: string;
            /**
             * Format: date-time
             * @description Only objects created at this instant or later.
             */
            created_after?: string;
            /**
             * Format: date-time
             * @description Only objects created before this instant.
             */
            created_before?: string;
        };
        /** @description A key of the account, without its secret. */
        ApiKey: {
            /** @description Begins with `key_`. */
            id: string;
            /** @constant */
            object: "api_key";
            /** @description Null for a key that the operator made. */
            name: string | null;
            /**
             * @description `test` for a key of the sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description The person who made it; null for the operator, and for keys of before. */
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description To the hour; null before the first use.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description Null while the key works.
             */
            revoked_at: string | null;
            /** @description Null for a key that may do everything. */
            restrictions: {
                /** @description What the key may do; `manage_webhooks` only with `read`. Null for everything. */
                operations: ("read" | "quote" | "create_letters" | "cancel_letters" | "create_verifications" | "check_verifications" | "cancel_verifications" | "manage_webhooks")[] | null;
                /** @description The most that one mailing may cost. Null for no limit. In centavos. */
                max_price: number | null;
                /** @description The most that the key may order in a day of UTC. Null for no limit. In centavos. */
                daily_limit: number | null;
                /** @description The most that the key may order in all. Null for no limit. In centavos. */
                total_limit: number | null;
                /** @description Ranges of postal codes, ends included: a mailing must go to one of them. Null for everywhere. */
                postal_codes: {
                    from: string;
                    to: string;
                }[] | null;
                /**
                 * Format: date-time
                 * @description When the key stops working. Null for never.
                 */
                expires_at: string | null;
            } | null;
            /** @description Null for a key that was never restricted. */
            spending: {
                /** @description In all. In centavos. */
                total: number;
                /** @description In this day of UTC. In centavos. */
                today: number;
            } | null;
        };
        ApiKeyInput: {
            /** @description What the key is for. */
            name: string;
            /**
             * @description `test` for a key of the sandbox. Default: `live`.
             * @enum {string}
             */
            mode?: "live" | "test";
            /** @description What the key is restricted to: what is not sent is not restricted. Null for a key that may do everything. */
            restrictions?: {
                /** @description What the key may do; `manage_webhooks` only with `read`. Null for everything. */
                operations?: ("read" | "quote" | "create_letters" | "cancel_letters" | "create_verifications" | "check_verifications" | "cancel_verifications" | "manage_webhooks")[] | null;
                /** @description The most that one mailing may cost. Null for no limit. In centavos. */
                max_price?: number | null;
                /** @description The most that the key may order in a day of UTC. Null for no limit. In centavos. */
                daily_limit?: number | null;
                /** @description The most that the key may order in all. Null for no limit. In centavos. */
                total_limit?: number | null;
                /** @description Ranges of postal codes, ends included: a mailing must go to one of them. Null for everywhere. */
                postal_codes?: {
                    from: string;
                    to: string;
                }[] | null;
                /**
                 * Format: date-time
                 * @description When the key stops working. Null for never.
                 */
                expires_at?: string | null;
            } | null;
        };
        ApiKeyChanges: {
            /** @description What the key is restricted to: what is not sent is not restricted. Null for a key that may do everything. */
            restrictions: {
                /** @description What the key may do; `manage_webhooks` only with `read`. Null for everything. */
                operations?: ("read" | "quote" | "create_letters" | "cancel_letters" | "create_verifications" | "check_verifications" | "cancel_verifications" | "manage_webhooks")[] | null;
                /** @description The most that one mailing may cost. Null for no limit. In centavos. */
                max_price?: number | null;
                /** @description The most that the key may order in a day of UTC. Null for no limit. In centavos. */
                daily_limit?: number | null;
                /** @description The most that the key may order in all. Null for no limit. In centavos. */
                total_limit?: number | null;
                /** @description Ranges of postal codes, ends included: a mailing must go to one of them. Null for everywhere. */
                postal_codes?: {
                    from: string;
                    to: string;
                }[] | null;
                /**
                 * Format: date-time
                 * @description When the key stops working. Null for never.
                 */
                expires_at?: string | null;
            } | null;
        };
        /** @description A request that was made with an API key. */
        ApiRequest: {
            /** @description The `Request-Id` of the answer. */
            id: string;
            /** @constant */
            object: "api_request";
            /** @description Of the API description. */
            operation: string;
            method: string;
            /** @description With the names of its ids instead of them. */
            path: string;
            /** @description The object in the path, or the one that was made. */
            object_id: string | null;
            status: number;
            error_code: string | null;
            /** @description Whether the answer is that of an earlier request with the same `Idempotency-Key`. */
            replayed: boolean;
            duration_ms: number;
            /** @description Begins with `key_`. */
            api_key_id: string;
            /**
             * @description `test` for a key of the sandbox.
             * @enum {string}
             */
            mode: "live" | "test";
            /** Format: date-time */
            created_at: string;
        };
        ApiRequestFilters: {
            /**
             * @description Only requests that were answered so.
             * @enum {string}
             */
            outcome?: "2xx" | "4xx" | "5xx";
            /** @description Only requests of this operation. */
            operation?: string;
            /** @description Only requests with this key. */
            api_key_id?: string;
            /**
             * @description Maximum number of objects on a page. Very large objects may need more pages.
             * @default 20
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page. Keep the same filters and limit. Omit for the first page. */
            cursor?: string;
            /**
             * Format: date-time
             * @description Only objects created at this instant or later.
             */
            created_after?: string;
            /**
             * Format: date-time
             * @description Only objects created before this instant.
             */
            created_before?: string;
        };
        /** @description How to pay by Pix. */
        Pix: {
            /** @constant */
            object: "pix";
            amount: number | null;
            payment: {
                receiver: string;
                txid: string;
                copy_and_paste: string;
                /** @description An SVG path of dark modules, one unit each, in a square of so many. */
                qr_code: {
                    size: number;
                    path: string;
                };
            } | null;
        };
        /** @description What a search found, the newest first of each kind. */
        Search: {
            /** @constant */
            object: "search";
            /** @description What the text was compared with. */
            searched: ("id" | "tracking_code" | "postal_code" | "recipient" | "reference" | "person")[];
            letters: {
                /** @description Begins with `ltr_`. */
                id: string;
                /** @constant */
                object: "letter";
                /** @enum {string} */
                status: "scheduled" | "received" | "in_production" | "printed" | "posted" | "canceled" | "failed";
                recipient: string;
                city: string;
                state: string;
                postal_code: string;
                reference: string | null;
                /** Format: date-time */
                created_at: string;
            }[];
            /** @description Whether `GET /letters` with `recipient` has more. */
            has_more_letters: boolean;
            verifications: {
                /** @description Begins with `ver_`. */
                id: string;
                /** @constant */
                object: "verification";
                /** @enum {string} */
                status: "received" | "in_production" | "awaiting_code" | "verified" | "failed" | "expired" | "canceled" | "revoked";
                recipient: string;
                city: string;
                state: string;
                postal_code: string;
                reference: string | null;
                /** Format: date-time */
                created_at: string;
            }[];
            /** @description Whether `GET /verifications` with `recipient` has more. */
            has_more_verifications: boolean;
            people: {
                /** @description Begins with `usr_`. */
                id: string;
                /** @constant */
                object: "person";
                /** @description Null until it is known. */
                name: string | null;
                email: string;
                /** @enum {string} */
                role: "owner" | "developer" | "sender" | "viewer";
                /**
                 * @description `invited` until the person accepts the invitation; `invitation_ended` once who sent it may invite nobody any more: nobody sees or accepts it until an owner sends it again.
                 * @enum {string}
                 */
                state: "invited" | "invitation_ended" | "active";
                /** Format: date-time */
                created_at: string;
            }[];
        };
        /** @description What people of an account look at first. */
        Home: {
            /** @constant */
            object: "home";
            /** @description May be negative. In centavos. */
            balance: number;
            /** @description A letter of one page without color and services of the carrier, in the plan of the account. In centavos. */
            letter_price: number;
            /** @description Such letters that the balance pays for. */
            letters_covered: number;
            /** @description Spending of the month, by the calendar of Brasília. */
            month: {
                /** Format: date-time */
                since: string;
                /** @description Charges without refunds, also of letters of an earlier month. Null for an account with so many top-ups in the month that only its statement says it. In centavos. */
                spent: number | null;
            };
            /** @description Letters that failed in the last 7 days, or were canceled for lack of balance. */
            unsent: {
                /** @description Begins with `ltr_`. */
                id: string;
                /** @constant */
                object: "letter";
                /** @enum {string} */
                status: "scheduled" | "received" | "in_production" | "printed" | "posted" | "canceled" | "failed";
                recipient: string;
                city: string;
                state: string;
                postal_code: string;
                reference: string | null;
                /** Format: date-time */
                created_at: string;
                /** @enum {string|null} */
                failure_reason: "unprintable_document" | "damaged_in_production" | "refused_by_carrier" | "other" | null;
                /** @enum {string|null} */
                cancellation_reason: "requested" | "insufficient_balance" | null;
                /**
                 * Format: date-time
                 * @description When it failed or was canceled.
                 */
                ended_at: string;
            }[];
            /** @description The paused ones first. */
            mail_merges: {
                /** @description Begins with `mrg_`. */
                id: string;
                /** @constant */
                object: "mail_merge";
                /** @enum {string} */
                status: "draft" | "checking" | "quoted" | "sending" | "paused" | "canceling" | "done" | "canceled" | "failed";
                /** @enum {string|null} */
                pause_reason: "insufficient_balance" | "account_suspended" | null;
                filename: string;
                rows: number;
            }[];
            /** @description Letters that wait for their day; 100 for as many and more. */
            scheduled: number;
            /** @description Verifications whose code expires within 7 days, the next one first. */
            expiring: {
                /** @description Begins with `ver_`. */
                id: string;
                /** @constant */
                object: "verification";
                /** @enum {string} */
                status: "received" | "in_production" | "awaiting_code" | "verified" | "failed" | "expired" | "canceled" | "revoked";
                recipient: string;
                city: string;
                state: string;
                postal_code: string;
                reference: string | null;
                /** Format: date-time */
                created_at: string;
                /** Format: date-time */
                expires_at: string;
            }[];
            /** @description The newest. */
            letters: {
                /** @description Begins with `ltr_`. */
                id: string;
                /** @constant */
                object: "letter";
                /** @enum {string} */
                status: "scheduled" | "received" | "in_production" | "printed" | "posted" | "canceled" | "failed";
                recipient: string;
                city: string;
                state: string;
                postal_code: string;
                reference: string | null;
                /** Format: date-time */
                created_at: string;
            }[];
            /** @description The newest. */
            verifications: {
                /** @description Begins with `ver_`. */
                id: string;
                /** @constant */
                object: "verification";
                /** @enum {string} */
                status: "received" | "in_production" | "awaiting_code" | "verified" | "failed" | "expired" | "canceled" | "revoked";
                recipient: string;
                city: string;
                state: string;
                postal_code: string;
                reference: string | null;
                /** Format: date-time */
                created_at: string;
            }[];
            first_steps: {
                /** @description Name of the default sender. */
                sender: string;
                /** @description Whether it has an API key; null for a role that does not see keys. */
                has_key: boolean | null;
            } | null;
        };
        LetterChanges: {
            to?: {
                /** @description Person or company. */
                name?: string;
                /** @description Filled in from the postal code if omitted. */
                street?: string;
                /** @description Number on the street; `s/n` where there is none. */
                number?: string;
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
                postal_code?: string;
            };
            from?: {
                /** @description Person or company. */
                name?: string;
                /** @description Filled in from the postal code if omitted. */
                street?: string;
                /** @description Number on the street; `s/n` where there is none. */
                number?: string;
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
                postal_code?: string;
            };
            /** @description A PDF that was sent to an upload. */
            document?: {
                /**
                 * @description How you send the PDF.
                 * @constant
                 */
                type: "upload";
                /** @description An upload of the last 24 hours with a PDF of up to 10 MB. Works once. */
                upload_id: string;
                /** @description Values for the markers in the PDF, such as `{{name}}` or, aligned at the right, `{{total:r}}`, and for the text fields of its form: one line of text, or a number. Send long numbers, such as those of a bank slip, as text. Without this field, markers are printed unchanged. */
                variables?: {
                    [key: string]: string | number;
                };
            };
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
            postal_services?: ("registered" | "return_receipt" | "restricted_delivery")[];
            /**
             * Format: date
             * @description When to send, from tomorrow to 180 days ahead, in Brasília time. Omit to send immediately.
             */
            send_date?: string;
            /** @description The customer's own label; not unique. */
            reference?: string | null;
            /** @description The customer's own data. It is never printed, and every response with the object returns it. */
            metadata?: {
                [key: string]: string;
            };
        };
        /** @description Letters from a spreadsheet, which the service creates. */
        MailMerge: {
            /** @description Begins with `mrg_`. */
            id: string;
            /** @constant */
            object: "mail_merge";
            /** @enum {string} */
            status: "draft" | "checking" | "quoted" | "sending" | "paused" | "canceling" | "done" | "canceled" | "failed";
            /** @enum {string|null} */
            pause_reason: "insufficient_balance" | "account_suspended" | null;
            filename: string;
            rows: number;
            /** @description Rows by result. */
            counts: {
                created: number;
                refused: number;
                dropped: number;
                canceled: number;
                kept: number;
                waiting: number;
            };
            /** @description Total price of the letters that remain. */
            total: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            confirmed_at: string | null;
        };
        /** @description Letters from a spreadsheet, with the upload URLs of its two files. */
        NewMailMerge: {
            /** @description Begins with `mrg_`. */
            id: string;
            /** @constant */
            object: "mail_merge";
            /** @enum {string} */
            status: "draft" | "checking" | "quoted" | "sending" | "paused" | "canceling" | "done" | "canceled" | "failed";
            /** @enum {string|null} */
            pause_reason: "insufficient_balance" | "account_suspended" | null;
            filename: string;
            rows: number;
            /** @description Rows by result. */
            counts: {
                created: number;
                refused: number;
                dropped: number;
                canceled: number;
                kept: number;
                waiting: number;
            };
            /** @description Total price of the letters that remain. */
            total: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            confirmed_at: string | null;
            /** Format: uri */
            document_url: string;
            /** Format: uri */
            rows_url: string;
        };
        MailMergeInput: {
            filename: string;
            document_size: number;
            rows: number;
            rows_size: number;
            document_sha256?: string;
            rows_sha256?: string;
        };
        /** @description The result of a row. */
        MailMergeRow: {
            /** @constant */
            object: "mail_merge_row";
            row: number;
            line: number | null;
            /** @enum {string} */
            state: "created" | "refused" | "dropped" | "canceled" | "kept";
            letter_id: string | null;
            /** @description Its letter now; null once it is gone. */
            letter: {
                /** @description Begins with `ltr_`. */
                id: string;
                /** @constant */
                object: "letter";
                /** @enum {string} */
                status: "scheduled" | "received" | "in_production" | "printed" | "posted" | "canceled" | "failed";
                recipient: string;
                city: string;
                state: string;
                postal_code: string;
                reference: string | null;
                /** Format: date-time */
                created_at: string;
            } | null;
            total: number | null;
            problems: {
                /** @description The field in dot notation, e.g. `to.postal_code` or `postal_services[1]`. */
                param: string;
                /**
                 * @description Stable. New codes may appear.
                 * @enum {string}
                 */
                code: "required" | "unknown_parameter" | "invalid_type" | "invalid_value" | "invalid_format" | "too_short" | "too_long" | "out_of_range" | "requires_registered" | "postal_code_not_found" | "address_incomplete" | "document_unreachable" | "verification_not_found" | "upload_not_found" | "upload_expired" | "upload_already_used" | "upload_file_missing" | "upload_file_changed" | "too_many_rows_today" | "document_invalid" | "document_encrypted" | "document_too_large" | "document_page_size" | "too_many_sheets" | "address_area_not_blank" | "variable_missing" | "variable_not_found" | "document_text_unreadable" | "otp_code_missing";
                message: string;
            }[];
        };
        /** @enum {string} */
        ProblemCode: "session_missing" | "session_ended" | "request_from_elsewhere" | "role_insufficient" | "letter_not_editable" | "last_owner" | "mail_merge_canceled" | "mailing_not_erasable" | "too_many_invitations" | "person_exists";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
