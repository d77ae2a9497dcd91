// Keys without a modifier that trigger actions of the page. They do nothing special while the user types, or while a
// dialog or menu is open.

/** Inputs into which users type no text. */
const NOT_TYPED = new Set(['button', 'checkbox', 'radio', 'range', 'reset', 'submit']);

export function isPlainKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return false;
  const { target } = event;
  if (document.querySelector('[role="dialog"]')) return false;
  if (!(target instanceof HTMLElement)) return true;
  return !isTypedInto(target) && target.closest('[role="menu"], [role="listbox"]') === null;
}

function isTypedInto(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement) return !NOT_TYPED.has(element.type);
  return element.isContentEditable || /^(TEXTAREA|SELECT)$/.test(element.tagName);
}
