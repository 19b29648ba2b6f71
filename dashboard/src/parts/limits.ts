import { useLanguage } from '../language/language.tsx';

/** Says beside a field that its text is too long; undefined if it fits. */
export function useLimit(): (text: string, most: number) => string | undefined {
  const { t } = useLanguage();
  return (text, most) => {
    // As the service counts: code points (JSON Schema Validation §6.3.1).
    const length = [...text].length;
    return length > most ? t.states.tooLong(most, length) : undefined;
  };
}
