// The key `/` moves the cursor to the search field of the page, if the page has one (`data-page-search`).
import { useEffect } from 'react';
import { isPlainKey } from '../elements/plain-key.ts';

export function useSearchKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isPlainKey(event)) return;
      const search = document.querySelector<HTMLInputElement>('[data-page-search]');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
