import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ERASED_NAME, type Home } from '../api/objects.ts';
import { Icon } from '../parts/icons.tsx';
import { Mark, type Tone } from '../parts/mailing.tsx';
import { Sheet } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { useAccount } from '../session/session.tsx';
import style from './home.module.css';
import { useHomeLanguage } from './texts.ts';

interface Item {
  id: string;
  /** A link to it. */
  what: ReactNode;
  /** In a sentence. */
  why: string;
  tone: Tone;
  state: string;
  /** An instant. */
  at: string | null;
  /** A link to what may be done; none for those who may not. */
  next: ReactNode;
}

/** What waits for a person: letters that did not leave, spreadsheets that stand still, codes that expire. */
export function Attention({ home }: { home: Home }) {
  const { t, format } = useHomeLanguage();
  const items = useItems(home);
  if (items.length === 0) {
    return (
      <p className={style.calm}>
        <Icon name="check" size={20} />
        {t.home.calm}
      </p>
    );
  }
  return (
    <Sheet title={t.home.attention} flush>
      <Rows<Item>
        caption={t.home.attention}
        items={items}
        id={({ id }) => id}
        columns={[
          {
            label: t.home.what,
            long: true,
            cell: ({ what, why }) => (
              <>
                {what}
                <small>{why}</small>
              </>
            ),
          },
          { label: t.home.state, cell: ({ tone, state }) => <Mark tone={tone}>{state}</Mark> },
          { label: t.home.when, cell: ({ at }) => at !== null && <time dateTime={at}>{format.instant(at)}</time> },
          { label: t.home.next, cell: ({ next }) => next },
        ]}
      />
    </Sheet>
  );
}

function useItems({ unsent, mail_merges, expiring }: Home): Item[] {
  return [...useMailMergeItems(mail_merges), ...useUnsentItems(unsent), ...useExpiringItems(expiring)];
}

function useUnsentItems(unsent: Home['unsent']): Item[] {
  const { t } = useHomeLanguage();
  const { accountId, may } = useAccount();
  return unsent.map(({ id, recipient, failure_reason, ended_at }) => ({
    id,
    what: (
      <Link to="/$accountId/letters/$letterId" params={{ accountId, letterId: id }}>
        {recipient}
      </Link>
    ),
    why: failure_reason ? t.home.failedBecause[failure_reason] : t.home.lackedBalance,
    tone: 'bad',
    state: t.home.notSent,
    at: ended_at,
    next: may('send') && recipient !== ERASED_NAME && (
      <Link to="/$accountId/letters/new" params={{ accountId }} search={{ again: id }}>
        {t.letters.again}
      </Link>
    ),
  }));
}

function useMailMergeItems(mailMerges: Home['mail_merges']): Item[] {
  const { t } = useHomeLanguage();
  const { accountId, may } = useAccount();
  const link = (mailMergeId: string, text: string) => (
    <Link to="/$accountId/letters/spreadsheet/$mailMergeId" params={{ accountId, mailMergeId }}>
      {text}
    </Link>
  );
  const states: Readonly<Record<string, string>> = t.home.sheetStates;
  return mailMerges.map(({ id, status, pause_reason, filename, rows }) => ({
    id,
    what: link(id, filename),
    why: pause_reason ? t.home.sheetPaused[pause_reason] : t.home.sheet(rows),
    tone: status === 'paused' ? 'bad' : 'going',
    state: states[status] ?? status,
    at: null,
    next: link(id, status === 'paused' && may('send') ? t.home.goOn : t.home.follow),
  }));
}

function useExpiringItems(expiring: Home['expiring']): Item[] {
  const { t } = useHomeLanguage();
  const { accountId, may } = useAccount();
  return expiring.map(({ id, recipient, expires_at }) => ({
    id,
    what: (
      <Link to="/$accountId/verifications/$verificationId" params={{ accountId, verificationId: id }}>
        {recipient}
      </Link>
    ),
    why: t.home.expiringWhat,
    tone: 'going',
    state: t.home.expiring,
    at: expires_at,
    next: may('send') && (
      <Link to="/$accountId/verifications/new" params={{ accountId }} search={{ after: id }}>
        {t.home.verifyAgain}
      </Link>
    ),
  }));
}
