/** Control characters, and other characters that do not belong in a name. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}]/gu;
/** `D´Eu`, `D¿Alva`: apostrophes damaged by conversions between code pages. */
const LOST_APOSTROPHE = /(?<=\p{L})[´`¿’](?=\p{L})/gu;

/** A name of the carrier's directory, fit for print: one blank between words, straight apostrophes, nothing invisible. */
export function tidyText(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(UNPRINTABLE, '').replace(LOST_APOSTROPHE, "'").trim();
}
