import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openApiKeys } from '../../../lib/adapters/data/accounts/api-keys.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { CheckedClient } from '../../support/checked-client.ts';
import { describedExamples } from '../../support/described-examples.ts';
import { request } from '../../support/every-endpoint.ts';
import { sharedTable, unchanged } from '../../support/internals.ts';
import { useService } from '../../support/service.ts';

/** A key without an account: only the service itself can have caused this. */
async function orphan() {
  const accountId = createId('account', Date.now(), randomBytes);
  const { secret } = await openApiKeys(sharedTable()).issue(accountId, Date.now(), randomBytes);
  return { accountId, api: new CheckedClient(useService().baseUrl, secret) };
}

test.each(describedExamples)(
  '$method $path: a fault of the service is reported in the envelope, and creates nothing',
  async (example) => {
    const { accountId, api } = await orphan();
    const answer = await unchanged(accountId, () => request(api, example, { 'accept-language': 'en' }));
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal_error' } } });
    expect(JSON.stringify(answer.body)).not.toContain(accountId);
  },
);
