import { Alert } from '@mantine/core';
import type { Warning } from '../api/objects.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from './icons.tsx';
import style from './parts.module.css';

interface Props {
  warnings: readonly Warning[];
  /** It is too late to do anything about them. */
  printed?: boolean;
}

/** Warnings of an address, which is on no page of the document: their `name` is `to` or `from` (rule DOC-16). */
const OF_ADDRESSES: ReadonlySet<string> = new Set([
  'city_is_neighborhood',
  'address_too_long_for_carrier',
  'number_outside_range',
]);

/** A warning in a sentence, with its page or address. */
export function useWarningText() {
  const { t } = useLanguage();
  const placeOf = ({ code, page, name }: Warning) => {
    if (!OF_ADDRESSES.has(code)) return t.pdf.onPage(page);
    return name === 'from' ? t.letters.sender : t.letters.recipient;
  };
  return (warning: Warning) => {
    const { code, name, font, over_mm: over = 0 } = warning;
    return `${placeOf(warning)}: ${t.warnings.texts[code]?.(name ?? font ?? '', over) ?? code}`;
  };
}

/** What prints, but perhaps not as intended (rule DOC-16). */
export function WarningList({ warnings, printed = false }: Props) {
  const { t } = useLanguage();
  const textOf = useWarningText();
  if (warnings.length === 0) return null;
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<Icon name="info" />}
      title={printed ? t.warnings.printed : t.warnings.title}
      mb="md"
    >
      <ul className={style.plainList}>
        {warnings.map((warning) => (
          <li key={textOf(warning)}>{textOf(warning)}</li>
        ))}
      </ul>
    </Alert>
  );
}
