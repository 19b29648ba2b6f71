import { PDFArray, PDFBool, type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import { entry, numberEntry, resolve } from './objects.ts';

/** A printer's file has one or two. */
const MOST_PROFILES = 8;

export interface PictureColor {
  /** The profile of its four inks. */
  profile: PDFRawStream | undefined;
  /** Whether it names its inks, each pixel of which a function maps to another space (ISO 32000-1, 8.6.6). */
  hasNamedInks: boolean;
  /** Numbers per pixel; undefined if only the data say it, as in JPEG 2000. */
  components: number | undefined;
}

/** @param spaces the color spaces of the page or form: one of them may stand for all CMYK there (ISO 32000-1, 8.6.5.6) */
export function colorOf(context: PDFContext, picture: PDFDict, spaces: PDFDict | undefined): PictureColor {
  const named = (name: string) => spaces && entry(context, spaces, name);
  const arrayOf = (space: PDFObject | undefined) =>
    space instanceof PDFName ? (named(space === DEVICE_CMYK ? 'DefaultCMYK' : space.decodeText()) ?? space) : space;
  const own = partsOf(context, arrayOf(entry(context, picture, 'ColorSpace')));
  const hasNamedInks = own[0] === DEVICE_N || own[0] === SEPARATION;
  const [family, profile] = hasNamedInks ? partsOf(context, arrayOf(own[2])) : own;
  const hasFourInks =
    family === ICC_BASED && profile instanceof PDFRawStream && numberEntry(context, profile.dict, 'N') === 4;
  return { profile: hasFourInks ? profile : undefined, hasNamedInks, components: componentsOf(context, picture, own) };
}

function componentsOf(context: PDFContext, picture: PDFDict, [family, parameter]: readonly (PDFObject | undefined)[]) {
  if (entry(context, picture, 'ImageMask') === PDFBool.True) return 1;
  if (family === ICC_BASED && parameter instanceof PDFRawStream) return numberEntry(context, parameter.dict, 'N');
  if (family === DEVICE_N && parameter instanceof PDFArray) return parameter.size();
  return family instanceof PDFName ? COMPONENTS.get(family.decodeText()) : undefined;
}

/** Components of the other families of color spaces (ISO 32000-1, 8.6.3). */
const COMPONENTS: ReadonlyMap<string, number> = new Map([
  ...['DeviceGray', 'CalGray', 'Indexed', 'Separation'].map((family) => [family, 1] as const),
  ...['DeviceRGB', 'CalRGB', 'Lab'].map((family) => [family, 3] as const),
  ['DeviceCMYK', 4],
]);

const partsOf = (context: PDFContext, space: PDFObject | undefined) =>
  space instanceof PDFArray ? space.asArray().map((part) => resolve(context, part)) : [space];

const [DEVICE_CMYK, DEVICE_N, SEPARATION, ICC_BASED] = ['DeviceCMYK', 'DeviceN', 'Separation', 'ICCBased'].map((name) =>
  PDFName.of(name),
);

/**
 * The profiles that PDFium does not need: they are used only as profiles, so removing them loses no ink. PDFium then uses its
 * own four inks and need not transform each pixel: a page of 300 dpi takes a fourteenth of the time.
 */
export function unneededProfiles(context: PDFContext, profiles: ReadonlySet<PDFRawStream>): Set<PDFRawStream> {
  if (profiles.size === 0 || profiles.size > MOST_PROFILES) return new Set();
  const objects = context.enumerateIndirectObjects();
  const named = new Map(
    objects.flatMap(([ref, object]) => (profiles.has(object as PDFRawStream) ? [[ref, object as PDFRawStream]] : [])),
  );
  const found = new Set(named.values());
  const open: PDFObject[] = objects.map(([, object]) => object);
  const visit = (value: PDFObject, isProfile: boolean) => {
    if (!(value instanceof PDFRef)) open.push(value);
    else if (!isProfile && named.has(value)) found.delete(named.get(value)!);
  };
  for (let object = open.pop(); object; object = open.pop()) {
    if (object instanceof PDFRef) visit(object, false);
    else if (object instanceof PDFRawStream) open.push(object.dict);
    else if (object instanceof PDFDict)
      for (const [key, value] of object.entries()) visit(value, key === OUTPUT_PROFILE && value instanceof PDFRef);
    else if (object instanceof PDFArray) {
      const [family, ...rest] = object.asArray();
      if (family) visit(family, false);
      rest.forEach((value, index) => visit(value, index === 0 && resolve(context, family) === ICC_BASED));
    }
  }
  return found;
}

/** In an output intent, which PDFium does not read and no print file has. */
const OUTPUT_PROFILE = PDFName.of('DestOutputProfile');

/**
 * A file in which these profiles are zeros; undefined when one of them does not occur exactly once, because then other data
 * would be lost with it.
 */
export function withoutProfiles(file: Uint8Array, profiles: ReadonlySet<PDFRawStream>): Uint8Array | undefined {
  const bytes = Buffer.from(file);
  const places = [...profiles].map(({ contents }) => ({ contents, place: onlyPlaceOf(bytes, contents) }));
  for (const { contents, place } of places) {
    if (place === undefined) return undefined;
    bytes.fill(0, place, place + contents.length);
  }
  return bytes;
}

function onlyPlaceOf(file: Buffer, part: Uint8Array): number | undefined {
  const place = file.indexOf(part);
  return part.length > 0 && place >= 0 && file.indexOf(part, place + 1) < 0 ? place : undefined;
}
