import { Button, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Person, Role } from '../api/objects.ts';
import { peopleQuery } from '../api/queries.ts';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import letters from '../letters/letters.module.css';
import { Confirm, Dialog } from '../parts/confirm.tsx';
import { Icon } from '../parts/icons.tsx';
import { Mark } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { type Column, Rows } from '../parts/rows.tsx';
import { Failure, Ready } from '../parts/states.tsx';
import { may as mayDo, roles } from '../session/roles.ts';
import { sessionQuery, useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';
import { MadeBy, useMadeBy } from './made-by.tsx';

export function PeoplePage() {
  const { t } = useLanguage();
  const { accountId, may } = useAccount();
  const people = useQuery(peopleQuery(accountId));
  const reread = useReread();
  const [inviting, setInviting] = useState(false);
  const roleChange = useRoleChange(reread);
  const leaving = useLeaving(reread);
  const again = useInvitingAgain();
  return (
    <Page
      title={t.nav.people}
      lead={t.people.lead}
      actions={
        may('own') && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setInviting(true)}>
            {t.people.invite}
          </Button>
        )
      }
    >
      {roleChange.changing.error && <Failure error={roleChange.changing.error} />}
      {again.inviting.error && <Failure error={again.inviting.error} />}
      <p role="status" className={again.invited ? parts.plain : parts.hidden}>
        {again.invited ? t.people.invitedAgain(again.invited.email) : ''}
      </p>
      <Sheet flush={people.data !== undefined}>
        <Ready query={people}>
          {({ data }) => (
            <PeopleRows items={data} roleChange={roleChange} leaving={leaving} inviting={again.inviting} />
          )}
        </Ready>
      </Sheet>
      <Sheet title={t.people.rolesTitle}>
        <dl className={parts.facts}>
          {roles.map((role) => (
            <div key={role}>
              <dt>{t.roles[role].name}</dt>
              <dd>{t.roles[role].hint}</dd>
            </div>
          ))}
        </dl>
      </Sheet>
      <Dialog title={t.people.invite} open={inviting} onClose={() => setInviting(false)}>
        <Invitation
          onDone={() => {
            setInviting(false);
            void reread();
          }}
          onClose={() => setInviting(false)}
        />
      </Dialog>
      <ConfirmLeaving leaving={leaving} />
      <ConfirmRole roleChange={roleChange} />
    </Page>
  );
}

const tones = { active: 'good', invited: 'going', invitation_ended: 'quiet' } as const;

const shownName = (person: Person) => person.name ?? person.email;

function useIsMe() {
  const me = useQuery(sessionQuery).data?.person.id;
  return ({ id }: Person) => id === me;
}

/** Reads what a change of the account's people can change. */
function useReread() {
  const { accountId } = useAccount();
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries(peopleQuery(accountId)),
      // The person may have changed their own role.
      client.invalidateQueries({ queryKey: ['session'] }),
      client.invalidateQueries({ queryKey: [accountId, 'api-keys'] }),
      client.invalidateQueries({ queryKey: [accountId, 'webhook-endpoints'] }),
    ]);
}

/** A role that may not change keys loses them only if the owner says so. */
function useRoleChange(reread: () => Promise<unknown>) {
  const { api } = useAccount();
  const madeBy = useMadeBy();
  const [revoked, setRevoked] = useState<string[]>([]);
  const [lowering, setLowering] = useState<{ person: Person; role: Role } | null>(null);
  const lower = useAct(
    () => api.changeRole(lowering!.person.id, lowering!.role, revoked),
    async () => {
      setLowering(null);
      await reread();
    },
  );
  const changing = useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) => api.changeRole(id, role, []),
    onSettled: reread,
  });
  const choose = (person: Person, role: Role) => {
    setRevoked([]);
    if (mayDo(role, 'develop') || madeBy(person.id).length === 0) changing.mutate({ id: person.id, role });
    else setLowering({ person, role });
  };
  const close = () => {
    setLowering(null);
    lower.reset();
  };
  return { changing, choose, lowering, lower, close, revoked, setRevoked };
}

function useLeaving(reread: () => Promise<unknown>) {
  const { api } = useAccount();
  const client = useQueryClient();
  const isMe = useIsMe();
  const [person, setPerson] = useState<Person | null>(null);
  const [revoked, setRevoked] = useState<string[]>([]);
  const removing = useAct(
    () => api.removePerson(person!.id, revoked),
    async () => {
      // Whoever has left sees nothing of the account any more.
      if (isMe(person!)) {
        client.clear();
        window.location.assign('/');
        return;
      }
      setPerson(null);
      await reread();
    },
  );
  const start = (leaving: Person) => {
    setRevoked([]);
    setPerson(leaving);
  };
  const close = () => {
    setPerson(null);
    removing.reset();
  };
  return { person, removing, start, close, revoked, setRevoked };
}

function useInvitingAgain() {
  const { api } = useAccount();
  const [invited, setInvited] = useState<Person | null>(null);
  const inviting = useMutation({
    mutationFn: (person: Person) => api.inviteAgain(person.id, crypto.randomUUID()),
    onSuccess: setInvited,
    onMutate: () => setInvited(null),
  });
  return { invited, inviting };
}

interface RowsProps {
  items: readonly Person[];
  roleChange: ReturnType<typeof useRoleChange>;
  leaving: ReturnType<typeof useLeaving>;
  inviting: ReturnType<typeof useInvitingAgain>['inviting'];
}

function PeopleRows({ items, roleChange, leaving, inviting }: RowsProps) {
  const { t, format } = useLanguage();
  const { may } = useAccount();
  const isMe = useIsMe();
  const columns: readonly Column<Person>[] = [
    {
      label: t.people.person,
      long: true,
      cell: (person) => (
        <>
          <b>{shownName(person)}</b>
          {person.name && <small>{person.email}</small>}
        </>
      ),
    },
    {
      label: t.letters.status,
      cell: ({ state }) => <Mark tone={tones[state]}>{t.people.states[state]}</Mark>,
    },
    {
      label: t.people.role,
      cell: (person) =>
        may('own') ? (
          <NativeSelect
            aria-label={t.people.roleOf(shownName(person))}
            value={person.role}
            disabled={roleChange.changing.isPending}
            onChange={({ currentTarget }) => roleChange.choose(person, currentTarget.value as Role)}
            data={roles.map((role) => ({ value: role, label: t.roles[role].name }))}
          />
        ) : (
          t.roles[person.role].name
        ),
    },
    { label: t.people.since, cell: ({ created_at }) => format.day(created_at) },
    {
      label: t.lists.actions,
      align: 'right' as const,
      cell: (person: Person) => (
        <>
          {may('own') && person.state !== 'active' && (
            <Button
              size="compact-md"
              variant="subtle"
              aria-label={t.people.inviteThisAgain(shownName(person))}
              loading={inviting.isPending && inviting.variables.id === person.id}
              onClick={() => inviting.mutate(person)}
            >
              {t.people.inviteAgain}
            </Button>
          )}
          {(may('own') || isMe(person)) && (
            <Button
              size="compact-md"
              variant="subtle"
              color="red"
              aria-label={isMe(person) ? t.people.leave : t.people.removeThis(shownName(person))}
              onClick={() => leaving.start(person)}
            >
              {isMe(person) ? t.people.leave : t.actions.remove}
            </Button>
          )}
        </>
      ),
    },
  ];
  return <Rows<Person> caption={t.nav.people} items={items} id={({ id }) => id} columns={columns} />;
}

function ConfirmLeaving({ leaving }: Pick<RowsProps, 'leaving'>) {
  const { t } = useLanguage();
  const madeBy = useMadeBy();
  const isMe = useIsMe();
  const { person, removing } = leaving;
  const me = person !== null && isMe(person);
  return (
    <Confirm
      title={me ? t.people.leaveTitle : t.people.removeTitle(person ? shownName(person) : '')}
      open={person !== null}
      onClose={leaving.close}
      action={me ? t.people.leave : t.actions.remove}
      destroys
      pending={removing.isPending}
      error={removing.error}
      onConfirm={removing.act}
    >
      <p>{me ? t.people.leaveWhat : t.people.removeWhat}</p>
      {person && <MadeBy made={madeBy(person.id)} revoked={leaving.revoked} onRevoked={leaving.setRevoked} />}
    </Confirm>
  );
}

function ConfirmRole({ roleChange }: Pick<RowsProps, 'roleChange'>) {
  const { t } = useLanguage();
  const madeBy = useMadeBy();
  const { lowering, lower, revoked, setRevoked } = roleChange;
  return (
    <Confirm
      title={lowering ? t.people.roleTitle(shownName(lowering.person), t.roles[lowering.role].name) : ''}
      open={lowering !== null}
      onClose={roleChange.close}
      action={t.people.changeRole}
      pending={lower.isPending}
      error={lower.error}
      onConfirm={lower.act}
    >
      <p>{t.people.roleWhat}</p>
      {lowering && <MadeBy made={madeBy(lowering.person.id)} revoked={revoked} onRevoked={setRevoked} />}
    </Confirm>
  );
}

function Invitation({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t, explain } = useLanguage();
  const { api } = useAccount();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('sender');
  const inviting = useAct((key) => api.invite({ email: email.trim(), role }, key), onDone);
  const problems = inviting.error instanceof RequestFailed ? inviting.error.problems : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    inviting.act();
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        type="email"
        label={t.people.email}
        description={t.people.emailHint}
        required
        withAsterisk={false}
        autoFocus
        mb="md"
        value={email}
        error={problems.filter(({ param }) => param === 'email').map(explain.problem)[0]}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <Radio.Group label={t.people.role} value={role} onChange={(value) => setRole(value)}>
        <div className={letters.options}>
          {roles.map((each) => (
            <Radio key={each} value={each} label={t.roles[each].name} description={t.roles[each].hint} />
          ))}
        </div>
      </Radio.Group>
      {inviting.error && problems.length === 0 && <Failure error={inviting.error} />}
      <div className={parts.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t.actions.back}
        </Button>
        <Button type="submit" loading={inviting.isPending} disabled={email.trim() === ''}>
          {t.people.invite}
        </Button>
      </div>
    </form>
  );
}
