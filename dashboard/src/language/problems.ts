import type { Problem } from '../api/objects.ts';
import type { Formats } from './formats.ts';
import type { Texts } from './pt.ts';

interface Row {
  problems: readonly Problem[];
  code?: string;
  message?: string;
}

/** The service's words for programs, in words for the person at the screen. */
export interface Explaining {
  /** A problem, beside its field. */
  problem: (problem: Problem) => string;
  /** A problem with the name of its field, for a list of several. `called`: what the person calls the field, if anything. */
  named: (problem: Problem, called?: (param: string) => string | undefined) => string;
  /** All problems of a row of a spreadsheet, or else the failure. */
  row: (row: Row, called?: (param: string) => string | undefined) => string;
  /** A refused request without problems of fields. */
  failure: (error: { code: string; message: string }) => string;
}

export function explaining(t: Texts, format: Formats): Explaining {
  // The service writes days as programs do, for example the first and last day for sending.
  const days = (text: string) => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, format.calendar);
  const inWords = (text: string) => days(text).replace(LEAVE_OUT, '');
  const problem = ({ param, code, message }: Problem) =>
    t.problems.fields[`${fieldOf(param)} ${code}`] ?? t.problems.details[code] ?? inWords(message);
  const named: Explaining['named'] = (each, called) => {
    const name = called?.(each.param) ?? nameOf(each.param, t);
    return name === undefined ? problem(each) : `${name}: ${problem(each)}`;
  };
  const failure: Explaining['failure'] = ({ code, message }) =>
    (t.problems.errors as Record<string, string | null>)[code] ?? (inWords(message) || t.states.failed);
  return {
    problem,
    named,
    failure,
    row: ({ problems, code = '', message = '' }, called) =>
      problems.length > 0 ? problems.map((each) => named(each, called)).join(' ') : failure({ code, message }),
  };
}

/** Advice to a program that may leave a field of an address out. */
const LEAVE_OUT = /, (?:ou não envie (?:city|state)|or leave (?:city|state) out)(?=\.)/;

/** The last name of a parameter: `to.postal_code` → `postal_code`, `postal_services[1]` → `postal_services`. */
const fieldOf = (param: string) => param.replace(/\[\d+\]$/, '').replace(/^.*\./, '');

function nameOf(param: string, t: Texts): string | undefined {
  const marker = /^(?:document\.)?variables\.(.+)$/.exec(param)?.[1];
  if (marker !== undefined) return `{{${marker}}}`;
  const field = fieldOf(param);
  if (field in t.address) {
    const name = t.address[field as 'name'];
    return /^(from|default_sender)\./.test(param) ? t.problems.ofSender(name) : name;
  }
  return t.problems.names[field];
}
