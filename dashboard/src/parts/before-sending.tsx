import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Price } from '../api/objects.ts';
import { balanceQuery } from '../api/queries.ts';
import { useLanguage } from '../language/language.tsx';
import letters from '../letters/letters.module.css';
import { useAccount } from '../session/session.tsx';
import { Icon } from './icons.tsx';
import { PriceLines } from './mailing.tsx';
import parts from './parts.module.css';

interface PriceProps {
  /** The price of what is in the form; none until it is known. */
  price: Price | null | undefined;
  /** Whether it is being asked for. */
  busy: boolean;
  /** Why there is none yet. */
  without: 'file' | 'solved problems' | 'answer';
}

/** What sending costs, or what the price waits for. */
export function PriceBefore({ price, busy, without }: PriceProps) {
  const { t, format } = useLanguage();
  const waits = {
    file: t.newLetter.priceAfterFile,
    'solved problems': t.newLetter.priceAfterProblems,
    answer: t.newLetter.pricing,
  };
  return (
    <div aria-live="polite" aria-busy={busy}>
      {price ? (
        <>
          <p className={letters.total}>{format.money(price.total)}</p>
          <PriceLines price={price} />
        </>
      ) : (
        <p className={parts.plain}>{waits[without]}</p>
      )}
    </div>
  );
}

/** The balance, and by how much it falls short of what is charged at once; undefined while nothing is known to be. */
export function BalanceBefore({ total }: { total: number | undefined }) {
  const { t, format } = useLanguage();
  const { accountId } = useAccount();
  const balance = useQuery(balanceQuery(accountId));
  if (!balance.data) return null;
  const { amount } = balance.data;
  return (
    <>
      <p className={letters.soft}>{t.newLetter.balance(format.money(amount))}</p>
      {total !== undefined && amount < total && (
        <Alert
          variant="light"
          color="red"
          role="alert"
          icon={<Icon name="wallet" />}
          mt="sm"
          title={t.newLetter.shortTitle}
        >
          {t.newLetter.short(format.money(total), format.money(amount), format.money(total - amount))}{' '}
          <Link to="/$accountId/balance" params={{ accountId }}>
            {t.newLetter.addMoney}
          </Link>
        </Alert>
      )}
    </>
  );
}

/** Why the button does not send yet. */
export function Missing({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className={letters.missing}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
