import { limits } from '../api/generated/limits.ts';

/** Logos that the service accepts unchanged (rule ACC-6). */
const { bytes, pixels } = limits.logo;

/** The space for a logo on a verification letter, in pixels at 300 per inch. */
const room = { width: 650, height: 236 };

/** JPEG qualities to try until the file is small enough. */
const qualities = [0.9, 0.8, 0.7, 0.5];

export interface FittedLogo {
  /** Base64. */
  content: string;
  /** Whether the picture was made smaller. */
  changed: boolean;
}

/**
 * A picture that the service accepts: unchanged if possible, otherwise redrawn, smaller and on white if necessary.
 * @returns undefined for a file that this browser cannot show as a picture
 */
export async function fitLogo(file: Blob): Promise<FittedLogo | undefined> {
  const picture = await load(file);
  if (!picture) return undefined;
  const { naturalWidth: width, naturalHeight: height } = picture;
  const isRightFormat = ['image/png', 'image/jpeg'].includes(file.type);
  const isRightSize = [width, height].every((side) => side >= pixels.minimum && side <= pixels.maximum);
  if (isRightFormat && isRightSize && file.size <= bytes) return { content: await base64(file), changed: false };
  const scale = Math.min(room.width / width, room.height / height);
  const drawn = draw(picture, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const smaller = await encode(drawn, 'image/png');
  if (smaller.size <= bytes) return { content: await base64(smaller), changed: true };
  let last = smaller;
  for (const quality of qualities) {
    last = await encode(drawn, 'image/jpeg', quality);
    if (last.size <= bytes) break;
  }
  return { content: await base64(last), changed: true };
}

async function load(file: Blob): Promise<HTMLImageElement | undefined> {
  const url = URL.createObjectURL(file);
  const picture = new Image();
  picture.src = url;
  try {
    await picture.decode();
    return picture.naturalWidth > 0 ? picture : undefined;
  } catch {
    // The browser's error says nothing more.
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** On white, like the paper: JPEG has no transparency. */
function draw(picture: HTMLImageElement, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

function encode(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error(`no ${type}`)));
    canvas.toBlob(done, type, quality);
  });
}

async function base64(blob: Blob): Promise<string> {
  const content = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join(''));
}
