import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { accountQuery, balanceQuery } from '../api/queries.ts';
import { type Problem, RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { AddressFields, addressForm, isAddressed } from '../parts/address-fields.tsx';
import { BalanceBefore, Missing, PriceBefore } from '../parts/before-sending.tsx';
import { DraftFound } from '../parts/draft-found.tsx';
import { type Drafts, draftsOf } from '../parts/drafts.ts';
import { Icon } from '../parts/icons.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { ReferenceField } from '../parts/reference-field.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useQuote } from '../parts/use-quote.ts';
import { WarningList } from '../parts/warnings.tsx';
import { MAX_PDF_BYTES } from '../pdf/paper.ts';
import { useInspection } from '../pdf/use-inspection.ts';
import { useAccount } from '../session/session.tsx';
import { DocumentField } from './document-field.tsx';
import { blankLetter, type LetterForm, letterOrder } from './letter-form.ts';
import { PrintOptions, SendDate } from './letter-options.tsx';
import style from './letters.module.css';
import { MarkerFields } from './marker-fields.tsx';
import { type KeptUpload, useUpload } from './use-upload.ts';
import { Written } from './written.tsx';

interface Draft {
  form: LetterForm;
  file: File | null;
  upload: KeptUpload | null;
  /** Belongs to this letter, from the first typed character to the response: repeated sending creates one letter. */
  idempotencyKey: string;
}

const blankDraft = (): Draft => ({ form: blankLetter, file: null, upload: null, idempotencyKey: crypto.randomUUID() });

export function NewLetterPage() {
  const { t } = useLanguage();
  const { accountId, may } = useAccount();
  const drafts = useMemo(() => draftsOf<Draft>(accountId, 'letter'), [accountId]);
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
  const { t, format } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => found ?? blankDraft());
  const { form, file, upload } = draft;
  const touched = draft !== found && (file !== null || form !== blankLetter);
  useEffect(() => {
    if (touched) void drafts.keep(draft);
  }, [draft, drafts, touched]);

  const change = (part: Partial<LetterForm>) => setDraft((old) => ({ ...old, form: { ...old.form, ...part } }));
  const account = useQuery(accountQuery(accountId));
  const balance = useQuery(balanceQuery(accountId));

  const { tooLarge, inspection, seen, markers, further } = useInspection(file, MAX_PDF_BYTES);

  const uploading = useUpload({
    file,
    readable: seen !== undefined,
    upload,
    onUpload: (made, pdf) => setDraft((old) => (old.file === pdf ? { ...old, upload: made } : old)),
  });
  const { fresh } = uploading;
  const choose = (chosen: File | null) => {
    if (!chosen) return;
    uploading.reset();
    setDraft((old) => ({ ...old, file: chosen, upload: null }));
  };

  // The price does not depend on the address. Until there is one, the sender's is used to show the price.
  const sender = account.data?.default_sender;
  const addressed = isAddressed(form.to);
  const {
    query: quote,
    quoted: answered,
    isCurrent,
  } = useQuote({
    kind: 'letter',
    form,
    uploadId: upload?.id,
    orderOf: (settled) =>
      fresh && upload && seen && (isAddressed(settled.to) || sender)
        ? letterOrder(
            isAddressed(settled.to) || !sender ? settled : { ...settled, to: addressForm(sender) },
            { type: 'upload', upload_id: upload.id },
            markers,
          )
        : null,
    ask: api.quoteLetter,
  });

  const sending = useMutation({
    mutationFn: async () =>
      api.createLetter(letterOrder(form, { type: 'upload', upload_id: upload!.id }, markers), draft.idempotencyKey),
    onSuccess: async (letter) => {
      await drafts.drop();
      client.setQueryData([accountId, 'letter', letter.id], letter);
      await client.invalidateQueries({ queryKey: [accountId] });
      await navigate({
        to: '/$accountId/letters/$letterId',
        params: { accountId, letterId: letter.id },
        replace: true,
      });
    },
    onError: () => void client.invalidateQueries(balanceQuery(accountId)),
  });

  const refused = sending.error instanceof RequestFailed ? sending.error : null;
  const quoteRefused = quote.error instanceof RequestFailed && quote.error.status === 422 ? quote.error : null;
  const problems: readonly Problem[] = quoteRefused?.problems ?? refused?.problems ?? [];
  const problem = (...params: string[]) => problems.find(({ param }) => params.includes(param))?.message;
  const ofDocument = problems.filter(({ param }) => /^document(\.upload_id)?$/.test(param));
  const elsewhere = problems.filter(
    ({ param }) => !/^(to|from|document|variables|postal_services|send_date|address_placement|reference)\b/.test(param),
  );

  const quoted = quoteRefused ? undefined : answered;
  const price = quoted?.price;
  const unreadable = tooLarge || typeof inspection.data === 'string';
  const short = price && balance.data && form.sendDate === null && balance.data.amount < price.total;
  const missing = [
    file === null ? t.newLetter.missingFile : null,
    addressed ? null : t.newLetter.missingAddress,
    problems.length > 0 || unreadable ? t.newLetter.missingProblems : null,
  ].filter((text) => text !== null);
  const blank = markers.filter((name) => !form.variables[name]?.trim()).map((name) => `{{${name}}}`);
  const ready = missing.length === 0 && fresh && isCurrent && !short;
  const alreadySent = refused?.code === 'idempotency_key_reused';

  return (
    <div className={parts.columns}>
      <div className={parts.column}>
        {found && <DraftFound onDiscard={onDiscard} />}
        <Sheet title={t.newLetter.document}>
          <DocumentField
            file={file}
            inspection={inspection.data}
            onFile={choose}
            problems={ofDocument}
            doubleSided={form.doubleSided}
            extraPage={form.placement === 'extra_page'}
            written={<Written address={form.to} from={form.from?.name ?? sender?.name ?? ''} />}
            onExtraPage={() => change({ placement: 'extra_page' })}
            maxBytes={MAX_PDF_BYTES}
          />
          {file && !tooLarge && inspection.isPending && <Loading rows={4} />}
          {uploading.error && <Failure error={uploading.error} retry={() => uploading.reset()} />}
          <WarningList warnings={further(quoted?.warnings ?? [])} />
        </Sheet>
        {markers.length > 0 && (
          <Sheet title={t.newLetter.markers}>
            <p className={parts.intro}>{t.newLetter.markersLead}</p>
            <MarkerFields
              names={markers}
              form={form}
              change={change}
              problem={(name) => problem(`document.variables.${name}`, `variables.${name}`)}
            />
          </Sheet>
        )}
        <Sheet title={t.letters.recipient}>
          <AddressFields
            value={form.to}
            onChange={(update) => setDraft((old) => ({ ...old, form: { ...old.form, to: update(old.form.to) } }))}
            problem={(field) => (addressed ? problem(`to.${field}`) : undefined)}
          />
        </Sheet>
        <Sheet
          title={t.letters.sender}
          actions={
            <Button
              size="compact-md"
              variant="subtle"
              disabled={!sender}
              onClick={() => change({ from: form.from || !sender ? null : addressForm(sender) })}
            >
              {form.from ? t.newLetter.defaultSender : t.newLetter.otherSender}
            </Button>
          }
        >
          {form.from ? (
            <AddressFields
              value={form.from}
              onChange={(update) =>
                setDraft((old) => ({
                  ...old,
                  form: { ...old.form, from: old.form.from && update(old.form.from) },
                }))
              }
              problem={(field) => problem(`from.${field}`)}
            />
          ) : (
            <p className={parts.plain}>{sender ? `${sender.name}, ${sender.city} - ${sender.state}` : '…'}</p>
          )}
        </Sheet>
        <Sheet title={t.newLetter.options}>
          <PrintOptions form={form} change={change} problem={problem} />
        </Sheet>
        <Sheet title={t.newLetter.when}>
          <SendDate form={form} change={change} problem={problem} />
        </Sheet>
        <Sheet title={t.newLetter.yours}>
          <ReferenceField
            value={form.reference}
            error={problem('reference')}
            onChange={(reference) => change({ reference })}
          />
        </Sheet>
      </div>
      <div className={style.summary}>
        <Sheet title={t.newLetter.summary}>
          <PriceBefore
            price={price}
            busy={quote.isFetching}
            without={file === null ? 'file' : problems.length > 0 || unreadable ? 'solved problems' : 'answer'}
          />
          <BalanceBefore total={form.sendDate === null ? price?.total : undefined} />
          <Missing texts={missing} />
          {blank.length > 0 && <p className={style.soft}>{t.newLetter.blankMarkers(blank.join(', '))}</p>}
          {quote.error && !quoteRefused && <Failure error={quote.error} retry={() => void quote.refetch()} />}
          {sending.error && problems.length === 0 && !alreadySent && <Failure error={sending.error} />}
          {elsewhere.map(({ param, message }) => (
            <Alert key={param} variant="light" color="red" role="alert" mt="sm">
              {message}
            </Alert>
          ))}
          {alreadySent && (
            <Alert variant="light" role="alert" mt="sm" title={t.newLetter.alreadySentTitle}>
              {t.newLetter.alreadySent}{' '}
              <Link to="/$accountId/letters" params={{ accountId }}>
                {t.nav.letters}
              </Link>
            </Alert>
          )}
          <Button
            fullWidth
            size="md"
            mt="md"
            disabled={!ready}
            loading={sending.isPending}
            onClick={() => sending.mutate()}
            leftSection={<Icon name="mail" />}
          >
            {form.sendDate === null ? t.newLetter.send : t.newLetter.schedule(format.calendar(form.sendDate))}
          </Button>
          <p className={style.soft}>{form.sendDate === null ? t.newLetter.sendNote : t.newLetter.scheduleNote}</p>
          {touched && (
            <p className={style.draft}>
              {t.newLetter.draftKept}
              {!found && (
                <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
                  {t.newLetter.discard}
                </Button>
              )}
            </p>
          )}
        </Sheet>
      </div>
    </div>
  );
}
