import { Button } from '@mantine/core';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { Mark } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Empty, Failure, Ready } from '../parts/states.tsx';
import { useAction, useLive, useWords } from './bench.tsx';
import { control, type Delivery } from './bench-api.ts';

const MOST_SHOWN = 50;

export function InboxView() {
  const words = useWords();
  const inbox = useLive('inbox', control.inbox);
  const clear = useAction(control.clearInbox);
  return (
    <Page
      title={words.views.inbox}
      lead={words.inboxLead}
      actions={
        <Button
          variant="default"
          leftSection={<Icon name="trash" size={18} />}
          loading={clear.isPending}
          onClick={() => clear.mutate()}
        >
          {words.clear}
        </Button>
      }
    >
      {clear.error && <Failure error={clear.error} />}
      <Sheet>
        <Ready query={inbox}>
          {(deliveries) =>
            deliveries.length === 0 ? (
              <Empty icon="hook" title={words.nothing} />
            ) : (
              <>
                {deliveries
                  .slice(-MOST_SHOWN)
                  .toReversed()
                  .map((delivery, index) => (
                    // One event may arrive twice, so its id is not unique; the list grows at its beginning.
                    <Received key={deliveries.length - index} delivery={delivery} />
                  ))}
                {deliveries.length > MOST_SHOWN && <p className={parts.small}>{words.newest(MOST_SHOWN)}</p>}
              </>
            )
          }
        </Ready>
      </Sheet>
    </Page>
  );
}

function Received({ delivery: { received_at, received_at_machine, headers, body, verified } }: { delivery: Delivery }) {
  const { t, format } = useLanguage();
  const words = useWords();
  const event = eventOf(body);
  return (
    <details className={parts.details}>
      <summary>
        <span className={parts.summaryText}>
          <b>{event?.type ?? '?'}</b> <code>{event?.data?.id}</code>{' '}
          <Mark tone={verified ? 'good' : 'bad'}>{verified ? words.verified : words.notVerified}</Mark>
        </span>
        <time dateTime={received_at}>{format.exactInstant(received_at)}</time>
      </summary>
      <p className={parts.small}>
        {words.machineTime}: {format.exactInstant(received_at_machine)}
      </p>
      <pre className={parts.code} tabIndex={0} aria-label={words.headers}>
        {Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      </pre>
      <pre className={parts.code} tabIndex={0} aria-label={t.events.body(headers['webhook-id'] ?? '')}>
        {event ? JSON.stringify(event, null, 2) : body}
      </pre>
    </details>
  );
}

/** Anybody may send anything to the receiver; undefined unless it is a JSON object. */
function eventOf(body: string): { type?: string; data?: { id?: string } } | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
