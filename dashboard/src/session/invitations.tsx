import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '../api/objects.ts';
import { request } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Failure } from '../parts/states.tsx';
import { sessionQuery } from './session.tsx';

/** Invitations that wait for the signed-in person. A separate file, since most people have none and need not load it. */
export default function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  return invitations.map((invitation) => <Waiting key={invitation.account.id} invitation={invitation} />);
}

function Waiting({ invitation: { account, role, invited_by } }: { invitation: Invitation }) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const answering = useMutation({
    mutationFn: (answer: 'accept' | 'decline') =>
      answer === 'accept'
        ? request('POST', `/invitations/${account.id}/accept`)
        : request('DELETE', `/invitations/${account.id}`),
    onSettled: () => client.invalidateQueries(sessionQuery),
  });
  const pending = (answer: 'accept' | 'decline') => answering.isPending && answering.variables === answer;
  return (
    <Sheet title={t.invitations.title(account.name)}>
      <p className={parts.plain}>{t.invitations.lead(invited_by, t.roles[role].name)}</p>
      <p className={parts.plain}>{t.roles[role].hint}</p>
      {answering.error && <Failure error={answering.error} />}
      <div className={parts.dialogActions}>
        <Button
          variant="default"
          loading={pending('decline')}
          disabled={answering.isPending}
          onClick={() => answering.mutate('decline')}
        >
          {t.invitations.decline}
        </Button>
        <Button loading={pending('accept')} disabled={answering.isPending} onClick={() => answering.mutate('accept')}>
          {t.invitations.accept}
        </Button>
      </div>
    </Sheet>
  );
}
