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

/** A warning in a sentence, with its page. */
export function useWarningText() {
  const { t } = useLanguage();
  return ({ code, page, name, font, over_mm: over = 0 }: Warning) =>
    `${t.pdf.onPage(page)}: ${t.warnings.texts[code]?.(name ?? font ?? '', over) ?? code}`;
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
