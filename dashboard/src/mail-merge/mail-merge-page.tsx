import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { blankLetter } from '../letters/letter-form.ts';
import { type Drafts, draftsOf, type Notes, notesOf } from '../parts/drafts.ts';
import { Icon } from '../parts/icons.tsx';
import { Page } from '../parts/page.tsx';
import { Loading } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { alone, BusyElsewhere } from './alone.ts';
import { Progress } from './progress.tsx';
import { type RowNote, type Sending, type Sent, withNotes } from './sending.ts';
import type { ChangeDraft, Draft } from './setup.ts';
import { SetupForm } from './setup-form.tsx';

const blankDraft: Draft = {
  setup: { file: null, markers: [], cells: null, matches: {}, form: blankLetter },
  sending: null,
};

export function MailMergePage() {
  const { t } = useLanguage();
  const { accountId, may } = useAccount();
  const drafts = useMemo(() => draftsOf<Draft>(accountId, 'mail-merge'), [accountId]);
  const notes = useMemo(() => notesOf<RowNote>(accountId, 'mail-merge'), [accountId]);
  const found = useQuery({
    queryKey: ['draft', accountId, 'mail-merge'],
    queryFn: () => keptDraft(drafts, notes),
    gcTime: 0,
    staleTime: Infinity,
  });
  const back = { link: { to: '/$accountId/letters', params: { accountId } } as const, label: t.nav.letters };
  return (
    <Page title={t.mailMerge.title} lead={t.mailMerge.lead} back={back}>
      {!may('send') ? (
        <Alert variant="light" icon={<Icon name="info" />}>
          {t.roles.cannotSend}
        </Alert>
      ) : found.data === undefined ? (
        <Loading />
      ) : (
        <MailMerge found={found.data ?? blankDraft} drafts={drafts} notes={notes} lock={`${accountId}/mail-merge`} />
      )}
    </Page>
  );
}

/** What this browser keeps, with what was noted of each row; null for nothing. */
async function keptDraft(drafts: Drafts<Draft>, notes: Notes<RowNote>): Promise<Draft | null> {
  const draft = await drafts.read();
  return draft?.sending ? { ...draft, sending: withNotes(draft.sending, await notes.read()) } : (draft ?? null);
}

/** Rows end many times a second; a person reads a few times. */
const SHOWN_MS = 200;

interface Props {
  found: Draft;
  drafts: Drafts<Draft>;
  notes: Notes<RowNote>;
  /** Of the lock under which one tab works at the mailing. */
  lock: string;
}

function MailMerge({ found, drafts, notes, lock }: Props) {
  const [draft, setDraft] = useState(found);
  // Rows in work read and change what the others have left, not what was shown last.
  const current = useRef(found);
  const show = (next: Draft) => {
    current.current = next;
    setDraft(next);
  };
  const change: ChangeDraft = (next) => {
    show(next(current.current));
    return drafts.keep(current.current);
  };
  /** Takes over what another tab has done. A browser that keeps nothing has no other tab. */
  const reread = async () => {
    const mailing = current.current.sending?.marker;
    const kept = await keptDraft(drafts, notes);
    if (kept) show(kept);
    return current.current.sending !== null && current.current.sending.marker === mailing;
  };
  /** One confirmation counts: the first click, in the tab that was first. */
  const begin = async (sending: Sending) => {
    const isFirst = await alone(lock, async () => {
      if (current.current.sending ?? (await drafts.read())?.sending) return false;
      await drafts.keep({ ...current.current, sending });
      return true;
    }).catch((error: unknown) => {
      if (error instanceof BusyElsewhere) return false;
      throw error;
    });
    if (isFirst) show({ ...current.current, sending });
    else await reread();
  };
  const showing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const note = (row: number, sent: Sent) => {
    const { sending, setup } = current.current;
    const { key, rows } = sending!;
    current.current = { setup, sending: { ...sending!, rows: rows.with(row, sent) } };
    showing.current ??= setTimeout(() => {
      showing.current = undefined;
      setDraft(current.current);
    }, SHOWN_MS);
    return notes.keep(row, { key, row, sent });
  };
  const { setup, sending } = draft;
  return sending === null || setup.cells === null ? (
    <SetupForm setup={setup} change={change} begin={begin} />
  ) : (
    <Progress
      setup={setup}
      cells={setup.cells}
      sending={sending}
      current={() => current.current.sending!}
      reread={reread}
      lock={lock}
      change={change}
      note={note}
      onEnd={() => {
        show(blankDraft);
        // Kept rather than dropped, so that another tab learns that the mailing has ended.
        void drafts.keep(blankDraft);
        void notes.drop();
      }}
    />
  );
}
