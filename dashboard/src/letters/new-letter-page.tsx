import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { DraftFound } from '../parts/draft-found.tsx';
import { type Drafts, useDrafts } from '../parts/drafts.ts';
import { Icon } from '../parts/icons.tsx';
import { Page } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Loading } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { NewLetterSections } from './new-letter-sections.tsx';
import { NewLetterSummary } from './new-letter-summary.tsx';
import { type Draft, useNewLetter } from './use-new-letter.ts';

export function NewLetterPage() {
  const { t } = useLanguage();
  const { accountId, may } = useAccount();
  const drafts = useDrafts<Draft>('letter');
  const draft = useQuery({
    queryKey: ['draft', accountId, 'letter'],
    queryFn: async () => (await drafts.read()) ?? null,
    gcTime: 0,
    staleTime: Infinity,
  });
  const [round, setRound] = useState(0);
  const back = { link: { to: '/$accountId/letters', params: { accountId } } as const, label: t.nav.letters };
  return (
    <Page title={t.letters.create} lead={t.newLetter.lead} back={back}>
      {!may('send') ? (
        <Alert variant="light" icon={<Icon name="info" />}>
          {t.roles.cannotSend}
        </Alert>
      ) : draft.data === undefined ? (
        <Loading />
      ) : (
        <Editor
          key={round}
          found={round === 0 ? draft.data : null}
          drafts={drafts}
          onDiscard={() => {
            void drafts.drop();
            setRound(round + 1);
          }}
        />
      )}
    </Page>
  );
}

interface EditorProps {
  found: Draft | null;
  drafts: Drafts<Draft>;
  onDiscard: () => void;
}

function Editor({ found, drafts, onDiscard }: EditorProps) {
  const letter = useNewLetter(found, drafts);
  return (
    <div className={parts.columns}>
      <div className={parts.column}>
        {found && <DraftFound onDiscard={onDiscard} />}
        <NewLetterSections letter={letter} />
      </div>
      <NewLetterSummary letter={letter} onDiscard={found ? undefined : onDiscard} />
    </div>
  );
}
