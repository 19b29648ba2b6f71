import { Problem } from '../../../core/domain/problems.ts';
import type { ApiMiddleware } from '../exchange.ts';
import { readQuery } from '../query-string.ts';
import { type Validator, violationsOf } from '../validation.ts';

export interface ValidationOptions {
  query: Validator<unknown>;
  /** The handler adds what it finds to the violations and throws them itself. */
  gathersViolations: boolean;
}

/** Checks query string and body against the endpoint's schemas, and reports everything at once. */
export function requestValidation({ query, gathersViolations }: ValidationOptions): ApiMiddleware {
  return {
    before: ({ event, context: { exchange } }) => {
      const { parameters, repeated } = readQuery(event, query.schema);
      const body = exchange.format ? violationsOf(exchange.format.validator, exchange.body) : [];
      exchange.query = parameters;
      exchange.violations = [...repeated, ...violationsOf(query, parameters), ...body];
      if (exchange.violations.length > 0 && !gathersViolations) throw Problem.invalid(exchange.violations);
    },
  };
}
