import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { Verification, VerificationStatus } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { VerificationMark } from '../parts/mailing.tsx';
import { MailingSearch } from '../parts/mailing-search.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { PeriodFilter, periodQuery } from '../parts/period.tsx';
import { Filter, Pager, Rows } from '../parts/rows.tsx';
import { Empty, Ready } from '../parts/states.tsx';
import type { VerificationSearch } from '../routes.tsx';
import { useAccount } from '../session/session.tsx';

const PAGE_SIZE = 25;
const statuses: readonly VerificationStatus[] = [
  'received',
  'in_production',
  'awaiting_code',
  'verified',
  'failed',
  'expired',
  'canceled',
  'revoked',
];

export function VerificationsPage() {
  const { t, format } = useLanguage();
  const { accountId, api, may } = useAccount();
  const search = useSearch({ from: '/$accountId/verifications' });
  const filters = {
    limit: PAGE_SIZE,
    status: search.status,
    reference: search.reference,
    cursor: search.cursor,
    ...periodQuery(search),
  };
  const verifications = useQuery({
    queryKey: [accountId, 'verifications', filters],
    queryFn: () => api.verifications(filters),
    placeholderData: keepPreviousData,
  });
  const link = (next: VerificationSearch) =>
    ({ to: '/$accountId/verifications', params: { accountId }, search: next }) as const;
  const filtered = Object.keys(search).length > 0;
  const create = may('send') && (
    <Button component={Link} to={`/${accountId}/verifications/new`} leftSection={<Icon name="plus" />}>
      {t.verifications.create}
    </Button>
  );
  return (
    <Page title={t.nav.verifications} actions={create}>
      <div className={parts.tools}>
        <MailingSearch
          key={search.reference}
          label={t.verifications.search}
          reference={search.reference}
          id={/^ver_[A-Za-z0-9]+$/}
          open={(verificationId) => ({
            to: '/$accountId/verifications/$verificationId',
            params: { accountId, verificationId },
          })}
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
            label: t.verificationStatus[status],
            active: search.status === status,
            link: link({ ...search, status, cursor: undefined }),
          })),
        ]}
      />
      <Sheet flush={Boolean(verifications.data?.data.length)}>
        <Ready query={verifications}>
          {({ data, next_cursor }) =>
            data.length === 0 ? (
              filtered ? (
                <Empty icon="search" title={t.lists.nothingTitle} action={<Link {...link({})}>{t.lists.clear}</Link>}>
                  {t.lists.nothing}
                </Empty>
              ) : (
                <Empty icon="shield" title={t.verifications.emptyTitle} action={create}>
                  {t.verifications.empty}
                </Empty>
              )
            ) : (
              <>
                <Rows<Verification>
                  caption={t.nav.verifications}
                  items={data}
                  id={({ id }) => id}
                  faded={({ status }) => status === 'canceled' || status === 'revoked'}
                  columns={[
                    {
                      label: t.letters.recipient,
                      cell: ({ id, to }) => (
                        <>
                          <Link
                            to="/$accountId/verifications/$verificationId"
                            params={{ accountId, verificationId: id }}
                          >
                            {to.name}
                          </Link>
                          <small>
                            {to.city} - {to.state}
                          </small>
                        </>
                      ),
                    },
                    { label: t.letters.status, cell: ({ status }) => <VerificationMark status={status} /> },
                    { label: t.letters.reference, cell: ({ reference }) => reference ?? '' },
                    {
                      label: t.letters.date,
                      cell: ({ created_at, status, expires_at }) => (
                        <>
                          {format.instant(created_at)}
                          {status === 'awaiting_code' && expires_at && (
                            <small>{t.verifications.until(format.day(expires_at))}</small>
                          )}
                        </>
                      ),
                    },
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
