import type { Choices, Reading, Unusable } from '@malote/spreadsheet/cells.ts';
import { readSpreadsheet, readText } from '@malote/spreadsheet/read-spreadsheet.ts';

export interface ToReader {
  /** A file, or pasted cells. */
  source: File | string;
  choices: Choices;
}

export type FromReader = { share: number } | { result: Reading | Unusable };

/** Reads spreadsheets beside the page, which stays responsive meanwhile. */
const post = (message: FromReader) => self.postMessage(message);

self.addEventListener('message', ({ data: { source, choices } }: MessageEvent<ToReader>) => {
  void read(source, choices).then((result) => post({ result }));
});

async function read(source: ToReader['source'], choices: ToReader['choices']) {
  if (typeof source === 'string') return readText(source, '', choices);
  const bytes = new Uint8Array(await source.arrayBuffer());
  return readSpreadsheet(bytes, source.name, choices, (share) => post({ share }));
}
