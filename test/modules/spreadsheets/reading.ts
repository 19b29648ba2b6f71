import type { Reading, Unusable } from '../../../lib/spreadsheet/cells.ts';

/** @throws if the file has no usable cells */
export function usable(reading: Reading | Unusable): Reading {
  if (typeof reading === 'string') throw new Error(`unusable: ${reading}`);
  return reading;
}
