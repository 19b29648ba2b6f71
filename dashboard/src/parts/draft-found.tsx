import { Alert, Button } from '@mantine/core';
import { useLanguage } from '../language/language.tsx';
import { Icon } from './icons.tsx';

/** Says that a form continues from a draft stored in this browser. */
export function DraftFound({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useLanguage();
  return (
    <Alert variant="light" icon={<Icon name="clock" />}>
      {t.newLetter.draftFound}{' '}
      <Button size="compact-sm" variant="default" onClick={onDiscard}>
        {t.newLetter.discard}
      </Button>
    </Alert>
  );
}
