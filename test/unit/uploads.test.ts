import { describe, expect, test } from '@jest/globals';
import {
  type Upload,
  UPLOAD_MAX_BYTES,
  UPLOAD_SECONDS,
  UPLOAD_URL_SECONDS,
  uploadRefusal,
} from '../../lib/core/domain/uploads.ts';

const upload = (fields: Partial<Upload> = {}): Upload => ({
  id: 'upl_1',
  account_id: 'acc_1',
  filename: 'a.pdf',
  size: 1,
  upload_url_expires_at: 500,
  expires_at: 1_000,
  created_at: 0,
  used_by: null,
  ...fields,
});

describe('an upload (rules UPL-1, UPL-2 and UPL-5)', () => {
  test('is 10 MB at most, with 2 hours to send and 24 to use', () => {
    expect([UPLOAD_MAX_BYTES, UPLOAD_URL_SECONDS, UPLOAD_SECONDS]).toEqual([10_485_760, 7_200, 86_400]);
  });

  test.each([
    ['that is unknown', undefined, 0, 'upload_not_found'],
    ['that was used', upload({ used_by: 'ltr_1' }), 0, 'upload_already_used'],
    ['that was used and has expired', upload({ used_by: 'ltr_1' }), 1_000, 'upload_already_used'],
    ['at the last moment', upload(), 999, undefined],
    ['that has expired', upload(), 1_000, 'upload_expired'],
  ])('%s', (_, found, now, refusal) => {
    expect(uploadRefusal(found, now)).toBe(refusal);
  });
});
