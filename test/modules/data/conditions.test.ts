import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { openInvitations } from '../../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../../lib/adapters/data/accounts/people.ts';
import { openEvidence } from '../../../lib/adapters/data/mailings/evidence.ts';
import { openPrintBatches } from '../../../lib/adapters/data/mailings/print-batches.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import {
  type Invitation,
  type Membership,
  MOST_PEOPLE,
  type Person,
  type Role,
} from '../../../lib/core/domain/people.ts';
import type { PrintBatch } from '../../../lib/core/domain/print-batches.ts';
import { sha256 } from '../../../lib/core/sha256.ts';
import { useTable } from '../../support/dynamodb.ts';

/** What writes reject if another write came first; `test/programs/faults/mutants.ts` removes each of these conditions. */

const table = useTable();
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 5, 12);

describe('editions of evidence', () => {
  const evidence = () => openEvidence(table(), () => NOW);
  const edition = (body: string) => ({
    account_id: createId('account', NOW, randomBytes),
    verification_id: createId('verification', NOW, randomBytes),
    edition: 1,
    body,
    kept_until: NOW + DAY,
  });
  const bodies = async ({ account_id, verification_id }: ReturnType<typeof edition>) =>
    (await evidence().editions(account_id, verification_id)).map(({ body }) => body);

  test('frozen at the same time count once', async () => {
    const first = edition('first');
    const added = await Promise.all([first, { ...first, body: 'second' }].map((one) => evidence().add(one)));
    expect(added.toSorted()).toEqual([false, true]);
    expect(await bodies(first)).toEqual([added[0] ? 'first' : 'second']);
  });

  test('that were erased do not come back with a stamp requested earlier', async () => {
    const read = edition('with the person');
    await evidence().add(read);
    expect(await evidence().replace(read, { ...read, body: 'erased' })).toBe(true);
    expect(await evidence().replace(read, { ...read, body: 'with the person, stamped' })).toBe(false);
    expect(await bodies(read)).toEqual(['erased']);
  });
});

describe('a print batch', () => {
  const batches = () => openPrintBatches(table());
  const forming = (): PrintBatch => ({
    id: createId('print_batch', NOW, randomBytes),
    state: 'forming',
    created_at: NOW,
    formed_at: null,
    manifest: null,
  });
  const manifest = (mailings: number) => ({
    mailings,
    sheets: mailings,
    sha256: { jsonl: sha256(`${mailings}`), csv: sha256(`${mailings}`) },
  });

  test('is not started again', async () => {
    const batch = forming();
    await batches().create(batch);
    await batches().markFormed(batch, manifest(1), NOW);
    await expect(batches().create(batch)).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
    expect((await batches().find(batch.id))!.state).toBe('formed');
  });

  test('keeps the manifest it was formed with, and stays discarded', async () => {
    const batch = forming();
    await batches().create(batch);
    await batches().markFormed(batch, manifest(1), NOW);
    await batches().markFormed(batch, manifest(2), NOW + 1);
    expect((await batches().find(batch.id))!.manifest).toEqual(manifest(1));
    const empty = forming();
    await batches().create(empty);
    await batches().discard(empty.id);
    await batches().markFormed(empty, manifest(1), NOW);
    expect(await batches().find(empty.id)).toBeUndefined();
  });
});

describe('people', () => {
  const people = () => openPeople(table());
  const identity = (subject: string) => ({ issuer: 'https://sign-in.example.com', subject });
  const newPerson = (): Person => {
    const id = createId('person', NOW, randomBytes);
    return { id, email: `${id}@example.com`, name: null, generation: 0, created_at: NOW };
  };
  const join = async (account_id: string, role: Role): Promise<Membership> => {
    const person = newPerson();
    const membership = { account_id, person_id: person.id, role, created_at: NOW };
    expect(await people().join(membership, person)).toBe('done');
    return membership;
  };
  const made = async () => (await people().find((await join(newAccount(), 'viewer')).person_id))!;
  const newAccount = () => createId('account', NOW, randomBytes);

  test('one e-mail address is one person', async () => {
    const first = newPerson();
    const places = [first, { ...newPerson(), email: first.email }].map((person) =>
      people().join({ account_id: newAccount(), person_id: person.id, role: 'viewer', created_at: NOW }, person),
    );
    expect((await Promise.all(places)).sort()).toEqual(['done', 'known']);
  });

  test('a person has one identity, an identity one person, and signing in creates nobody', async () => {
    const [one, other] = [await made(), await made()];
    expect(await people().identify(one, identity(one.id), 'Ana')).toBe(true);
    expect(await people().identify(one, identity('another'), 'Ana')).toBe(false);
    expect(await people().identify(other, identity(one.id), 'Bia')).toBe(false);
    expect(await people().identify(newPerson(), identity('nobody'), 'Caio')).toBe(false);
    expect((await people().find(one.id))!.identity).toEqual(identity(one.id));
  });

  test('when two owners demote each other at once, one stays owner', async () => {
    const account = newAccount();
    const owners = [await join(account, 'owner'), await join(account, 'owner')];
    const outcomes = await Promise.all(owners.map((owner) => people().setRole(owner, 'viewer')));
    expect(outcomes.toSorted()).toEqual(['done', 'last_owner']);
    const left = (await people().list(account)).map(({ membership }) => membership.role);
    expect(left.toSorted()).toEqual(['owner', 'viewer']);
  });

  test('a role that somebody else has changed is not changed again, and is not counted', async () => {
    const account = newAccount();
    await join(account, 'owner');
    const read = await join(account, 'viewer');
    expect(await people().setRole(read, 'owner')).toBe('done');
    expect([await people().setRole(read, 'sender'), await people().leave(read)]).toEqual(['unknown', 'unknown']);
    expect((await people().membership(account, read.person_id))!.role).toBe('owner');
  });

  test('an invitation becomes one membership, with the role that its person has seen, and not after its end', async () => {
    const invitations = openInvitations(table());
    const account = newAccount();
    await join(account, 'owner');
    const inviter = await join(account, 'owner');
    const invite = async (role: Role) => {
      const { id, email } = newPerson();
      const [invited_by, inviter_id] = ['Ana', inviter.person_id];
      const invitation = { account_id: account, id, email, name: null, role, invited_by, inviter_id, created_at: NOW };
      expect(await invitations.add(invitation)).toBe('done');
      return invitation;
    };
    const accept = async (invitation: Invitation) => {
      const { person_id } = await join(newAccount(), 'viewer');
      const membership = { account_id: account, person_id, role: invitation.role, name: null, created_at: NOW };
      const activity = {
        id: createId('activity', NOW, randomBytes),
        account_id: account,
        person: { id: person_id, name: 'Bia' },
        operation: 'invitations-accept',
        object_id: invitation.id,
        outcome: 'done' as const,
        created_at: NOW,
      };
      return invitations.accept(invitation, membership, { activity });
    };

    const [once, changed, withdrawn] = [await invite('owner'), await invite('viewer'), await invite('owner')];
    expect(await invitations.add({ ...once, id: newPerson().id })).toBe('exists');
    expect((await Promise.all([accept(once), accept(once)])).toSorted()).toEqual([false, true]);
    expect(await invitations.setRole(changed, 'sender')).toBe(true);
    expect([await accept(changed), await invitations.end(changed)]).toEqual([false, false]);
    expect((await invitations.find(account, changed.email))!.role).toBe('sender');
    expect(await invitations.end(withdrawn)).toBe(true);
    expect([await accept(withdrawn), await invitations.setRole(withdrawn, 'viewer')]).toEqual([false, false]);

    const orphaned = await invite('owner');
    expect(await people().setRole(inviter, 'viewer')).toBe('done');
    expect(await accept(orphaned)).toBe(false);
    expect(await people().leave({ ...inviter, role: 'viewer' })).toBe('done');
    expect(await accept(orphaned)).toBe(false);
    expect((await invitations.find(account, orphaned.email))!.id).toBe(orphaned.id);
    expect(await invitations.end(orphaned)).toBe(true);

    const members = await people().list(account);
    expect(members.map(({ membership }) => membership.role)).toEqual(['owner', 'owner']);
    expect((await invitations.list(account)).map(({ id }) => id)).toEqual([changed.id]);
    // The withdrawn owner and the invited ones are no owners.
    expect(await people().leave(members[0]!.membership)).toBe('done');
    expect(await people().leave(members[1]!.membership)).toBe('last_owner');
  });

  test('a person who does not exist gets no name', async () => {
    const nobody = newPerson();
    await expect(people().rename(nobody, 'Ana')).rejects.toThrow();
    expect(await people().find(nobody.id)).toBeUndefined();
  });

  test(`an account has at most ${MOST_PEOPLE} people, with any number joining at once`, async () => {
    const account = newAccount();
    for (let count = 0; count < MOST_PEOPLE - 1; count++) await join(account, 'viewer');
    const last = [createId('person', NOW, randomBytes), createId('person', NOW, randomBytes)];
    const outcomes = await Promise.all(
      last.map((person_id) => people().join({ account_id: account, person_id, role: 'viewer', created_at: NOW })),
    );
    expect(outcomes.toSorted()).toEqual(['done', 'full']);
  });
});
