import { expect, test } from '@jest/globals';
import { AwsError } from '@malote/local-cloud/service.ts';
import { shardOf } from '../../lib/adapters/data/keys.ts';
import { letterBody } from '../support/letters.ts';
import { useStruckService } from './struck-service.ts';

const { service, strikeWith } = useStruckService();

const throttled = new AwsError(
  'ProvisionedThroughputExceededException',
  'Throughput exceeds the current capacity',
  400,
);

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
  let isThrottled = false;
  strikeWith(({ functionName, operation, request }) => {
    if (!functionName.includes('FormPrintBatch') || operation !== 'TransactWriteItems') return undefined;
    const body = request.body.toString();
    const [current] = /bat_\w+/.exec(body)!;
    batch ??= current;
    if (batch !== current) return { kind: 'slow', milliseconds: 1_000 };
    if (body.includes(unheard)) return { kind: 'disconnected', effect: false };
    // The SDK repeats it after a pause, in which the other claim fails.
    if (!body.includes(held) || isThrottled) return undefined;
    isThrottled = true;
    return { kind: 'error', effect: false, error: throttled };
  });
  await expect(control.post('/production/batches')).rejects.toThrow();
  await control.advance(3600);
  strikeWith();
  await control.post('/production/batches');

  const { data } = (await api.get('/letters?status=in_production&limit=100')).body;
  expect(data.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
  expect((await manifestLines()).sort()).toEqual([...ids].sort());
});

async function manifestLines(): Promise<string[]> {
  const { internals } = service();
  const keys = (await internals.keys('ProductionBucket')).filter((key) => key.endsWith('/manifest.jsonl'));
  const texts = await Promise.all(keys.map((key) => internals.text('ProductionBucket', key)));
  return texts.flatMap((text) => text.trimEnd().split('\n')).map((line) => (JSON.parse(line) as { id: string }).id);
}
