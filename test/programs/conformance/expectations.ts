import { isDeepStrictEqual } from 'node:util';
import type { ApiResponse } from '../../support/api.ts';

/** The deployment breaks the rule. The message contains no personal data: only what the kit itself sent. */
export class Broken extends Error {}

/** A rule that cannot be checked at this deployment, with the reason. */
export class NotTestable extends Error {}

/** Longest value in a message. */
const LONGEST = 90;

/** @throws Broken unless it holds; the message says what was found */
export function holds(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Broken(message);
}

/** @throws Broken unless both are equal */
export function same(actual: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new Broken(`${what} is ${shown(actual)} instead of ${shown(expected)}`);
}

/** @returns the body. @throws Broken unless the response has one of these statuses */
export function expectStatus(response: ApiResponse, ...statuses: number[]): any {
  if (!statuses.includes(response.status))
    throw new Broken(`answers ${outcomeOf(response)} instead of ${statuses.join(' or ')}`);
  return response.body;
}

/** @throws Broken unless it is this error with exactly these `param code` details, in order, if any are given */
export function refused(response: ApiResponse, status: number, code: string, ...details: string[]): void {
  const expected = [status, code, ...details].join(' ');
  const outcome = outcomeOf(response);
  const isRight = details.length > 0 ? outcome === expected : outcome.startsWith(expected);
  if (!isRight) throw new Broken(`answers ${outcome} instead of ${expected}`);
}

/** @throws Broken unless it is a 422 with exactly these `param code` details, in this order */
export function invalid(response: ApiResponse, ...details: string[]): void {
  refused(response, 422, 'invalid_parameters', ...details);
}

/** `422 invalid_parameters to.name required`. */
function outcomeOf({ status, body }: ApiResponse): string {
  const { code, details } = (body?.error ?? {}) as { code?: string; details?: { param: string; code: string }[] };
  const problems = (details ?? []).map((detail) => `${detail.param} ${detail.code}`);
  return [status, code, ...problems].filter((part) => part !== undefined).join(' ');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
