import type { DetailCode, ProblemCode } from '../../core/domain/problems.ts';
import {
  complete,
  described,
  type FromSchema,
  listOf,
  named,
  nullable,
  oneOfTexts,
} from '../../core/schemas/json-schema.ts';
import { id, string, uri } from '../../core/schemas/values.ts';
import { detailTexts, problems } from '../../texts/errors/error-catalogue.ts';

const errorDetailSchema = named(
  'ErrorDetail',
  complete('One problem of the request.', {
    param: described('The field in dot notation, e.g. `to.postal_code` or `postal_services[1]`.', string),
    code: oneOfTexts(Object.keys(detailTexts) as DetailCode[], 'Stable. New codes may appear.'),
    message: string,
  }),
);

export const errorDetailsSchema = named('ErrorDetails', listOf(errorDetailSchema));

const REQUEST_ID =
  'The same as the Request-Id header. When the gateway itself answers: `req_` and the id in that header, which has hyphens.';

const problemSchema = named(
  'Problem',
  complete('What is wrong. Handle an unknown code by its type.', {
    type: oneOfTexts([...new Set(Object.values(problems).map(({ type }) => type))]),
    code: oneOfTexts(Object.keys(problems) as ProblemCode[], 'Stable. New codes may appear.'),
    message: described('Text for people, in the language of Accept-Language.', string),
    // In the gateway's own responses, the id is the gateway's, which has hyphens.
    request_id: { ...id('request'), shownPattern: '^req_[A-Za-z0-9-]+$', description: REQUEST_ID },
    doc_url: described('What this code means and what to do.', uri),
    details: described(
      'For a `validation_error`, every problem of the request; otherwise null.',
      nullable(errorDetailsSchema),
    ),
  }),
);

/** The error envelope (rule ERR-2). */
export const errorSchema = named(
  'Error',
  complete('Why a request was refused. Nothing was created or charged.', {
    error: problemSchema,
  }),
);

export type ErrorResource = FromSchema<typeof errorSchema>;
