import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { WebhookEndpoint, WithSecret } from '../api/objects.ts';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { Dialog } from '../parts/confirm.tsx';
import { Secret } from '../parts/copy.tsx';
import { Icon } from '../parts/icons.tsx';
import { Mark } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Rows } from '../parts/rows.tsx';
import { Empty, Failure, Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';
import { EventChoice, EVERYTHING } from './event-choice.tsx';
import { Forbidden } from './forbidden.tsx';

export function WebhooksPage() {
  const { t } = useLanguage();
  const { may } = useAccount();
  return may('develop') ? <Webhooks /> : <Forbidden title={t.nav.webhooks} />;
}

function Webhooks() {
  const { t, format } = useLanguage();
  const { accountId, api } = useAccount();
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<WithSecret<WebhookEndpoint> | null>(null);
  const endpoints = useQuery({ queryKey: [accountId, 'webhook-endpoints'], queryFn: api.webhookEndpoints });
  const create = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {t.webhooks.create}
    </Button>
  );
  return (
    <Page title={t.nav.webhooks} lead={t.webhooks.lead} actions={create}>
      <Sheet flush={Boolean(endpoints.data?.data.length)}>
        <Ready query={endpoints}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="hook" title={t.webhooks.emptyTitle} action={create}>
                {t.webhooks.empty}
              </Empty>
            ) : (
              <Rows<WebhookEndpoint>
                caption={t.nav.webhooks}
                items={data}
                id={({ id }) => id}
                faded={({ state }) => state === 'paused'}
                columns={[
                  {
                    label: t.webhooks.url,
                    long: true,
                    cell: ({ id, url }) => (
                      <Link to="/$accountId/developers/webhooks/$endpointId" params={{ accountId, endpointId: id }}>
                        {url}
                      </Link>
                    ),
                  },
                  { label: t.letters.status, cell: (endpoint) => <EndpointMark endpoint={endpoint} /> },
                  {
                    label: t.webhooks.events,
                    cell: ({ events }) =>
                      events.includes(EVERYTHING) ? t.webhooks.allEvents : t.webhooks.countEvents(events.length),
                  },
                  { label: t.webhooks.created, cell: ({ created_at }) => format.instant(created_at) },
                ]}
              />
            )
          }
        </Ready>
      </Sheet>
      <Dialog title={t.webhooks.create} open={adding} onClose={() => setAdding(false)} holds={made !== null}>
        <NewEndpoint made={made} onMade={setMade} onClose={() => setAdding(false)} />
      </Dialog>
    </Page>
  );
}

/** A paused endpoint is not called at all, so that status takes precedence. */
export function EndpointMark({ endpoint: { state, failing_since } }: { endpoint: WebhookEndpoint }) {
  const { t } = useLanguage();
  if (state === 'active' && failing_since !== null) return <Mark tone="bad">{t.webhooks.states.failing}</Mark>;
  return <Mark tone={state === 'active' ? 'good' : 'quiet'}>{t.webhooks.states[state]}</Mark>;
}

interface NewEndpointProps {
  made: WithSecret<WebhookEndpoint> | null;
  onMade: (made: WithSecret<WebhookEndpoint>) => void;
  onClose: () => void;
}

function NewEndpoint({ made, onMade, onClose }: NewEndpointProps) {
  const { t, explain } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<string[]>([EVERYTHING]);
  const creating = useAct(
    (key) => api.createWebhookEndpoint({ url: url.trim(), events }, key),
    async (endpoint) => {
      onMade(endpoint);
      await client.invalidateQueries({ queryKey: [accountId, 'webhook-endpoints'] });
    },
  );
  const problems = creating.error instanceof RequestFailed ? creating.error.problems : [];
  const problem = (name: string) => problems.filter(({ param }) => param.startsWith(name)).map(explain.problem)[0];
  if (made) {
    return (
      <>
        <p className={parts.plain}>{t.webhooks.once}</p>
        <Secret label={t.webhooks.secret} secret={made.secret} />
        <div className={parts.dialogActions}>
          <Button
            onClick={() =>
              void navigate({
                to: '/$accountId/developers/webhooks/$endpointId',
                params: { accountId, endpointId: made.id },
              })
            }
          >
            {t.webhooks.goOn}
          </Button>
        </div>
      </>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creating.act();
  };
  return (
    <form onSubmit={submit}>
      <TextInput
        type="url"
        label={t.webhooks.url}
        description={t.webhooks.urlHint}
        placeholder="https://"
        required
        withAsterisk={false}
        autoFocus
        mb="md"
        value={url}
        error={problem('url')}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <EventChoice value={events} onChange={setEvents} error={problem('events')} />
      {creating.error && problems.length === 0 && <Failure error={creating.error} />}
      <div className={parts.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t.actions.back}
        </Button>
        <Button type="submit" loading={creating.isPending} disabled={url.trim() === '' || events.length === 0}>
          {t.webhooks.create}
        </Button>
      </div>
    </form>
  );
}
