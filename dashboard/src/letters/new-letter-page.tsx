import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useLanguage } from '../language/language.tsx';
import { DraftFound } from '../parts/draft-found.tsx';
import { type Drafts, useDrafts } from '../parts/drafts.ts';
import { Icon } from '../parts/icons.tsx';
import { Page } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { draftAgain } from './letter-again.ts';
import { NewLetterSections } from './new-letter-sections.tsx';
import { NewLetterSummary } from './new-letter-summary.tsx';
import { blankDraft, type Draft, useNewLetter } from './use-new-letter.ts';

export function NewLetterPage() {
  const { again } = useSearch({ from: '/$accountId/letters/new' });
  return <NewLetter key={again} again={again} />;
}

/** @param again the letter that is sent again */
function NewLetter({ again }: { again: string | undefined }) {
  const { t } = useLanguage();
  const { accountId, api, may } = useAccount();
  // A letter that is sent again has its own draft, so it never replaces another one.
  const kind = again === undefined ? 'letter' : `letter/${again}`;
  const drafts = useDrafts<Draft>(kind);
  const start = useQuery({
    queryKey: ['draft', accountId, kind],
    queryFn: async () => {
      const found = (await drafts.read()) ?? null;
      return { found, blank: found || again === undefined ? blankDraft() : await draftAgain(api, again) };
    },
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
      ) : (
        <Ready query={start}>
          {({ found, blank }) => (
            <Editor
              key={round}
              found={round === 0 ? found : null}
              blank={round === 0 ? blank : blankDraft()}
              drafts={drafts}
              onDiscard={() => {
                void drafts.drop();
                setRound(round + 1);
              }}
            />
          )}
        </Ready>
      )}
    </Page>
  );
}

interface EditorProps {
  found: Draft | null;
  /** Where a new draft starts. */
  blank: Draft;
  drafts: Drafts<Draft>;
  onDiscard: () => void;
}

function Editor({ found, blank, drafts, onDiscard }: EditorProps) {
  const { t } = useLanguage();
  const letter = useNewLetter(found ?? blank, drafts);
  return (
    <div className={parts.columns}>
      <div className={parts.column}>
        {found && <DraftFound onDiscard={onDiscard} />}
        {blank.isAgain && letter.draft.file === null && (
          <Alert variant="light" icon={<Icon name="info" />}>
            {t.newLetter.documentGone}
          </Alert>
        )}
        <NewLetterSections letter={letter} />
      </div>
      <NewLetterSummary letter={letter} onDiscard={found ? undefined : onDiscard} />
    </div>
  );
}
