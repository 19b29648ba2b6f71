import { NativeSelect, useMantineColorScheme } from '@mantine/core';
import type { Language } from '../language/formats.ts';
import { useLanguage } from '../language/language.tsx';
import style from './shell.module.css';

/** Language and color scheme, stored on this device. */
export function Preferences() {
  const { t, language, speak } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={style.preferences}>
      <NativeSelect
        size="xs"
        aria-label={t.shell.language}
        value={language}
        onChange={({ currentTarget }) => void speak(currentTarget.value as Language)}
        data={[
          { value: 'pt-BR', label: 'Português' },
          { value: 'en', label: 'English' },
        ]}
      />
      <NativeSelect
        size="xs"
        aria-label={t.shell.colors}
        value={colorScheme}
        onChange={({ currentTarget }) => setColorScheme(currentTarget.value as 'auto' | 'light' | 'dark')}
        data={[
          { value: 'auto', label: t.shell.colorsAuto },
          { value: 'light', label: t.shell.colorsLight },
          { value: 'dark', label: t.shell.colorsDark },
        ]}
      />
    </div>
  );
}
