import { lazy, Suspense, useEffect, useState } from 'react';
import { loaded } from '../api/script.ts';
import { useLanguage } from '../language/language.tsx';
import { Icon } from '../parts/icons.tsx';
import style from './search.module.css';

const SearchEverything = lazy(() => loaded(import('./search-everything.tsx')));

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The field in the header that opens the search, as Ctrl K and ⌘ K do. The search itself loads when it first opens. */
export function SearchButton() {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const open = () => {
    setWasOpen(true);
    setOpen(true);
  };
  useEffect(() => {
    // Also while a field has the focus.
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (isApple ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className={style.field} aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'} onClick={open}>
        <Icon name="search" size={18} />
        <span className={style.fieldText}>{t.search.open}</span>
        <kbd className={style.keys} aria-hidden="true">
          {isApple ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {wasOpen && (
        <Suspense fallback={null}>
          <SearchEverything open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
