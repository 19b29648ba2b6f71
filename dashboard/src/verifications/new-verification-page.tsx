import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Account } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import letters from '../letters/letters.module.css';
import { AddressFields } from '../parts/address-fields.tsx';
import { DraftFound } from '../parts/draft-found.tsx';
import { type Drafts, useDrafts } from '../parts/drafts.ts';
import { Icon } from '../parts/icons.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { Follows, LetterSection, MethodSection, MoreSection } from './new-verification-sections.tsx';
import { Summary } from './new-verification-summary.tsx';
import { type Draft, useNewVerification, wholeDraft } from './use-new-verification.ts';
import { blankVerification, secondLetter, type VerificationForm } from './verification-form.ts';

export function NewVerificationPage() {
  const { after } = useSearch({ from: '/$accountId/verifications/new' });
  // A second letter has its own draft, so it never replaces another one.
  const kind = after === undefined ? 'verification' : `verification/${after}`;
  return <NewVerification key={kind} kind={kind} after={after} />;
}

/** @param after the verification that this letter follows */
function NewVerification({ kind, after }: { kind: string; after: string | undefined }) {
  const { t } = useLanguage();
  const { accountId, api, may } = useAccount();
  const drafts = useDrafts<Draft>(kind);
  const start = useQuery({
    queryKey: ['draft', accountId, kind],
    queryFn: async () => {
      const [draft, account, first] = await Promise.all([
        drafts.read(),
        api.account(),
        after === undefined ? null : api.verification(after),
      ]);
      return { draft: wholeDraft(draft), account, blank: first ? secondLetter(first) : blankVerification };
    },
    gcTime: 0,
    staleTime: Infinity,
  });
  const [round, setRound] = useState(0);
  const back = {
    link: { to: '/$accountId/verifications', params: { accountId } } as const,
    label: t.nav.verifications,
  };
  return (
    <Page title={t.verifications.create} lead={t.newVerification.lead} back={back}>
      {may('send') ? (
        <Ready query={start}>
          {({ draft, account, blank }) => (
            <Editor
              key={round}
              account={account}
              blank={blank}
              found={round === 0 ? draft : undefined}
              drafts={drafts}
              onDiscard={() => {
                void drafts.drop();
                setRound(round + 1);
              }}
            />
          )}
        </Ready>
      ) : (
        <Alert variant="light" icon={<Icon name="info" />}>
          {t.roles.cannotSend}
        </Alert>
      )}
    </Page>
  );
}

interface EditorProps {
  account: Account;
  /** The initial form. */
  blank: VerificationForm;
  found: Draft | undefined;
  drafts: Drafts<Draft>;
  onDiscard: () => void;
}

function Editor({ onDiscard, ...start }: EditorProps) {
  const { t } = useLanguage();
  const made = useNewVerification(start);
  const { form, changeBy, problem } = made;
  return (
    <form
      className={parts.columns}
      onSubmit={(event) => {
        event.preventDefault();
        made.send();
      }}
    >
      <div className={parts.column}>
        {start.found && <DraftFound onDiscard={onDiscard} />}
        {form.previous !== null && <Follows previous={form.previous} />}
        <Sheet title={t.newVerification.whom}>
          <AddressFields
            value={form.to}
            onChange={(update) => changeBy(({ to }) => ({ to: update(to) }))}
            problem={(field) => (made.addressed ? problem(`to.${field}`) : undefined)}
          />
        </Sheet>
        <MethodSection made={made} />
        <LetterSection made={made} account={start.account} />
        <MoreSection made={made} />
      </div>
      <div className={letters.summary}>
        <Summary made={made} />
      </div>
    </form>
  );
}
