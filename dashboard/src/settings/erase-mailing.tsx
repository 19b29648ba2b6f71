import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LetterStatus, VerificationStatus } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import parts from '../parts/parts.module.css';
import { useAccount } from '../session/session.tsx';
import { EraseDialog } from './erase-dialog.tsx';

type Status = LetterStatus | VerificationStatus;

/** Where nobody needs the data any more; elsewhere the service refuses (rule DASH-16). */
const over: readonly Status[] = ['posted', 'canceled', 'failed', 'verified', 'expired', 'revoked'];

/** The service erases within a minute of being asked; the page reads again until then. */
const READ_EACH_MS = 5_000;
const READ_FOR_MS = 70_000;

/** On the page of a mailing that is over: an owner has its personal data erased. */
export function EraseMailing({ id, status }: { id: string; status: Status }) {
  const { t } = useLanguage();
  const { accountId, may } = useAccount();
  const client = useQueryClient();
  const [state, setState] = useState<'asking' | 'asked'>();
  useEffect(() => {
    if (state !== 'asked') return;
    const reading = setInterval(() => void client.invalidateQueries({ queryKey: [accountId] }), READ_EACH_MS);
    const ending = setTimeout(() => clearInterval(reading), READ_FOR_MS);
    return () => {
      clearInterval(reading);
      clearTimeout(ending);
    };
  }, [state, client, accountId]);
  if (!may('own') || !over.includes(status)) return null;
  return (
    <div className={parts.below}>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Icon name="trash" size={18} />}
        onClick={() => setState('asking')}
      >
        {t.erasure.eraseThis}
      </Button>
      <p role="status" className={parts.small}>
        {state === 'asked' ? t.erasure.doneHere : ''}
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
