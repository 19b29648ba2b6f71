import { Link } from '@tanstack/react-router';
import type { Address, LetterStatus, Price, VerificationStatus } from '../api/objects.ts';
import { addressLines } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import style from './parts.module.css';

/** `quiet`: waiting or over. `going`: in progress. `good` and `bad`: how it ended. */
export type Tone = 'quiet' | 'going' | 'good' | 'bad';

const letterTones: Record<LetterStatus, Tone> = {
  scheduled: 'quiet',
  received: 'going',
  in_production: 'going',
  printed: 'going',
  posted: 'good',
  canceled: 'quiet',
  failed: 'bad',
};

const verificationTones: Record<VerificationStatus, Tone> = {
  received: 'going',
  in_production: 'going',
  awaiting_code: 'going',
  verified: 'good',
  failed: 'bad',
  expired: 'bad',
  canceled: 'quiet',
  revoked: 'quiet',
};

/** The service may add statuses; an unknown one counts as in progress (rule REQ-18). */
export function LetterMark({ status }: { status: LetterStatus }) {
  const { t } = useLanguage();
  return <Mark tone={letterTones[status] ?? 'going'}>{t.letterStatus[status] ?? status}</Mark>;
}

export function VerificationMark({ status }: { status: VerificationStatus }) {
  const { t } = useLanguage();
  return <Mark tone={verificationTones[status] ?? 'going'}>{t.verificationStatus[status] ?? status}</Mark>;
}

export function Mark({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={style.status} data-tone={tone}>
      {children}
    </span>
  );
}

export function AddressText({ address }: { address: Address }) {
  return (
    <address className={style.address}>
      <b>{address.name}</b>
      {addressLines(address).map((line) => (
        <span key={line}>
          {line}
          <br />
        </span>
      ))}
    </address>
  );
}

export function PriceLines({ price }: { price: Price }) {
  const { t, format } = useLanguage();
  return (
    <table className={style.price}>
      <caption className={style.hidden}>{t.price.title}</caption>
      <tbody>
        {price.items.map(({ type, quantity, unit_amount, amount }) => (
          <tr key={type}>
            <th scope="row">
              {t.price.items[type] ?? type}
              {quantity > 1 && (
                <small>
                  {' '}
                  {quantity} × {format.money(unit_amount)}
                </small>
              )}
            </th>
            <td>{format.money(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t.price.total}</th>
          <td>{format.money(price.total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

export interface Step {
  label: string;
  at: string | null;
  /** Shown below the step, instead of the time. */
  note?: string | undefined;
  bad?: boolean;
}

export function Steps({ steps }: { steps: readonly Step[] }) {
  const { t, format } = useLanguage();
  return (
    <ol className={style.steps}>
      {steps.map(({ label, at, note, bad }) => (
        <li key={label} className={style.step} data-reached={at === null ? undefined : bad ? 'bad' : 'good'}>
          <b>
            {label}
            <span className={style.hidden}>{at === null ? t.steps.ahead : t.steps.reached}</span>
          </b>
          {at !== null && (
            <span>
              <time dateTime={at}>{format.instant(at)}</time>
            </span>
          )}
          {note !== undefined && <span>{note}</span>}
        </li>
      ))}
    </ol>
  );
}

/** An id as a link to its object's screen. */
export function ObjectLink({ accountId, id }: { accountId: string; id: string }) {
  if (id.startsWith('ltr_')) {
    return (
      <Link to="/$accountId/letters/$letterId" params={{ accountId, letterId: id }}>
        {id}
      </Link>
    );
  }
  if (id.startsWith('ver_')) {
    return (
      <Link to="/$accountId/verifications/$verificationId" params={{ accountId, verificationId: id }}>
        {id}
      </Link>
    );
  }
  if (id.startsWith('mrg_')) {
    return (
      <Link to="/$accountId/letters/spreadsheet/$mailMergeId" params={{ accountId, mailMergeId: id }}>
        {id}
      </Link>
    );
  }
  return <code>{id}</code>;
}
