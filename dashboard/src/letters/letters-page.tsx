import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Letter, LetterStatus } from '../api/objects.ts';
import { letterFilters, lettersQuery } from '../api/queries.ts';
import { loaded } from '../api/script.ts';
import type { LetterSearch } from '../api/search.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import { LetterMark } from '../parts/mailing.tsx';
import { MailingList, nameOrReference } from '../parts/mailing-list.tsx';
import { useAccount } from '../session/session.tsx';
import { chargeOfLetter } from './letter-charge.ts';
import { usePrintBatches } from './print-batches.ts';

const CancelMany = lazy(() => loaded(import('./cancel-many.tsx')));

const statuses: readonly LetterStatus[] = [
  'scheduled',
  'received',
  'in_production',
  'printed',
  'posted',
  'canceled',
  'failed',
];

/** Texts of this form are tracking codes, also in lower case and with spaces. */
const TRACKING_CODE = /^[A-Z]{2}\d{9}BR$/;

function searchFor(text: string | undefined): LetterSearch {
  const code = text?.replace(/\s/g, '').toUpperCase();
  if (code !== undefined && TRACKING_CODE.test(code))
    return { reference: undefined, recipient: undefined, tracking_code: code };
  return { ...nameOrReference(text), tracking_code: undefined };
}

export function LettersPage() {
  const { t, format } = useLanguage();
  const { accountId, api, may } = useAccount();
  const search = useSearch({ from: '/$accountId/letters' });
  const letters = useQuery(lettersQuery(accountId, search));
  const batches = usePrintBatches();
  const link = (next: LetterSearch) => ({ to: '/$accountId/letters', params: { accountId }, search: next }) as const;
  const create = may('send') && (
    <>
      <Button component={Link} to={`/${accountId}/letters/spreadsheet`} variant="default">
        {t.mailMerge.link}
      </Button>
      <Button component={Link} to={`/${accountId}/letters/new`} leftSection={<Icon name="plus" />}>
        {t.letters.create}
      </Button>
    </>
  );

  return (
    <MailingList<Letter, LetterStatus, LetterSearch>
      title={t.nav.letters}
      create={create}
      search={search}
      link={link}
      searchLabel={t.letters.search}
      searched={search.recipient ?? search.reference ?? search.tracking_code}
      searchFor={searchFor}
      id={/^ltr_[A-Za-z0-9]+$/}
      open={(letterId) => ({ to: '/$accountId/letters/$letterId', params: { accountId, letterId } })}
      statuses={statuses}
      statusNames={t.letterStatus}
      query={letters}
      list={(page) => api.letters({ ...letterFilters(search), ...page })}
      faded={({ status }) => status === 'canceled'}
      many={
        may('send')
          ? (chosen, clear) =>
              chosen.length > 0 && (
                <Suspense fallback={null}>
                  <CancelMany letters={chosen} clear={clear} />
                </Suspense>
              )
          : undefined
      }
      empty={{ icon: 'mail', title: t.letters.emptyTitle, text: t.letters.empty }}
      mark={({ status }) => <LetterMark status={status} />}
      until={({ send_date, status, status_transitions: { received_at } }) => {
        if (status === 'scheduled' && send_date) return t.letters.sendsOn(format.calendar(send_date));
        const batch = status === 'received' ? batches.of(received_at) : undefined;
        return batch === undefined ? undefined : t.newLetter.toPrinter(format.appointment(batch));
      }}
      more={[{ label: t.price.total, align: 'right', cell: (letter) => <Price letter={letter} /> }]}
    />
  );
}

function Price({ letter }: { letter: Letter }) {
  const { t, format } = useLanguage();
  const charge = chargeOfLetter(letter);
  const word = t.letters.charges[charge];
  if (charge === 'never') return word;
  return (
    <>
      {format.money(letter.price.total)}
      {word !== '' && <small>{word}</small>}
    </>
  );
}
