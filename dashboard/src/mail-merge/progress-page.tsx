import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { MailMerge } from '../api/objects.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icons.tsx';
import { Facts, Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Rows } from '../parts/rows.tsx';
import { saveFile } from '../parts/save-file.ts';
import { Failure, Ready } from '../parts/states.tsx';
import { useCreator } from '../parts/use-creator.ts';
import { useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';
import { MailMergeMark } from './mail-merges.tsx';
import { MailingLetters } from './mailing-letters.tsx';
import { allRows } from './mailing-rows.ts';
import { resultCsv } from './result-file.ts';
import { MOST_SHOWN } from './setup.ts';
import { useMailMergeLanguage } from './texts.ts';

/** How often the page refreshes while the service works. */
const LOOK_MS = 2_000;

const isInProgress = ({ status }: MailMerge) => status === 'checking' || status === 'sending' || status === 'canceling';

export function ProgressPage() {
  const { t } = useMailMergeLanguage();
  const { accountId, api } = useAccount();
  const { mailMergeId } = useParams({ from: '/$accountId/letters/spreadsheet/$mailMergeId' });
  const mailMerge = useQuery({
    queryKey: [accountId, 'mail-merges', mailMergeId],
    queryFn: () => api.mailMerge(mailMergeId),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? LOOK_MS : false),
  });
  const lead = useSentBy(mailMerge.data);
  const back = {
    link: { to: '/$accountId/letters/spreadsheet', params: { accountId } } as const,
    label: t.mailMerge.link,
  };
  return (
    <Page
      title={mailMerge.data?.filename ?? t.mailMerge.title}
      lead={lead}
      back={back}
      mark={mailMerge.data && <MailMergeMark {...mailMerge.data} />}
    >
      <Ready query={mailMerge}>{(found) => <Progress mailMerge={found} />}</Ready>
    </Page>
  );
}

/** When it was confirmed, and by whom. */
function useSentBy(mailMerge: MailMerge | undefined): string | undefined {
  const { t, format } = useMailMergeLanguage();
  const creator = useCreator(mailMerge);
  if (!mailMerge) return undefined;
  const when = format.instant(mailMerge.confirmed_at ?? mailMerge.created_at);
  return creator === null ? t.mailMerge.sentOn(when) : t.mailMerge.sentBy(when, creator);
}

const shown = ['created', 'refused', 'waiting', 'canceled', 'kept', 'dropped'] as const;

function Progress({ mailMerge }: { mailMerge: MailMerge }) {
  const { t, format, explain } = useMailMergeLanguage();
  const { accountId, api, may } = useAccount();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { id, status, pause_reason, counts, rows, total } = mailMerge;
  const done = async () => {
    setAsking(false);
    await client.invalidateQueries({ queryKey: [accountId] });
  };
  const goingOn = useAct((key) => api.sendMailMerge(id, key), done);
  const canceling = useAct((key) => api.cancelMailMerge(id, key), done);
  const saving = useMutation({
    mutationFn: async () =>
      saveFile(
        resultCsv(await allRows(api.mailMergeRows, id), { ...t.mailMerge, letters: t.letterStatus }, explain),
        'csv',
        t.mailMerge.file,
      ),
  });
  const ended = rows - counts.waiting;
  const cancelable = status !== 'canceling' && status !== 'canceled' && counts.created + counts.waiting > 0;
  return (
    <>
      <Sheet title={t.mailMerge.progress}>
        <progress
          max={Math.max(rows, 1)}
          value={ended}
          aria-label={t.mailMerge.progress}
          style={{ width: '100%', accentColor: 'var(--accent)' }}
        />
        <p role="status">{status === 'done' ? t.mailMerge.isDone : t.mailMerge.done(ended, rows)}</p>
        {isInProgress(mailMerge) && <p className={parts.small}>{t.mailMerge.mayClose}</p>}
        <Facts
          facts={[
            ...shown.map((state) =>
              counts[state] === 0 ? null : ([t.mailMerge.counts[state], format.number(counts[state])] as const),
            ),
            [t.price.total, format.money(total)],
          ]}
        />
        {pause_reason !== null && (
          <Alert variant="light" color="yellow" mt="md" icon={<Icon name="wallet" />}>
            {t.mailMerge.paused[pause_reason]}
          </Alert>
        )}
        {goingOn.error && <Failure error={goingOn.error} />}
        {saving.error && <Failure error={saving.error} />}
        <div className={parts.actions} style={{ marginTop: '1rem' }}>
          {status === 'paused' && may('send') && (
            <Button leftSection={<Icon name="play" size={18} />} loading={goingOn.isPending} onClick={goingOn.act}>
              {t.mailMerge.goOn}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<Icon name="download" size={18} />}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {t.mailMerge.results}
          </Button>
          {cancelable && may('send') && (
            <Button variant="default" onClick={() => setAsking(true)}>
              {t.mailMerge.cancelAll}
            </Button>
          )}
          {may('send') && (
            <Button component={Link} to={`/${accountId}/letters/spreadsheet`} variant="subtle">
              {t.mailMerge.another}
            </Button>
          )}
        </div>
      </Sheet>
      {counts.created + counts.kept + counts.canceled > 0 && <MailingLetters mailMerge={mailMerge} />}
      {counts.refused > 0 && <Refused mailMerge={mailMerge} />}
      <Confirm
        title={t.mailMerge.cancelAll}
        open={asking}
        onClose={() => setAsking(false)}
        action={t.mailMerge.cancelAll}
        destroys
        pending={canceling.isPending}
        error={canceling.error}
        onConfirm={canceling.act}
      >
        <p>{t.mailMerge.cancelLead}</p>
      </Confirm>
    </>
  );
}

/** Rows that the service rejected: normally none, since all were checked before. */
function Refused({ mailMerge: { id, counts } }: { mailMerge: MailMerge }) {
  const { t, explain } = useMailMergeLanguage();
  const { accountId, api } = useAccount();
  const rows = useQuery({
    queryKey: [accountId, 'mail-merges', id, 'refused', counts.refused],
    queryFn: async () => (await allRows(api.mailMergeRows, id)).filter(({ state }) => state === 'refused'),
  });
  return (
    <Sheet title={t.mailMerge.wrong(counts.refused)} flush>
      <Ready query={rows}>
        {(refused) => (
          <Rows
            caption={t.mailMerge.wrong(counts.refused)}
            items={refused.slice(0, MOST_SHOWN)}
            id={({ row }) => String(row)}
            columns={[
              { label: t.mailMerge.line, named: true, cell: ({ line }) => line },
              { label: t.mailMerge.problem, long: true, cell: explain.row },
            ]}
          />
        )}
      </Ready>
      {counts.refused > MOST_SHOWN && <p style={{ padding: '0 1rem' }}>{t.mailMerge.firstShown(MOST_SHOWN)}</p>}
    </Sheet>
  );
}
