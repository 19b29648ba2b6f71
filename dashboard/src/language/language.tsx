import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { type Formats, formats, type Language } from './formats.ts';
import { type Explaining, explaining } from './problems.ts';
import { pt, type Texts } from './pt.ts';

interface Spoken {
  language: Language;
  t: Texts;
  format: Formats;
  explain: Explaining;
  speak: (language: Language) => Promise<void>;
}

const SpokenContext = createContext<Spoken | null>(null);
export const KEPT_AS = 'malote.language';

/** Portuguese is part of the page; English is loaded only for people who read it. */
export async function loadTexts(language: Language): Promise<Texts> {
  document.documentElement.lang = language;
  return language === 'en' ? (await import('./en.ts')).en : pt;
}

/** The language chosen on this device, else the first supported one of the browser's languages. */
export function preferredLanguage(): Language {
  const kept = localStorage.getItem(KEPT_AS);
  if (kept === 'en' || kept === 'pt-BR') return kept;
  const first = navigator.languages.find((language) => /^(pt|en)\b/i.test(language));
  return first?.toLowerCase().startsWith('en') ? 'en' : 'pt-BR';
}

interface Props {
  language: Language;
  texts: Texts;
  children: ReactNode;
}

export function LanguageProvider({ language: first, texts, children }: Props) {
  const [{ language, t }, set] = useState({ language: first, t: texts });
  const spoken = useMemo<Spoken>(() => {
    const format = formats(language);
    return {
      language,
      t,
      format,
      explain: explaining(t, format),
      speak: async (next) => {
        localStorage.setItem(KEPT_AS, next);
        set({ language: next, t: await loadTexts(next) });
      },
    };
  }, [language, t]);
  return <SpokenContext value={spoken}>{children}</SpokenContext>;
}

export function useLanguage(): Spoken {
  const spoken = useContext(SpokenContext);
  if (!spoken) throw new Error('useLanguage outside of LanguageProvider');
  return spoken;
}
