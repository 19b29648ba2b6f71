import type { Box } from './geometry.ts';

/** What the worker thread can be asked. Every answer is about the bytes given, as PDFium reads and prints them. */
export interface PdfiumTasks {
  /**
   * Where anything prints inside a box of a page (from 0), both in points from its bottom left corner; undefined when
   * nothing does.
   */
  inkIn: { input: { file: Uint8Array; page: number; box: Box }; output: Box | undefined };
  /** The selectable text of all pages. */
  textOf: { input: { file: Uint8Array }; output: string };
  /**
   * Draws pages as they were sent and as they print. Gives the number of pages that were sent, and what it finds on each page
   * that is to be checked; `unreadable` when the file that was sent does not open. Values stand in marked content of the name
   * `valueMark`.
   */
  checkPages: {
    input: { source: Uint8Array; file: Uint8Array; pages: readonly PageToCheck[]; valueMark: string };
    output: { pages: number; findings: PageFinding[] } | 'unreadable';
  };
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
  /** Points in one of the source page's own units. */
  userUnit: number;
  /** Where the top left corner of what readers show of the source page is, right of and below that of the printed page. */
  corner: readonly [x: number, y: number];
  /** Where the two may differ, in points from the bottom left corner of the printed page. */
  changed: readonly Box[];
  values: readonly ValueToCheck[];
}

export interface ValueToCheck {
  /** Where its marker was. */
  marker: Box;
  /** Each of them has some ink of the value. */
  parts: readonly Box[];
}

export interface PageFinding {
  /** Whether it prints otherwise than it was sent, outside of what may differ. */
  isDifferent: boolean;
  /**
   * Of each value, whether all of its parts have ink, some or none; `unseen` when there is none and its marker had none
   * either.
   */
  values: ('whole' | 'cut' | 'hidden' | 'unseen')[];
}

export type TaskName = keyof PdfiumTasks;

/** What comes back. A worker that is ready sends `usedMs` by itself. */
export interface Answer<Name extends TaskName = TaskName> {
  output: PdfiumTasks[Name]['output'];
  /** Processor time of the thread from its start. */
  usedMs: number;
}

export interface TaskMessage<Name extends TaskName = TaskName> {
  task: Name;
  input: PdfiumTasks[Name]['input'];
}
