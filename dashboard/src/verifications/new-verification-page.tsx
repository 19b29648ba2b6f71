import { Alert, Button, Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { limits } from '../api/generated/limits.ts';
import type { Account, Verification, VerificationOrder } from '../api/objects.ts';
import { balanceQuery } from '../api/queries.ts';
import { RequestFailed } from '../api/request.ts';
import { loaded } from '../api/script.ts';
import { useLanguage } from '../language/language.tsx';
import letters from '../letters/letters.module.css';
import type { KeptUpload } from '../letters/use-upload.ts';
import { AddressFields } from '../parts/address-fields.tsx';
import { addressForm, isAddressed, missingOfAddress } from '../parts/address-form.ts';
import { AlreadySent } from '../parts/already-sent.tsx';
import { BalanceBefore, Missing, PriceBefore } from '../parts/before-sending.tsx';
import { DraftFound } from '../parts/draft-found.tsx';
import { type Drafts, useDrafts } from '../parts/drafts.ts';
import { Icon } from '../parts/icons.tsx';
import { useLimit } from '../parts/limits.ts';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { ReferenceField } from '../parts/reference-field.tsx';
import { Failure, Loading, Ready } from '../parts/states.tsx';
import { type Once, once, useOrder } from '../parts/use-order.ts';
import { useAccount } from '../session/session.tsx';
import { OwnPdf, useVerificationQuote } from './own-pdf.tsx';
import { blankVerification, secondLetter, type VerificationForm, verificationOrder } from './verification-form.ts';

const Preview = lazy(() => loaded(import('../pdf/preview.tsx')));

interface Draft extends Once<VerificationOrder> {
  form: VerificationForm;
  file: File | null;
  upload: KeptUpload | null;
}

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

const blankDraft = (form: VerificationForm): Draft => ({
  form,
  file: null,
  upload: null,
  ...once(),
});

/** Drafts of earlier releases have no PDF. */
const wholeDraft = (found: Draft | undefined): Draft | undefined =>
  found && { ...blankDraft(blankVerification), ...found, form: { ...blankVerification, ...found.form } };

interface EditorProps {
  account: Account;
  /** The initial form. */
  blank: VerificationForm;
  found: Draft | undefined;
  drafts: Drafts<Draft>;
  onDiscard: () => void;
}

function Editor({ account, blank, found, drafts, onDiscard }: EditorProps) {
  const { t, explain } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => found ?? blankDraft(blank));
  const { form, file, upload } = draft;
  const touched = draft !== found && (file !== null || form !== blank);
  useEffect(() => {
    if (touched) void drafts.keep(draft);
  }, [draft, drafts, touched]);
  const change = (part: Partial<VerificationForm>) => setDraft((old) => ({ ...old, form: { ...old.form, ...part } }));
  const hosted = form.method === 'hosted_page';

  const quoted = useVerificationQuote({
    form,
    file,
    upload,
    account,
    onUpload: (made, pdf) => setDraft((old) => (old.file === pdf ? { ...old, upload: made } : old)),
  });

  const order = () => verificationOrder(form, form.ownPdf ? quoted.pdf : undefined);
  const creating = useOrder<Draft, VerificationOrder, Verification>({
    draft,
    onDraft: setDraft,
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
  const addressed = isAddressed(form.to);
  const refused = creating.error instanceof RequestFailed ? creating.error.problems : [];
  const problems = quoted.problems.length > 0 ? quoted.problems : refused;
  const problem = (...params: string[]) =>
    problems.filter(({ param }) => params.includes(param)).map(explain.problem)[0];
  const { price } = quoted;
  const missing = [
    form.ownPdf && file === null ? t.newLetter.missingFile : null,
    missingOfAddress(form.to, t),
    problems.length > 0 || quoted.unreadable ? t.newLetter.missingProblems : null,
  ].filter((text) => text !== null);
  const balance = useQuery(balanceQuery(accountId));
  const short = price !== null && balance.data !== undefined && balance.data.amount < price.total;
  const ready = missing.length === 0 && quoted.isCurrent && !short;
  const { letter } = form;
  const limit = useLimit();

  return (
    <form
      className={parts.columns}
      onSubmit={(event) => {
        event.preventDefault();
        creating.send(order());
      }}
    >
      <div className={parts.column}>
        {found && <DraftFound onDiscard={onDiscard} />}
        {form.previous !== null && (
          <Alert variant="light" icon={<Icon name="info" />} title={t.newVerification.second}>
            <p className={parts.plain}>
              {t.newVerification.secondLead}{' '}
              <Link
                to="/$accountId/verifications/$verificationId"
                params={{ accountId, verificationId: form.previous }}
              >
                {t.newVerification.toFirst}
              </Link>
            </p>
          </Alert>
        )}
        <Sheet title={t.newVerification.whom}>
          <AddressFields
            value={form.to}
            onChange={(update) => setDraft((old) => ({ ...old, form: { ...old.form, to: update(old.form.to) } }))}
            problem={(field) => (addressed ? problem(`to.${field}`) : undefined)}
          />
        </Sheet>
        <Sheet title={t.newVerification.how}>
          <Radio.Group
            aria-label={t.newVerification.how}
            value={form.method}
            onChange={(method) => change({ method: method })}
          >
            <div className={letters.options}>
              {(['hosted_page', 'code'] as const).map((method) => (
                <Radio
                  key={method}
                  value={method}
                  label={t.verifications.methods[method].name}
                  description={t.verifications.methods[method].hint}
                />
              ))}
            </div>
          </Radio.Group>
        </Sheet>
        <Sheet
          title={t.newVerification.letter}
          actions={
            !form.ownPdf && (
              <Button
                size="compact-md"
                variant="subtle"
                onClick={() =>
                  change({
                    letter: letter
                      ? null
                      : {
                          title: account.default_letter.title ?? '',
                          body: account.default_letter.body ?? '',
                          footer: account.default_letter.footer ?? '',
                          qrCode: account.default_letter.include_qr_code ?? true,
                          pageUrl: account.default_letter.include_page_url ?? true,
                        },
                  })
                }
              >
                {letter ? t.newVerification.defaultLetter : t.newVerification.ownLetter}
              </Button>
            )
          }
        >
          <Radio.Group
            mb="md"
            aria-label={t.newVerification.paper}
            value={form.ownPdf ? 'pdf' : 'letter'}
            onChange={(value) => change({ ownPdf: value === 'pdf' })}
          >
            <div className={letters.options}>
              <Radio value="letter" label={t.newVerification.ourLetter} />
              <Radio value="pdf" label={t.newVerification.ownPdf} />
            </div>
          </Radio.Group>
          {form.ownPdf && (
            <OwnPdf
              form={form}
              change={change}
              own={quoted}
              onFile={(chosen) => setDraft((old) => ({ ...old, file: chosen, upload: null }))}
              problem={problem}
              sender={addressForm(account.default_sender)}
            />
          )}
          {!form.ownPdf &&
            (letter ? (
              <div className={parts.fields}>
                <TextInput
                  label={t.newVerification.title}
                  description={t.newVerification.blankTakesDefault}
                  value={letter.title}
                  error={limit(letter.title, limits.letter.title) ?? problem('letter.title')}
                  onChange={({ currentTarget }) => change({ letter: { ...letter, title: currentTarget.value } })}
                />
                <Textarea
                  label={t.newVerification.body}
                  rows={6}
                  value={letter.body}
                  error={limit(letter.body, limits.letter.body) ?? problem('letter.body')}
                  onChange={({ currentTarget }) => change({ letter: { ...letter, body: currentTarget.value } })}
                />
                <TextInput
                  label={t.newVerification.footer}
                  value={letter.footer}
                  error={limit(letter.footer, limits.letter.footer) ?? problem('letter.footer')}
                  onChange={({ currentTarget }) => change({ letter: { ...letter, footer: currentTarget.value } })}
                />
                {hosted && (
                  <>
                    <Checkbox
                      label={t.newVerification.qrCode}
                      checked={letter.qrCode}
                      onChange={({ currentTarget }) => change({ letter: { ...letter, qrCode: currentTarget.checked } })}
                    />
                    <Checkbox
                      label={t.newVerification.pageUrl}
                      checked={letter.pageUrl}
                      onChange={({ currentTarget }) =>
                        change({ letter: { ...letter, pageUrl: currentTarget.checked } })
                      }
                    />
                  </>
                )}
              </div>
            ) : (
              <p className={parts.plain}>
                {Object.values(account.default_letter).some((text) => text !== null)
                  ? t.newVerification.usesDefault
                  : t.newVerification.usesOurs}
              </p>
            ))}
        </Sheet>
        <Sheet title={t.newVerification.more}>
          <div className={parts.fields}>
            {!form.ownPdf && (
              <TextInput
                label={t.verifications.instructions}
                description={t.newVerification.instructionsHint}
                value={form.instructions}
                error={limit(form.instructions, limits.instructions) ?? problem('instructions')}
                onChange={({ currentTarget }) => change({ instructions: currentTarget.value })}
              />
            )}
            {hosted && (
              <TextInput
                type="url"
                label={t.verifications.returnUrl}
                description={t.newVerification.returnUrlHint}
                placeholder="https://"
                value={form.returnUrl}
                error={limit(form.returnUrl, limits.return_url) ?? problem('return_url')}
                onChange={({ currentTarget }) => change({ returnUrl: currentTarget.value })}
              />
            )}
            <ReferenceField
              value={form.reference}
              error={problem('reference')}
              onChange={(reference) => change({ reference })}
            />
          </div>
        </Sheet>
      </div>
      <div className={letters.summary}>
        <Sheet title={t.newLetter.summary}>
          {!form.ownPdf && quoted.previewUrl && (
            <Suspense fallback={<Loading rows={4} />}>
              <div className={letters.printed}>
                <Preview url={quoted.previewUrl} name={t.letters.document} steady />
                <p className={letters.soft}>
                  {addressed ? t.verifications.hiddenCode : t.newVerification.previewBeforeAddress}
                </p>
              </div>
            </Suspense>
          )}
          <PriceBefore
            price={price}
            busy={quoted.quote.isFetching}
            without={
              form.ownPdf && file === null
                ? 'file'
                : quoted.unreadable || problems.some(({ param }) => param.startsWith('document'))
                  ? 'document'
                  : problems.length > 0
                    ? 'form'
                    : 'answer'
            }
          />
          <BalanceBefore total={price?.total} />
          <Missing texts={missing} />
          {quoted.quote.error && quoted.problems.length === 0 && (
            <Failure error={quoted.quote.error} retry={() => void quoted.quote.refetch()} />
          )}
          {creating.error && problems.length === 0 && <Failure error={creating.error} />}
          {creating.earlier && (
            <AlreadySent
              title={t.newVerification.alreadySentTitle}
              link={
                <Link
                  to="/$accountId/verifications/$verificationId"
                  params={{ accountId, verificationId: creating.earlier.id }}
                >
                  {t.verifications.of(creating.earlier.to.name)}
                </Link>
              }
              onAnother={() => {
                creating.startAnother();
                // An upload becomes one mailing (rule UPL-5).
                setDraft((old) => ({ ...old, upload: null }));
                quoted.field.uploading.reset();
              }}
            />
          )}
          <Button
            type="submit"
            fullWidth
            size="md"
            mt="md"
            disabled={!ready}
            loading={creating.isPending}
            leftSection={<Icon name="shield" />}
          >
            {t.newVerification.send}
          </Button>
          <p className={letters.soft}>{t.newVerification.sendNote}</p>
        </Sheet>
      </div>
    </form>
  );
}
