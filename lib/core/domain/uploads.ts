import type { DetailCode } from './problems.ts';
import { retention } from './retention.ts';

/** Seconds for which the signed upload URL works and the upload can be used in a mailing (rule UPL-2). */
export const UPLOAD_URL_SECONDS = 2 * 3600;
export const UPLOAD_SECONDS = retention.uploadHours * 3600;
/** Largest PDF by upload or URL: 10 binary megabytes (rule DOC-1). */
export const UPLOAD_MAX_BYTES = 10_485_760;

export interface Upload {
  id: string;
  account_id: string;
  filename: string;
  /** Bytes as declared. */
  size: number;
  upload_url_expires_at: number;
  expires_at: number;
  created_at: number;
  /** The mailing that used it. */
  used_by: string | null;
  /** SHA-256 of the file that a quote has accepted: no other file is used any more (rule UPL-3). */
  sha256?: string;
}

/** Why an upload cannot be the document of a mailing now; undefined if it can. */
export function uploadRefusal(
  upload: Upload | undefined,
  now: number,
): Extract<DetailCode, `upload_${string}`> | undefined {
  if (!upload) return 'upload_not_found';
  if (upload.used_by) return 'upload_already_used';
  if (now >= upload.expires_at) return 'upload_expired';
  return undefined;
}
