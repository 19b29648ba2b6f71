import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../language/language.tsx';
import { CopyText } from '../parts/copy.tsx';
import { Facts, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';

/** Days that are shown; the number of all look-ups tells the rest. */
const SHOWN_DAYS = 10;

/** The number that is printed on a letter, and how often it was looked up (rule GEN-5). */
export function LookUps({ id, number }: { id: string; number: string }) {
  const { t, format } = useLanguage();
  const { accountId, api } = useAccount();
  const lookUps = useQuery({
    queryKey: [accountId, 'letter', id, 'look-ups'],
    queryFn: () => api.lookUps(id),
  });
  const texts = t.letters.authenticity;
  return (
    <Sheet title={texts.title}>
      <p className={parts.intro}>{texts.what}</p>
      <Ready query={lookUps}>
        {({ total, days }) => (
          <Facts
            facts={[
              [texts.number, <CopyText key="number" text={number} />],
              [texts.total, texts.times(total)],
              ...days
                .slice(0, SHOWN_DAYS)
                .map(({ date, count }) => [format.calendar(date), texts.times(count)] as const),
            ]}
          />
        )}
      </Ready>
    </Sheet>
  );
}
