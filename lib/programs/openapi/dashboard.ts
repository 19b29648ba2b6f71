import { errorDetailsSchema } from '../../adapters/http/error-schema.ts';
import { SEND_DATE_MAX_DAYS } from '../../core/domain/brasilia.ts';
import { logoLimits } from '../../core/domain/logos.ts';
import { MAIL_MERGE_DOCUMENT_BYTES } from '../../core/domain/mail-merge-statuses.ts';
import { MAX_SHEETS } from '../../core/domain/sheets.ts';
import { UPLOAD_MAX_BYTES } from '../../core/domain/uploads.ts';
import { CODE_ATTEMPTS } from '../../core/domain/verification-codes.ts';
import { accountChangesSchema, dashboardAccountSchema, logoSchema } from '../../core/schemas/account.ts';
import { activityQuerySchema, activitySchema } from '../../core/schemas/activity.ts';
import { addressInputSchema } from '../../core/schemas/address.ts';
import { apiKeyEditSchema, apiKeyOrderSchema, customerApiKeySchema } from '../../core/schemas/api-key.ts';
import { apiRequestQuerySchema, apiRequestSchema } from '../../core/schemas/api-request.ts';
import { variablesInputSchema } from '../../core/schemas/document.ts';
import { homeSchema } from '../../core/schemas/home.ts';
import type { Schema } from '../../core/schemas/json-schema.ts';
import { letterChangesSchema } from '../../core/schemas/letter.ts';
import {
  mailMergeOrderSchema,
  mailMergeRowSchema,
  mailMergeSchema,
  newMailMergeSchema,
} from '../../core/schemas/mail-merge.ts';
import { personOrderSchema, personSchema } from '../../core/schemas/person.ts';
import { pixSchema } from '../../core/schemas/pix.ts';
import { searchSchema } from '../../core/schemas/search.ts';
import { browserSessionSchema, sessionSchema } from '../../core/schemas/session.ts';
import { verificationOrderSchema } from '../../core/schemas/verification.ts';
import { dashboardProblems } from '../../texts/errors/error-catalogue.ts';

/** What only the dashboard gets and sends (docs/dashboard-api.md). */
const schemas = {
  Session: sessionSchema,
  BrowserSession: browserSessionSchema,
  Account: dashboardAccountSchema,
  AccountChanges: accountChangesSchema,
  Logo: logoSchema,
  Person: personSchema,
  PersonInput: personOrderSchema,
  Activity: activitySchema,
  ActivityFilters: activityQuerySchema,
  ApiKey: customerApiKeySchema,
  ApiKeyInput: apiKeyOrderSchema,
  ApiKeyChanges: apiKeyEditSchema,
  ApiRequest: apiRequestSchema,
  ApiRequestFilters: apiRequestQuerySchema,
  Pix: pixSchema,
  Search: searchSchema,
  Home: homeSchema,
  LetterChanges: letterChangesSchema,
  MailMerge: mailMergeSchema,
  NewMailMerge: newMailMergeSchema,
  MailMergeInput: mailMergeOrderSchema,
  // Problems of a row are those of a letter's order.
  MailMergeRow: {
    ...mailMergeRowSchema,
    properties: { ...mailMergeRowSchema.properties, problems: errorDetailsSchema },
  },
  ProblemCode: { type: 'string', enum: Object.keys(dashboardProblems) },
};

const { letter, instructions, return_url, reference } = verificationOrderSchema.properties;

/** What its forms say before the service does. Characters of texts, unless the name says otherwise. */
const limits = {
  address: longestTexts(addressInputSchema.properties),
  letter: longestTexts(letter.properties),
  instructions: instructions.maxLength,
  return_url: return_url.maxLength,
  reference: reference.maxLength,
  variable: variablesInputSchema.additionalProperties.maxLength,
  trade_name: accountChangesSchema.properties.trade_name.maxLength,
  key_name: apiKeyOrderSchema.properties.name.maxLength,
  sheets: MAX_SHEETS,
  upload_bytes: UPLOAD_MAX_BYTES,
  mail_merge_document_bytes: MAIL_MERGE_DOCUMENT_BYTES,
  code_attempts: CODE_ATTEMPTS,
  send_date_days: SEND_DATE_MAX_DAYS,
  logo: logoLimits,
};

/** Components of OpenAPI 3.1 from which the dashboard's build makes its types, and its limits. */
export function dashboardDocument(): Schema {
  return {
    openapi: '3.1.0',
    info: { title: "What only Malote's dashboard gets and sends", version: '1' },
    paths: {},
    components: { schemas: withoutNames(schemas) },
    'x-limits': limits,
  };
}

/** Everything stands in its place here, so its name says nothing. */
function withoutNames(parts: Schema): Schema {
  const text = JSON.stringify(parts, (key, value: unknown) =>
    key === 'title' && typeof value === 'string' ? undefined : value,
  );
  return JSON.parse(text) as Schema;
}

function longestTexts<Name extends string>(fields: Readonly<Record<Name, Schema>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries<Schema>(fields).flatMap(([name, { maxLength }]) =>
      typeof maxLength === 'number' ? [[name, maxLength] as const] : [],
    ),
  );
}
