import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../language/language.tsx';
import parts from '../parts/parts.module.css';
import { useAccount } from '../session/session.tsx';

/** A key or a webhook endpoint that works on without its maker. */
export interface Made {
  id: string;
  label: string;
  lastUsed: string | null;
}

/** What a person, or a key of theirs, made and still works; only owners see it here. */
export function useMadeBy(): (personId: string) => Made[] {
  const { t } = useLanguage();
  const { accountId, api, may } = useAccount();
  const enabled = may('own');
  const keys = useQuery({ queryKey: [accountId, 'api-keys'], queryFn: api.apiKeys, enabled });
  const endpoints = useQuery({ queryKey: [accountId, 'webhook-endpoints'], queryFn: api.webhookEndpoints, enabled });
  return (personId) => {
    const ofPerson = (keys.data?.data ?? []).filter(({ created_by }) => created_by === personId);
    const makers = new Set<string | null>([personId, ...ofPerson.map(({ id }) => id)]);
    return [
      ...ofPerson
        .filter(({ revoked_at }) => revoked_at === null)
        .map(({ id, name, mode, last_used_at }) => ({
          id,
          label: t.people.madeKey(name ?? id, t.apiKeys.modes[mode]),
          lastUsed: last_used_at,
        })),
      ...(endpoints.data?.data ?? [])
        .filter(({ created_by }) => makers.has(created_by))
        // The query may contain a token.
        .map(({ id, url, last_success_at }) => ({
          id,
          label: t.people.madeEndpoint(url.split('?', 1)[0]!),
          lastUsed: last_success_at,
        })),
    ];
  };
}

interface Props {
  made: readonly Made[];
  revoked: readonly string[];
  onRevoked: (ids: string[]) => void;
}

/** Offers to revoke what a person made; nothing is chosen beforehand, because production systems may depend on it. */
export function MadeBy({ made, revoked, onRevoked }: Props) {
  const { t, format } = useLanguage();
  if (made.length === 0) return null;
  return (
    <Checkbox.Group label={t.people.made} description={t.people.madeHint} value={[...revoked]} onChange={onRevoked}>
      <div className={parts.fields}>
        {made.map(({ id, label, lastUsed }) => (
          <Checkbox
            key={id}
            value={id}
            label={label}
            description={lastUsed === null ? t.apiKeys.neverUsed : t.people.lastUsed(format.instant(lastUsed))}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
