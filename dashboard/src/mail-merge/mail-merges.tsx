import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MailMerge } from '../api/objects.ts';
import { Mark, type Tone } from '../parts/mailing.tsx';
import { Sheet } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { Failure } from '../parts/states.tsx';
import { LIST_LIVE_MS } from '../parts/use-live.ts';
import { useAccount } from '../session/session.tsx';
import { useMailMergeLanguage } from './texts.ts';

const tones: Readonly<Record<MailMerge['status'], Tone>> = {
  draft: 'quiet',
  checking: 'going',
  quoted: 'quiet',
  sending: 'going',
  paused: 'bad',
  done: 'good',
  canceling: 'going',
  canceled: 'quiet',
  failed: 'bad',
};

export function MailMergeMark({ status }: Pick<MailMerge, 'status'>) {
  const { t } = useMailMergeLanguage();
  return <Mark tone={tones[status]}>{t.mailMerge.statuses[status]}</Mark>;
}

export function useMailMerges() {
  const { accountId, api } = useAccount();
  return useQuery({ queryKey: [accountId, 'mail-merges'], queryFn: api.mailMerges, refetchInterval: LIST_LIVE_MS });
}

/** Number shown at first, so that the form for another one is near. */
const NEWEST = 3;

/** Spreadsheets that people of the account have confirmed, on any device; the newest first, for those who return. */
export function MailMerges() {
  const { t, format } = useMailMergeLanguage();
  const { accountId } = useAccount();
  const { data, error, refetch } = useMailMerges();
  const [all, setAll] = useState(false);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data || data.data.length === 0) return null;
  return (
    <Sheet
      title={t.mailMerge.confirmed}
      flush
      actions={
        data.data.length > NEWEST && (
          <Button variant="subtle" size="compact-md" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t.mailMerge.showLess : t.mailMerge.showMore}
          </Button>
        )
      }
    >
      <Rows<MailMerge>
        caption={t.mailMerge.confirmed}
        items={all ? data.data : data.data.slice(0, NEWEST)}
        id={({ id }) => id}
        faded={({ status }) => status === 'canceled'}
        columns={[
          {
            label: t.newLetter.document,
            long: true,
            cell: ({ id, filename, created_at }) => (
              <Link
                to="/$accountId/letters/spreadsheet/$mailMergeId"
                params={{ accountId, mailMergeId: id }}
                aria-label={t.mailMerge.of(filename, format.instant(created_at))}
              >
                {filename}
              </Link>
            ),
          },
          { label: t.letters.status, cell: (mailMerge) => <MailMergeMark {...mailMerge} /> },
          {
            label: t.mailMerge.lettersMade,
            align: 'right',
            named: true,
            cell: ({ counts }) => format.number(counts.created),
          },
          { label: t.price.total, align: 'right', named: true, cell: ({ total }) => format.money(total) },
          { label: t.mailMerge.when, cell: ({ created_at }) => format.instant(created_at) },
        ]}
      />
    </Sheet>
  );
}
