import { compileValidator } from '../../lib/adapters/http/compile-validator.ts';
import { UPLOAD_MAX_BYTES } from '../../lib/core/domain/uploads.ts';

/** Body of POST /uploads. */
export interface UploadRequest {
  filename: string;
  /** Bytes. */
  size: number;
}

export const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['filename', 'size'],
  properties: {
    filename: { type: 'string', minLength: 1, maxLength: 255 },
    size: { type: 'integer', minimum: 1, maximum: UPLOAD_MAX_BYTES },
  },
} as const;

export const validator = compileValidator<UploadRequest>(schema);
