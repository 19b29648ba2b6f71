import { type Detail, Problem } from '../../../core/domain/problems.ts';
import type { Validator } from '../../json-schema/validator.ts';
import { foreignCursor, isCursorShaped } from '../cursors.ts';
import type { ApiMiddleware } from '../exchange.ts';
import { readQuery } from '../query-string.ts';
import { violationsOf } from '../validation.ts';

export interface ValidationOptions {
  query: Validator<unknown>;
  /** Whether the handler adds its own findings to the violations and throws them itself. */
  gathersViolations: boolean;
}

/** Checks query string and body against the endpoint's schemas, and reports everything at once. */
export function requestValidation({ query, gathersViolations }: ValidationOptions): ApiMiddleware {
  return {
    before: ({ event, context: { exchange } }) => {
      const { parameters, repeated } = readQuery(event, query.schema);
      const body = exchange.format ? violationsOf(exchange.format.validator, exchange.body) : [];
      exchange.query = parameters;
      exchange.violations = [...repeated, ...queryViolations(query, parameters), ...body];
      if (exchange.violations.length > 0 && !gathersViolations) throw Problem.invalid(exchange.violations);
    },
  };
}

/**
 * Violations of a query. A cursor is bound to the filters and the limit of its query, so it is opened only if they are
 * valid; otherwise only its form is checked, so that both errors are reported at once (rule ERR-5).
 */
function queryViolations(query: Validator<unknown>, parameters: Record<string, unknown>): Detail[] {
  const violations = violationsOf(query, parameters);
  const { cursor } = parameters;
  const isUnjudged = typeof cursor === 'string' && violations.every(({ param }) => param !== 'cursor');
  if (violations.length === 0 || !isUnjudged || !('cursor' in query.schema.properties) || isCursorShaped(cursor))
    return violations;
  const names = Object.keys(query.schema.properties);
  const place = ({ param }: Detail) => (names.includes(param) ? names.indexOf(param) : names.length);
  return [...violations, foreignCursor].sort((a, b) => place(a) - place(b));
}
