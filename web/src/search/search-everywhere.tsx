// The search everywhere: the keys Ctrl and K open it on every page. Its dialog is loaded when somebody reaches for it, because it needs more than the
// first page does.
import { Kbd, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';

const loadDialog = () => import('./search-dialog.tsx');
const SearchDialog = lazy(async () => ({ default: (await loadDialog()).SearchDialog }));

export function SearchEverywhere({ className }: { className?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const [early, setEarly] = useState('');
  const before = useRef<Element | null>(null);
  // The keys are heard by the first rendering's function, which knows no later state.
  const isOpenNow = useRef(false);
  const close = () => {
    setEarly('');
    isOpenNow.current = false;
    setIsOpen(false);
    // The dialog cannot: it was loaded after the hidden field had taken the focus.
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  const open = () => {
    if (!isOpenNow.current) before.current = document.activeElement;
    isOpenNow.current = true;
    setIsWanted(true);
    setIsOpen(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` only sets state and refs
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The first of the two keys: the dialog is there for the second one.
      if (event.key === 'Control' || event.key === 'Meta') void loadDialog();
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <UnstyledButton
        className={className}
        aria-label="Search everywhere, Ctrl K"
        onMouseEnter={loadDialog}
        onFocus={loadDialog}
        onClick={open}
      >
        <IconSearch size={16} aria-hidden /> <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      {isWanted && (
        <Suspense fallback={<EarlyField text={early} onText={setEarly} />}>
          <SearchDialog isOpen={isOpen} text={early} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Takes what is typed before the dialog is there. */
function EarlyField({ text, onText }: { text: string; onText: (text: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <VisuallyHidden>
      <input
        ref={field}
        aria-label="Search everywhere"
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
      />
    </VisuallyHidden>
  );
}
