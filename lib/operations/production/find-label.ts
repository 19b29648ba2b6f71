import type { CarrierNumberStore } from '../../adapters/data/mailings/carrier-numbers.ts';
import type { CarrierProfiles } from '../../adapters/data/mailings/carrier-profiles.ts';
import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import { type LabelRange, numbersIn } from '../../core/domain/carrier-labels.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import type { BatchedMailing } from '../../core/domain/print-batches.ts';
import { rulesOf } from './issue-manifest.ts';
import { presort } from './presort-batch.ts';

export interface FindLabelDeps {
  numbers: Pick<CarrierNumberStore, 'stocks' | 'taken'>;
  batches: Pick<PrintBatches, 'find' | 'mailings'>;
  profiles: Pick<CarrierProfiles, 'find'>;
  people: (rows: readonly BatchedMailing[]) => Promise<ReadonlyMap<string, Mailing>>;
}

/** What became of an object number (rule PRD-14). */
export interface LabelState {
  object: string;
  state: 'free' | 'printed' | 'posted' | 'void';
  /** Why it is void. */
  reason: string | null;
  batch_id: string | null;
  mailing_id: string | null;
}

/**
 * The state of an object number, derived from what its range, batch and mailing are; undefined if no range has it.
 * @param object 13 characters with the right check digit
 */
export async function findLabel(deps: FindLabelDeps, object: string): Promise<LabelState | undefined> {
  const prefix = object.slice(0, 2);
  const number = Number(object.slice(2, 10));
  const within = ({ first, last }: Pick<LabelRange, 'first' | 'last'>) => first <= number && number <= last;
  const stock = (await deps.numbers.stocks()).find((each) => each.prefix === prefix);
  const range = stock?.ranges.find(within);
  if (!range) return undefined;
  const unused = { object, batch_id: null, mailing_id: null };
  const withdrawn = range.voids.find(within);
  if (withdrawn) return { ...unused, state: 'void', reason: withdrawn.reason };
  if (number >= range.next) return { ...unused, state: 'free', reason: null };
  const block = (await deps.numbers.taken(prefix)).find(within);
  if (!block) return { ...unused, state: 'void', reason: 'passed over' };
  const holder = await holderOf(deps, block.batch_id, object);
  if (!holder)
    return { ...unused, batch_id: block.batch_id, state: 'void', reason: 'taken by a batch that is not known' };
  return { object, batch_id: block.batch_id, mailing_id: holder.id, ...stateOf(holder, object) };
}

/** The mailing that got a number of its batch: the numbers of a prefix go to its mailings in the order of the presort. */
async function holderOf(deps: FindLabelDeps, batchId: string, object: string): Promise<Mailing | undefined> {
  const batch = await deps.batches.find(batchId);
  const rules = batch && (await rulesOf(deps, batch));
  if (!rules || !batch.carrier?.numbers) return undefined;
  const prefix = object.slice(0, 2);
  const numbers = [...numbersIn(batch.carrier.numbers.labels.filter((block) => block.prefix === prefix))];
  const mailings = presort(rules, await deps.batches.mailings(batchId));
  const row = mailings.filter(({ route }) => route.label_prefix === prefix)[numbers.indexOf(object)];
  return row && (await deps.people([row])).get(row.id);
}

function stateOf(mailing: Mailing, object: string): Pick<LabelState, 'state' | 'reason'> {
  if (mailing.kind !== 'letter') throw new Error(`${mailing.id} is no letter and has an object number`);
  if (mailing.status === 'failed') return { state: 'void', reason: mailing.failure_reason };
  if (mailing.status !== 'posted') return { state: 'printed', reason: null };
  return mailing.tracking_code === object
    ? { state: 'posted', reason: null }
    : { state: 'void', reason: `posted with ${mailing.tracking_code}` };
}
