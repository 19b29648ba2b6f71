import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ApiKey, KeyRestrictions } from '../api/objects.ts';
import { RequestFailed } from '../api/request.ts';
import { useLanguage } from '../language/language.tsx';
import parts from '../parts/parts.module.css';
import { Failure } from '../parts/states.tsx';
import { useAccount } from '../session/session.tsx';
import {
  type KeyPermission,
  readRestrictions,
  typed,
  type TypedField,
  type TypedRestrictions,
  withRead,
} from './typed-restrictions.ts';

/** What a key is restricted to, and what it has spent of its limits; nothing for a key that may do everything. */
export function RestrictionsOfKey({ restrictions, spending }: Pick<ApiKey, 'restrictions' | 'spending'>) {
  const { t, format } = useLanguage();
  if (!restrictions) return null;
  const { operations, max_price, daily_limit, total_limit, postal_codes, expires_at } = restrictions;
  const say = t.apiKeys.restricted;
  const lines = [
    operations?.map((permission) => t.apiKeys.permissionNames[permission]).join(', '),
    max_price !== null && say.maxPrice(format.money(max_price)),
    daily_limit !== null && say.today(format.money(spending?.today ?? 0), format.money(daily_limit)),
    total_limit !== null && say.total(format.money(spending?.total ?? 0), format.money(total_limit)),
    postal_codes &&
      say.postalCodes(postal_codes.map(({ from, to }) => (from === to ? from : say.range(from, to))).join(', ')),
    expires_at && say.expires(format.instant(expires_at)),
  ].filter((line) => typeof line === 'string');
  return lines.map((line) => <small key={line}>{line}</small>);
}

/** The state of a form with restrictions. */
export function useRestrictions(before: KeyRestrictions | null) {
  const { t } = useLanguage();
  const all = Object.keys(t.apiKeys.permissionNames) as KeyPermission[];
  const [isRestricted, setRestricted] = useState(before !== null);
  const [values, setValues] = useState(() => typed(before, all, t.apiKeys.restricted.range));
  const [shown, setShown] = useState<ReadonlySet<TypedField>>(new Set());
  const set = (change: Partial<TypedRestrictions>) => setValues((known) => ({ ...known, ...change }));
  return {
    all,
    isRestricted,
    setRestricted,
    values,
    set,
    wrong: shown,
    /** The restrictions; undefined if a field cannot be read, which then says so. */
    read: (): KeyRestrictions | null | undefined => {
      if (!isRestricted) return null;
      const { restrictions, wrong } = readRestrictions(values, all, before);
      setShown(wrong);
      return wrong.size > 0 ? undefined : restrictions;
    },
  };
}

export function RestrictionFields({ form }: { form: ReturnType<typeof useRestrictions> }) {
  const { t } = useLanguage();
  const { all, isRestricted, setRestricted, values, set, wrong } = form;
  const amount = (field: 'maxPrice' | 'dailyLimit' | 'totalLimit') => (
    <TextInput
      wrapperProps={{ 'data-span': field === 'maxPrice' ? '6' : '3' }}
      label={t.apiKeys[field]}
      placeholder={t.apiKeys.noLimit}
      inputMode="decimal"
      autoComplete="off"
      value={values[field]}
      error={wrong.has(field) ? t.money.unreadable : undefined}
      onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}
    />
  );
  return (
    <>
      <Checkbox
        mt="md"
        label={t.apiKeys.restrict}
        description={t.apiKeys.restrictHint}
        checked={isRestricted}
        onChange={({ currentTarget }) => setRestricted(currentTarget.checked)}
      />
      {isRestricted && (
        <>
          <Checkbox.Group
            mt="md"
            label={t.apiKeys.permissions}
            value={[...values.permissions]}
            error={wrong.has('permissions') ? t.apiKeys.permissionsNone : undefined}
            onChange={(chosen) =>
              set({ permissions: withRead(all.filter((permission) => chosen.includes(permission))) })
            }
          >
            <div className={parts.fields}>
              {all.map((permission) => (
                <Checkbox
                  key={permission}
                  wrapperProps={{ 'data-span': '3' }}
                  value={permission}
                  label={t.apiKeys.permissionNames[permission]}
                />
              ))}
            </div>
          </Checkbox.Group>
          <div className={parts.fields} style={{ marginTop: '1rem' }}>
            {amount('maxPrice')}
            {amount('dailyLimit')}
            {amount('totalLimit')}
            <Textarea
              label={t.apiKeys.postalCodes}
              description={t.apiKeys.postalCodesHint}
              autosize
              minRows={2}
              value={values.postalCodes}
              error={wrong.has('postalCodes') ? t.apiKeys.postalCodesWrong : undefined}
              onChange={({ currentTarget }) => set({ postalCodes: currentTarget.value })}
            />
            <TextInput
              type="date"
              label={t.apiKeys.expires}
              description={t.apiKeys.expiresHint}
              value={values.lastDay}
              onChange={({ currentTarget }) => set({ lastDay: currentTarget.value })}
            />
          </div>
          <p className={parts.small}>{t.apiKeys.dailyLimitHint}</p>
        </>
      )}
    </>
  );
}

interface EditProps {
  apiKey: ApiKey;
  onEdited: () => unknown;
  onClose: () => void;
}

/** New restrictions of a key, which replace the earlier ones. */
export function EditRestrictions({ apiKey, onEdited, onClose }: EditProps) {
  const { t, explain } = useLanguage();
  const { api } = useAccount();
  const form = useRestrictions(apiKey.restrictions);
  const saving = useMutation({
    mutationFn: (restrictions: KeyRestrictions | null) => api.editApiKey(apiKey.id, { restrictions }),
    onSuccess: onEdited,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const restrictions = form.read();
    if (restrictions !== undefined) saving.mutate(restrictions);
  };
  const refused = saving.error instanceof RequestFailed ? saving.error.problems : [];
  return (
    <form onSubmit={submit}>
      <p className={parts.plain}>{t.apiKeys.editLead}</p>
      <RestrictionFields form={form} />
      {refused.map((problem) => (
        <p key={problem.param} role="alert" className={parts.small}>
          {explain.problem(problem)}
        </p>
      ))}
      {saving.error && refused.length === 0 && <Failure error={saving.error} />}
      <div className={parts.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t.actions.back}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {t.actions.save}
        </Button>
      </div>
    </form>
  );
}
