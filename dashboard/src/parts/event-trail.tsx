import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ServiceEvent } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { useAccount } from '../session/session.tsx';
import style from './parts.module.css';
import { Ready } from './states.tsx';

/** Events of one object, newest first, with the bodies that webhooks received. */
export function EventTrail({ objectId }: { objectId: string }) {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const events = useQuery({
    queryKey: [accountId, 'events', objectId],
    queryFn: () => api.events({ object_id: objectId, limit: 25 }),
  });
  return (
    <Ready query={events} rows={3}>
      {({ data, has_more }) =>
        data.length === 0 ? (
          <p className={style.plain}>{t.events.gone}</p>
        ) : (
          <>
            {data.map((event) => (
              <EventDetails key={event.id} event={event} />
            ))}
            {has_more && (
              <Link to="/$accountId/developers/events" params={{ accountId }} search={{ object: objectId }}>
                {t.events.all}
              </Link>
            )}
          </>
        )
      }
    </Ready>
  );
}

interface EventProps {
  event: ServiceEvent;
  /** The mailing that it is about, in lists of several mailings' events. */
  about?: string | undefined;
  children?: ReactNode;
}

export function EventDetails({ event, about, children }: EventProps) {
  const { t, format } = useLanguage();
  return (
    <details className={style.details}>
      <summary>
        <span className={style.summaryText}>
          <b>{t.events.names[event.type] ?? event.type}</b> {about} <code>{event.type}</code>
        </span>
        <time dateTime={event.created_at}>{format.exactInstant(event.created_at)}</time>
      </summary>
      {children}
      <pre className={style.code} tabIndex={0} aria-label={t.events.body(event.id)}>
        {JSON.stringify(event, null, 2)}
      </pre>
    </details>
  );
}
