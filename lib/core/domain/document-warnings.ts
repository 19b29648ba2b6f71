/** Warnings about an address, whose `name` is `to` or `from`. */
export const addressWarningCodes = [
  'city_is_neighborhood',
  'address_too_long_for_carrier',
  'number_outside_range',
] as const;

/** Warnings about a document that will be printed (rule DOC-16). */
export const warningCodes = [
  'font_not_embedded',
  'image_low_resolution',
  'image_incomplete',
  'ink_near_edge',
  'value_off_paper',
  'value_over_text',
  'value_too_wide',
  'hairline',
  'marker_unfilled',
  'authenticity_number_not_printed',
  ...addressWarningCodes,
] as const;

export interface DocumentWarning {
  code: (typeof warningCodes)[number];
  /** Page of the document, from 1. */
  page: number;
  /**
   * The variable, of `value_off_paper`, `value_over_text` and `value_too_wide`; the marker's name, of `marker_unfilled`; `to` or `from`, of
   * warnings about an address.
   */
  name?: string;
  /** Of `font_not_embedded`. */
  font?: string;
  /** Of `value_too_wide`: millimeters beyond its room, in tenths. */
  over_mm?: number;
}

/** Maximum per letter: warnings are stored with it and appear in its events. */
export const MOST_WARNINGS = 50;

/** With the warnings about addresses, which come first. */
export function withAddressWarnings(
  ofAddresses: readonly DocumentWarning[],
  ofDocument: readonly DocumentWarning[],
): DocumentWarning[] {
  return [...ofAddresses, ...ofDocument].slice(0, MOST_WARNINGS);
}

export const isAboutAddress = ({ code }: DocumentWarning): boolean =>
  addressWarningCodes.some((known) => known === code);
