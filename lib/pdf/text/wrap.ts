/** Width of a text in ems. */
export type Measure = (text: string) => number;

/** Lines of at most `width` ems, broken between words; a word longer than a line is broken where the line ends. */
export function wrap(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    while (measure(line) > width) {
      const start = longestStart(line, width, measure);
      lines.push(start);
      line = line.slice(start.length);
    }
  }
  return line ? [...lines, line] : lines;
}

/**
 * As many leading characters as fit, at least one. Searches from the start: a line is short, a word may be very long.
 */
function longestStart(word: string, width: number, measure: Measure): string {
  let start = '';
  for (const character of word) {
    if (start !== '' && measure(start + character) > width) break;
    start += character;
  }
  return start;
}
