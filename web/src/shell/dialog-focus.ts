// Where the focus goes around dialogs. A dialog gives it back to what had it, and takes it to its first button; both are wrong for a dialog that a menu
// opens, since the chosen entry is gone by then, and for a form, also one that is still loaded: typing would be lost, and Enter would close it.
import { useEffect } from 'react';

const MENU_ENTRY = '[role=menuitem]';
const DIALOG = '[role=dialog]';
const CLOSE = '.mantine-Modal-close';
/** Inputs in which nothing is typed. */
const NOT_TYPED = new Set(['hidden', 'checkbox', 'radio', 'file']);

export function useDialogFocus(): void {
  useEffect(() => {
    // Whoever goes to the button that closes, by Tab or a press, wants it.
    let isByUser = false;
    const onKey = ({ key }: KeyboardEvent) => {
      isByUser = key === 'Tab';
    };
    const onPress = () => {
      isByUser = true;
    };
    const onClick = ({ target }: MouseEvent) => {
      isByUser = false;
      toMenuButton(target);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!isByUser && target instanceof HTMLElement && target.matches(CLOSE)) toFirstField(target);
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('click', onClick, true);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('click', onClick, true);
      document.removeEventListener('focusin', onFocus);
    };
  }, []);
}

/** Before the entry acts: a dialog that it opens finds the focus on the menu's button. */
function toMenuButton(target: EventTarget | null): void {
  if (!(target instanceof Element)) return;
  const menu = target.closest(MENU_ENTRY)?.closest('[role=menu]');
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');
  button?.focus({ preventScroll: true });
}

function toFirstField(close: HTMLElement): void {
  const dialog = close.closest(DIALOG);
  if (dialog === null || focusField(dialog)) return;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== close || focusField(dialog)) observer.disconnect();
  });
  observer.observe(dialog, { childList: true, subtree: true });
}

function focusField(dialog: Element): boolean {
  const fields = [...dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  const field =
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    fields.find((one) => !one.disabled && one.getAttribute('tabindex') !== '-1' && !NOT_TYPED.has(one.type));
  field?.focus({ preventScroll: true });
  return field !== undefined;
}
