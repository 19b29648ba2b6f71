import { Alert, Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { limits } from '../api/generated/limits.ts';
import type { Account, AccountChanges, DefaultLetter, Problem } from '../api/objects.ts';
import { accountQuery } from '../api/queries.ts';
import { RequestFailed } from '../api/request.ts';
import { brasiliaDate } from '../language/formats.ts';
import { AddressFields } from '../parts/address-fields.tsx';
import { addressForm, addressInput } from '../parts/address-form.ts';
import { CopyText } from '../parts/copy.tsx';
import { Icon } from '../parts/icons.tsx';
import { useLimit } from '../parts/limits.ts';
import { Facts, Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { saveFile } from '../parts/save-file.ts';
import { Failure, Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { Access } from './access.tsx';
import { exportedData } from './data-export.ts';
import { Erasure } from './erasure.tsx';
import { LogoSheet } from './logo.tsx';
import style from './settings.module.css';
import { useSettingsLanguage } from './texts.ts';

type Changes = Parameters<ReturnType<typeof useAccount>['api']['changeAccount']>[0];

export function SettingsPage() {
  const { t } = useSettingsLanguage();
  const { accountId, may } = useAccount();
  const account = useQuery(accountQuery(accountId));
  return (
    <Page title={t.nav.settings}>
      <Ready query={account}>
        {(data) => (
          <>
            {data.suspended && (
              <Alert variant="light" color="red" icon={<Icon name="alert" />}>
                {t.settings.suspended}
              </Alert>
            )}
            {!may('own') && (
              <Alert variant="light" icon={<Icon name="info" />}>
                {t.roles.cannotOwn}
              </Alert>
            )}
            <Sheet title={t.settings.company}>
              <Facts
                facts={[
                  [t.settings.legalName, data.legal_name],
                  ['CNPJ', data.cnpj],
                  [t.settings.plan, t.money.plans[data.plan]],
                  [t.settings.accountId, <CopyText key="id" text={data.id} />],
                ]}
              />
            </Sheet>
            <TradeName account={data} />
            <DefaultSender account={data} />
            <AuthenticityNumber account={data} />
            <LogoSheet account={data} />
            <DefaultLetterForm account={data} />
            <Limits account={data} />
            <Access />
            {may('own') && <DataExport />}
            {may('own') && <Erasure />}
          </>
        )}
      </Ready>
    </Page>
  );
}

/** A sheet of settings that is saved as a whole. */
function Saved({
  title,
  changes,
  children,
}: {
  title: string;
  changes: () => Changes;
  children: (problem: (param: string) => string | undefined, disabled: boolean) => ReactNode;
}) {
  const { explain, t } = useSettingsLanguage();
  const { accountId, api, may } = useAccount();
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () => api.changeAccount(changes()),
    onSuccess: async (account) => {
      client.setQueryData([accountId, 'account'], account);
      await client.invalidateQueries({ queryKey: ['session'] });
    },
  });
  const problems: readonly Problem[] = saving.error instanceof RequestFailed ? saving.error.problems : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Sheet title={title}>
      <form onSubmit={submit} onChange={() => saving.isSuccess && saving.reset()}>
        {children((param) => problems.filter((each) => each.param === param).map(explain.problem)[0], !may('own'))}
        {saving.error && <Failure error={saving.error} />}
        {may('own') && (
          <>
            <Button type="submit" mt="md" loading={saving.isPending}>
              {t.actions.save}
            </Button>
            <span role="status" className={parts.saved}>
              {saving.isSuccess ? t.actions.saved : ''}
            </span>
          </>
        )}
      </form>
    </Sheet>
  );
}

function TradeName({ account }: { account: Account }) {
  const { t } = useSettingsLanguage();
  const limit = useLimit();
  const [name, setName] = useState(account.trade_name ?? '');
  return (
    <Saved title={t.settings.tradeName} changes={() => ({ trade_name: name.trim() === '' ? null : name.trim() })}>
      {(problem, disabled) => (
        <TextInput
          label={t.settings.tradeName}
          description={t.settings.tradeNameHint}
          value={name}
          disabled={disabled}
          error={limit(name, limits.trade_name) ?? problem('trade_name')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
    </Saved>
  );
}

/** A number of no letter, as it is printed (rule GEN-2). */
const EXAMPLE_NUMBER = 'bcdf-ghjk-mnpq';

function AuthenticityNumber({ account }: { account: Account }) {
  const { t } = useSettingsLanguage();
  const [isPrinted, setPrinted] = useState(account.authenticity);
  const host = account.face.page_host ?? t.settings.authenticityHost;
  return (
    <Saved title={t.settings.authenticity} changes={() => ({ authenticity: isPrinted })}>
      {(problem, disabled) => (
        <>
          <p className={parts.intro}>{t.settings.authenticityHint}</p>
          <Checkbox
            label={t.settings.authenticityChoice}
            checked={isPrinted}
            disabled={disabled}
            error={problem('authenticity')}
            onChange={({ currentTarget }) => setPrinted(currentTarget.checked)}
          />
          <p className={parts.small}>{t.settings.authenticityPreview}</p>
          <p className={style.printed} lang="pt-BR">
            Para saber se esta carta é verdadeira, digite em {host} o número {EXAMPLE_NUMBER}
          </p>
        </>
      )}
    </Saved>
  );
}

function DefaultSender({ account }: { account: Account }) {
  const { t } = useSettingsLanguage();
  const [sender, setSender] = useState(() => addressForm(account.default_sender));
  return (
    <Saved title={t.settings.sender} changes={() => ({ default_sender: addressInput(sender) })}>
      {(problem, disabled) => (
        <>
          <p className={parts.intro}>{t.settings.senderHint}</p>
          <AddressFields
            value={sender}
            onChange={setSender}
            problem={(field) => problem(`default_sender.${field}`)}
            disabled={disabled}
          />
        </>
      )}
    </Saved>
  );
}

function DefaultLetterForm({ account }: { account: Account }) {
  const { t } = useSettingsLanguage();
  const limit = useLimit();
  const [letter, setLetter] = useState<Partial<DefaultLetter>>(account.default_letter);
  const change = (part: Partial<DefaultLetter>) => setLetter((old) => ({ ...old, ...part }));
  const given = (): AccountChanges['default_letter'] =>
    Object.fromEntries(Object.entries(letter).filter(([, value]) => value !== '' && value !== null));
  return (
    <Saved title={t.settings.letter} changes={() => ({ default_letter: given() })}>
      {(problem, disabled) => (
        <div className={parts.fields}>
          <p className={parts.plain}>{t.settings.letterHint}</p>
          <TextInput
            label={t.newVerification.title}
            disabled={disabled}
            value={letter.title ?? ''}
            error={limit(letter.title ?? '', limits.letter.title) ?? problem('default_letter.title')}
            onChange={({ currentTarget }) => change({ title: currentTarget.value })}
          />
          <Textarea
            label={t.newVerification.body}
            rows={6}
            disabled={disabled}
            value={letter.body ?? ''}
            error={limit(letter.body ?? '', limits.letter.body) ?? problem('default_letter.body')}
            onChange={({ currentTarget }) => change({ body: currentTarget.value })}
          />
          <TextInput
            label={t.newVerification.footer}
            disabled={disabled}
            value={letter.footer ?? ''}
            error={limit(letter.footer ?? '', limits.letter.footer) ?? problem('default_letter.footer')}
            onChange={({ currentTarget }) => change({ footer: currentTarget.value })}
          />
          <Checkbox
            label={t.newVerification.qrCode}
            disabled={disabled}
            checked={letter.include_qr_code ?? true}
            onChange={({ currentTarget }) => change({ include_qr_code: currentTarget.checked })}
          />
          <Checkbox
            label={t.newVerification.pageUrl}
            disabled={disabled}
            checked={letter.include_page_url ?? true}
            onChange={({ currentTarget }) => change({ include_page_url: currentTarget.checked })}
          />
        </div>
      )}
    </Saved>
  );
}

/** The account's limits; money is limited only by the balance. */
function Limits({ account }: { account: Account }) {
  const { t, format } = useSettingsLanguage();
  const { requests_per_second, document_bytes, sheets } = account.limits;
  return (
    <Sheet title={t.settings.limits}>
      <Facts
        facts={[
          [t.settings.limitRequests, t.settings.perSecond(requests_per_second)],
          [t.settings.limitPdf, t.settings.pdfLimit(format.megabytes(document_bytes), sheets)],
          [t.settings.limitSpending, t.settings.spending(format.money(account.balance))],
        ]}
      />
    </Sheet>
  );
}

function DataExport() {
  const { t } = useSettingsLanguage();
  const { accountId, api } = useAccount();
  const [count, setCount] = useState(0);
  const exporting = useMutation({
    mutationFn: async () => {
      saveFile(await exportedData(api, setCount), 'jsonl', `malote-${accountId}-${brasiliaDate()}.jsonl`);
    },
  });
  return (
    <Sheet title={t.settings.data}>
      <p className={parts.intro}>{t.settings.dataHint}</p>
      <Button
        variant="default"
        leftSection={<Icon name="download" size={18} />}
        loading={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {t.settings.exportData}
      </Button>
      <p role="status" className={parts.plain}>
        {exporting.isPending ? t.settings.exporting(count) : exporting.isSuccess ? t.settings.exported(count) : ''}
      </p>
      {exporting.error && <Failure error={exporting.error} />}
    </Sheet>
  );
}
