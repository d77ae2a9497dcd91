// The dialog that lists the keyboard shortcuts. The key `?` opens it.
import { modals } from '@mantine/modals';
import { lazy, Suspense, useEffect } from 'react';
import { Loading } from '../elements/page-state.tsx';
import { isPlainKey } from '../elements/plain-key.ts';

const Keys = lazy(async () => ({ default: (await import('./keys-list.tsx')).Keys }));

export function openKeys(): void {
  modals.open({
    modalId: 'keys',
    title: 'Keyboard shortcuts',
    children: (
      <Suspense fallback={<Loading />}>
        <Keys />
      </Suspense>
    ),
  });
}

export function useKeysKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isPlainKey(event)) return;
      event.preventDefault();
      openKeys();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
