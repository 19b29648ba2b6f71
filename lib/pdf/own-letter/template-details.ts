import type { Detail } from '../../core/domain/problems.ts';
import { grouped, HIDDEN_CODE } from '../../core/domain/verification-codes.ts';
import { layOut, linesOfBody, type Template, unprintableIn } from './template-layout.ts';

/** Everything in a template that cannot be printed. */
export function templateDetails(template: Template): Detail[] {
  const unprintable = [...unprintableIn(template)].map(([param, character]): Detail => ({
    param,
    code: 'invalid_value',
    values: { character },
  }));
  const faces = { code: grouped(HIDDEN_CODE) };
  if (layOut(template, faces)) return unprintable;
  return [...unprintable, { param: 'letter.body', code: 'too_long', values: { ...linesOfBody(template, faces) } }];
}
