/** With what may follow its name: alignment and width (rule DOC-17). */
const MARKER = /\{\{([A-Za-z0-9_]{1,60})(?::[lcrLCR](?:[1-9][0-9]{0,2})?)?\}\}/g;

/** The markers in a line (rule DOC-10): their variables, and the places of their first and after their last character. */
export const markersInLine = (line: string): { name: string; start: number; end: number }[] =>
  [...line.matchAll(MARKER)].map(({ 0: whole, 1: name, index }) => ({
    name: name!,
    start: index,
    end: index + whole.length,
  }));
