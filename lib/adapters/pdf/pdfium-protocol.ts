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
   * The file written anew by PDFium: repaired and without protection. `undrawn` names annotations by their place on each
   * page, both from 0, that get an appearance before that.
   */
  resave: {
    input: { file: Uint8Array; undrawn: readonly (readonly number[])[] };
    output: { file: Uint8Array; permissions: number } | 'protected' | 'unreadable';
  };
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
