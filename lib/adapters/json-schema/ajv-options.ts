import { Ajv, type Options } from 'ajv';
import ajvFormats from 'ajv-formats';

/** How every schema is compiled, at run time and into the bundles alike. */
export const ajvOptions: Options = {
  // A 422 lists every problem at once (rule ERR-5).
  allErrors: true,
  strict: true,
  // `required` may be beside a discriminator whose shapes declare the property.
  strictRequired: false,
  allowUnionTypes: true,
  // `document` is discriminated by its `type`, so that only the errors of the chosen shape are reported.
  discriminator: true,
  // Names such as `constructor` must not be found on a prototype.
  ownProperties: true,
};

/** A compiler with these options and the formats that the contracts use. */
export function createAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({ ...ajvOptions, ...options });
  ajvFormats.default(ajv, ['date', 'date-time', 'uri']);
  ajv.addVocabulary(['shownPattern', 'shownFormat']);
  return ajv;
}
