import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { Activity } from '../api/objects.ts';
import { peopleQuery } from '../api/queries.ts';
import { ObjectLink } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import { Pager, Rows } from '../parts/rows.tsx';
import { Empty, Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { useSettingsLanguage } from './texts.ts';

const PAGE_SIZE = 50;

export function ActivityPage() {
  const { t, format } = useSettingsLanguage();
  const { accountId, api } = useAccount();
  const { cursor } = useSearch({ from: '/$accountId/activity' });
  const activity = useQuery({
    queryKey: [accountId, 'activity', cursor],
    queryFn: () => api.activity({ limit: PAGE_SIZE, cursor }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t.nav.activity} lead={t.activity.lead}>
      <Sheet flush={Boolean(activity.data?.data.length)}>
        <Ready query={activity}>
          {({ data, next_cursor }) =>
            data.length === 0 ? (
              <Empty icon="clock" title={t.activity.emptyTitle}>
                {t.activity.empty}
              </Empty>
            ) : (
              <>
                <Rows<Activity>
                  caption={t.nav.activity}
                  items={data}
                  id={({ id }) => id}
                  columns={[
                    {
                      label: t.activity.what,
                      cell: ({ operation, outcome }) => (
                        <>
                          <b>{t.activity.operations[operation] ?? operation}</b>
                          {outcome === 'unknown' && <small>{t.activity.unknown}</small>}
                        </>
                      ),
                    },
                    { label: t.people.person, long: true, cell: ({ person }) => person.name ?? person.id },
                    {
                      label: t.activity.object,
                      long: true,
                      cell: ({ object_id }) => object_id && <ActedOn id={object_id} />,
                    },
                    {
                      label: t.money.when,
                      cell: ({ created_at }) => <time dateTime={created_at}>{format.exactInstant(created_at)}</time>,
                    },
                  ]}
                />
                <Pager
                  cursor={cursor}
                  next={next_cursor}
                  link={(to) => ({ to: '/$accountId/activity', params: { accountId }, search: { cursor: to } })}
                />
              </>
            )
          }
        </Ready>
      </Sheet>
    </Page>
  );
}

/** A person by name while they belong to the account, anything else by id. */
function ActedOn({ id }: { id: string }) {
  const { accountId } = useAccount();
  const people = useQuery(peopleQuery(accountId));
  const person = people.data?.data.find((one) => one.id === id);
  if (!person) return <ObjectLink accountId={accountId} id={id} />;
  return (
    <Link to="/$accountId/people" params={{ accountId }}>
      {person.name ?? person.email}
    </Link>
  );
}
