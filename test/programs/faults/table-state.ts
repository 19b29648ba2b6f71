import type { RunningCloud } from '@malote/local-cloud';

type Item = Record<string, unknown>;

/** Every item of the service's table, by its keys. The calls do not wait for anything, so a stopped machine answers them. */
export async function tableOf(cloud: RunningCloud): Promise<Item[]> {
  const items: Item[] = [];
  for (let next: object | undefined; ;) {
    const page = await cloud.call('dynamodb', 'Scan', { TableName: cloud.outputs.TableName, ExclusiveStartKey: next });
    const { Items, LastEvaluatedKey } = page as { Items: Item[]; LastEvaluatedKey?: object };
    items.push(...Items);
    if (!LastEvaluatedKey) return items;
    next = LastEvaluatedKey;
  }
}
