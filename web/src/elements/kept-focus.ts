// A button that shows that it works is disabled meanwhile, and the browser takes the focus from it. Users of a keyboard would have to start over.
import { type RefObject, useEffect, useRef } from 'react';

/** The ref of the button. It gets the focus back when the work ends, unless the user has moved on. */
export function useKeptFocus(isPending: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasPending = useRef(false);
  useEffect(() => {
    const hasEnded = wasPending.current && !isPending;
    wasPending.current = isPending;
    if (hasEnded && (document.activeElement === null || document.activeElement === document.body))
      button.current?.focus();
  }, [isPending]);
  return button;
}
