import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mailLimits } from '../../../core/domain/mail-limits.ts';
import type { MailOrder } from '../../../core/domain/mails.ts';
import { DAY_MS, untilNextUtcDay, utcDayOf } from '../../../core/domain/units.ts';
import { settleAll } from '../../../core/settle-all.ts';
import { sha256 } from '../../../core/sha256.ts';
import { type Key, mailOptOutKey, mailOptOutLinkKey, mailsOfAccountKey, mailsToAddressKey } from '../table/keys.ts';
import { epochSeconds, ifConditionHolds, type Table } from '../table/table.ts';
import type { Write } from '../table/transactions.ts';

/** Name of the writes whose conditions fail if the account has sent too many invitations. */
export const MAIL_COUNT = 'mail count';

/** An invitation that an account wants to send now. */
export interface InvitationMail {
  accountId: string;
  /** Normalized. */
  email: string;
  now: number;
}

const dayKey = ({ accountId, now }: InvitationMail): Key => mailsOfAccountKey(accountId, `DAY#${utcDayOf(now)}`);
const pairKey = ({ accountId, email }: InvitationMail): Key => mailsOfAccountKey(accountId, `TO#${sha256(email)}`);
const SECONDS_BETWEEN_MS = mailLimits.secondsBetween * 1000;

/**
 * Counts an invitation of an account, in the transaction that stores or repeats it. The counts are of the account and
 * the address, so removing and inviting again does not reset them (rule DASH-17).
 */
export function countInvitation(table: Table, mail: InvitationMail): Write[] {
  const { now } = mail;
  const dayEnds = epochSeconds(now + untilNextUtcDay(now));
  return [
    {
      name: MAIL_COUNT,
      item: {
        Update: {
          TableName: table.name,
          Key: pairKey(mail),
          UpdateExpression: 'SET kind = :kind, sent_at = :now, expires_at_epoch = :expiry',
          ConditionExpression: 'attribute_not_exists(sent_at) OR sent_at <= :longAgo',
          ExpressionAttributeValues: {
            ':kind': 'mail_count',
            ':now': now,
            ':longAgo': now - SECONDS_BETWEEN_MS,
            ':expiry': epochSeconds(now + SECONDS_BETWEEN_MS) + 1,
          },
        },
      },
    },
    {
      name: MAIL_COUNT,
      item: {
        Update: {
          TableName: table.name,
          Key: dayKey(mail),
          UpdateExpression: 'ADD #count :one SET kind = :kind, expires_at_epoch = :expiry',
          ConditionExpression: 'attribute_not_exists(#count) OR #count < :most',
          ExpressionAttributeNames: { '#count': 'count' },
          ExpressionAttributeValues: {
            ':one': 1,
            ':most': mailLimits.invitationsADay,
            ':kind': 'mail_count',
            ':expiry': dayEnds,
          },
        },
      },
    },
  ];
}

/** Seconds after which an invitation that was refused may go. */
export async function secondsUntilInvitation(table: Table, mail: InvitationMail): Promise<number> {
  const [pair, day] = await settleAll([readItem(table, pairKey(mail)), readItem(table, dayKey(mail))]);
  const { now } = mail;
  const waits = [
    ((pair?.sent_at as number | undefined) ?? 0) + SECONDS_BETWEEN_MS - now,
    ((day?.count as number | undefined) ?? 0) < mailLimits.invitationsADay ? 0 : untilNextUtcDay(now),
  ];
  return Math.max(1, Math.ceil(Math.max(...waits) / 1000));
}

async function readItem(table: Table, Key: Key) {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
  return Item;
}

/** Mails by address, of all accounts, and addresses that want no invitations. */
export function openMailCounts(table: Table) {
  return {
    /**
     * Counts a mail to an address. The same mail counts once, however often it is tried.
     * @param mail identifies it among those of the day
     * @returns false if the address has had enough of its kind today
     */
    take: async (type: MailOrder['type'], email: string, mail: string, now: number): Promise<boolean> =>
      (await ifConditionHolds(
        table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: mailsToAddressKey(sha256(email), `${type}#${utcDayOf(now)}`),
            UpdateExpression: 'ADD mails :mail SET kind = :kind, expires_at_epoch = :expiry',
            ConditionExpression: 'attribute_not_exists(mails) OR contains(mails, :one) OR size(mails) < :most',
            ExpressionAttributeValues: {
              ':mail': new Set([mail]),
              ':one': mail,
              ':most': mailLimits.toAddressADay[type],
              ':kind': 'mail_count',
              ':expiry': epochSeconds(now + untilNextUtcDay(now)),
            },
          }),
        ),
      )) !== undefined,

    /** Whether the address wants no invitations. */
    isOptedOut: async (email: string): Promise<boolean> =>
      (await readItem(table, mailOptOutKey(sha256(email)))) !== undefined,

    /** Stores a link with which the address can refuse all invitations. @param token of the link, which is not stored */
    newOptOutLink: async (email: string, token: string, now: number): Promise<void> => {
      const expires_at_epoch = epochSeconds(now + mailLimits.optOutLinkDays * DAY_MS);
      await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: {
            ...mailOptOutLinkKey(sha256(token)),
            kind: 'mail_opt_out_link',
            address: sha256(email),
            expires_at_epoch,
          },
        }),
      );
    },

    /** Ends all invitations to the address of a link. @returns false for a link that does not exist or has expired */
    optOut: async (token: string, now: number): Promise<boolean> => {
      const link = await readItem(table, mailOptOutLinkKey(sha256(token)));
      if (!link || (link.expires_at_epoch as number) <= epochSeconds(now)) return false;
      await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: { ...mailOptOutKey(link.address as string), kind: 'mail_opt_out', created_at: now },
        }),
      );
      return true;
    },
  };
}

export type MailCounts = ReturnType<typeof openMailCounts>;
