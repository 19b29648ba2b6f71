import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import type { LetterStatus, MailMerge, MailMergeRow } from '../api/objects.ts';
import { LetterMark } from '../parts/mailing.tsx';
import { Sheet } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { Ready } from '../parts/states.tsx';
import { LIVE_MS } from '../parts/use-live.ts';
import { useAccount } from '../session/session.tsx';
import style from './mail-merge.module.css';
import { allRows } from './mailing-rows.ts';
import { Choice, Pages } from './table-controls.tsx';
import { useMailMergeLanguage } from './texts.ts';

/** Letters of a page of the table. */
const PAGE_LETTERS = 25;
/** More letters take several requests, so they are read less often. */
const MANY = 1_000;
const MANY_MS = 60_000;

type Made = MailMergeRow & { letter: NonNullable<MailMergeRow['letter']> };

const isMade = (row: MailMergeRow): row is Made => row.letter !== null;

const statuses = [
  'scheduled',
  'received',
  'in_production',
  'printed',
  'posted',
  'canceled',
  'failed',
] as const satisfies readonly LetterStatus[];

const isFinal = (status: LetterStatus) => status === 'posted' || status === 'canceled' || status === 'failed';

/** The letters of a mailing with their statuses, as long as its page is open and visible. */
export function MailingLetters({ mailMerge: { id, rows, counts } }: { mailMerge: MailMerge }) {
  const { t } = useMailMergeLanguage();
  const { accountId, api } = useAccount();
  const letters = useQuery({
    queryKey: [accountId, 'mail-merges', id, 'letters', counts],
    queryFn: async () => (await allRows(api.mailMergeRows, id)).filter(isMade),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.every(({ letter }) => isFinal(letter.status)) ? false : rows > MANY ? MANY_MS : LIVE_MS,
  });
  return (
    <Sheet title={t.mailMerge.itsLetters} flush>
      <Ready query={letters}>{(made) => <LettersTable letters={made} />}</Ready>
    </Sheet>
  );
}

function LettersTable({ letters }: { letters: readonly Made[] }) {
  const { t, format } = useMailMergeLanguage();
  const { accountId } = useAccount();
  const [status, setStatus] = useState<LetterStatus>();
  const [text, setText] = useState('');
  const [page, setPage] = useState(0);
  const searched = plain(useDeferredValue(text));
  const found = letters.filter(
    ({ letter }) =>
      (status === undefined || letter.status === status) &&
      plain(`${letter.recipient} ${letter.reference ?? ''} ${letter.postal_code}`).includes(searched),
  );
  const last = Math.max(0, Math.ceil(found.length / PAGE_LETTERS) - 1);
  const current = Math.min(page, last);
  const count = (each: LetterStatus) => letters.filter(({ letter }) => letter.status === each).length;
  return (
    <>
      <div className={style.filters} role="group" aria-label={t.letters.byStatus}>
        <Choice chosen={status === undefined} choose={() => setStatus(undefined)}>
          {t.mailMerge.table.filters.all(letters.length)}
        </Choice>
        {statuses
          .filter((each) => each === status || count(each) > 0)
          .map((each) => (
            <Choice key={each} chosen={each === status} choose={() => setStatus(each)}>
              {`${t.letterStatus[each]}: ${format.number(count(each))}`}
            </Choice>
          ))}
      </div>
      {letters.length > PAGE_LETTERS && (
        <TextInput
          className={style.search}
          label={t.mailMerge.findLetter}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <Rows
        caption={t.mailMerge.itsLetters}
        items={found.slice(current * PAGE_LETTERS, (current + 1) * PAGE_LETTERS)}
        id={({ row }) => String(row)}
        faded={({ letter }) => letter.status === 'canceled'}
        columns={[
          {
            label: t.letters.recipient,
            long: true,
            cell: ({ letter }) => (
              <>
                <Link to="/$accountId/letters/$letterId" params={{ accountId, letterId: letter.id }}>
                  {letter.recipient}
                </Link>
                <small>
                  {letter.city} - {letter.state}
                </small>
              </>
            ),
          },
          { label: t.letters.status, cell: ({ letter }) => <LetterMark status={letter.status} /> },
          { label: t.letters.reference, long: true, cell: ({ letter }) => letter.reference ?? '' },
          {
            label: t.mailMerge.line,
            align: 'right',
            named: true,
            cell: ({ line }) => (line === null ? '' : format.number(line)),
          },
          {
            label: t.price.total,
            align: 'right',
            named: true,
            cell: ({ total }) => (total === null ? '' : format.money(total)),
          },
        ]}
      />
      {last > 0 && (
        <div className={style.foot}>
          <Pages current={current} last={last} go={setPage} />
        </div>
      )}
    </>
  );
}

/** Lower case, without accents. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
