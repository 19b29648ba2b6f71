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

/** What prints, but perhaps not as intended (rule DOC-16). */
export function WarningList({ warnings, printed = false }: Props) {
  const { t } = useLanguage();
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
        {warnings.map(({ code, page, name, font }) => (
          <li key={`${code} ${page} ${name ?? font ?? ''}`}>
            {t.pdf.onPage(page)}: {t.warnings.texts[code]?.(name ?? font ?? '') ?? code}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
