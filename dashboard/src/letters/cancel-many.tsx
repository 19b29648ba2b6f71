import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Letter } from '../api/objects.ts';
import { RequestFailed } from '../api/request.ts';
import { Dialog } from '../parts/confirm.tsx';
import { Icon } from '../parts/icons.tsx';
import { Mark } from '../parts/mailing.tsx';
import parts from '../parts/parts.module.css';
import { Failure } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { useCancelManyLanguage } from './cancel-many-texts.ts';
import { isCancelable } from './letter-charge.ts';

interface Props {
  /** The chosen letters of the page. */
  letters: readonly Letter[];
  clear: () => void;
}

/** How many letters are chosen, and their cancellation (rule DASH-21). */
export default function CancelMany({ letters, clear }: Props) {
  const { t } = useCancelManyLanguage();
  // The letters of the dialog stay those that were asked about, while the list behind it changes.
  const [asked, setAsked] = useState<readonly Letter[]>();
  const clearAll = () => {
    clear();
    // The button that had the focus is gone.
    document.getElementById('main')?.focus();
  };
  return (
    <div className={parts.many}>
      <span role="status">{t.cancelMany.chosen(letters.length)}</span>
      <Button size="compact-md" variant="default" onClick={() => setAsked(letters)}>
        {t.cancelMany.cancel}
      </Button>
      <Button size="compact-md" variant="subtle" onClick={clearAll}>
        {t.cancelMany.clear}
      </Button>
      {asked && <CancelDialog letters={asked} close={() => setAsked(undefined)} clear={clearAll} />}
    </div>
  );
}

/** What became of a letter; absent until it has been tried. */
type Outcomes = ReadonlyMap<string, 'canceled' | Error>;

/** After any answer of the service, good or bad, trying again would change nothing. */
const isAnswered = (outcome: Error | 'canceled' | undefined) =>
  outcome === 'canceled' || (outcome instanceof RequestFailed && outcome.status >= 400 && outcome.status < 500);

/** Cancels one letter after another. A lost answer ends the row; the same key continues it. */
function useCancelMany(letters: readonly Letter[]) {
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [runs, setRuns] = useState(false);
  const run = async () => {
    setRuns(true);
    const found = new Map(outcomes);
    for (const { id } of letters.filter((letter) => !isAnswered(outcomes.get(letter.id)))) {
      const key = keys.current.get(id) ?? crypto.randomUUID();
      keys.current.set(id, key);
      const outcome = await api.cancelLetter(id, key).then(
        () => 'canceled' as const,
        (error: Error) => error,
      );
      found.set(id, outcome);
      setOutcomes(new Map(found));
      if (!isAnswered(outcome) || (outcome instanceof RequestFailed && outcome.status === 401)) break;
    }
    await client.invalidateQueries({ queryKey: [accountId] });
    setRuns(false);
  };
  return { outcomes, runs, run: () => void run() };
}

function CancelDialog({ letters, close, clear }: Props & { close: () => void }) {
  const { t, format } = useCancelManyLanguage();
  const cancelable = letters.filter(({ status }) => isCancelable(status));
  const { outcomes, runs, run } = useCancelMany(cancelable);
  const charged = cancelable.filter(({ status }) => status === 'received');
  const refund = charged.reduce((sum, { price }) => sum + price.total, 0);
  const isAsking = outcomes.size === 0 && !runs;
  const isOver = !runs && outcomes.size > 0 && cancelable.every(({ id }) => isAnswered(outcomes.get(id)));
  const end = () => {
    close();
    if (isOver) clear();
  };
  return (
    <Dialog
      title={isAsking ? t.cancelMany.title(cancelable.length) : t.cancelMany.results}
      open
      onClose={end}
      holds={runs}
      grows
    >
      {isAsking ? (
        <>
          {cancelable.length < letters.length && <p>{t.cancelMany.some(cancelable.length, letters.length)}</p>}
          {refund > 0 && <p>{t.letters.cancelMoney(format.money(refund))}</p>}
          {cancelable.length > 0 && <p>{t.cancelMany.final}</p>}
        </>
      ) : (
        <Results letters={cancelable} outcomes={outcomes} />
      )}
      <div className={parts.dialogActions}>
        <Button variant="default" onClick={end} disabled={runs} autoFocus>
          {isAsking ? t.actions.back : t.cancelMany.close}
        </Button>
        {cancelable.length > 0 && !isOver && (
          <Button color="red" loading={runs} onClick={run}>
            {isAsking || runs ? t.cancelMany.act(cancelable.length) : t.states.retry}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The result of each letter, in the order of the list. */
function Results({ letters, outcomes }: { letters: readonly Letter[]; outcomes: Outcomes }) {
  const { t } = useCancelManyLanguage();
  const canceled = [...outcomes.values()].filter((outcome) => outcome === 'canceled').length;
  const lost = [...outcomes.values()].find((outcome) => outcome instanceof Error && !isAnswered(outcome));
  return (
    <>
      <p role="status">{t.cancelMany.done(canceled, letters.length)}</p>
      {lost instanceof Error && <Failure error={lost} />}
      {lost instanceof Error && (
        <Alert variant="light" icon={<Icon name="info" />} mt="sm">
          {t.cancelMany.stopped}
        </Alert>
      )}
      <ul className={parts.outcomes}>
        {letters.map(({ id, to }) => (
          <li key={id}>
            <b>{to.name}</b>
            <Outcome outcome={outcomes.get(id)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Outcome({ outcome }: { outcome: 'canceled' | Error | undefined }) {
  const { t, explain } = useCancelManyLanguage();
  if (outcome === 'canceled') return <Mark tone="good">{t.letterStatus.canceled}</Mark>;
  if (outcome instanceof RequestFailed && isAnswered(outcome)) {
    return (
      <>
        <Mark tone="bad">{t.cancelMany.kept}</Mark>
        <small>{explain.failure(outcome)}</small>
      </>
    );
  }
  return <Mark tone="quiet">{outcome ? t.cancelMany.unknown : t.cancelMany.waiting}</Mark>;
}
