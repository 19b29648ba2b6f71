import type { ApiKey } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Mark } from '../parts/mailing.tsx';

/** The status of an answer; a refusal is the program's fault, a failure ours. */
export function RequestMark({ status }: { status: number }) {
  return <Mark tone={status < 300 ? 'good' : status < 500 ? 'quiet' : 'bad'}>{String(status)}</Mark>;
}

/** A key by its name, once that is known. */
export function KeyName({ id, keys }: { id: string; keys: readonly ApiKey[] | undefined }) {
  const { t } = useLanguage();
  const key = keys?.find((known) => known.id === id);
  return <>{key ? (key.name ?? t.apiKeys.unnamed) : id}</>;
}
