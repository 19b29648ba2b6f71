import { useBlocker } from '@tanstack/react-router';
import { useLanguage } from '../language/language.tsx';
import { Confirm } from './confirm.tsx';

/** Asks before changes that were not saved are lost, by a link, "back" or closing the tab. */
export function Unsaved({ changed }: { changed: boolean }) {
  const { t } = useLanguage();
  const blocker = useBlocker({ shouldBlockFn: () => changed, enableBeforeUnload: () => changed, withResolver: true });
  return (
    <Confirm
      title={t.unsaved.title}
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      action={t.unsaved.leave}
      destroys
      pending={false}
      error={null}
      onConfirm={() => blocker.proceed?.()}
    >
      <p>{t.unsaved.what}</p>
    </Confirm>
  );
}
