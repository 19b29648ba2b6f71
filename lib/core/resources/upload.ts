import type { Upload } from '../domain/uploads.ts';
import type { UploadResource } from '../schemas/upload.ts';
import { timestamp } from './timestamps.ts';

/**
 * The documented JSON of an upload (rule UPL-2).
 * @param uploadUrl the signed URL, a secret that only this response shows
 */
export function uploadResource(upload: Upload, uploadUrl: string): UploadResource {
  return {
    id: upload.id,
    object: 'upload',
    filename: upload.filename,
    size: upload.size,
    upload_url: uploadUrl,
    upload_url_expires_at: timestamp(upload.upload_url_expires_at),
    expires_at: timestamp(upload.expires_at),
    created_at: timestamp(upload.created_at),
  };
}
