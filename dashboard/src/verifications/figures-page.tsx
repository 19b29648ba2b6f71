import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { VerificationFigures, VerificationStatus } from '../api/objects.ts';
import { periodQuery } from '../api/queries.ts';
import { brasiliaDate } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import { VerificationMark } from '../parts/mailing.tsx';
import { Facts, Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { PeriodFilter } from '../parts/period.tsx';
import { Filter, Rows } from '../parts/rows.tsx';
import { Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';

/** Periods that end today, in days. */
const spans = ['30', '90', '365'] as const;
const firstDayOf = (span: (typeof spans)[number]) => brasiliaDate(1 - Number(span));

interface Period {
  from?: string | undefined;
  until?: string | undefined;
}

/** Outcomes of the verifications created in a period (rule VER-20). The period is in the address. */
export function FiguresPage() {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const period = useSearch({ from: '/$accountId/verifications/figures' });
  const asked = periodQuery(period);
  const figures = useQuery({
    queryKey: [accountId, 'verification-figures', asked],
    queryFn: () => api.verificationFigures(asked),
    placeholderData: keepPreviousData,
  });
  const link = (search: Period) =>
    ({ to: '/$accountId/verifications/figures', params: { accountId }, search }) as const;
  const chosen = period.until === undefined ? spans.find((span) => firstDayOf(span) === period.from) : undefined;
  const back = {
    link: { to: '/$accountId/verifications', params: { accountId } } as const,
    label: t.nav.verifications,
  };
  return (
    <Page title={t.figures.title} lead={t.figures.lead} back={back}>
      <div className={parts.tools}>
        <Filter
          label={t.figures.period}
          values={spans}
          names={t.figures.spans}
          chosen={chosen}
          all={t.figures.always}
          link={(span) => link(span === undefined ? {} : { from: firstDayOf(span) })}
        />
        <PeriodFilter search={period} link={link} />
      </div>
      <Ready query={figures}>{(counted) => <Counted figures={counted} period={period} />}</Ready>
    </Page>
  );
}

function Counted({ figures, period }: { figures: VerificationFigures; period: Period }) {
  const { t, format } = useLanguage();
  const { accountId } = useAccount();
  const { created, sent, confirmed, by_status, days_to_confirm } = figures;
  const statuses = Object.entries(by_status) as [VerificationStatus, number][];
  return (
    <>
      <Sheet title={t.figures.whole}>
        <Facts
          facts={[
            [t.figures.created, format.number(created)],
            [t.figures.sent, format.number(sent)],
            [t.figures.confirmed, format.number(confirmed)],
            [t.figures.share, sent === 0 ? '—' : `${format.number((100 * confirmed) / sent)}%`],
            [t.figures.median, days_to_confirm.median === null ? '—' : t.figures.days(days_to_confirm.median)],
          ]}
        />
      </Sheet>
      <Sheet title={t.figures.byStatus} flush>
        <Rows
          caption={t.figures.byStatus}
          items={statuses}
          id={([status]) => status}
          columns={[
            {
              label: t.letters.status,
              cell: ([status]) => (
                <Link to="/$accountId/verifications" params={{ accountId }} search={{ ...period, status }}>
                  <VerificationMark status={status} />
                </Link>
              ),
            },
            { label: t.figures.count, cell: ([, count]) => format.number(count), align: 'right' },
          ]}
        />
      </Sheet>
      <Sheet title={t.figures.daysToConfirm} flush={days_to_confirm.counts.length > 0}>
        {days_to_confirm.counts.length === 0 ? (
          <p className={parts.plain}>{t.figures.nobody}</p>
        ) : (
          <Rows
            caption={t.figures.daysToConfirm}
            items={days_to_confirm.counts}
            id={({ days }) => String(days)}
            columns={[
              { label: t.figures.afterPosting, cell: ({ days }) => t.figures.days(days) },
              { label: t.figures.count, cell: ({ count }) => format.number(count), align: 'right' },
            ]}
          />
        )}
      </Sheet>
    </>
  );
}
