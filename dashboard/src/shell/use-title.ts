import { useEffect } from 'react';

/** The title of the window, which screen readers read first. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Malote`;
  }, [title]);
}
