// Keys without a modifier that act on the page: they mean themselves while somebody types, and belong to a dialog or a menu that is open.

/** Inputs into which nothing is typed. */
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
