import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { WebhookEndpoint } from '../api/objects.ts';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { Confirm, Dialog } from '../parts/confirm.tsx';
import { Secret } from '../parts/copy.tsx';
import { Icon } from '../parts/icons.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Pager } from '../parts/rows.tsx';
import { Empty, Failure, Ready } from '../parts/states.tsx';
import { LIST_LIVE_MS } from '../parts/use-live.ts';
import { useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';
import { Delivery, useAnswerText } from './delivery.tsx';
import { EventChoice } from './event-choice.tsx';
import { Forbidden } from './forbidden.tsx';
import { EndpointMark } from './webhooks-page.tsx';

export function WebhookPage() {
  const { t } = useLanguage();
  const { may } = useAccount();
  return may('develop') ? <Webhook /> : <Forbidden title={t.nav.webhooks} />;
}

function Webhook() {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const { endpointId } = useParams({ from: '/$accountId/developers/webhooks/$endpointId' });
  const endpoint = useQuery({
    queryKey: [accountId, 'webhook-endpoints', endpointId],
    queryFn: () => api.webhookEndpoint(endpointId),
  });
  return (
    <Page
      title={endpoint.data ? new URL(endpoint.data.url).host : t.webhooks.webhook}
      mark={endpoint.data && <EndpointMark endpoint={endpoint.data} />}
      lead={endpoint.data?.url}
      back={{ link: { to: '/$accountId/developers/webhooks', params: { accountId } }, label: t.nav.webhooks }}
    >
      <Ready query={endpoint}>
        {(data) => (
          <>
            {data.failing_since !== null && <FailingNotice since={data.failing_since} />}
            <TestDelivery endpoint={data} />
            <Deliveries endpoint={data} />
            <div className={parts.columns}>
              <Choices key={`${data.url} ${data.events.join()}`} endpoint={data} />
              <Power endpoint={data} />
            </div>
          </>
        )}
      </Ready>
    </Page>
  );
}

function FailingNotice({ since }: { since: string }) {
  const { t, format } = useLanguage();
  return (
    <Alert
      role="status"
      variant="light"
      color="red"
      icon={<Icon name="alert" />}
      title={t.webhooks.failingTitle(format.instant(since))}
    >
      <p className={parts.plain}>{t.webhooks.failing}</p>
    </Alert>
  );
}

function TestDelivery({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useLanguage();
  const answerText = useAnswerText();
  const { api } = useAccount();
  const testing = useMutation({ mutationFn: () => api.testWebhook(endpoint.id) });
  const answer = testing.data;
  const accepted =
    answer?.status !== null && answer?.status !== undefined && answer.status >= 200 && answer.status < 300;
  return (
    <Sheet
      title={t.webhooks.test}
      actions={
        <Button
          loading={testing.isPending}
          onClick={() => testing.mutate()}
          leftSection={<Icon name="play" size={16} />}
        >
          {t.webhooks.sendTest}
        </Button>
      }
    >
      <p className={parts.plain}>{t.webhooks.testLead}</p>
      {testing.error && <Failure error={testing.error} />}
      {answer && (
        <Alert
          role="status"
          variant="light"
          mt="sm"
          {...(accepted ? {} : { color: 'red' })}
          icon={<Icon name={accepted ? 'check' : 'alert'} />}
          title={answerText(answer)}
        >
          <p className={parts.plain}>{accepted ? t.webhooks.testGood : t.webhooks.testBad}</p>
          {answer.answer && (
            <pre className={parts.code} tabIndex={0} aria-label={t.webhooks.answer}>
              {answer.answer}
            </pre>
          )}
        </Alert>
      )}
    </Sheet>
  );
}

function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const { cursor } = useSearch({ from: '/$accountId/developers/webhooks/$endpointId' });
  const deliveries = useQuery({
    refetchInterval: LIST_LIVE_MS,
    queryKey: [accountId, 'webhook-deliveries', endpoint.id, cursor],
    queryFn: () => api.webhookDeliveries({ endpoint_id: endpoint.id, cursor }),
    placeholderData: keepPreviousData,
  });
  return (
    <Sheet title={t.webhooks.deliveries} actions={<SendFailed endpoint={endpoint} />}>
      <Ready query={deliveries}>
        {({ data, next_cursor }) =>
          data.length === 0 ? (
            <Empty icon="hook" title={t.webhooks.noDeliveriesTitle}>
              {t.webhooks.noDeliveries}
            </Empty>
          ) : (
            <>
              {data.map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} />
              ))}
              <Pager
                cursor={cursor}
                next={next_cursor}
                link={(to) => ({
                  to: '/$accountId/developers/webhooks/$endpointId',
                  params: { accountId, endpointId: endpoint.id },
                  search: { cursor: to },
                })}
              />
            </>
          )
        }
      </Ready>
    </Sheet>
  );
}

/** Days, up to as long as events are kept. */
const periods = [1, 7, 30];

function daysAgo(days: number): Date {
  const instant = new Date();
  instant.setUTCDate(instant.getUTCDate() - days);
  return instant;
}

function SendFailed({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const [days, setDays] = useState(periods[0]!);
  const [result, setResult] = useState('');
  const sending = useAct(
    (key) => api.sendFailedAgain(endpoint.id, daysAgo(days).toISOString(), key),
    async ({ count, has_more }) => {
      setResult(t.webhooks.sent(count, has_more));
      setAsks(false);
      await client.invalidateQueries({ queryKey: [accountId, 'webhook-deliveries'] });
    },
  );
  return (
    <>
      <span role="status" className={parts.saved}>
        {result}
      </span>
      <Button variant="default" onClick={() => setAsks(true)} leftSection={<Icon name="again" size={18} />}>
        {t.webhooks.sendFailed}
      </Button>
      <Confirm
        title={t.webhooks.sendFailedTitle}
        open={asks}
        onClose={() => setAsks(false)}
        action={t.webhooks.sendFailed}
        pending={sending.isPending}
        error={sending.error}
        onConfirm={sending.act}
      >
        <p>{t.webhooks.sendFailedWhat}</p>
        <NativeSelect
          label={t.webhooks.since}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          data={periods.map((each) => ({ value: String(each), label: t.webhooks.days(each) }))}
        />
      </Confirm>
    </>
  );
}

function Choices({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t, explain } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const [url, setUrl] = useState(endpoint.url);
  const [events, setEvents] = useState<string[]>(endpoint.events);
  const saving = useMutation({
    mutationFn: () => api.changeWebhookEndpoint(endpoint.id, { url: url.trim(), events }),
    onSuccess: () => client.invalidateQueries({ queryKey: [accountId, 'webhook-endpoints'] }),
  });
  const problems = saving.error instanceof RequestFailed ? saving.error.problems : [];
  const problem = (name: string) => problems.filter(({ param }) => param.startsWith(name)).map(explain.problem)[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Sheet title={t.webhooks.choices}>
      <form onSubmit={submit}>
        <TextInput
          type="url"
          label={t.webhooks.url}
          required
          withAsterisk={false}
          mb="md"
          value={url}
          error={problem('url')}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <EventChoice value={events} onChange={setEvents} error={problem('events')} />
        {saving.error && problems.length === 0 && <Failure error={saving.error} />}
        <Button type="submit" mt="md" loading={saving.isPending} disabled={events.length === 0}>
          {t.actions.save}
        </Button>
        <span role="status" className={parts.saved}>
          {saving.isSuccess ? t.actions.saved : ''}
        </span>
      </form>
    </Sheet>
  );
}

const overlaps = [24, 0, 1, 72, 168];

function Power({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState<'rotate' | 'remove' | null>(null);
  const [overlap, setOverlap] = useState(overlaps[0]!);
  const [secret, setSecret] = useState<string | null>(null);
  const reread = () => client.invalidateQueries({ queryKey: [accountId, 'webhook-endpoints'] });
  const paused = endpoint.state === 'paused';
  const switching = useMutation({
    mutationFn: () => api.changeWebhookEndpoint(endpoint.id, { state: paused ? 'active' : 'paused' }),
    onSuccess: reread,
  });
  const rotating = useAct(
    (key) => api.rotateSecret(endpoint.id, overlap, key),
    (rotated) => setSecret(rotated.secret),
  );
  const removing = useAct(
    () => api.removeWebhookEndpoint(endpoint.id),
    async () => {
      await navigate({ to: '/$accountId/developers/webhooks', params: { accountId } });
      await reread();
    },
  );
  const close = () => {
    setAsks(null);
    setSecret(null);
    rotating.reset();
    removing.reset();
  };
  return (
    <div className={parts.column}>
      <Sheet title={t.webhooks.secret}>
        <p className={parts.intro}>{t.webhooks.secretLead}</p>
        <Button variant="default" onClick={() => setAsks('rotate')} leftSection={<Icon name="again" size={18} />}>
          {t.webhooks.rotate}
        </Button>
      </Sheet>
      <Sheet title={paused ? t.webhooks.resume : t.webhooks.pause}>
        <p className={parts.intro}>{paused ? t.webhooks.resumeLead : t.webhooks.pauseLead}</p>
        {switching.error && <Failure error={switching.error} />}
        <Button
          variant="default"
          loading={switching.isPending}
          onClick={() => switching.mutate()}
          leftSection={<Icon name={paused ? 'play' : 'pause'} size={18} />}
        >
          {paused ? t.webhooks.resume : t.webhooks.pause}
        </Button>
      </Sheet>
      <Sheet title={t.webhooks.remove}>
        <p className={parts.intro}>{t.webhooks.removeLead}</p>
        <Button variant="default" onClick={() => setAsks('remove')} leftSection={<Icon name="trash" size={18} />}>
          {t.webhooks.remove}
        </Button>
      </Sheet>
      {secret === null ? (
        <Confirm
          title={t.webhooks.rotateTitle}
          open={asks === 'rotate'}
          onClose={close}
          action={t.webhooks.rotate}
          pending={rotating.isPending}
          error={rotating.error}
          onConfirm={rotating.act}
        >
          <p>{t.webhooks.rotateWhat}</p>
          <NativeSelect
            label={t.webhooks.overlap}
            value={String(overlap)}
            onChange={({ currentTarget }) => setOverlap(Number(currentTarget.value))}
            data={overlaps.map((hours) => ({ value: String(hours), label: t.webhooks.hours(hours) }))}
          />
        </Confirm>
      ) : (
        <Dialog title={t.webhooks.rotated} open holds onClose={close}>
          <p className={parts.plain}>{t.webhooks.once}</p>
          <Secret label={t.webhooks.secret} secret={secret} />
          <div className={parts.dialogActions}>
            <Button onClick={close}>{t.apiKeys.kept}</Button>
          </div>
        </Dialog>
      )}
      <Confirm
        title={t.webhooks.removeTitle}
        open={asks === 'remove'}
        onClose={close}
        action={t.webhooks.remove}
        destroys
        pending={removing.isPending}
        error={removing.error}
        onConfirm={removing.act}
      >
        <p>{t.webhooks.removeWhat}</p>
      </Confirm>
    </div>
  );
}
