import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { limits } from '../api/generated/limits.ts';
import type { Letter, LetterOrder, Problem } from '../api/objects.ts';
import { accountQuery, balanceQuery } from '../api/queries.ts';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { addressForm, isAddressed, missingOfAddress } from '../parts/address-form.ts';
import type { Drafts } from '../parts/drafts.ts';
import { type Once, once, useOrder } from '../parts/use-order.ts';
import { useQuote } from '../parts/use-quote.ts';
import { useInspection } from '../pdf/use-inspection.ts';
import { useAccount } from '../session/session.tsx';
import { useBlankMarkers } from './blank-markers.tsx';
import { blankLetter, type LetterForm, letterOrder } from './letter-form.ts';
import { type KeptUpload, useUpload } from './use-upload.ts';

export interface Draft extends Once<LetterOrder> {
  form: LetterForm;
  file: File | null;
  upload: KeptUpload | null;
  /** Whether it started with a letter that exists. */
  isAgain: boolean;
}

export const blankDraft = (again?: Pick<Draft, 'form' | 'file'>): Draft => ({
  ...once(),
  form: blankLetter,
  file: null,
  ...again,
  upload: null,
  isAgain: again !== undefined,
});

/** Fields beside which a problem is shown. */
const SHOWN = /^(to|from|document|variables|postal_services|send_date|address_placement|reference)\b/;
const OF_DOCUMENT = /^document(\.upload_id)?$/;

export type NewLetter = ReturnType<typeof useNewLetter>;

/**
 * The state of a new letter, from the first character to the response.
 * @param first a draft that was found, or a new one
 */
export function useNewLetter(first: Draft, drafts: Drafts<Draft>) {
  const { t, explain } = useLanguage();
  const { accountId, api } = useAccount();
  const { draft, setDraft, touched, changeBy } = useDraft(first, drafts);
  const { form, file, upload } = draft;
  const account = useQuery(accountQuery(accountId));
  const balance = useQuery(balanceQuery(accountId));
  const sender = account.data?.default_sender;
  const { pdf, uploading, choose, orderOf } = useDocument(draft, setDraft);

  const addressed = isAddressed(form.to);
  const quote = useQuote({
    kind: 'letter',
    form,
    uploadId: upload?.id,
    // The price does not depend on the address. Until there is one, the sender's is used to show the price.
    orderOf: (settled) =>
      isAddressed(settled.to) ? orderOf(settled) : sender ? orderOf({ ...settled, to: addressForm(sender) }) : null,
    ask: api.quoteLetter,
  });
  const sending = useSending(draft, setDraft, drafts);
  const blank = useBlankMarkers(pdf.markers, form.variables);

  const { quoteRefused, problems, failures } = refusalsOf(quote.query.error, sending.error);
  const ofDocument = problems.filter(({ param }) => OF_DOCUMENT.test(param));
  const quoted = quoteRefused ? undefined : quote.quoted;
  const unreadable = pdf.tooLarge || typeof pdf.inspection.data === 'string';
  const short =
    quoted !== undefined &&
    balance.data !== undefined &&
    form.sendDate === null &&
    balance.data.amount < quoted.price.total;
  const missing = [
    file === null ? t.newLetter.missingFile : null,
    missingOfAddress(form.to, t),
    problems.length > 0 || unreadable ? t.newLetter.missingProblems : null,
  ].filter((text) => text !== null);

  return {
    draft,
    touched,
    change: (part: Partial<LetterForm>) => changeBy(() => part),
    changeBy,
    choose,
    sender,
    pdf,
    uploading,
    quote: quote.query,
    /** The price of what is in the form; undefined until it is known. */
    price: quoted?.price,
    warnings: pdf.further(quoted?.warnings ?? []),
    without: file === null ? 'file' : ofDocument.length > 0 || unreadable ? 'document' : withoutOf(problems),
    problem: (...params: string[]) => problems.filter(({ param }) => params.includes(param)).map(explain.problem)[0],
    addressed,
    ofDocument,
    elsewhere: problems.filter(({ param }) => !SHOWN.test(param)),
    /** A failure that no field shows. */
    failures,
    missing,
    blank,
    ready: missing.length === 0 && blank.areAccepted && uploading.fresh && quote.isCurrent && !short,
    sending,
    send: () => sending.send(orderOf(form)!),
    startAnother: () => {
      sending.startAnother();
      // An upload becomes one letter (rule UPL-5).
      choose(file);
    },
  } as const;
}

/** What the service refuses: the quote's problems, else those of the sending; and what no field shows. */
function refusalsOf(quoteError: Error | null, sendError: Error | null) {
  const refused = sendError instanceof RequestFailed ? sendError : null;
  const quoteRefused = quoteError instanceof RequestFailed && quoteError.status === 422 ? quoteError : null;
  const problems: readonly Problem[] = quoteRefused?.problems ?? refused?.problems ?? [];
  const failures = [quoteRefused ? null : quoteError, problems.length === 0 ? sendError : null].filter(
    (error) => error !== null,
  );
  return { quoteRefused, problems, failures };
}

/** The draft, kept whenever it changes. */
function useDraft(first: Draft, drafts: Drafts<Draft>) {
  const [draft, setDraft] = useState<Draft>(first);
  const touched = draft !== first && (draft.file !== null || draft.form !== blankLetter);
  useEffect(() => {
    if (touched) void drafts.keep(draft);
  }, [draft, drafts, touched]);
  const changeBy = (next: (form: LetterForm) => Partial<LetterForm>) =>
    setDraft((old) => ({ ...old, form: { ...old.form, ...next(old.form) } }));
  return { draft, setDraft, touched, changeBy };
}

/** The chosen PDF: inspected in the page, then uploaded; with both the letter can be ordered. */
function useDocument({ file, upload }: Draft, onDraft: (change: (draft: Draft) => Draft) => void) {
  const pdf = useInspection(file, limits.upload_bytes);
  const uploading = useUpload({
    file,
    readable: pdf.seen !== undefined,
    upload,
    onUpload: (made, sent) => onDraft((old) => (old.file === sent ? { ...old, upload: made } : old)),
  });
  const choose = (chosen: File | null) => {
    if (!chosen) return;
    uploading.reset();
    onDraft((old) => ({ ...old, file: chosen, upload: null }));
  };
  const orderOf = (settled: LetterForm) =>
    uploading.fresh && upload && pdf.seen
      ? letterOrder(settled, { type: 'upload', upload_id: upload.id }, pdf.markers)
      : null;
  return { pdf, uploading, choose, orderOf };
}

const withoutOf = (problems: readonly Problem[]) => (problems.length > 0 ? 'form' : 'answer');

function useSending(draft: Draft, onDraft: (change: (draft: Draft) => Draft) => void, drafts: Drafts<Draft>) {
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useOrder<Draft, LetterOrder, Letter>({
    draft,
    onDraft,
    drafts,
    create: api.createLetter,
    onCreated: async (letter) => {
      client.setQueryData([accountId, 'letter', letter.id], letter);
      await client.invalidateQueries({ queryKey: [accountId] });
      const params = { accountId, letterId: letter.id };
      await navigate({ to: '/$accountId/letters/$letterId', params, replace: true });
    },
    onFailed: () => void client.invalidateQueries(balanceQuery(accountId)),
  });
}
