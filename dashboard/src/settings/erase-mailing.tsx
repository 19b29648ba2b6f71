import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ERASED_NAME, type Mailing } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import parts from '../parts/parts.module.css';
import { useAccount } from '../session/session.tsx';
import { EraseDialog } from './erase-dialog.tsx';

/** Statuses in which nobody needs the data any more; in others the service rejects (rule DASH-16). */
const over: readonly Mailing['status'][] = ['posted', 'canceled', 'failed', 'verified', 'expired', 'revoked'];

/** The service erases within a minute of the request; the page polls until then. */
const READ_EACH_MS = 5_000;
const READ_FOR_MS = 70_000;

/** On the page of a finished mailing: lets an owner erase its personal data. */
export function EraseMailing({ mailing: { id, status, to } }: { mailing: Pick<Mailing, 'id' | 'status' | 'to'> }) {
  const { t } = useLanguage();
  const { accountId, may } = useAccount();
  const client = useQueryClient();
  const [state, setState] = useState<'asking' | 'asked'>();
  const statusText = useRef<HTMLParagraphElement>(null);
  const isErased = to.name === ERASED_NAME;
  const isAwaited = state === 'asked' && !isErased;
  useEffect(() => {
    if (!isAwaited) return;
    const reading = setInterval(() => void client.invalidateQueries({ queryKey: [accountId] }), READ_EACH_MS);
    const ending = setTimeout(() => clearInterval(reading), READ_FOR_MS);
    return () => {
      clearInterval(reading);
      clearTimeout(ending);
    };
  }, [isAwaited, client, accountId]);
  // The button to which the dialog would return the focus is gone.
  useEffect(() => {
    if (state === 'asked') statusText.current?.focus();
  }, [state]);
  if (!may('own') || !over.includes(status)) return null;
  return (
    <div className={parts.below}>
      {state !== 'asked' && !isErased && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Icon name="trash" size={18} />}
          onClick={() => setState('asking')}
        >
          {t.erasure.eraseThis}
        </Button>
      )}
      <p ref={statusText} role="status" tabIndex={-1} className={parts.small}>
        {isErased ? t.erasure.gone : isAwaited ? t.erasure.doneHere : ''}
      </p>
      <EraseDialog
        id={id}
        open={state === 'asking'}
        onClose={() => setState((now) => (now === 'asking' ? undefined : now))}
        onAsked={() => setState('asked')}
      />
    </div>
  );
}
