import type { LetterStatus, MailMergeRow } from '../api/objects.ts';
import type { Explaining } from '../language/problems.ts';
import { csvAmount, csvFile, csvText } from '../parts/csv.ts';

interface ResultTexts {
  resultColumns: readonly string[];
  counts: Record<MailMergeRow['state'], string>;
  letters: Readonly<Record<LetterStatus, string>>;
}

/** The result of each row, for spreadsheets. */
export function resultCsv(
  rows: readonly MailMergeRow[],
  { resultColumns, counts, letters }: ResultTexts,
  explain: Explaining,
): string {
  const lines = rows.map(({ line, state, letter_id, letter, total, problems }) => [
    line === null ? '' : String(line),
    csvText(counts[state]),
    letter_id ?? '',
    total === null ? '' : csvAmount(total),
    csvText(problems.length > 0 ? explain.row({ problems }) : ''),
    csvText(letter?.recipient ?? ''),
    csvText(letter?.reference ?? ''),
    letter ? letters[letter.status] : '',
  ]);
  return csvFile(resultColumns, lines);
}
