import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Account, Logo } from '../../../core/domain/accounts.ts';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import { type Face, faceOf } from '../../../core/domain/faces.ts';
import { idsWithSandbox, isSandbox, liveIdOf, sandboxIdOf } from '../../../core/domain/sandbox.ts';
import { sha256 } from '../../../core/sha256.ts';
import { commitIfConditionsHold } from '../table/calls.ts';
import {
  accountKey,
  accountOfPartition,
  accountOrder,
  accountPartition,
  ACCOUNTS_PARTITION,
  cnpjKey,
  type Key,
  pageHostKey,
} from '../table/keys.ts';
import { queryKeys } from '../table/queries.ts';
import { shapeOf } from '../table/stored.ts';
import { storedAccount } from '../table/stored-schemas.ts';
import { ifConditionHolds, type Table } from '../table/table.ts';
import { ConditionLost, transact, type TransactWriteItem, type Write, writeOnceFree } from '../table/transactions.ts';

const shape = shapeOf('account', ({ account }) => account, storedAccount);

/** Fields of an account that are set one by one; the last write wins. */
export type AccountFields = Partial<
  Pick<Account, 'trade_name' | 'plan' | 'suspended' | 'default_sender' | 'default_letter' | 'evidence_years'>
>;

/** Another account has the id; nothing was written. */
export class AccountIdTaken extends Error {
  constructor(id: string) {
    super(`the id ${id} is taken`);
    this.name = 'AccountIdTaken';
  }
}

/** The host of a face belongs to another account; nothing was written. */
export class HostTaken extends Error {
  readonly host: string;

  constructor(host: string) {
    super(`the host ${host} belongs to another account`);
    this.name = 'HostTaken';
    this.host = host;
  }
}

/** A logo with its bytes. */
export interface LogoFile extends Logo {
  bytes: Uint8Array;
}

/** Accounts of the company's customers. */
export function openAccounts(table: Table) {
  return {
    find: (accountId: string) => readAccount(table, accountId),

    /**
     * Stores a new account.
     * @param secondOfCnpj creates it even if the company already has an account
     * @returns the id of the company's existing account, with nothing written, if there is one and no second is allowed
     * @throws AccountIdTaken
     */
    create: (account: Account, { secondOfCnpj }: { secondOfCnpj: boolean }): Promise<string | undefined> =>
      createAccount(table, account, secondOfCnpj),

    /** The account after setting the fields, or undefined when there is none. */
    set: (accountId: string, fields: AccountFields) => setFields(table, accountId, fields),

    /** The same, committed with the call's response; false when there is no such account. */
    edit: (accountId: string, fields: AccountFields, response: PendingResponse | undefined) =>
      editFields(table, accountId, fields, response),

    /** Suspends or reinstates. */
    setSuspended: (accountId: string, suspended: boolean) => setFields(table, accountId, { suspended }),

    /** Changes the plan; prices of later charges follow it. */
    setPlan: (accountId: string, plan: Account['plan']) => setFields(table, accountId, { plan }),

    /**
     * The account after setting its face, or undefined when there is none. The face's host then belongs to the account,
     * even after another one is set: letters with links to it are in the mail.
     * @throws HostTaken
     */
    setFace: (accountId: string, face: Face) => setFace(table, accountId, face),

    /** The id of the account that a host belongs to; undefined for the service's own. */
    hostOwner: (host: string) => readHostOwner(table, host),

    /**
     * Sets or removes the logo of the account. Its bytes are a separate item, because every request reads the account.
     * They are not a file, because files in the buckets are deleted by age and a logo lives as long as its account.
     * @param response the response of the call
     * @returns false when there is no such account
     */
    setLogo: (accountId: string, logo: LogoFile | null, response?: PendingResponse) =>
      setLogo(table, accountId, logo, response),

    /** The logo with its bytes; undefined for an account that has none. */
    logo: (accountId: string) => readLogo(table, accountId),

    /** Every account id, oldest first, for audits of all accounts; no sandboxes, whose money is not real. */
    ids: () => accountIds(table),

    /** The same, each followed by its sandbox's id, for work on both. */
    idsWithSandboxes: async () => (await accountIds(table)).flatMap(idsWithSandbox),
  };
}

export type Accounts = ReturnType<typeof openAccounts>;

/** An account, strongly consistent, or undefined. A sandbox has all settings of its live account. */
export async function readAccount(table: Table, accountId: string): Promise<Account | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: accountKey(liveIdOf(accountId)), ConsistentRead: true }),
  );
  const live = Item && shape.read(Item);
  return live && isSandbox(accountId) ? sandboxOf(live) : live;
}

/**
 * A sandbox's pages are on the service's host: the company's host is for real letters. Cursors are valid in one of the
 * two.
 */
function sandboxOf(live: Account): Account {
  const cursor_secret = Buffer.from(sha256(`sandbox ${live.cursor_secret}`), 'hex').toString('base64');
  return { ...live, id: sandboxIdOf(live.id), face: { ...faceOf(live), page_host: null }, cursor_secret };
}

async function accountIds(table: Table): Promise<string[]> {
  const keys = await queryKeys(table, ACCOUNTS_PARTITION, 'GSI1');
  return keys.map(({ PK }) => accountOfPartition(PK as string));
}

async function createAccount(table: Table, account: Account, secondOfCnpj: boolean): Promise<string | undefined> {
  const { id, cnpj } = account;
  const Item = {
    ...accountKey(id),
    kind: 'account',
    GSI1PK: ACCOUNTS_PARTITION,
    GSI1SK: accountOrder(account),
    account,
    ...shape.stamp,
  };
  const company: TransactWriteItem = {
    Update: {
      TableName: table.name,
      Key: cnpjKey(cnpj),
      UpdateExpression: 'SET kind = :kind, account_id = if_not_exists(account_id, :id)',
      ...(!secondOfCnpj && { ConditionExpression: 'attribute_not_exists(PK)' }),
      ExpressionAttributeValues: { ':kind': 'cnpj', ':id': id },
    },
  };
  try {
    await transact(table, [
      {
        name: 'account',
        item: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } },
      },
      { name: 'company', item: company },
    ]);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionLost)) throw error;
    // After an attempt without a response, this call itself may have created the account.
    if (error.write === 'account') throw error.mayHaveCommitted ? error : new AccountIdTaken(id);
    const found = await table.client.send(
      new GetCommand({ TableName: table.name, Key: cnpjKey(cnpj), ConsistentRead: true }),
    );
    return found.Item!.account_id as string;
  }
}

/** An account's logo with its bytes, or undefined. */
export async function readLogo(table: Table, accountId: string): Promise<LogoFile | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: logoKey(liveIdOf(accountId)) }),
  );
  return Item && { ...(Item.logo as Logo), bytes: Item.bytes as Uint8Array };
}

async function setFields(table: Table, accountId: string, fields: AccountFields): Promise<Account | undefined> {
  const update = new UpdateCommand({ ...fieldsUpdate(table, accountId, fields), ReturnValues: 'ALL_NEW' });
  const updated = await ifConditionHolds(writeOnceFree(() => table.client.send(update)));
  return updated && shape.read(updated.Attributes!);
}

function editFields(
  table: Table,
  accountId: string,
  fields: AccountFields,
  response: PendingResponse | undefined,
): Promise<boolean> {
  const Update = fieldsUpdate(table, accountId, fields);
  return commitIfConditionsHold(table, [{ name: 'account', item: { Update } }], response);
}

function fieldsUpdate(table: Table, accountId: string, fields: AccountFields) {
  const names = Object.keys(fields);
  return {
    TableName: table.name,
    Key: accountKey(accountId),
    UpdateExpression: `SET ${names.map((name) => `account.#${name} = :${name}`).join(', ')}`,
    ConditionExpression: 'attribute_exists(PK)',
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
  };
}

async function setFace(table: Table, accountId: string, face: Face): Promise<Account | undefined> {
  const { page_host } = face;
  const writes: Write[] = [
    {
      name: 'account',
      item: {
        Update: {
          TableName: table.name,
          Key: accountKey(accountId),
          UpdateExpression: 'SET account.face = :face',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeValues: { ':face': face },
        },
      },
    },
  ];
  if (page_host !== null) {
    const claim: TransactWriteItem = {
      Put: {
        TableName: table.name,
        Item: { ...pageHostKey(page_host), kind: 'page_host', account_id: accountId },
        ConditionExpression: 'attribute_not_exists(PK) OR account_id = :id',
        ExpressionAttributeValues: { ':id': accountId },
      },
    };
    writes.push({ name: 'host', item: claim });
  }
  try {
    await transact(table, writes);
  } catch (error) {
    if (!(error instanceof ConditionLost)) throw error;
    if (error.write === 'host') throw new HostTaken(page_host!);
    return undefined;
  }
  return readAccount(table, accountId);
}

async function readHostOwner(table: Table, host: string): Promise<string | undefined> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: pageHostKey(host) }));
  return Item?.account_id as string | undefined;
}

function setLogo(
  table: Table,
  accountId: string,
  file: LogoFile | null,
  response: PendingResponse | undefined,
): Promise<boolean> {
  const { bytes, ...logo } = file ?? { bytes: undefined };
  const fileWrite: TransactWriteItem = bytes
    ? { Put: { TableName: table.name, Item: { ...logoKey(accountId), kind: 'logo', logo, bytes } } }
    : { Delete: { TableName: table.name, Key: logoKey(accountId) } };
  const accountWrite: TransactWriteItem = {
    Update: {
      TableName: table.name,
      Key: accountKey(accountId),
      UpdateExpression: 'SET account.logo = :logo',
      ConditionExpression: 'attribute_exists(PK)',
      ExpressionAttributeValues: { ':logo': bytes ? logo : null },
    },
  };
  const writes: Write[] = [
    { name: 'account', item: accountWrite },
    { name: 'logo', item: fileWrite },
  ];
  return commitIfConditionsHold(table, writes, response);
}

const logoKey = (accountId: string): Key => ({ PK: accountPartition(accountId), SK: 'LOGO' });
