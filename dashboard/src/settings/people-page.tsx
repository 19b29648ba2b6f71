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
import { Rows } from '../parts/rows.tsx';
import { Failure, Ready } from '../parts/states.tsx';
import { may as mayDo, roles } from '../session/roles.ts';
import { sessionQuery, useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';
import { MadeBy, useMadeBy } from './made-by.tsx';

export function PeoplePage() {
  const { t, format } = useLanguage();
  const { accountId, api, may } = useAccount();
  const client = useQueryClient();
  const [inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Person | null>(null);
  const people = useQuery(peopleQuery(accountId));
  const me = useQuery(sessionQuery).data?.person.id;
  const isMe = ({ id }: Person) => id === me;
  const reread = () =>
    Promise.all([
      client.invalidateQueries(peopleQuery(accountId)),
      // The person may have changed their own role.
      client.invalidateQueries({ queryKey: ['session'] }),
      client.invalidateQueries({ queryKey: [accountId, 'api-keys'] }),
      client.invalidateQueries({ queryKey: [accountId, 'webhook-endpoints'] }),
    ]);
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
  /** A role that may not change keys loses them only if the owner says so. */
  const choose = (person: Person, role: Role) => {
    setRevoked([]);
    if (mayDo(role, 'develop') || madeBy(person.id).length === 0) changing.mutate({ id: person.id, role });
    else setLowering({ person, role });
  };
  const changing = useMutation({
    mutationFn: ({ id, role }: { id: string; role: Role }) => api.changeRole(id, role, []),
    onSettled: reread,
  });
  const removing = useAct(
    () => api.removePerson(leaving!.id, revoked),
    async () => {
      // Whoever has left sees nothing of the account any more.
      if (isMe(leaving!)) {
        client.clear();
        window.location.assign('/');
        return;
      }
      setLeaving(null);
      await reread();
    },
  );
  const [invited, setInvited] = useState<Person | null>(null);
  const again = useMutation({
    mutationFn: (person: Person) => api.inviteAgain(person.id, crypto.randomUUID()),
    onSuccess: setInvited,
    onMutate: () => setInvited(null),
  });
  const shown = (person: Person) => person.name ?? person.email;
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
      {changing.error && <Failure error={changing.error} />}
      {again.error && <Failure error={again.error} />}
      <p role="status" className={invited ? parts.plain : parts.hidden}>
        {invited ? t.people.invitedAgain(invited.email) : ''}
      </p>
      <Sheet flush={people.data !== undefined}>
        <Ready query={people}>
          {({ data }) => (
            <Rows<Person>
              caption={t.nav.people}
              items={data}
              id={({ id }) => id}
              columns={[
                {
                  label: t.people.person,
                  long: true,
                  cell: (person) => (
                    <>
                      <b>{shown(person)}</b>
                      {person.name && <small>{person.email}</small>}
                    </>
                  ),
                },
                {
                  label: t.letters.status,
                  cell: ({ state }) => (
                    <Mark tone={state === 'active' ? 'good' : 'going'}>{t.people.states[state]}</Mark>
                  ),
                },
                {
                  label: t.people.role,
                  cell: (person) =>
                    may('own') ? (
                      <NativeSelect
                        aria-label={t.people.roleOf(shown(person))}
                        value={person.role}
                        disabled={changing.isPending}
                        onChange={({ currentTarget }) => choose(person, currentTarget.value as Role)}
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
                      {may('own') && person.state === 'invited' && (
                        <Button
                          size="compact-md"
                          variant="subtle"
                          aria-label={t.people.inviteThisAgain(shown(person))}
                          loading={again.isPending && again.variables.id === person.id}
                          onClick={() => again.mutate(person)}
                        >
                          {t.people.inviteAgain}
                        </Button>
                      )}
                      {(may('own') || isMe(person)) && (
                        <Button
                          size="compact-md"
                          variant="subtle"
                          color="red"
                          aria-label={isMe(person) ? t.people.leave : t.people.removeThis(shown(person))}
                          onClick={() => {
                            setRevoked([]);
                            setLeaving(person);
                          }}
                        >
                          {isMe(person) ? t.people.leave : t.actions.remove}
                        </Button>
                      )}
                    </>
                  ),
                },
              ]}
            />
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
      <Confirm
        title={leaving && isMe(leaving) ? t.people.leaveTitle : t.people.removeTitle(leaving ? shown(leaving) : '')}
        open={leaving !== null}
        onClose={() => {
          setLeaving(null);
          removing.reset();
        }}
        action={leaving && isMe(leaving) ? t.people.leave : t.actions.remove}
        destroys
        pending={removing.isPending}
        error={removing.error}
        onConfirm={removing.act}
      >
        <p>{leaving && isMe(leaving) ? t.people.leaveWhat : t.people.removeWhat}</p>
        {leaving && <MadeBy made={madeBy(leaving.id)} revoked={revoked} onRevoked={setRevoked} />}
      </Confirm>
      <Confirm
        title={lowering ? t.people.roleTitle(shown(lowering.person), t.roles[lowering.role].name) : ''}
        open={lowering !== null}
        onClose={() => {
          setLowering(null);
          lower.reset();
        }}
        action={t.people.changeRole}
        pending={lower.isPending}
        error={lower.error}
        onConfirm={lower.act}
      >
        <p>{t.people.roleWhat}</p>
        {lowering && <MadeBy made={madeBy(lowering.person.id)} revoked={revoked} onRevoked={setRevoked} />}
      </Confirm>
    </Page>
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
