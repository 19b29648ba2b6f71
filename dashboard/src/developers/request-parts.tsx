import type { ApiKey } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Mark } from '../parts/mailing.tsx';

/** The status of a response: a 4xx is the program's fault, a 5xx ours. */
export function RequestMark({ status }: { status: number }) {
  return <Mark tone={status < 300 ? 'good' : status < 500 ? 'quiet' : 'bad'}>{String(status)}</Mark>;
}

/** The name of a key, once it is loaded. */
export function KeyName({ id, keys }: { id: string; keys: readonly ApiKey[] | undefined }) {
  const { t } = useLanguage();
  const key = keys?.find((known) => known.id === id);
  return <>{key ? (key.name ?? t.apiKeys.unnamed) : id}</>;
}
