import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { Verification, VerificationStatus } from '../api/objects.ts';
import { mailingFilters, verificationsQuery } from '../api/queries.ts';
import type { VerificationSearch } from '../api/search.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { VerificationMark } from '../parts/mailing.tsx';
import { MailingList, nameOrReference } from '../parts/mailing-list.tsx';
import { useAccount } from '../session/session.tsx';

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
  const verifications = useQuery(verificationsQuery(accountId, search));
  const link = (next: VerificationSearch) =>
    ({ to: '/$accountId/verifications', params: { accountId }, search: next }) as const;
  const create = may('send') && (
    <Button component={Link} to={`/${accountId}/verifications/new`} leftSection={<Icon name="plus" />}>
      {t.verifications.create}
    </Button>
  );
  return (
    <MailingList<Verification, VerificationStatus, VerificationSearch>
      title={t.nav.verifications}
      create={create}
      beside={
        <Button component={Link} to={`/${accountId}/verifications/figures`} variant="default">
          {t.figures.title}
        </Button>
      }
      search={search}
      link={link}
      searchLabel={t.verifications.search}
      searched={search.recipient ?? search.reference}
      searchFor={nameOrReference}
      id={/^ver_[A-Za-z0-9]+$/}
      open={(verificationId) => ({
        to: '/$accountId/verifications/$verificationId',
        params: { accountId, verificationId },
      })}
      statuses={statuses}
      statusNames={t.verificationStatus}
      query={verifications}
      list={(page) => api.verifications({ ...mailingFilters(search), ...page })}
      faded={({ status }) => status === 'canceled' || status === 'revoked'}
      empty={{ icon: 'shield', title: t.verifications.emptyTitle, text: t.verifications.empty }}
      mark={({ status }) => <VerificationMark status={status} />}
      until={({ status, expires_at }) =>
        status === 'awaiting_code' && expires_at ? t.verifications.until(format.day(expires_at)) : undefined
      }
    />
  );
}
