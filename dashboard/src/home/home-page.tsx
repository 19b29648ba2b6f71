import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Home } from '../api/objects.ts';
import { homeQuery } from '../api/queries.ts';
import { Icon } from '../parts/icons.tsx';
import { LetterMark, VerificationMark } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Rows } from '../parts/rows.tsx';
import { Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import style from './home.module.css';
import { useHomeLanguage } from './texts.ts';

/** How often an open page asks; in a hidden tab it does not. The page has what changes in hours, so a minute will do. */
const HOME_LIVE_MS = 60_000;

/** As many are counted (docs/dashboard-api.md). */
const MOST_SCHEDULED = 100;

/** The first screen of an account: what needs somebody, and what there is. */
export function HomePage() {
  const { t } = useHomeLanguage();
  const { accountId, may } = useAccount();
  const home = useQuery({ ...homeQuery(accountId), refetchInterval: HOME_LIVE_MS });
  return (
    <Page
      title={t.nav.home}
      actions={
        may('send') && (
          <>
            <Button component={Link} to={`/${accountId}/letters/spreadsheet`} variant="default">
              {t.mailMerge.link}
            </Button>
            <Button component={Link} to={`/${accountId}/letters/new`} leftSection={<Icon name="plus" />}>
              {t.letters.create}
            </Button>
          </>
        )
      }
    >
      <Ready query={home}>
        {(shown) => (
          <>
            {shown.first_steps && <FirstSteps steps={shown.first_steps} />}
            {!shown.first_steps && <Attention home={shown} />}
            <Figures home={shown} />
            {!shown.first_steps && <Newest home={shown} />}
            <p className={style.live}>
              <Icon name="info" size={18} />
              {t.home.live}
            </p>
          </>
        )}
      </Ready>
    </Page>
  );
}

function Figures({ home }: { home: Home }) {
  const { t, format } = useHomeLanguage();
  const { accountId } = useAccount();
  const { spent, since } = home.month;
  const to = { params: { accountId } } as const;
  return (
    <div className={style.figures}>
      <Figure
        title={t.money.balance}
        value={format.money(home.balance)}
        text={t.home.covered(home.letters_covered, format.money(home.letter_price))}
      >
        <Link to="/$accountId/balance" {...to}>
          {t.home.topUp}
        </Link>
      </Figure>
      <Figure
        title={t.home.spent(format.month(since))}
        value={spent === null ? undefined : format.money(spent)}
        text={spent === null ? t.home.spentUnknown : t.home.spentWhat}
      >
        <Link to="/$accountId/balance" {...to}>
          {t.home.statement}
        </Link>
      </Figure>
      <Figure
        title={t.home.scheduled}
        value={t.home.scheduledCount(home.scheduled, home.scheduled >= MOST_SCHEDULED)}
        text={home.scheduled === 0 ? t.home.noneScheduled : t.home.scheduledWhat}
      >
        {home.scheduled > 0 && (
          <Link to="/$accountId/letters" {...to} search={{ status: 'scheduled' }}>
            {t.home.seeScheduled}
          </Link>
        )}
      </Figure>
    </div>
  );
}

interface FigureProps {
  title: string;
  value: string | undefined;
  text: string;
  /** Where to learn more. */
  children: ReactNode;
}

function Figure({ title, value, text, children }: FigureProps) {
  return (
    <section className={style.figure}>
      <h2 className={style.figureTitle}>{title}</h2>
      {value !== undefined && <p className={style.value}>{value}</p>}
      <p className={style.figureText}>{text}</p>
      {children}
    </section>
  );
}

type Found = Home['letters'][number] | Home['verifications'][number];

/** Rows; the service sends as many of each kind. */
const NEWEST = 6;

function Newest({ home }: { home: Home }) {
  const { t, format } = useHomeLanguage();
  const { accountId } = useAccount();
  const newest = [...home.letters, ...home.verifications]
    .sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
    .slice(0, NEWEST);
  return (
    <Sheet
      title={t.home.newest}
      flush
      actions={
        <span className={style.links}>
          <Link to="/$accountId/letters" params={{ accountId }}>
            {t.home.allLetters}
          </Link>
          <Link to="/$accountId/verifications" params={{ accountId }}>
            {t.home.allVerifications}
          </Link>
        </span>
      }
    >
      <Rows<Found>
        caption={t.home.newest}
        items={newest}
        id={({ id }) => id}
        faded={({ status }) => status === 'canceled'}
        columns={[
          {
            label: t.letters.recipient,
            long: true,
            cell: (found) => <Recipient accountId={accountId} found={found} />,
          },
          {
            label: t.letters.status,
            cell: (found) =>
              found.object === 'letter' ? (
                <LetterMark status={found.status} />
              ) : (
                <VerificationMark status={found.status} />
              ),
          },
          { label: t.letters.reference, long: true, cell: ({ reference }) => reference ?? '' },
          {
            label: t.letters.date,
            cell: ({ created_at }) => <time dateTime={created_at}>{format.instant(created_at)}</time>,
          },
        ]}
      />
    </Sheet>
  );
}

function Recipient({ accountId, found }: { accountId: string; found: Found }) {
  const { t } = useHomeLanguage();
  const isLetter = found.object === 'letter';
  return (
    <>
      {isLetter ? (
        <Link to="/$accountId/letters/$letterId" params={{ accountId, letterId: found.id }}>
          {found.recipient}
        </Link>
      ) : (
        <Link to="/$accountId/verifications/$verificationId" params={{ accountId, verificationId: found.id }}>
          {found.recipient}
        </Link>
      )}
      <small className={parts.note}>
        {isLetter ? t.home.letter : t.home.verification}, {found.city} - {found.state}
      </small>
    </>
  );
}
