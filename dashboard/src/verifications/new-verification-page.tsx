import { Alert, Button, Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Account, Verification, VerificationOrder } from '../api/objects.ts';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import letters from '../letters/letters.module.css';
import { AddressFields, type AddressForm, addressInput, blankAddress, isAddressed } from '../parts/address-fields.tsx';
import { DraftFound } from '../parts/draft-found.tsx';
import { type Drafts, draftsOf } from '../parts/drafts.ts';
import { Icon } from '../parts/icons.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { ReferenceField } from '../parts/reference-field.tsx';
import { Failure, Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { LetterDraft } from './letter-draft.tsx';

interface Form {
  to: AddressForm;
  method: Verification['method'];
  /** Null for the account's default letter. */
  letter: { title: string; body: string; footer: string; qrCode: boolean; pageUrl: boolean } | null;
  instructions: string;
  returnUrl: string;
  reference: string;
}

interface Draft {
  form: Form;
  idempotencyKey: string;
}

const blank: Form = {
  to: blankAddress,
  method: 'hosted_page',
  letter: null,
  instructions: '',
  returnUrl: '',
  reference: '',
};

export function NewVerificationPage() {
  const { t } = useLanguage();
  const { accountId, api, may } = useAccount();
  const drafts = useMemo(() => draftsOf<Draft>(accountId, 'verification'), [accountId]);
  const start = useQuery({
    queryKey: ['draft', accountId, 'verification'],
    queryFn: async () => ({ draft: await drafts.read(), account: await api.account() }),
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
          {({ draft, account }) => (
            <Editor
              key={round}
              account={account}
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
  found: Draft | undefined;
  drafts: Drafts<Draft>;
  onDiscard: () => void;
}

function Editor({ account, found, drafts, onDiscard }: EditorProps) {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState<Draft>(() => found ?? { form: blank, idempotencyKey: crypto.randomUUID() });
  const { form } = draft;
  const touched = draft !== found && form !== blank;
  useEffect(() => {
    if (touched) void drafts.keep(draft);
  }, [draft, drafts, touched]);
  const change = (part: Partial<Form>) => setDraft((old) => ({ ...old, form: { ...old.form, ...part } }));
  const hosted = form.method === 'hosted_page';

  const creating = useMutation({
    mutationFn: () => api.createVerification(orderOf(form), draft.idempotencyKey),
    onSuccess: async (verification) => {
      await drafts.drop();
      client.setQueryData([accountId, 'verification', verification.id], verification);
      await client.invalidateQueries({ queryKey: [accountId] });
      await navigate({
        to: '/$accountId/verifications/$verificationId',
        params: { accountId, verificationId: verification.id },
        replace: true,
      });
    },
  });
  const problems = creating.error instanceof RequestFailed ? creating.error.problems : [];
  const problem = (param: string) => problems.find((each) => each.param === param)?.message;
  const { letter } = form;

  return (
    <form
      className={parts.columns}
      onSubmit={(event) => {
        event.preventDefault();
        creating.mutate();
      }}
    >
      <div className={parts.column}>
        {found && <DraftFound onDiscard={onDiscard} />}
        <Sheet title={t.newVerification.whom}>
          <AddressFields
            value={form.to}
            onChange={(update) => setDraft((old) => ({ ...old, form: { ...old.form, to: update(old.form.to) } }))}
            problem={(field) => problem(`to.${field}`)}
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
          }
        >
          {letter ? (
            <div className={parts.fields}>
              <TextInput
                label={t.newVerification.title}
                description={t.newVerification.blankTakesDefault}
                maxLength={120}
                value={letter.title}
                error={problem('letter.title')}
                onChange={({ currentTarget }) => change({ letter: { ...letter, title: currentTarget.value } })}
              />
              <Textarea
                label={t.newVerification.body}
                rows={6}
                maxLength={1500}
                value={letter.body}
                error={problem('letter.body')}
                onChange={({ currentTarget }) => change({ letter: { ...letter, body: currentTarget.value } })}
              />
              <TextInput
                label={t.newVerification.footer}
                maxLength={300}
                value={letter.footer}
                error={problem('letter.footer')}
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
                    onChange={({ currentTarget }) => change({ letter: { ...letter, pageUrl: currentTarget.checked } })}
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
          )}
        </Sheet>
        <Sheet title={t.newVerification.more}>
          <div className={parts.fields}>
            <TextInput
              label={t.verifications.instructions}
              description={t.newVerification.instructionsHint}
              maxLength={300}
              value={form.instructions}
              error={problem('instructions')}
              onChange={({ currentTarget }) => change({ instructions: currentTarget.value })}
            />
            {hosted && (
              <TextInput
                type="url"
                label={t.verifications.returnUrl}
                description={t.newVerification.returnUrlHint}
                placeholder="https://"
                maxLength={2048}
                value={form.returnUrl}
                error={problem('return_url')}
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
          <LetterDraft
            company={account.trade_name ?? account.legal_name}
            title={(letter?.title || account.default_letter.title) ?? undefined}
            body={(letter?.body || account.default_letter.body) ?? undefined}
            footer={(letter?.footer || account.default_letter.footer) ?? undefined}
            name={form.to.name}
            qrCode={hosted && (letter?.qrCode ?? account.default_letter.include_qr_code ?? true)}
            pageUrl={hosted && (letter?.pageUrl ?? account.default_letter.include_page_url ?? true)}
          />
          <p className={letters.soft}>{t.newVerification.priceNote}</p>
          {creating.error && <Failure error={creating.error} />}
          <Button
            type="submit"
            fullWidth
            size="md"
            mt="md"
            disabled={!isAddressed(form.to)}
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

function orderOf({ to, method, letter, instructions, returnUrl, reference }: Form): VerificationOrder {
  const hosted = method === 'hosted_page';
  return {
    to: addressInput(to),
    method,
    ...(letter
      ? {
          letter: {
            ...(letter.title.trim() === '' ? {} : { title: letter.title }),
            ...(letter.body.trim() === '' ? {} : { body: letter.body }),
            ...(letter.footer.trim() === '' ? {} : { footer: letter.footer }),
            ...(hosted ? { include_qr_code: letter.qrCode, include_page_url: letter.pageUrl } : {}),
          },
        }
      : {}),
    ...(instructions.trim() === '' ? {} : { instructions: instructions.trim() }),
    ...(hosted && returnUrl.trim() !== '' ? { return_url: returnUrl.trim() } : {}),
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
  };
}
