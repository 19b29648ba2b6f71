import { limits } from '../api/generated/limits.ts';

/** Millimeters from the top left corner of a page. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Limits of the print house (rules DOC-4, DOC-6, DOC-8, DOC-16). */
export const A4 = { width: 210, height: 297, tolerance: 2 };
export const addressArea: Box = { left: 20, top: 45, width: 90, height: 45 };
/** Sides of all sheets: no letter has more pages, so pages beyond are not drawn. */
export const MAX_PAGES = 2 * limits.sheets;
export const SAFE_MARGIN = 5;

export const POINTS_A_MILLIMETER = 72 / 25.4;

/** Sheets in the envelope (rule DOC-8). */
export function sheetsOf(pages: number, doubleSided: boolean, extraPage: boolean): number {
  if (!doubleSided) return pages;
  return extraPage ? Math.floor(pages / 2) + 1 : Math.ceil(pages / 2);
}
