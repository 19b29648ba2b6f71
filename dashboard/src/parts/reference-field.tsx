import { TextInput } from '@mantine/core';
import { useLanguage } from '../language/language.tsx';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (reference: string) => void;
}

/** The customer's own label of a mailing (rule REQ-16). */
export function ReferenceField({ value, error, onChange }: Props) {
  const { t } = useLanguage();
  return (
    <TextInput
      label={t.letters.reference}
      description={t.newLetter.referenceHint}
      maxLength={100}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
