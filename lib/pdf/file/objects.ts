import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';

/** References may point at references; longer chains than this are a loop. */
const LONGEST_CHAIN = 16;

/** The object that a reference points to; undefined for null, a dangling reference or a loop. */
export function resolve(context: PDFContext, object: PDFObject | undefined): PDFObject | undefined {
  let current = object;
  for (let step = 0; step < LONGEST_CHAIN && current instanceof PDFRef; step++) current = context.lookup(current);
  return current instanceof PDFRef ? undefined : current;
}

export function entry(context: PDFContext, dict: PDFDict, key: string): PDFObject | undefined {
  return resolve(context, dict.get(PDFName.of(key)));
}

export function dictEntry(context: PDFContext, dict: PDFDict, key: string): PDFDict | undefined {
  return asDict(entry(context, dict, key));
}

/** A dictionary, also that of a stream. */
export function asDict(object: PDFObject | undefined): PDFDict | undefined {
  if (object instanceof PDFDict) return object;
  return object instanceof PDFRawStream ? object.dict : undefined;
}

export function arrayEntry(context: PDFContext, dict: PDFDict, key: string): PDFObject[] | undefined {
  const value = entry(context, dict, key);
  return value instanceof PDFArray ? value.asArray() : undefined;
}

export function nameEntry(context: PDFContext, dict: PDFDict, key: string): string | undefined {
  const value = entry(context, dict, key);
  return value instanceof PDFName ? value.decodeText() : undefined;
}

/** A finite number, or undefined. */
export function numberEntry(context: PDFContext, dict: PDFDict, key: string): number | undefined {
  return asNumber(entry(context, dict, key));
}

/** Exactly `length` finite numbers, or undefined. */
export function numbersEntry(context: PDFContext, dict: PDFDict, key: string, length: number): number[] | undefined {
  const numbers = arrayEntry(context, dict, key)?.map((element) => asNumber(resolve(context, element)));
  return numbers?.length === length && numbers.every((number) => number !== undefined) ? numbers : undefined;
}

function asNumber(object: PDFObject | undefined): number | undefined {
  if (!(object instanceof PDFNumber)) return undefined;
  const number = object.asNumber();
  return Number.isFinite(number) ? number : undefined;
}
