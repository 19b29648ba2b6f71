import { Button } from '@mantine/core';
import type { Letter } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { isTracked } from '../letters/carrier-services.ts';
import { LetterMark } from '../parts/mailing.tsx';
import { Failure } from '../parts/states.tsx';
import { useAction, useDesk, useWords } from './bench.tsx';
import { control, type ReportLine } from './bench-api.ts';
import { MailingsView } from './mailings-view.tsx';
import { ReportActs } from './reports.tsx';
import { randomTrackingCode } from './tracking-code.ts';

const isOpen = ({ status }: Letter) => status === 'in_production' || status === 'printed';

/** The report line that it is printed, or posted; undefined if that cannot come next. */
function lineOf(letter: Letter, status: 'printed' | 'posted'): ReportLine | undefined {
  if (status === 'printed') return letter.status === 'in_production' ? { id: letter.id, status } : undefined;
  if (!isOpen(letter)) return undefined;
  return { id: letter.id, status, ...(isTracked(letter.postal_services) && { tracking_code: randomTrackingCode() }) };
}

export function LettersView() {
  const { format } = useLanguage();
  const words = useWords();
  const letters = useDesk('letters', (api) => api.letters());
  return (
    <MailingsView<Letter>
      view="letters"
      icon="mail"
      query={letters}
      actions={<AllActs letters={letters.data?.data ?? []} />}
      status={({ status, send_date, tracking_code, reference }) => (
        <>
          <LetterMark status={status} />
          {status === 'scheduled' && send_date && <small>{format.calendar(send_date)}</small>}
          {tracking_code && <small>{tracking_code}</small>}
          {reference && <small>{reference}</small>}
        </>
      )}
      own={{ label: words.price, align: 'right', cell: ({ price }) => format.money(price.total) }}
      files={({ id }) => (
        <a href={control.printFile(id)} target="_blank" rel="noreferrer">
          {words.printFile}
        </a>
      )}
      acts={(letter) =>
        isOpen(letter) && (
          <ReportActs
            id={letter.id}
            name={letter.to.name}
            printed={lineOf(letter, 'printed')}
            posted={lineOf(letter, 'posted')}
          />
        )
      }
    />
  );
}

/** The same for every letter on the screen. */
function AllActs({ letters }: { letters: readonly Letter[] }) {
  const words = useWords();
  const report = useAction(async (status: 'printed' | 'posted') => {
    const lines = letters.flatMap((letter) => lineOf(letter, status) ?? []);
    return lines.length === 0 ? [] : control.report(lines);
  });
  const refused = report.data?.find(({ result }) => result === 'refused');
  return (
    <>
      <Button variant="default" disabled={report.isPending} onClick={() => report.mutate('printed')}>
        {words.allPrinted}
      </Button>
      <Button variant="default" disabled={report.isPending} onClick={() => report.mutate('posted')}>
        {words.allPosted}
      </Button>
      <span role="status">
        {report.data?.length === 0 && words.nothingWaits}
        {refused && words.results.refused(refused.reason ?? '')}
      </span>
      {report.error && <Failure error={report.error} />}
    </>
  );
}
