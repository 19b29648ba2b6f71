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
      const characters = [...line];
      let length = Math.max(characters.length - 1, 1);
      while (length > 1 && measure(characters.slice(0, length).join('')) > width) length--;
      lines.push(characters.slice(0, length).join(''));
      line = characters.slice(length).join('');
    }
  }
  return line ? [...lines, line] : lines;
}
