/** Warnings about a document that will be printed (rule DOC-16). */
export const warningCodes = [
  'font_not_embedded',
  'image_low_resolution',
  'image_incomplete',
  'ink_near_edge',
  'value_off_paper',
  'value_over_text',
  'hairline',
  'marker_unfilled',
] as const;

export interface DocumentWarning {
  code: (typeof warningCodes)[number];
  /** Page of the document, from 1. */
  page: number;
  /** The variable, of `value_off_paper` and `value_over_text`; the marker's name, of `marker_unfilled`. */
  name?: string;
  /** Of `font_not_embedded`. */
  font?: string;
}

/** Maximum per letter: warnings are stored with it and appear in its events. */
export const MOST_WARNINGS = 50;
