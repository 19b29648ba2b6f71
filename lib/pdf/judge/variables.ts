import { lineDetails } from '../../core/domain/printable-text.ts';
import type { Detail, Flaw } from '../../core/domain/problems.ts';
import type { HiddenValue } from '../values/changes.ts';
import { isUnreadable, type ReadDocument, unwritableAt } from '../values/fill.ts';

/** `document.data` has its variables at `document.variables`; the multipart `file` at `variables`. */
const variablesParam = (param: string): string => [...param.split('.').slice(0, -1), 'variables'].join('.');

/**
 * The mismatches between the markers of a document and the variables sent (rule DOC-11): markers without a variable,
 * variables without a marker or a text field, characters that no font has. A document whose text cannot be read is reported once. Reserved
 * markers belong to the service: they need no variable, and a variable for one is refused.
 */
export function checkVariables(
  document: ReadDocument,
  variables: Readonly<Record<string, string>>,
  param: string,
  reserved: readonly string[] = [],
): Detail[] {
  const parent = variablesParam(param);
  const names = Object.keys(variables);
  const fields = new Set(document.pages.flatMap((page) => page.fields.map(({ name }) => name)));
  if (names.some((name) => !fields.has(name)) && isUnreadable(document))
    return [{ param, code: 'document_text_unreadable' }];
  const firstPages = firstPageOf(document);
  const missing = [...firstPages].filter(([name]) => !Object.hasOwn(variables, name) && !reserved.includes(name));
  return [
    ...missing.map(([name, page]): Detail => ({
      param: `${parent}.${name}`,
      code: 'variable_missing',
      values: { name, page, ...inOtherCase(name, names) },
    })),
    ...names.flatMap((name): Detail[] => {
      if (reserved.includes(name))
        return [{ param: `${parent}.${name}`, code: 'variable_not_found', values: { reserved: name } }];
      if (!firstPages.has(name) && !fields.has(name)) {
        const values = { name, ...withBlanks(name, document), ...inOtherCase(name, [...firstPages.keys()]) };
        return [{ param: `${parent}.${name}`, code: 'variable_not_found', values }];
      }
      const value = variables[name]!.normalize('NFC');
      const invisible = lineDetails(`${parent}.${name}`, value);
      if (invisible.length > 0) return invisible;
      const character = unwritableAt(document, name, value);
      return character ? [{ param: `${parent}.${name}`, code: 'invalid_value', values: { character } }] : [];
    }),
  ];
}

/** A name that differs in capitals alone: word processors may print a text in capitals, marker included. */
function inOtherCase(name: string, others: readonly string[]): { in_other_case?: string } {
  const other = others.find((each) => each !== name && each.toLowerCase() === name.toLowerCase());
  return other === undefined ? {} : { in_other_case: other };
}

/** What blanks keep from being the marker of a name. */
function withBlanks(name: string, { pages }: ReadDocument): { with_blanks?: string } {
  const found = pages.flatMap(({ lookAlikes }) => lookAlikes).find((each) => each.name === name);
  return found ? { with_blanks: found.text } : {};
}

/** Names of the markers with the page (from 1) each is first found on. */
export function firstPageOf({ pages }: ReadDocument): Map<string, number> {
  const first = new Map<string, number>();
  pages.forEach(({ markers }, index) => {
    for (const { name } of markers) if (!first.has(name)) first.set(name, index + 1);
  });
  return first;
}

/** The problem of a value that would print cut, covered or invisible, or move other text there. */
export const hiddenFlaw = ({ page, what }: HiddenValue): Flaw => ({
  code: 'invalid_value',
  values: what === 'value' ? { hidden_on_page: page } : { covered_text_on_page: page },
});

/** The same problem of a variable. */
export const hiddenVariable = (value: HiddenValue, param: string): Detail => ({
  param: `${variablesParam(param)}.${value.name}`,
  ...hiddenFlaw(value),
});
