/** Limit of a name in a PDF file (ISO 32000-1, annex C). */
const LONGEST_NAME = 127;

/** A font's name as people know it: without the tag of a subset and without unreadable characters. */
export const readableName = (name: string): string =>
  name
    .slice(0, LONGEST_NAME)
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/[^\p{L}\p{N} ,.+_-]/gu, '');
