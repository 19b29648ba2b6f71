import type { DocumentWarning } from '../../core/domain/document-warnings.ts';
import type { Box, Matrix } from '../base/geometry.ts';

/** The tasks of the worker thread. Every answer describes the given bytes as PDFium reads and prints them. */
export interface PdfiumTasks {
  /**
   * Where anything prints inside a box of a page (from 0), both in points from its bottom left corner; undefined when
   * nothing does.
   */
  inkIn: { input: { file: Uint8Array; page: number; box: Box }; output: Box | undefined };
  /** The checks of a finished file; each is optional. */
  judge: {
    input: {
      file: Uint8Array;
      /** The pages (from 0) whose selectable text is wanted. */
      textOf: readonly number[];
      /** A box of a page (from 0) in which only text on the page itself may print. */
      blankArea: { page: number; box: Box } | undefined;
      /** Draws pages as they were sent and as they print. Values stand in marked content of the name `valueMark`. */
      comparison: { source: Uint8Array; pages: readonly PageToCheck[]; valueMark: string } | undefined;
    };
    output: {
      /** Of each page that was asked for, in that order. */
      texts: string[];
      /** Where anything else prints in the blank area. */
      ink: Box | undefined;
      /** The number of pages sent, and the findings on each checked page; `unreadable` when the source does not open. */
      comparison: { pages: number; findings: PageFinding[] } | 'unreadable' | undefined;
    };
  };
  /** Hexadecimal SHA-256 of the drawing of each page (rule EVI-11). */
  show: { input: { file: Uint8Array }; output: string[] };
  /**
   * The file written anew by PDFium: repaired and without protection. `undrawn` names annotations by their place on each
   * page, both from 0, that get an appearance before that.
   */
  resave: {
    input: { file: Uint8Array; undrawn: readonly (readonly number[])[] };
    output: { file: Uint8Array; permissions: number } | 'protected' | 'unreadable';
  };
}

/** A page of the file that was sent and the page that prints it, both from 0. */
export interface PageToCheck {
  source: number;
  print: number;
  /** How the two are compared: by the whole drawing, or pictures by their bytes and the drawing without them. */
  compared: 'drawing' | 'picturesByBytes' | 'nothing';
  /** From the source page's own space to the printed page. */
  toPrinted: Matrix;
  /** Points in one of the source page's own units. */
  userUnit: number;
  /** Where the top left corner of what readers show of the source page is, right of and below that of the printed page. */
  corner: readonly [x: number, y: number];
  /** Where the two may differ, in points from the bottom left corner of the printed page. */
  changed: readonly Box[];
  values: readonly ValueToCheck[];
  /** Letters that values move: where each was and is. */
  moved: readonly { before: Box; now: Box }[];
}

export interface ValueToCheck {
  /** Where its marker was. */
  marker: Box;
  /** Each of its characters that have ink; none of them may be covered. */
  letters: readonly Box[];
  /** Each of them has some ink of the value. */
  parts: readonly Box[];
}

/** What may print differently than intended. */
export interface PageRemark {
  code: Exclude<
    DocumentWarning['code'],
    | 'value_off_paper'
    | 'value_over_text'
    | 'value_too_wide'
    | 'image_incomplete'
    | 'marker_unfilled'
    | 'authenticity_number_not_printed'
  >;
  /** Of `font_not_embedded`. */
  font?: string;
}

export interface PageFinding {
  /** Each once. */
  remarks: PageRemark[];
  /** Whether it has a picture that cannot be drawn. */
  hasLostPicture: boolean;
  /** Whether it prints differently from the page that was sent, outside of the areas that may differ. */
  isDifferent: boolean;
  /**
   * Of each value, whether all of its parts have ink, some or none; `unseen` when there is none and its marker had none
   * either.
   */
  values: ('whole' | 'cut' | 'hidden' | 'unseen')[];
  /** The moved letters, by their places in the list, that were seen where they were, and that nothing shows where they are. */
  lost: number[];
}

export type TaskName = keyof PdfiumTasks;

/** The worker's messages. A worker that is ready sends `usedMs` without a task. */
export interface TaskResult<Name extends TaskName = TaskName> {
  output: PdfiumTasks[Name]['output'];
  /** Processor time of the thread from its start. */
  usedMs: number;
}

export interface TaskMessage<Name extends TaskName = TaskName> {
  task: Name;
  input: PdfiumTasks[Name]['input'];
}
