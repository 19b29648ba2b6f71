import { describeUnknownFields, type Served } from '../../../support/every-post.ts';
import { storeLetterBatch } from '../../../support/stored-letter-batches.ts';

const requests: Served = async ({ id }) => {
  const send = async () =>
    ({ method: 'POST', path: `/letter-batches/${(await storeLetterBatch(id)).id}/quote` }) as const;
  return { example: await send(), other: await send() };
};

describeUnknownFields('POST /letter-batches/{letter_batch_id}/quote', requests);
