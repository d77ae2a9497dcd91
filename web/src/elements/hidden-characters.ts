// Characters that change the direction of text can make names and code read as something else: `evil‹U+202E›txt.c` would be shown as "evilc.txt". They are
// shown as what they are. For display alone: what is sent to the server keeps them.
import { cloneElement, isValidElement, type ReactNode } from 'react';

export const HIDDEN_CHARACTERS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const codeText = (code: number): string => `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;

export function visible(text: string): string {
  return text.replaceAll(HIDDEN_CHARACTERS, (one) => codeText(one.codePointAt(0) ?? 0));
}

/** The same for the texts of elements, at any depth. */
export function visibleIn(node: ReactNode): ReactNode {
  if (typeof node === 'string') return visible(node);
  if (Array.isArray(node)) return node.some((one) => visibleIn(one) !== one) ? node.map(visibleIn) : node;
  if (!isValidElement<{ children?: ReactNode }>(node)) return node;
  const { children } = node.props;
  if (children === undefined || typeof children === 'function') return node;
  const shown = visibleIn(children);
  return shown === children ? node : cloneElement(node, undefined, shown);
}

/** In place of such a character in an editor. */
export function markOfCharacter(code: number): HTMLElement {
  const mark = document.createElement('span');
  mark.className = 'cm-hidden-character';
  mark.textContent = codeText(code);
  mark.title = 'A character that is not seen and changes how the text is read';
  return mark;
}
