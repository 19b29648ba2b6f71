import { violationsOf } from '../../adapters/http/validation.ts';
import { compileValidator } from '../../adapters/json-schema/compile-validator.ts';
import { Problem } from '../../core/domain/problems.ts';
import { variablesInputSchema } from '../../core/schemas/document.ts';
import { metadataInputSchema } from '../../core/schemas/mailing.ts';

/** The API's limits also apply to values typed here (rule LIM-1). */
const validators = {
  metadata: compileValidator({ type: 'object', properties: { metadata: metadataInputSchema } }),
  variable: compileValidator({ type: 'object', properties: { variable: variablesInputSchema } }),
};

/**
 * Names with their values.
 * @throws Problem invalid_parameters
 */
export function checkedNames(
  option: keyof typeof validators,
  given: readonly [string, string][],
): Record<string, string> {
  const names = Object.fromEntries(given);
  const details = violationsOf(validators[option], { [option]: names });
  if (details.length > 0) throw Problem.invalid(details);
  return names;
}
