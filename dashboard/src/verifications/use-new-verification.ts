import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Account, Problem, Verification, VerificationOrder } from '../api/objects.ts';
import { balanceQuery } from '../api/queries.ts';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { useBlankMarkers } from '../letters/blank-markers.tsx';
import type { KeptUpload } from '../letters/use-upload.ts';
import { isAddressed, missingOfAddress } from '../parts/address-form.ts';
import type { Drafts } from '../parts/drafts.ts';
import { type Once, once, useOrder } from '../parts/use-order.ts';
import { useAccount } from '../session/session.tsx';
import { useVerificationQuote } from './own-pdf.tsx';
import { blankVerification, type VerificationForm, verificationOrder } from './verification-form.ts';

export interface Draft extends Once<VerificationOrder> {
  form: VerificationForm;
  file: File | null;
  upload: KeptUpload | null;
}

export const blankDraft = (form: VerificationForm): Draft => ({
  form,
  file: null,
  upload: null,
  ...once(),
});

/** Drafts of earlier releases have no PDF. */
export const wholeDraft = (found: Draft | undefined): Draft | undefined =>
  found && { ...blankDraft(blankVerification), ...found, form: { ...blankVerification, ...found.form } };

interface Start {
  account: Account;
  /** The initial form. */
  blank: VerificationForm;
  found: Draft | undefined;
  drafts: Drafts<Draft>;
}

export type NewVerification = ReturnType<typeof useNewVerification>;

/** The state of a new verification, from the first character to the response. */
export function useNewVerification({ account, blank, found, drafts }: Start) {
  const { t, explain } = useLanguage();
  const { accountId } = useAccount();
  const [draft, setDraft] = useState<Draft>(() => found ?? blankDraft(blank));
  const { form, file, upload } = draft;
  const touched = draft !== found && (file !== null || form !== blank);
  useEffect(() => {
    if (touched) void drafts.keep(draft);
  }, [draft, drafts, touched]);
  const changeBy = (next: (form: VerificationForm) => Partial<VerificationForm>) =>
    setDraft((old) => ({ ...old, form: { ...old.form, ...next(old.form) } }));

  const quoted = useVerificationQuote({
    form,
    file,
    upload,
    account,
    onUpload: (made, pdf) => setDraft((old) => (old.file === pdf ? { ...old, upload: made } : old)),
  });
  const creating = useCreating(draft, setDraft, drafts);
  const gaps = useBlankMarkers(form.ownPdf ? quoted.field.variables : [], form.variables);

  const refused = creating.error instanceof RequestFailed ? creating.error.problems : [];
  const problems = quoted.problems.length > 0 ? quoted.problems : refused;
  const { price } = quoted;
  const withoutFile = form.ownPdf && file === null;
  const missing = [
    withoutFile ? t.newLetter.missingFile : null,
    missingOfAddress(form.to, t),
    problems.length > 0 || quoted.unreadable ? t.newLetter.missingProblems : null,
  ].filter((text) => text !== null);
  const balance = useQuery(balanceQuery(accountId));
  const short = price !== null && balance.data !== undefined && balance.data.amount < price.total;

  return {
    form,
    change: (part: Partial<VerificationForm>) => changeBy(() => part),
    changeBy,
    choose: (chosen: File) => setDraft((old) => ({ ...old, file: chosen, upload: null })),
    quoted,
    creating,
    addressed: isAddressed(form.to),
    problems,
    problem: (...params: string[]) => problems.filter(({ param }) => params.includes(param)).map(explain.problem)[0],
    without: withoutFile ? 'file' : withoutOf(problems, quoted.unreadable),
    missing,
    gaps,
    ready: missing.length === 0 && gaps.areAccepted && quoted.isCurrent && !short,
    send: () => creating.send(verificationOrder(form, form.ownPdf ? quoted.pdf : undefined)),
    startAnother: () => {
      creating.startAnother();
      // An upload becomes one mailing (rule UPL-5).
      setDraft((old) => ({ ...old, upload: null }));
      quoted.field.uploading.reset();
    },
  } as const;
}

/** What the price waits for, once there is a file. */
function withoutOf(problems: readonly Problem[], unreadable: boolean) {
  if (unreadable || problems.some(({ param }) => param.startsWith('document'))) return 'document';
  return problems.length > 0 ? 'form' : 'answer';
}

function useCreating(draft: Draft, onDraft: (change: (draft: Draft) => Draft) => void, drafts: Drafts<Draft>) {
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useOrder<Draft, VerificationOrder, Verification>({
    draft,
    onDraft,
    drafts,
    create: api.createVerification,
    onCreated: async (verification) => {
      client.setQueryData([accountId, 'verification', verification.id], verification);
      await client.invalidateQueries({ queryKey: [accountId] });
      await navigate({
        to: '/$accountId/verifications/$verificationId',
        params: { accountId, verificationId: verification.id },
        replace: true,
      });
    },
  });
}
