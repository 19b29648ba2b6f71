import type { Otherwise } from './stage.ts';

/**
 * One operator of event patterns: a pattern for an event's `detail`, with details that match and details that do not.
 */
export interface PatternCase {
  pattern: Record<string, unknown>;
  takes: readonly object[];
  leaves: readonly object[];
  otherwise?: Otherwise;
  /** Like `otherwise`, but the rule cannot even be deployed. */
  untaken?: Otherwise;
}

/**
 * EventBridge's operators, by what each case proves. Each is a rule of the stack.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html
 */
export const patterns: Readonly<Record<string, PatternCase>> = {
  'a value is compared with its type': {
    pattern: { a: ['1', 2, ''] },
    takes: [{ a: '1' }, { a: 2 }, { a: '' }],
    leaves: [{ a: 1 }, { a: '2' }, {}],
  },
  'null is a value': {
    pattern: { a: [null] },
    takes: [{ a: null }],
    leaves: [{ a: 'null' }, { a: '' }, {}],
    untaken: { 'LocalStack without Docker': 'rejects a template that contains null' },
  },
  'every field must match, one value of each is enough': {
    pattern: { a: ['x', 'y'], b: { c: [true] } },
    takes: [{ a: 'y', b: { c: true } }],
    leaves: [{ a: 'y', b: { c: false } }, { a: 'y' }],
  },
  'one matching element of an array is enough': {
    pattern: { a: ['x'] },
    takes: [{ a: ['w', 'x'] }],
    leaves: [{ a: ['w'] }, { a: [] }],
  },
  'prefix is case-sensitive': {
    pattern: { a: [{ prefix: 'letter.' }] },
    takes: [{ a: 'letter.posted' }],
    leaves: [{ a: 'Letter.posted' }, { a: 'a letter.' }],
  },
  'prefix may ignore case': {
    pattern: { a: [{ prefix: { 'equals-ignore-case': 'letter' } }] },
    takes: [{ a: 'LETTER.posted' }],
    leaves: [{ a: 'let' }],
  },
  suffix: { pattern: { a: [{ suffix: '.pdf' }] }, takes: [{ a: 'x.pdf' }], leaves: [{ a: 'x.PDF' }, { a: 'pdf' }] },
  'equals-ignore-case': {
    pattern: { a: [{ 'equals-ignore-case': 'Posted' }] },
    takes: [{ a: 'pOSTED' }],
    leaves: [{ a: 'posted ' }],
  },
  'wildcard matches any number of characters': {
    pattern: { a: [{ wildcard: 'inbox/*.jsonl' }] },
    takes: [{ a: 'inbox/.jsonl' }, { a: 'inbox/2026/x.jsonl' }],
    leaves: [{ a: 'inbox/x.json' }, { a: 'Inbox/x.jsonl' }],
    otherwise: { 'LocalStack without Docker': 'requires at least one character' },
  },
  'numeric compares only numbers': {
    pattern: { a: [{ numeric: ['>', 0, '<=', 5] }] },
    takes: [{ a: 5 }, { a: 0.001 }],
    leaves: [{ a: 0 }, { a: 5.001 }, { a: '3' }],
    otherwise: { 'LocalStack without Docker': 'converts the numbers of a template to text' },
  },
  cidr: {
    pattern: { a: [{ cidr: '10.0.0.0/24' }] },
    takes: [{ a: '10.0.0.255' }],
    leaves: [{ a: '10.0.1.0' }, { a: 'text' }],
  },
  'exists requires a value': {
    pattern: { a: [{ exists: true }] },
    takes: [{ a: null }, { a: '' }],
    leaves: [{ b: 1 }],
  },
  'exists: false matches what is absent': {
    pattern: { a: [{ exists: false }] },
    takes: [{ b: 1 }],
    leaves: [{ a: null }],
  },
  'anything-but excludes each of its values': {
    pattern: { a: [{ 'anything-but': ['x', 'y'] }] },
    takes: [{ a: 'z' }, { a: ['x', 'z'] }],
    leaves: [{ a: 'x' }, {}],
  },
  'anything-but with a prefix': {
    pattern: { a: [{ 'anything-but': { prefix: 'ltr_' } }] },
    takes: [{ a: 'ver_1' }],
    leaves: [{ a: 'ltr_1' }],
  },
  '$or matches either side, and the other fields must match too': {
    pattern: { a: ['x'], $or: [{ b: [1] }, { c: [2] }] },
    takes: [
      { a: 'x', b: 1 },
      { a: 'x', c: 2, b: 0 },
    ],
    leaves: [{ a: 'x', b: 2 }, { b: 1 }],
  },
};
