import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Address, ServiceEvent } from '../api/objects.ts';
import { periodQuery } from '../api/queries.ts';
import type { EventSearch } from '../api/search.ts';
import { useLanguage } from '../language/language.tsx';
import { EventDetails } from '../parts/event-trail.tsx';
import { ObjectLink } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { PeriodFilter } from '../parts/period.tsx';
import { Pager } from '../parts/rows.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { Empty, Ready } from '../parts/states.tsx';
import { LIST_LIVE_MS } from '../parts/use-live.ts';
import { useAccount } from '../session/session.tsx';

const PAGE_SIZE = 25;

export function EventsPage() {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const search = useSearch({ from: '/$accountId/developers/events' });
  const navigate = useNavigate();
  const filters = {
    limit: PAGE_SIZE,
    type: search.type,
    object_id: search.object,
    cursor: search.cursor,
    ...periodQuery(search),
  };
  const events = useQuery({
    refetchInterval: LIST_LIVE_MS,
    queryKey: [accountId, 'events', filters],
    queryFn: () => api.events(filters),
    placeholderData: keepPreviousData,
  });
  const link = (next: EventSearch) =>
    ({ to: '/$accountId/developers/events', params: { accountId }, search: next }) as const;
  const choose = (part: EventSearch) => void navigate(link({ ...search, ...part, cursor: undefined }));
  const filtered = Object.keys(search).length > 0;
  return (
    <Page title={t.nav.events} lead={t.events.lead}>
      <div className={parts.tools}>
        <SearchBox
          key={search.object}
          label={t.events.object}
          text={search.object}
          look={(object) => choose({ object: object || undefined })}
        />
      </div>
      <div className={parts.narrowing}>
        <NativeSelect
          label={t.events.type}
          value={search.type ?? ''}
          onChange={({ currentTarget: { value } }) =>
            choose({ type: value === '' ? undefined : (value as ServiceEvent['type']) })
          }
          data={[
            { value: '', label: t.lists.everything },
            ...Object.entries(t.events.names).map(([value, label]) => ({ value, label: `${label} (${value})` })),
          ]}
        />
        <PeriodFilter search={search} link={(period) => link({ ...search, ...period, cursor: undefined })} />
      </div>
      <Sheet>
        <Ready query={events}>
          {({ data, next_cursor }) =>
            data.length === 0 ? (
              <Empty
                icon="pulse"
                title={filtered ? t.lists.nothingTitle : t.events.emptyTitle}
                action={filtered && <Link {...link({})}>{t.lists.clear}</Link>}
              >
                {filtered ? undefined : t.events.empty}
              </Empty>
            ) : (
              <>
                {data.map((event) => (
                  <EventDetails key={event.id} event={event} about={recipientOf(event)}>
                    <p className={parts.plain}>
                      <ObjectLink accountId={accountId} id={event.data.id} />
                    </p>
                  </EventDetails>
                ))}
                <Pager cursor={search.cursor} next={next_cursor} link={(cursor) => link({ ...search, cursor })} />
              </>
            )
          }
        </Ready>
      </Sheet>
    </Page>
  );
}

/** Only some objects have one. */
function recipientOf({ data }: ServiceEvent): string | undefined {
  return (data.to as Address | undefined)?.name;
}
