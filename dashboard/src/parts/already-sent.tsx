import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '../language/language.tsx';

interface Props {
  title: string;
  /** A link to what exists. */
  link: ReactNode;
  onAnother: () => void;
}

/** Says that an earlier order of this form was received, and that the form as it is now was not sent. */
export function AlreadySent({ title, link, onAnother }: Props) {
  const { t } = useLanguage();
  return (
    <Alert variant="light" role="alert" mt="sm" title={title}>
      {t.newLetter.alreadySent} {link}
      <Button size="compact-md" variant="default" mt="xs" display="block" onClick={onAnother}>
        {t.newLetter.another}
      </Button>
    </Alert>
  );
}
