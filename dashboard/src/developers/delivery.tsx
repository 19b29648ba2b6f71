import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebhookDelivery } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Mark } from '../parts/mailing.tsx';
import parts from '../parts/parts.module.css';
import { Failure, Ready } from '../parts/states.tsx';
import { LIVE_MS } from '../parts/use-live.ts';
import { useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';

const tones = { pending: 'going', delivered: 'good', failed: 'bad', dropped: 'quiet' } as const;

type Answer = Pick<WebhookDelivery['attempts'][number], 'status' | 'error' | 'duration_ms'>;

/** A receiver's response, or why there was none: in words, with the API's name for it. */
export function useAnswerText(): (answer: Answer) => string {
  const { t, format } = useLanguage();
  return ({ status, error, duration_ms }) => {
    if (status !== null) return t.webhooks.answered(status, format.number(duration_ms));
    if (error === null) return t.webhooks.noAnswer;
    return `${t.webhooks.noAnswerBecause[error] ?? t.webhooks.noAnswer} (${error})`;
  };
}

interface Props {
  delivery: WebhookDelivery;
  /** The endpoint, in a list of several; otherwise the event. */
  to?: string;
}

/** The delivery of one event to one endpoint: every attempt, and the body that was sent. */
export function Delivery({ delivery, to = delivery.event_id }: Props) {
  const { t, format } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const answerText = useAnswerText();
  const sending = useAct(
    (key) => api.sendDeliveryAgain(delivery.id, key),
    () => client.invalidateQueries({ queryKey: [accountId, 'webhook-deliveries'] }),
  );
  const [open, setOpen] = useState(false);
  const whole = useQuery({
    queryKey: [accountId, 'webhook-delivery', delivery.id],
    queryFn: () => api.webhookDelivery(delivery.id),
    enabled: open,
  });
  return (
    <details className={parts.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={parts.summaryText}>
          <b>{t.events.names[delivery.event_type] ?? delivery.event_type}</b> <code>{to}</code>
        </span>
        <Mark tone={tones[delivery.state]}>{t.webhooks.deliveryStates[delivery.state]}</Mark>
        <time dateTime={delivery.created_at}>{format.exactInstant(delivery.created_at)}</time>
      </summary>
      <ol className={parts.attempts}>
        {delivery.attempts.map(({ attempt, at, status, error, answer, duration_ms }) => (
          <li key={`${attempt} ${at}`}>
            <b>{t.webhooks.attempt(attempt)}</b> {format.exactInstant(at)}: {answerText({ status, error, duration_ms })}
            {answer && <pre className={parts.code}>{answer}</pre>}
          </li>
        ))}
      </ol>
      {delivery.next_attempt_at && (
        <p className={parts.small}>{t.webhooks.nextAttempt(format.exactInstant(delivery.next_attempt_at))}</p>
      )}
      {open && (
        <Ready query={whole} rows={2}>
          {({ body }) => (
            <pre className={parts.code} tabIndex={0} aria-label={t.webhooks.sentBody(delivery.event_id)}>
              {body}
            </pre>
          )}
        </Ready>
      )}
      {sending.error && <Failure error={sending.error} />}
      {delivery.state !== 'pending' && (
        <Button variant="default" size="xs" mb="sm" loading={sending.isPending} onClick={sending.act}>
          {t.webhooks.sendAgain}
        </Button>
      )}
    </details>
  );
}

/** Deliveries of the events of one object, newest first. */
export function DeliveryTrail({ objectId }: { objectId: string }) {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const deliveries = useInfiniteQuery({
    queryKey: [accountId, 'webhook-deliveries', objectId],
    queryFn: ({ pageParam }) => api.webhookDeliveries({ object_id: objectId, limit: 25, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some((delivery) => delivery.state === 'pending')) ? LIVE_MS : false,
  });
  const endpoints = useQuery({ queryKey: [accountId, 'webhook-endpoints'], queryFn: api.webhookEndpoints });
  // A removed endpoint has no address any more.
  const addressOf = (id: string) => endpoints.data?.data.find((endpoint) => endpoint.id === id)?.url ?? id;
  return (
    <Ready query={deliveries} rows={3}>
      {({ pages }) =>
        pages[0]!.data.length === 0 ? (
          <p className={parts.plain}>{t.webhooks.noDeliveriesOf}</p>
        ) : (
          <>
            {pages
              .flatMap(({ data }) => data)
              .map((delivery) => (
                <Delivery key={delivery.id} delivery={delivery} to={addressOf(delivery.endpoint_id)} />
              ))}
            {deliveries.isFetchNextPageError && <Failure error={deliveries.error} />}
            {deliveries.hasNextPage && (
              <Button
                variant="subtle"
                size="compact-md"
                mt="sm"
                loading={deliveries.isFetchingNextPage}
                onClick={() => void deliveries.fetchNextPage()}
              >
                {t.lists.older}
              </Button>
            )}
          </>
        )
      }
    </Ready>
  );
}
