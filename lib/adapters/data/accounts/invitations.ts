import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import type { Invitation, Membership, Role } from '../../../core/domain/people.ts';
import type { Activity } from '../../../core/schemas/activity.ts';
import { sha256 } from '../../../core/sha256.ts';
import { commit } from '../table/calls.ts';
import { invitationKey, invitationsPartition, invitationsToPartition, membershipKey } from '../table/keys.ts';
import { queryAll } from '../table/queries.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedInvitation } from '../table/stored-schemas.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/transactions.ts';
import { activityItem } from './activities.ts';
import { countInvitation, type InvitationMail, MAIL_COUNT, secondsUntilInvitation } from './mail-counts.ts';
import { COUNT, countWrite, newMembership, ownersIn, put, unlessLost } from './memberships.ts';

const shape = /* @__PURE__ */ shapeOf('invitation', ({ invitation }) => invitation, storedInvitation);

/** Why an invitation was not stored. */
export type InvitationRefusal = 'exists' | 'full' | 'too_many';

/** Name of the write whose condition fails if the invitation is not as it was read. */
const INVITATION = 'invitation';

/** Invitations that nobody has accepted or declined yet (rule DASH-10). */
export function openInvitations(table: Table) {
  const removal = (before: Invitation): Write => ({
    name: INVITATION,
    item: { Delete: { TableName: table.name, Key: keyOf(before), ...asRead(before) } },
  });
  const update = (before: Invitation, expression: string, values: Record<string, string>): Write => {
    const { ExpressionAttributeValues, ...condition } = asRead(before);
    return {
      name: INVITATION,
      item: {
        Update: {
          TableName: table.name,
          Key: keyOf(before),
          UpdateExpression: expression,
          ...condition,
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ...values },
        },
      },
    };
  };
  const renewed = ({
    before,
    invited_by,
    inviter_id,
  }: {
    before: Invitation;
    invited_by: string;
    inviter_id: string;
  }) =>
    update(before, 'SET invitation.invited_by = :by, invitation.inviter_id = :inviter', {
      ':by': invited_by,
      ':inviter': inviter_id,
    });
  /** Lost once who sent it is no owner. */
  const inviterIsOwner = ({ account_id, inviter_id }: Invitation): Write[] =>
    inviter_id === undefined
      ? []
      : [
          {
            name: INVITATION,
            item: {
              ConditionCheck: {
                TableName: table.name,
                Key: membershipKey(account_id, inviter_id),
                ConditionExpression: 'membership.#role = :owner',
                ExpressionAttributeNames: { '#role': 'role' },
                ExpressionAttributeValues: { ':owner': 'owner' satisfies Role },
              },
            },
          },
        ];
  return {
    /** Of an account, at most a hundred. */
    list: async (accountId: string): Promise<Invitation[]> =>
      readEach(table, await queryAll(table, invitationsPartition(accountId)), shape.read),

    /** @param email normalized */
    find: async (accountId: string, email: string): Promise<Invitation | undefined> => {
      const Key = keyOf({ account_id: accountId, email });
      const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
      return Item && shape.read(Item);
    },

    /** To an address, oldest account first. @param email normalized */
    to: async (email: string): Promise<Invitation[]> =>
      readEach(table, await queryAll(table, invitationsToPartition(sha256(email)), 'GSI1'), shape.read),

    // Each is committed with the call's response.
    /** Stores it, and counts its mail. */
    add: async (invitation: Invitation, response?: PendingResponse): Promise<'done' | InvitationRefusal> => {
      const Item = {
        ...keyOf(invitation),
        kind: 'invitation',
        GSI1PK: invitationsToPartition(sha256(invitation.email)),
        GSI1SK: invitation.account_id,
        invitation,
        ...shape.stamp,
      };
      const { account_id: accountId, email, created_at: now } = invitation;
      const writes = [
        put(table, INVITATION, Item),
        countWrite(table, accountId, { people: 1, owners: 0 }),
        ...countInvitation(table, { accountId, email, now }),
      ];
      const lost = await unlessLost(commit(table, writes, response));
      if (lost === undefined) return 'done';
      return lost === COUNT ? 'full' : lost === MAIL_COUNT ? 'too_many' : 'exists';
    },

    /** Counts a further mail, of an invitation as that of who sends it again; of an added person without one. */
    repeat: async (
      mail: InvitationMail,
      renewal?: { before: Invitation; invited_by: string; inviter_id: string },
      response?: PendingResponse,
    ): Promise<'done' | 'too_many' | 'changed'> => {
      const writes = [...countInvitation(table, mail), ...(renewal ? [renewed(renewal)] : [])];
      const lost = await unlessLost(commit(table, writes, response));
      return lost === undefined ? 'done' : lost === INVITATION ? 'changed' : 'too_many';
    },

    /** Seconds to wait after a refusal because of too many mails. */
    wait: (mail: InvitationMail): Promise<number> => secondsUntilInvitation(table, mail),

    /** @returns false, with nothing written, if it has changed since it was read; so do the others */
    setRole: async (before: Invitation, role: Role, response?: PendingResponse): Promise<boolean> => {
      const change = update(before, 'SET invitation.#role = :role', { ':role': role });
      return (await unlessLost(commit(table, [change], response))) === undefined;
    },

    /** Ends it without a membership: withdrawn, declined, or needless. */
    end: async (before: Invitation, response?: PendingResponse): Promise<boolean> => {
      const writes = [removal(before), countWrite(table, before.account_id, { people: -1, owners: 0 })];
      return (await unlessLost(commit(table, writes, response))) === undefined;
    },

    /** Makes a membership of it, and says so in the account's activity log. */
    accept: async (
      before: Invitation,
      membership: Membership,
      { activity, response }: { activity: Activity; response?: PendingResponse },
    ): Promise<boolean> => {
      const { account_id, role } = membership;
      const writes = [
        removal(before),
        ...inviterIsOwner(before),
        newMembership(table, membership),
        countWrite(table, account_id, { people: 0, owners: ownersIn(role) }),
        put(table, 'activity', activityItem(activity)),
      ];
      return (await unlessLost(commit(table, writes, response))) === undefined;
    },
  };
}

export type Invitations = ReturnType<typeof openInvitations>;

const keyOf = ({ account_id, email }: Pick<Invitation, 'account_id' | 'email'>) =>
  invitationKey(account_id, sha256(email));

/** The same invitation, with the role that was read: nobody accepts another role than the one shown. */
const asRead = ({ id, role }: Invitation) => ({
  ConditionExpression: 'invitation.id = :id AND invitation.#role = :before',
  ExpressionAttributeNames: { '#role': 'role' },
  ExpressionAttributeValues: { ':id': id, ':before': role },
});
