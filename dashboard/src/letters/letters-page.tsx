import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { Letter, LetterStatus } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { LetterMark } from '../parts/mailing.tsx';
import { MailingSearch } from '../parts/mailing-search.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { PeriodFilter, periodQuery } from '../parts/period.tsx';
import { Filter, Pager, Rows } from '../parts/rows.tsx';
import { Empty, Ready } from '../parts/states.tsx';
import type { LetterSearch } from '../routes.tsx';
import { useAccount } from '../session/session.tsx';

const PAGE_SIZE = 25;
const statuses: readonly LetterStatus[] = [
  'scheduled',
  'received',
  'in_production',
  'printed',
  'posted',
  'canceled',
  'failed',
];

export function LettersPage() {
  const { t, format } = useLanguage();
  const { accountId, api, may } = useAccount();
  const search = useSearch({ from: '/$accountId/letters' });
  const filters = {
    limit: PAGE_SIZE,
    status: search.status,
    reference: search.reference,
    cursor: search.cursor,
    ...periodQuery(search),
  };
  const letters = useQuery({
    queryKey: [accountId, 'letters', filters],
    queryFn: () => api.letters(filters),
    placeholderData: keepPreviousData,
  });
  const link = (next: LetterSearch) => ({ to: '/$accountId/letters', params: { accountId }, search: next }) as const;
  const filtered = Object.keys(search).length > 0;
  const create = may('send') && (
    <Button component={Link} to={`/${accountId}/letters/new`} leftSection={<Icon name="plus" />}>
      {t.letters.create}
    </Button>
  );

  return (
    <Page title={t.nav.letters} actions={create}>
      <div className={parts.tools}>
        <MailingSearch
          key={search.reference}
          label={t.letters.search}
          reference={search.reference}
          id={/^ltr_[A-Za-z0-9]+$/}
          open={(letterId) => ({ to: '/$accountId/letters/$letterId', params: { accountId, letterId } })}
          filter={(reference) => link({ ...search, reference, cursor: undefined })}
        />
        <PeriodFilter search={search} link={(period) => link({ ...search, ...period, cursor: undefined })} />
      </div>
      <Filter
        label={t.letters.byStatus}
        options={[
          {
            label: t.lists.all,
            active: !search.status,
            link: link({ ...search, status: undefined, cursor: undefined }),
          },
          ...statuses.map((status) => ({
            label: t.letterStatus[status],
            active: search.status === status,
            link: link({ ...search, status, cursor: undefined }),
          })),
        ]}
      />
      <Sheet flush={Boolean(letters.data?.data.length)}>
        <Ready query={letters}>
          {({ data, next_cursor }) =>
            data.length === 0 ? (
              filtered ? (
                <Empty icon="search" title={t.lists.nothingTitle} action={<Link {...link({})}>{t.lists.clear}</Link>}>
                  {t.lists.nothing}
                </Empty>
              ) : (
                <Empty icon="mail" title={t.letters.emptyTitle} action={create}>
                  {t.letters.empty}
                </Empty>
              )
            ) : (
              <>
                <Rows<Letter>
                  caption={t.nav.letters}
                  items={data}
                  id={({ id }) => id}
                  faded={({ status }) => status === 'canceled'}
                  columns={[
                    {
                      label: t.letters.recipient,
                      cell: ({ id, to }) => (
                        <>
                          <Link to="/$accountId/letters/$letterId" params={{ accountId, letterId: id }}>
                            {to.name}
                          </Link>
                          <small>
                            {to.city} - {to.state}
                          </small>
                        </>
                      ),
                    },
                    { label: t.letters.status, cell: ({ status }) => <LetterMark status={status} /> },
                    { label: t.letters.reference, cell: ({ reference }) => reference ?? '' },
                    {
                      label: t.letters.date,
                      cell: ({ created_at, send_date, status }) => (
                        <>
                          {format.instant(created_at)}
                          {status === 'scheduled' && send_date && (
                            <small>{t.letters.sendsOn(format.calendar(send_date))}</small>
                          )}
                        </>
                      ),
                    },
                    { label: t.price.total, align: 'right', cell: ({ price }) => format.money(price.total) },
                  ]}
                />
                <Pager cursor={search.cursor} next={next_cursor} link={(cursor) => link({ ...search, cursor })} />
              </>
            )
          }
        </Ready>
      </Sheet>
    </Page>
  );
}
