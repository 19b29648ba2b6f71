import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pix } from '../api/objects.ts';
import { pixQuery } from '../api/queries.ts';
import { useLanguage } from '../language/language.tsx';
import { Secret } from '../parts/copy.tsx';
import { Facts, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import style from './money.module.css';
import { centavosOf } from './typed-money.ts';

/** A code is made once typing pauses this long. */
const PAUSE_MS = 400;
/** Width of the quiet zone in modules that readers need around a code (ISO/IEC 18004). */
const QUIET = 4;

/** How to add money: by Pix, if the service takes it by code. */
export function Pay() {
  const { t } = useLanguage();
  const { accountId } = useAccount();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const typed = centavosOf(settled) ?? null;
  const unreadable = settled.trim() !== '' && !typed;
  const pix = useQuery({ ...pixQuery(accountId, typed), enabled: !unreadable });
  // The first response shows whether the service has codes at all.
  const open = useQuery(pixQuery(accountId, null));
  return (
    <Sheet title={t.money.pay}>
      <Ready query={open} rows={3}>
        {({ payment }) =>
          payment === null ? (
            <p className={parts.plain}>{t.money.howToPay}</p>
          ) : (
            <div className={style.pay}>
              <div className={style.payText}>
                <p className={parts.plain}>{t.money.payByPix}</p>
                <TextInput
                  className={style.payAmount}
                  label={t.money.payAmount}
                  description={t.money.payAmountHint}
                  inputMode="decimal"
                  autoComplete="off"
                  value={text}
                  error={unreadable ? t.money.unreadable : undefined}
                  onChange={({ currentTarget }) => setText(currentTarget.value)}
                />
              </div>
              {!unreadable && (
                <div aria-live="polite" className={style.payCode}>
                  <Ready query={pix} rows={4}>
                    {(ready) => <Code pix={ready} />}
                  </Ready>
                </div>
              )}
            </div>
          )
        }
      </Ready>
    </Sheet>
  );
}

function Code({ pix: { amount, payment } }: { pix: Pix }) {
  const { t, format } = useLanguage();
  if (payment === null) return null;
  const { receiver, txid, copy_and_paste, qr_code } = payment;
  const side = qr_code.size + 2 * QUIET;
  const shownAmount = amount === null ? t.money.openAmount : format.money(amount);
  return (
    <>
      <div className={style.payFacts}>
        <Facts
          facts={[
            [t.money.amount, shownAmount],
            [t.money.receiver, receiver],
            [t.money.txid, txid],
          ]}
        />
        <Secret label={t.money.copyAndPaste} secret={copy_and_paste} />
      </div>
      <svg
        className={style.qrCode}
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        role="img"
        aria-label={t.money.qrCode(shownAmount)}
        shapeRendering="crispEdges"
      >
        <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
        <path d={qr_code.path} fill="#000" />
      </svg>
    </>
  );
}
