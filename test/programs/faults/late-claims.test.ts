import { expect, test } from '@jest/globals';
import { shardOf } from '../../../lib/adapters/data/table/keys.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { letterBody } from '../../support/letters.ts';
import { useStruckService } from './struck-service.ts';

const { service, strikeWith } = useStruckService();

const { maxAttempts } = awsClient();

test('a claim does not outlive its run and join a batch whose manifest is out', async () => {
  const { api, control } = service();
  const ids: string[] = [];
  let pair: [unheard: string, held: string] | undefined;
  while (!pair) {
    const { id } = (await api.post('/letters', letterBody())).body;
    // Mailings of one shard are claimed at once.
    const other = ids.find((each) => shardOf(each) === shardOf(id));
    if (other) pair = [other, id];
    ids.push(id);
  }
  const [unheard, held] = pair;
  let batch: string | undefined;
  let failures = 0;
  let isHeld = false;
  strikeWith(({ functionName, operation, request }) => {
    if (!functionName.includes('FormPrintBatch') || operation !== 'TransactWriteItems') return undefined;
    const body = request.body.toString();
    const [current] = /bat_\w+/.exec(body)!;
    batch ??= current;
    if (batch !== current) return { kind: 'slow', milliseconds: 3_000 };
    if (body.includes(unheard)) {
      failures++;
      return { kind: 'disconnected', effect: false };
    }
    // The SDK repeats it after a second, in which the other claim fails.
    if (!body.includes(held) || (isHeld && failures >= maxAttempts)) return undefined;
    isHeld = true;
    return { kind: 'hung', effect: false };
  });
  await expect(control.post('/production/batches')).rejects.toThrow();
  await control.advance(3600);
  strikeWith();
  await control.advance(3600);
  await control.post('/production/batches');

  const { data } = (await api.get('/letters?status=in_production&limit=100')).body;
  expect(data.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
  expect((await service().internals.printed()).sort()).toEqual([...ids].sort());
});
