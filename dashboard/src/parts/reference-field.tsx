import { TextInput } from '@mantine/core';
import { limits } from '../api/generated/limits.ts';
import { useLanguage } from '../language/language.tsx';
import { useLimit } from './limits.ts';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (reference: string) => void;
}

/** The customer's own label of a mailing (rule REQ-16). */
export function ReferenceField({ value, error, onChange }: Props) {
  const { t } = useLanguage();
  const limit = useLimit();
  return (
    <TextInput
      label={t.letters.reference}
      description={t.newLetter.referenceHint}
      value={value}
      error={limit(value, limits.reference) ?? error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
