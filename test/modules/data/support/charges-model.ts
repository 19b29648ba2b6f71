import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { commitCharge } from '../../../../lib/adapters/data/money/group-commit.ts';
import { balanceKey, groupLeaderKey, type Key } from '../../../../lib/adapters/data/table/keys.ts';
import type { Table } from '../../../../lib/adapters/data/table/table.ts';
import { applyMove, type Balance, emptyBalance, type MoneyMove } from '../../../../lib/core/domain/ledger.ts';
import type { Problem } from '../../../../lib/core/domain/problems.ts';
import type { Choices } from './choices.ts';
import { CALL_MS, type CallOutcome, METADATA, ModelTable, outcomes, requireAll } from './model-table.ts';

export const ACCOUNT = 'acc_1';
export const PRICE = 100;
/** Duration of each request. */
const LATENCY_MS = 20;

const LEADER = keyOf(groupLeaderKey(ACCOUNT));

type Item = Record<string, unknown> & Partial<Key>;
type Values = Record<string, unknown> | undefined;

/** The conditions of the protocol, by their text. */
const conditions: Record<string, (found: Item | undefined, values: Values) => boolean> = {
  'attribute_not_exists(PK)': (found) => !found,
  'attribute_exists(PK)': (found) => found !== undefined,
  'attribute_exists(PK) AND attribute_not_exists(refusal)': (found) => found !== undefined && !found.refusal,
  '#sequence = :sequence AND #amount = :amount AND attribute_not_exists(#warning)': (found, values) =>
    found?.sequence === values![':sequence'] && found?.amount === values![':amount'],
  'attribute_not_exists(PK) OR #until <= :now OR leader = :leader': (found, values) =>
    !found || (found.until as number) <= (values![':now'] as number) || found.leader === values![':leader'],
  'leader = :leader': (found, values) => found?.leader === values![':leader'],
};

interface Conditional {
  ConditionExpression?: string | undefined;
  ExpressionAttributeValues?: Values;
}

interface ModelOptions {
  everybodyLeads?: boolean;
  meets?: (command: unknown) => boolean;
}

/** The part of DynamoDB that charges of one account use. */
export class ChargesModel extends ModelTable {
  readonly items = new Map<string, Item>();
  readonly #mostTroubles: number;
  readonly #everybodyLeads: boolean;
  readonly #meets: (command: unknown) => boolean;
  #troubles = 0;
  readonly #tokens = new Set<string>();

  /**
   * @param everybodyLeads every lead counts as expired, so that calls lead concurrently
   * @param meets the requests that may meet trouble; default: all
   */
  constructor(
    choices: Choices,
    mostTroubles: number,
    { everybodyLeads = false, meets = () => true }: ModelOptions = {},
  ) {
    super(choices);
    this.#mostTroubles = mostTroubles;
    this.#everybodyLeads = everybodyLeads;
    this.#meets = meets;
  }

  /** Everything that determines what follows; at most one request is late, whose call has got no response. */
  get state(): unknown {
    const items = [...this.items].sort(([one], [other]) => (one < other ? -1 : 1));
    return [items, this.now, this.#troubles, this.inFlight];
  }

  protected outcomeOf(command: unknown, pick: (options: readonly CallOutcome[]) => CallOutcome): CallOutcome {
    if (this.#troubles >= this.#mostTroubles || !this.#meets(command)) return 'answered';
    // For a read without a response it makes no difference whether it was carried out.
    const isRead = command instanceof GetCommand || command instanceof QueryCommand;
    const fate = pick(isRead ? ['answered', 'request lost'] : outcomes);
    if (fate !== 'answered') this.#troubles++;
    return fate;
  }

  protected carryOut(command: unknown): unknown {
    this.now += LATENCY_MS;
    if (command instanceof GetCommand) return { Item: this.items.get(keyOf(command.input.Key!)) };
    if (command instanceof QueryCommand) {
      const partition = command.input.ExpressionAttributeValues![':partition'];
      return { Items: [...this.items.values()].filter(({ PK }) => PK === partition) };
    }
    if (command instanceof TransactWriteCommand) return this.#transact(command.input);
    if (command instanceof PutCommand) {
      this.#require(command.input.Item!, command.input);
      this.#put(command.input.Item!);
    } else if (command instanceof UpdateCommand) {
      this.#require(command.input.Key!, command.input);
      const refusal = command.input.ExpressionAttributeValues![':refusal'];
      this.#put({ ...this.items.get(keyOf(command.input.Key!)), refusal });
    } else if (command instanceof DeleteCommand) {
      this.#require(command.input.Key!, command.input);
      this.items.delete(keyOf(command.input.Key!));
    } else throw new Error('the model knows no such command');
    return {};
  }

  #transact({ ClientRequestToken: token, TransactItems = [] }: TransactWriteCommand['input']): unknown {
    if (this.#tokens.has(token!)) return {};
    requireAll(TransactItems.map(({ Put, Delete }) => this.#holds(Put?.Item ?? Delete!.Key!, (Put ?? Delete)!)));
    for (const { Put, Delete } of TransactItems) {
      if (Put) this.#put(Put.Item!);
      else this.items.delete(keyOf(Delete!.Key!));
    }
    this.#tokens.add(token!);
    return {};
  }

  #put(item: Item): void {
    this.items.set(keyOf(item), item);
  }

  #require(key: Item, condition: Conditional): void {
    if (this.#holds(key, condition)) return;
    const outcome = this.items.get(keyOf(key))?.outcome as string | undefined;
    const Item = outcome === undefined ? undefined : { outcome: { S: outcome } };
    throw new ConditionalCheckFailedException({ message: '', ...METADATA, Item });
  }

  #holds(key: Item, { ConditionExpression: text, ExpressionAttributeValues: values }: Conditional): boolean {
    if (text === undefined || (this.#everybodyLeads && keyOf(key) === LEADER)) return true;
    const condition = conditions[text];
    if (!condition) throw new Error(`the model knows no condition ${text}`);
    return condition(this.items.get(keyOf(key)), values);
  }
}

function keyOf({ PK, SK }: Partial<Key>): string {
  return `${PK} ${SK}`;
}

const tools = (model: ChargesModel) => ({
  now: () => model.now,
  randomBytes: (count: number) => Buffer.alloc(count, 7),
});
const move = (type: MoneyMove['type'], amount: number, thing: string | null): MoneyMove => ({
  account_id: ACCOUNT,
  type,
  amount,
  source_id: thing,
  description: null,
});

/** Adds money to the account, without a call. */
export function topUp(model: ChargesModel, amount: number): void {
  const before = (model.items.get(keyOf(balanceKey(ACCOUNT))) as Balance | undefined) ?? emptyBalance;
  const { balance } = applyMove(before, move('top_up', amount, null), model.now, () => 'btx_1');
  model.items.set(keyOf(balanceKey(ACCOUNT)), { ...balanceKey(ACCOUNT), ...balance });
}

/** One of many concurrent calls that create an object for its price. @returns `made`, or the code of its error */
export async function chargeFor(
  model: ChargesModel,
  thing: string,
  {
    milliseconds = CALL_MS,
    table = model.table,
    id = `req_${thing}`,
  }: { milliseconds?: number; table?: Table; id?: string } = {},
): Promise<string> {
  const begin = model.now;
  const timeLeft = () => milliseconds - (model.now - begin);
  const call = { id, startedAt: begin, record: undefined, timeLeft, outcome: 'nothing' } as const;
  const Put = { TableName: 'model', Item: { PK: thing, SK: 'THING' }, ConditionExpression: 'attribute_not_exists(PK)' };
  const writes = [{ name: 'thing', item: { Put } }];
  const crowded: Balance = { ...emptyBalance, crowded_until: Infinity };
  return commitCharge(
    table,
    tools(model),
    move('letter', -PRICE, thing),
    writes,
    { call, status: 201, body: {} },
    { read: crowded },
  ).then(
    () => 'made',
    (error: Problem) => error.code ?? error.name,
  );
}

/** What was made, what the calls reported as made, and the number of ledger entries. */
export function judged(model: ChargesModel, outcomes: Readonly<Record<string, string>>) {
  const made = Object.keys(outcomes).filter((thing) => model.items.has(`${thing} THING`));
  const reported = Object.keys(outcomes).filter((thing) => outcomes[thing] === 'made');
  const entries = [...model.items.values()].filter(({ kind }) => kind === 'ledger_entry').length;
  return { made, reported, entries };
}
