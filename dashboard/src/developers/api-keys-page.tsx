import { Button, Radio, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { limits } from '../api/generated/limits.ts';
import type { ApiKey, WithSecret } from '../api/objects.ts';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import { Confirm, Dialog } from '../parts/confirm.tsx';
import { Secret } from '../parts/copy.tsx';
import { Icon } from '../parts/icons.tsx';
import { useLimit } from '../parts/limits.ts';
import { Mark } from '../parts/mailing.tsx';
import { Page, Sheet } from '../parts/page.tsx';
import parts from '../parts/parts.module.css';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty, Failure, Ready } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import { useAct } from '../session/use-act.ts';
import { Forbidden } from './forbidden.tsx';
import { EditRestrictions, RestrictionFields, RestrictionsOfKey, useRestrictions } from './key-restrictions.tsx';

export function ApiKeysPage() {
  const { t } = useLanguage();
  const { may } = useAccount();
  return may('develop') ? <Keys /> : <Forbidden title={t.nav.apiKeys} />;
}

function Keys() {
  const { t } = useLanguage();
  const { accountId, api } = useAccount();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<{ kind: 'new' } | { kind: 'revoke' | 'edit'; key: ApiKey } | null>(null);
  const keys = useQuery({ queryKey: [accountId, 'api-keys'], queryFn: api.apiKeys });
  const [made, setMade] = useState<WithSecret<ApiKey> | null>(null);
  const reread = () => client.invalidateQueries({ queryKey: [accountId, 'api-keys'] });
  const close = () => {
    setDialog(null);
    setMade(null);
    void reread();
  };
  const edited = dialog?.kind === 'edit' ? dialog.key : null;
  const revoked = dialog?.kind === 'revoke' ? dialog.key : null;
  const revoking = useAct(
    () => api.revokeApiKey(revoked!.id),
    async () => {
      setDialog(null);
      await reread();
    },
  );
  const create = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setDialog({ kind: 'new' })}>
      {t.apiKeys.create}
    </Button>
  );
  return (
    <Page title={t.nav.apiKeys} lead={t.apiKeys.lead} actions={create}>
      <Sheet flush={Boolean(keys.data?.data.length)}>
        <Ready query={keys}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="key" title={t.apiKeys.emptyTitle} action={create}>
                {t.apiKeys.empty}
              </Empty>
            ) : (
              <KeyRows
                items={data}
                onEdit={(key) => setDialog({ kind: 'edit', key })}
                onRevoke={(key) => setDialog({ kind: 'revoke', key })}
              />
            )
          }
        </Ready>
      </Sheet>
      <Dialog title={t.apiKeys.create} open={dialog?.kind === 'new'} onClose={close} holds={made !== null}>
        <NewKey made={made} onMade={setMade} onClose={close} />
      </Dialog>
      <Dialog title={t.apiKeys.editThis(edited?.name ?? edited?.id ?? '')} open={edited !== null} onClose={close}>
        {edited && <EditRestrictions apiKey={edited} onEdited={close} onClose={close} />}
      </Dialog>
      <Confirm
        title={t.apiKeys.revokeTitle(revoked?.name ?? revoked?.id ?? '')}
        open={revoked !== null}
        onClose={() => {
          setDialog(null);
          revoking.reset();
        }}
        action={t.apiKeys.revoke}
        destroys
        pending={revoking.isPending}
        error={revoking.error}
        onConfirm={revoking.act}
      >
        <p>{t.apiKeys.revokeWhat}</p>
      </Confirm>
    </Page>
  );
}

interface KeyRowsProps {
  items: readonly ApiKey[];
  onEdit: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

function KeyRows({ items, onEdit, onRevoke }: KeyRowsProps) {
  const { t, format } = useLanguage();
  const { accountId } = useAccount();
  const columns: readonly Column<ApiKey>[] = [
    {
      label: t.apiKeys.name,
      long: true,
      cell: ({ id, name, restrictions, spending }) => (
        <>
          <b>{name ?? t.apiKeys.unnamed}</b>
          <small>{id}</small>
          <RestrictionsOfKey restrictions={restrictions} spending={spending} />
        </>
      ),
    },
    {
      label: t.letters.status,
      cell: ({ revoked_at, restrictions }) => {
        if (revoked_at !== null) return <Mark tone="quiet">{t.apiKeys.revoked}</Mark>;
        const expires = restrictions?.expires_at;
        if (expires && Date.parse(expires) <= Date.now()) return <Mark tone="quiet">{t.apiKeys.expired}</Mark>;
        return <Mark tone="good">{t.apiKeys.active}</Mark>;
      },
    },
    {
      label: t.apiKeys.mode,
      cell: ({ mode }) => t.apiKeys.modes[mode],
    },
    {
      label: t.apiKeys.created,
      named: true,
      cell: ({ created_at, revoked_at }) => (
        <>
          {format.instant(created_at)}
          {revoked_at && <small>{t.apiKeys.revokedAt(format.instant(revoked_at))}</small>}
        </>
      ),
    },
    {
      label: t.apiKeys.lastUsed,
      named: true,
      cell: ({ id, name, last_used_at }) =>
        last_used_at === null ? (
          t.apiKeys.neverUsed
        ) : (
          <>
            {format.instant(last_used_at)}
            <small>
              <Link
                to="/$accountId/developers/requests"
                params={{ accountId }}
                search={{ key: id }}
                aria-label={t.apiKeys.requestsOf(name ?? id)}
              >
                {t.nav.requests}
              </Link>
            </small>
          </>
        ),
    },
    {
      label: t.lists.actions,
      align: 'right',
      cell: (key) =>
        key.revoked_at === null && (
          <KeyActions apiKey={key} onEdit={() => onEdit(key)} onRevoke={() => onRevoke(key)} />
        ),
    },
  ];
  return (
    <Rows<ApiKey>
      caption={t.nav.apiKeys}
      items={items}
      id={({ id }) => id}
      faded={({ revoked_at }) => revoked_at !== null}
      columns={columns}
    />
  );
}

interface KeyActionsProps {
  apiKey: ApiKey;
  onEdit: () => void;
  onRevoke: () => void;
}

/** Only owners restrict keys (rule KEY-5). */
function KeyActions({ apiKey: { id, name }, onEdit, onRevoke }: KeyActionsProps) {
  const { t } = useLanguage();
  const { may } = useAccount();
  return (
    <>
      {may('own') && (
        <Button size="compact-md" variant="subtle" aria-label={t.apiKeys.editThis(name ?? id)} onClick={onEdit}>
          {t.apiKeys.edit}
        </Button>
      )}
      <Button
        size="compact-md"
        variant="subtle"
        color="red"
        aria-label={t.apiKeys.revokeThis(name ?? id)}
        onClick={onRevoke}
      >
        {t.apiKeys.revoke}
      </Button>
    </>
  );
}

interface NewKeyProps {
  made: WithSecret<ApiKey> | null;
  onMade: (made: WithSecret<ApiKey>) => void;
  onClose: () => void;
}

/** The key is shown only while the dialog is open, and never again. */
function NewKey({ made, onMade, onClose }: NewKeyProps) {
  const { t, explain } = useLanguage();
  const limit = useLimit();
  const { api, may } = useAccount();
  const [name, setName] = useState('');
  // Only owners make live keys (rule DASH-2).
  const [mode, setMode] = useState<ApiKey['mode']>(may('own') ? 'live' : 'test');
  const form = useRestrictions(null);
  const order = () => ({ name: name.trim(), mode, restrictions: form.read() ?? null });
  const creating = useAct((key) => api.createApiKey(order(), key), onMade);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.read() !== undefined) creating.act();
  };
  if (made) {
    return (
      <>
        <p className={parts.plain}>{t.apiKeys.once}</p>
        <Secret label={made.name ?? t.apiKeys.unnamed} secret={made.secret} />
        <pre className={parts.code} tabIndex={0} aria-label={t.apiKeys.example}>
          {`curl "$MALOTE_URL/balance" -H "Authorization: Bearer ${made.secret}"`}
        </pre>
        <p className={parts.small}>{t.apiKeys.exampleNote}</p>
        <div className={parts.dialogActions}>
          <Button onClick={onClose}>{t.apiKeys.kept}</Button>
        </div>
      </>
    );
  }
  const refused = creating.error instanceof RequestFailed ? creating.error.problems : [];
  return (
    <form onSubmit={submit}>
      <TextInput
        label={t.apiKeys.name}
        description={t.apiKeys.nameHint}
        required
        withAsterisk={false}
        autoFocus
        value={name}
        error={limit(name, limits.key_name) ?? refused.map(explain.problem)[0]}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Radio.Group
        mt="md"
        label={t.apiKeys.mode}
        value={mode}
        onChange={(chosen) => setMode(chosen === 'test' ? 'test' : 'live')}
      >
        <div className={parts.fields}>
          <Radio
            value="live"
            disabled={!may('own')}
            label={t.apiKeys.modes.live}
            description={may('own') ? t.apiKeys.modeHints.live : t.apiKeys.onlyOwners}
          />
          <Radio value="test" label={t.apiKeys.modes.test} description={t.apiKeys.modeHints.test} />
        </div>
      </Radio.Group>
      <RestrictionFields form={form} />
      {creating.error && refused.length === 0 && <Failure error={creating.error} />}
      <div className={parts.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t.actions.back}
        </Button>
        <Button type="submit" loading={creating.isPending} disabled={name.trim() === ''}>
          {t.apiKeys.create}
        </Button>
      </div>
    </form>
  );
}
