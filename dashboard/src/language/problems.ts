import type { Problem } from '../api/objects.ts';
import type { Formats } from './formats.ts';
import type { Texts } from './pt.ts';

/** The service's words for programs, in words for the person at the screen. */
export interface Explaining {
  /** A problem, beside its field. */
  problem: (problem: Problem) => string;
  /** A problem with the name of its field, for a list of several. */
  named: (problem: Problem) => string;
  /** A refused request without problems of fields. */
  failure: (error: { code: string; message: string }) => string;
}

export function explaining(t: Texts, format: Formats): Explaining {
  // The service writes days as programs do, for example the first and last day for sending.
  const days = (text: string) => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, format.calendar);
  const problem = ({ param, code, message }: Problem) =>
    t.problems.fields[`${fieldOf(param)} ${code}`] ?? t.problems.details[code] ?? days(message);
  return {
    problem,
    named: (each) => {
      const name = nameOf(each.param, t);
      return name === undefined ? problem(each) : `${name}: ${problem(each)}`;
    },
    failure: ({ code, message }) =>
      (t.problems.errors as Record<string, string | null>)[code] ?? (days(message) || t.states.failed),
  };
}

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
