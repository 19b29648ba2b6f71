import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { serviceNow } from '../api/service-time.ts';
import { useLanguage } from '../language/language.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { csvAmount, csvFile, csvText } from '../parts/csv.ts';
import { Icon } from '../parts/icons.tsx';
import { Facts, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Rows } from '../parts/rows.tsx';
import { saveFile } from '../parts/save-file.ts';
import { Failure } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { alone, BusyElsewhere } from './alone.ts';
import { formOfRow } from './columns.ts';
import { sleep } from './rows-in-turn.ts';
import { cancelRows, isTooLate, rowsThat, type Sending, sendRows, type Sent } from './sending.ts';
import { base64Of, type ChangeDraft, MOST_SHOWN, orderOfRow, type Setup } from './setup.ts';
import type { Cells } from './spreadsheet.ts';

interface Props {
  setup: Setup;
  cells: Cells;
  sending: Sending;
  /** What is known now; `sending` is what was shown last. */
  current: () => Sending;
  /** Takes over what another tab has done. @returns whether it is still the same mailing */
  reread: () => Promise<boolean>;
  /** Of the lock under which one tab works at the mailing. */
  lock: string;
  change: ChangeDraft;
  /** Keeps what became of a row. */
  note: (row: number, sent: Sent) => Promise<unknown>;
  onEnd: () => void;
}

/** The letters on their way: rows one after the other, paused, gone on with and canceled as one likes. */
export function Progress({ setup, cells, sending, current, reread, lock, change, note, onEnd }: Props) {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const stopped = useRef(false);
  const [asking, setAsking] = useState<'cancel' | 'end' | null>(null);
  const work = async (act: typeof sendRows) => {
    stopped.current = false;
    if (!(await reread())) return;
    const source = { type: 'base64', data: await base64Of(setup.file!) } as const;
    await act({
      current,
      note,
      renewed: (renewed) => change((draft) => ({ ...draft, sending: renewed })),
      lettersSince: (instant) => api.lettersSince(instant),
      create: (row, key) => api.createLetter(orderOfRow(setup, cells, row, source, current().marker), key),
      cancel: (id, key) => api.cancelLetter(id, key),
      stopped: () => stopped.current,
      now: serviceNow,
      wait: sleep,
      randomKey: () => crypto.randomUUID(),
    });
  };
  const run = useMutation({
    mutationFn: (act: typeof sendRows) => alone(lock, () => work(act)),
    onSettled: () => client.invalidateQueries({ queryKey: [accountId] }),
  });
  const { mutate, isPending } = run;
  // Confirmed a moment ago: it begins by itself. After a reload a person says so.
  const fresh = sending.rows.every(({ state }) => state === 'waiting' || state === 'dropped');
  const begun = useRef(false);
  useEffect(() => {
    if (!fresh || begun.current) return;
    begun.current = true;
    mutate(sendRows);
  }, [fresh, mutate]);
  useEffect(() => {
    if (!isPending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isPending]);
  // Another screen of the dashboard ends it as well: rows in work are finished, the others wait.
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  const all = sending.rows.length;
  const open = rowsThat(sending, 'waiting', 'sending').length;
  const [shownAt] = useState(serviceNow);
  const tooLate = isTooLate(sending, shownAt);
  const ended = tooLate && sending.marker === undefined;
  const refused = rowsThat(sending, 'refused');
  const states = ['created', 'refused', 'waiting', 'sending', 'canceled', 'kept', 'dropped'] as const;

  return (
    <>
      <Sheet title={t.mailMerge.progress}>
        <progress
          max={all}
          value={all - open}
          aria-label={t.mailMerge.progress}
          style={{ width: '100%', accentColor: 'var(--accent)' }}
        />
        <p role="status">{open === 0 && !isPending ? t.mailMerge.isDone : t.mailMerge.done(all - open, all)}</p>
        <Facts
          facts={states.map((state) => {
            const count = rowsThat(sending, state).length;
            return count === 0 ? null : ([t.mailMerge.counts[state], String(count)] as const);
          })}
        />
        {tooLate && open > 0 && (
          <Alert variant="light" color="yellow" mt="md" icon={<Icon name="clock" />}>
            {ended ? t.mailMerge.tooLate : t.mailMerge.later}
          </Alert>
        )}
        {run.error &&
          !isPending &&
          (run.error instanceof BusyElsewhere ? (
            <Alert variant="light" color="yellow" mt="md" icon={<Icon name="info" />}>
              {t.mailMerge.elsewhere}
            </Alert>
          ) : (
            <Failure error={run.error} />
          ))}
        <div className={parts.actions} style={{ marginTop: '1rem' }}>
          {isPending ? (
            <Button
              variant="default"
              leftSection={<Icon name="pause" size={18} />}
              onClick={() => (stopped.current = true)}
            >
              {t.mailMerge.pause}
            </Button>
          ) : (
            open > 0 &&
            !ended && (
              <Button leftSection={<Icon name="play" size={18} />} onClick={() => mutate(sendRows)}>
                {t.mailMerge.goOn}
              </Button>
            )
          )}
          <Button
            variant="default"
            leftSection={<Icon name="download" size={18} />}
            onClick={() => saveFile(resultCsv(setup, cells, sending, t.mailMerge), 'csv', t.mailMerge.file)}
          >
            {t.mailMerge.results}
          </Button>
          {!isPending && (
            <>
              {rowsThat(sending, 'created', 'waiting', 'sending').length > 0 && (
                <Button variant="default" onClick={() => setAsking('cancel')}>
                  {t.mailMerge.cancelAll}
                </Button>
              )}
              <Button variant="subtle" onClick={() => (open > 0 ? setAsking('end') : onEnd())}>
                {t.mailMerge.another}
              </Button>
              <Link to="/$accountId/letters" params={{ accountId }}>
                {t.nav.letters}
              </Link>
            </>
          )}
        </div>
      </Sheet>
      {refused.length > 0 && (
        <Sheet title={t.mailMerge.wrong(refused.length)} flush>
          <Rows
            caption={t.mailMerge.wrong(refused.length)}
            items={refused.slice(0, MOST_SHOWN)}
            id={String}
            columns={[
              { label: t.mailMerge.line, cell: (row) => cells.rows[row]!.line },
              { label: t.mailMerge.problem, cell: (row) => messageOfRow(sending.rows[row]!) },
            ]}
          />
          {refused.length > MOST_SHOWN && <p style={{ padding: '0 1rem' }}>{t.mailMerge.firstShown(MOST_SHOWN)}</p>}
        </Sheet>
      )}
      <Confirm
        title={t.mailMerge.cancelAll}
        open={asking === 'cancel'}
        onClose={() => setAsking(null)}
        action={t.mailMerge.cancelAll}
        destroys
        pending={false}
        error={null}
        onConfirm={() => {
          setAsking(null);
          mutate(cancelRows);
        }}
      >
        <p>{t.mailMerge.cancelLead}</p>
      </Confirm>
      <Confirm
        title={t.mailMerge.another}
        open={asking === 'end'}
        onClose={() => setAsking(null)}
        action={t.mailMerge.another}
        destroys
        pending={false}
        error={null}
        onConfirm={onEnd}
      >
        <p>{t.mailMerge.anotherLead}</p>
      </Confirm>
    </>
  );
}

const messageOfRow = (sent: Sent) => (sent.state === 'refused' ? sent.message : '');

interface ResultTexts {
  resultColumns: readonly string[];
  counts: Record<Sent['state'], string>;
}

/** What became of each row, for spreadsheets. */
function resultCsv(
  { form, matches, markers }: Setup,
  cells: Cells,
  { rows }: Sending,
  { resultColumns, counts }: ResultTexts,
): string {
  const lines = rows.map((sent, row) => {
    const { to, reference } = formOfRow(form, cells, cells.rows[row]!, matches, markers);
    return [
      String(cells.rows[row]!.line),
      csvText(to.name),
      csvText(reference),
      csvText(counts[sent.state]),
      'id' in sent ? sent.id : '',
      'total' in sent ? csvAmount(sent.total) : '',
      csvText(messageOfRow(sent)),
    ];
  });
  return csvFile(resultColumns, lines);
}
