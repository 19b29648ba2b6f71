import { describeKeyConflicts, type Served } from '../../../support/every-post.ts';

const order = { filename: 'l.jsonl', size: 1, documents: [{ name: 'aviso', upload_id: 'upl_1' }] };
const requests: Served = async () => ({
  example: { method: 'POST', path: '/letter-batches', body: order },
  other: { method: 'POST', path: '/letter-batches', body: { ...order, size: 2 } },
});

describeKeyConflicts('POST /letter-batches', requests);
