import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { RequestFailed } from '../api/request.ts';
import { blankLetter } from '../letters/letter-form.ts';
import { type Drafts, useDrafts } from '../parts/drafts.ts';
import { Icon } from '../parts/icons.tsx';
import { Page } from '../parts/page.tsx';
import { Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { MailMerges, useMailMerges } from './mail-merges.tsx';
import { type ChangeDraft, currentDraft, type Draft, draftOf, type Setup } from './setup.ts';
import { SetupForm } from './setup-form.tsx';
import { useMailMergeLanguage } from './texts.ts';

const blankSetup: Setup = { file: null, markers: [], cells: null, matches: {}, form: blankLetter };

export function MailMergePage() {
  const { t } = useMailMergeLanguage();
  const { accountId, api, may } = useAccount();
  const drafts = useDrafts<Draft>('spreadsheet');
  const found = useQuery({
    queryKey: ['draft', accountId, 'spreadsheet'],
    queryFn: async () => {
      const stored = await drafts.read();
      const draft = stored ? currentDraft(stored) : draftOf(blankSetup);
      if (!draft.confirming) return { draft };
      // The page was closed during the confirmation: only the service knows whether it was received.
      const known = await api.mailMerge(draft.confirming).catch((error: unknown) => {
        if (error instanceof RequestFailed && error.status === 404) return undefined;
        throw error;
      });
      if (!known) return { draft: draftOf(draft.setup) };
      if (known.status === 'draft') return { draft };
      await drafts.drop();
      return { confirmed: known.id };
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  // Sent spreadsheets are above the form, so they load with it: the form must not move while a person uses it.
  const sent = useMailMerges();
  if (found.data?.confirmed !== undefined) {
    const params = { accountId, mailMergeId: found.data.confirmed };
    return <Navigate to="/$accountId/letters/spreadsheet/$mailMergeId" params={params} replace />;
  }
  const back = { link: { to: '/$accountId/letters', params: { accountId } } as const, label: t.nav.letters };
  return (
    <Page title={t.mailMerge.title} lead={t.mailMerge.lead} back={back}>
      <MailMerges />
      {!may('send') ? (
        <Alert variant="light" icon={<Icon name="info" />}>
          {t.roles.cannotSend}
        </Alert>
      ) : (
        <Ready query={{ ...found, data: sent.isPending ? undefined : found.data?.draft }}>
          {(draft) => <MailMerge found={draft} drafts={drafts} />}
        </Ready>
      )}
    </Page>
  );
}

function MailMerge({ found, drafts }: { found: Draft; drafts: Drafts<Draft> }) {
  const [draft, setDraft] = useState(found);
  // A file that takes long to read must change the current draft, not the one last rendered.
  const current = useRef(found);
  const change: ChangeDraft = (next) => {
    current.current = next(current.current);
    setDraft(current.current);
    return drafts.keep(current.current);
  };
  return <SetupForm draft={draft} change={change} drop={drafts.drop} />;
}
