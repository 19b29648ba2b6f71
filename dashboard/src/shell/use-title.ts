import { useEffect } from 'react';

/** The name of the window, and what a screen reader says first. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Malote`;
  }, [title]);
}
