/**
 * The objects in S3 that are read more than once, or between a check and a use: the table of
 * docs/decisions/pinned-files.md as data. Its tests are generated from here, so that neither a row, nor a moment of one,
 * nor code that reads an object can be without its test (test/unit/pinned-files.test.ts).
 */
interface PinnedFile {
  /** The first column of the table. */
  name: string;
  /** The code that reads it. */
  readBy: readonly string[];
  /** The test file that replaces it. */
  test: string;
  /** Between which two moments it is replaced. */
  moments: readonly string[];
}

const documents = 'lib/adapters/documents';
const production = 'lib/adapters/production';

export const pinnedFiles = {
  upload: {
    name: 'upload of a customer',
    readBy: [`${documents}/upload-files.ts`],
    test: 'test/service/journeys/replaced-files.test.ts',
    moments: [
      'its quote and another quote',
      'its quote and a quote of a verification',
      'its quote and a letter',
      'its quote and a verification',
      'its quote and the edit of a letter',
      'its quote and the dry run of a letter batch',
      'the creation of a letter and its print file',
    ],
  },
  spreadsheet: {
    name: 'PDF and rows of letters from a spreadsheet',
    readBy: [`${documents}/mail-merge-files.ts`],
    test: 'test/modules/mail-merges/replaced-files.test.ts',
    moments: [
      'the confirmation and the first letter',
      'two letters',
      'a pause and its end',
      'the letters and their cancellation',
    ],
  },
  letterBatch: {
    name: 'rows, PDFs and manifest of a letter batch',
    readBy: [`${documents}/letter-batch-files.ts`],
    test: 'test/modules/mail-merges/replaced-files.test.ts',
    moments: [
      'the reading of its rows and their check',
      'the quote and the confirmation',
      'the confirmation and the first letter',
      'two letters',
      'the letters and their cancellation',
    ],
  },
  quotePreview: {
    name: 'preview of a quote',
    readBy: [],
    test: 'test/service/journeys/replaced-files.test.ts',
    moments: ['its quote and the next quote', 'its quote and the order'],
  },
  printFile: {
    name: 'print file and preview of a mailing',
    readBy: [`${documents}/print-files.ts`, `${documents}/preview-links.ts`],
    test: 'test/service/journeys/replaced-files.test.ts',
    moments: [
      'the creation and the print batch',
      'the creation and an edit',
      'the creation and the document that is shown for an edit',
    ],
  },
  manifest: {
    name: 'manifest of a print batch',
    readBy: [`${production}/exchange-files.ts`, `${production}/outbox.ts`],
    test: 'test/service/journeys/replaced-files.test.ts',
    moments: ['the print batch and the evidence of a letter'],
  },
  report: {
    name: 'report of the print house',
    readBy: [`${production}/inbox.ts`],
    test: 'test/modules/production/replaced-reports.test.ts',
    moments: ['its arrival and its first part', 'two parts of it', 'its last part and a repetition'],
  },
} as const satisfies Record<string, PinnedFile>;

export type Pinned = keyof typeof pinnedFiles;
export type Moment<File extends Pinned> = (typeof pinnedFiles)[File]['moments'][number];

/** The moments at which a file is replaced, for `test.each`. */
export const momentsOf = <File extends Pinned>(file: File): readonly Moment<File>[] => pinnedFiles[file].moments;
