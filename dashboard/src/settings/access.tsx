import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BrowserSession, List } from '../api/objects.ts';
import { request } from '../api/request.ts';
import { Icon } from '../parts/icons.tsx';
import { Mark } from '../parts/mailing.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Rows } from '../parts/rows.tsx';
import { Failure, Ready } from '../parts/states.tsx';
import { sessionQuery } from '../session/session.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import { useSettingsLanguage } from './texts.ts';

/** Where the person is signed in, and how to sign out: one browser, all others, or everywhere. */
export function Access() {
  const { t, format } = useSettingsLanguage();
  const client = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const { leaving, leave } = useSignOut();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => request<List<BrowserSession>>('GET', '/sessions'),
  });
  const ending = useMutation({
    mutationFn: (id: string | undefined) => request<unknown>('DELETE', '/sessions', { query: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  });
  if (!session) return null;
  const named = ({ browser, system }: BrowserSession) =>
    [browser, system].filter(Boolean).join(', ') || t.settings.unknownDevice;
  return (
    <Sheet title={t.settings.access}>
      <p className={parts.intro}>{t.settings.accessHint(session.person.email, format.instant(session.expires_at))}</p>
      <Ready query={sessions} rows={2}>
        {({ data }) => (
          <Rows<BrowserSession>
            caption={t.settings.sessions}
            items={data}
            id={({ id }) => id}
            columns={[
              { label: t.settings.device, long: true, cell: (item) => <b>{named(item)}</b> },
              { label: t.settings.lastSeen, named: true, cell: ({ seen_at }) => format.instant(seen_at) },
              { label: t.settings.signedIn, named: true, cell: ({ created_at }) => format.instant(created_at) },
              {
                label: t.lists.actions,
                align: 'right',
                cell: (item) =>
                  item.current ? (
                    <Mark tone="good">{t.settings.thisDevice}</Mark>
                  ) : (
                    <Button
                      size="compact-md"
                      variant="subtle"
                      aria-label={t.settings.endThis(named(item))}
                      disabled={ending.isPending}
                      onClick={() => ending.mutate(item.id)}
                    >
                      {t.settings.end}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Ready>
      {ending.error && <Failure error={ending.error} />}
      <div className={parts.dialogActions}>
        {sessions.data && sessions.data.data.length > 1 && (
          <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate(undefined)}>
            {t.settings.endOthers}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Icon name="leave" size={18} />}
          loading={leaving}
          onClick={() => void leave(true)}
        >
          {t.shell.signOutEverywhere}
        </Button>
      </div>
    </Sheet>
  );
}
