import { useQuery } from '@tanstack/react-query';
import type { VerificationAttempt } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Mark } from '../parts/mailing.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { type Column, Rows } from '../parts/rows.tsx';
import { Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';

/** Every code that was tried, newest first. The typed text is not stored (rule VER-16). */
export function Attempts({ verificationId }: { verificationId: string }) {
  const { t, format } = useLanguage();
  const { accountId, api } = useAccount();
  const attempts = useQuery({
    queryKey: [accountId, 'attempts', verificationId],
    queryFn: () => api.attempts(verificationId),
  });
  const texts = t.verifications.tried;
  const columns: readonly Column<VerificationAttempt>[] = [
    { label: texts.at, cell: ({ created_at }) => format.exactInstant(created_at) },
    {
      label: texts.result,
      cell: ({ correct }) => <Mark tone={correct ? 'good' : 'bad'}>{correct ? texts.right : texts.wrong}</Mark>,
    },
    { label: texts.entry, cell: ({ entry }) => texts.entries[entry] ?? entry },
  ];
  return (
    <Sheet title={texts.title} flush={Boolean(attempts.data?.data.length)}>
      <Ready query={attempts} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={parts.plain}>{texts.none}</p>
          ) : (
            <Rows<VerificationAttempt>
              caption={texts.title}
              items={data}
              id={({ number }) => String(number)}
              columns={columns}
            />
          )
        }
      </Ready>
    </Sheet>
  );
}
