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
  /** The price for the form; none until it is known. */
  price: Price | null | undefined;
  /** Whether it is being requested. */
  busy: boolean;
  /** Why there is none yet. */
  without: 'file' | 'document' | 'form' | 'answer';
}

/** The price of sending, or what it waits for. */
export function PriceBefore({ price, busy, without }: PriceProps) {
  const { t, format } = useLanguage();
  const waits = {
    file: t.newLetter.priceAfterFile,
    document: t.newLetter.priceAfterDocument,
    form: t.newLetter.priceAfterForm,
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

/** The balance, and how much is missing for an immediate charge; undefined while the total is unknown. */
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

/** Why sending is still disabled. */
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
