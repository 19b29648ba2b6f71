import { Alert, Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { balanceQuery } from '../api/queries.ts';
import { RequestFailed } from '../api/request.ts';
import style from '../letters/letters.module.css';
import { Missing } from '../parts/before-sending.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icons.tsx';
import { PriceLines } from '../parts/mailing.tsx';
import { Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Failure } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import type { Matches } from './columns.ts';
import { useColumnName } from './columns-section.tsx';
import type { JudgedRows } from './judged-rows.ts';
import { useMailMergeLanguage } from './texts.ts';
import type { useConfirmation } from './use-confirmation.ts';
import type { useRowCheck } from './use-row-check.ts';

interface Props {
  /** Day of sending; null for at once. */
  sendDate: string | null;
  /** What the check needs first. */
  missing: readonly string[];
  canCheck: boolean;
  check: ReturnType<typeof useRowCheck>;
  /** None before a check. */
  judged: JudgedRows | null;
  matches: Matches;
  /** Markers with blank cells that would leave gaps in letters, and how many. */
  blanks: ReadonlyMap<string, number>;
  accepted: readonly string[];
  accept: (target: string, isAccepted: boolean) => void;
  leftOut: boolean;
  leaveOut: (leftOut: boolean) => void;
  confirmation: ReturnType<typeof useConfirmation>;
  /** Goes to the table of the rows. */
  toRows: () => void;
}

/** The check of all rows, its price, and the confirmation. */
export function SummarySection(props: Props) {
  const { t, format } = useMailMergeLanguage();
  const { accountId } = useAccount();
  const balance = useQuery(balanceQuery(accountId));
  const [confirming, setConfirming] = useState(false);
  const { sendDate, missing, canCheck, check, judged, leftOut, confirmation } = props;
  const whole = judged?.isWhole ? judged : null;
  const letters = whole?.sound.length ?? 0;
  const lacks = whole && balance.data && sendDate === null ? whole.price.total - balance.data.amount : 0;
  const ready = whole !== null && letters > 0 && lacks <= 0 && (whole.wrong.size === 0 || leftOut);
  const sendLabel =
    sendDate === null ? t.mailMerge.send(letters) : t.mailMerge.schedule(letters, format.calendar(sendDate));
  return (
    <Sheet title={t.mailMerge.summary}>
      <Outcome judged={judged} results={check.results?.length ?? 0} toRows={props.toRows} />
      {balance.data && <p className={style.soft}>{t.newLetter.balance(format.money(balance.data.amount))}</p>}
      <Decisions {...props} whole={whole} />
      {lacks > 0 && (
        <Alert variant="light" color="red" role="alert" mt="sm" icon={<Icon name="wallet" />}>
          {t.mailMerge.short(format.money(lacks))}
        </Alert>
      )}
      <Missing texts={missing} />
      {check.error instanceof RequestFailed && <Failure error={check.error} />}
      <Button
        fullWidth
        mt="md"
        variant={whole ? 'default' : 'filled'}
        disabled={!canCheck}
        loading={check.isPending}
        onClick={check.start}
      >
        {whole ? t.mailMerge.checkAgain : t.mailMerge.check}
      </Button>
      {letters > 0 && (
        <Button
          fullWidth
          size="md"
          mt="sm"
          disabled={!ready}
          leftSection={<Icon name="mail" />}
          onClick={() => setConfirming(true)}
        >
          {sendLabel}
        </Button>
      )}
      <p className={style.soft}>{sendDate === null ? t.newLetter.sendNote : t.newLetter.scheduleNote}</p>
      <Confirm
        title={sendLabel}
        open={confirming}
        onClose={() => setConfirming(false)}
        action={sendLabel}
        pending={confirmation.isPending}
        error={confirmation.error}
        onConfirm={confirmation.act}
      >
        <p>{t.mailMerge.confirmLead(format.money(whole?.price.total ?? 0))}</p>
      </Confirm>
    </Sheet>
  );
}

interface OutcomeProps extends Pick<Props, 'judged' | 'toRows'> {
  results: number;
}

function Outcome({ judged, results, toRows }: OutcomeProps) {
  const { t } = useMailMergeLanguage();
  const wrong = judged?.isWhole ? judged.wrong.size : 0;
  return (
    <>
      <div role="status">
        {judged && !judged.isWhole && <p className={parts.plain}>{t.mailMerge.checking(judged.done, results)}</p>}
        {judged?.isWhole && (
          <>
            <p className={style.total}>{t.mailMerge.letters(judged.sound.length)}</p>
            <p className={parts.plain}>{wrong === 0 ? t.mailMerge.allRight(results) : t.mailMerge.wrong(wrong)}</p>
          </>
        )}
      </div>
      {wrong > 0 && (
        <Button size="compact-md" variant="subtle" leftSection={<Icon name="alert" size={18} />} onClick={toRows}>
          {t.mailMerge.toRows}
        </Button>
      )}
      {judged?.isWhole && judged.sound.length > 0 && <PriceLines price={judged.price} />}
    </>
  );
}

/** What only a person can decide: gaps in letters, and rows without a letter. */
function Decisions({
  whole,
  matches,
  blanks,
  accepted,
  accept,
  leftOut,
  leaveOut,
}: Props & { whole: JudgedRows | null }) {
  const { t } = useMailMergeLanguage();
  const nameOf = useColumnName(matches);
  return (
    <>
      {[...blanks].map(([target, rows]) => (
        <Checkbox
          key={target}
          mt="sm"
          label={t.mailMerge.acceptBlanks(rows, nameOf(target))}
          checked={accepted.includes(target)}
          onChange={({ currentTarget }) => accept(target, currentTarget.checked)}
        />
      ))}
      {whole && whole.wrong.size > 0 && (
        <>
          <p className={style.soft}>{t.mailMerge.wrongLead}</p>
          {whole.sound.length > 0 && (
            <Checkbox
              mt="sm"
              label={t.mailMerge.leaveOut}
              checked={leftOut}
              onChange={({ currentTarget }) => leaveOut(currentTarget.checked)}
            />
          )}
        </>
      )}
    </>
  );
}
