import type { Verification } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { VerificationMark } from '../parts/mailing.tsx';
import { useDesk, useWords } from './bench.tsx';
import { control } from './bench-api.ts';
import { MailingsView } from './mailings-view.tsx';
import { ReportActs } from './reports.tsx';

/** The file with the code exists until the letter is posted. */
const isPrintable = ({ status }: Verification) => status === 'received' || status === 'in_production';

export function VerificationsView() {
  const { format } = useLanguage();
  const words = useWords();
  const verifications = useDesk('verifications', (api) => api.verifications());
  return (
    <MailingsView<Verification>
      view="verifications"
      icon="shield"
      query={verifications}
      status={({ status, reference }) => (
        <>
          <VerificationMark status={status} />
          {reference && <small>{reference}</small>}
        </>
      )}
      own={{
        label: words.tries,
        cell: ({ attempts_remaining, expires_at }) => (
          <>
            {attempts_remaining}
            {expires_at && (
              <small>
                {words.until60} {format.exactInstant(expires_at)}
              </small>
            )}
          </>
        ),
      }}
      files={(verification) => (
        <>
          {isPrintable(verification) && (
            <a href={control.printFile(verification.id)} target="_blank" rel="noreferrer">
              {words.letterWithCode}
            </a>
          )}
          {verification.hosted_page_url && (
            <a href={verification.hosted_page_url} target="_blank" rel="noreferrer">
              {words.codePage}
            </a>
          )}
        </>
      )}
      acts={({ id, status, to }) =>
        status === 'in_production' && (
          <ReportActs id={id} name={to.name} printed={undefined} posted={{ id, status: 'posted' }} />
        )
      }
    />
  );
}
