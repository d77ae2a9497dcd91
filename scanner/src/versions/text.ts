// Basic parts of all version schemes: runs of digits and letters, and their comparison. Everything takes linear time.
// Numbers are compared as text, because versions have numbers of any length.
import type { Order } from './scheme.ts';

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLetter(code: number): boolean {
  return isLowerLetter(code) || (code >= 65 && code <= 90);
}

export function isLowerLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

/** Where the run that begins at `from` ends. */
export function runEnd(text: string, from: number, belongs: (code: number) => boolean): number {
  let at = from;
  while (at < text.length && belongs(text.charCodeAt(at))) at++;
  return at;
}

export function isNumber(text: string): boolean {
  return text !== '' && runEnd(text, 0, isDigit) === text.length;
}

/** Without zeros in front: '' for zero, so that equal numbers are equal texts. */
function withoutLeadingZeros(digits: string): string {
  return digits.slice(runEnd(digits, 0, (code) => code === 48));
}

/** Two runs of digits by their value. */
export function compareNumbers(a: string, b: string): Order {
  const [left, right] = [withoutLeadingZeros(a), withoutLeadingZeros(b)];
  return compareValues(left.length, right.length) || compareTexts(left, right);
}

/** By UTF-16 code units, as the `compareTo` and `<=>` of most package managers do for the ASCII texts that they know. */
export function compareTexts(a: string, b: string): Order {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Numbers by value, words by their characters; all words come before all numbers. */
export function compareWordsFirst(a: string, b: string): Order {
  const [isLeftNumber, isRightNumber] = [isNumber(a), isNumber(b)];
  if (isLeftNumber && isRightNumber) return compareNumbers(a, b);
  if (isLeftNumber !== isRightNumber) return isLeftNumber ? 1 : -1;
  return compareTexts(a, b);
}

/** Numbers by value, words by their characters; all numbers come before all words. */
export function compareNumbersFirst(a: string, b: string): Order {
  return isNumber(a) === isNumber(b) ? compareWordsFirst(a, b) : isNumber(a) ? -1 : 1;
}

export function compareValues(a: number, b: number): Order {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Item by item; past the end of the shorter one, `end` stands for each missing item. Without it the shorter one comes first. */
export function compareLists<Item>(
  a: readonly Item[],
  b: readonly Item[],
  compareItems: (a: Item, b: Item) => Order,
  end?: Item,
): Order {
  for (let i = 0; i < a.length || i < b.length; i++) {
    const [left, right] = [i < a.length ? a[i] : end, i < b.length ? b[i] : end];
    if (left === undefined) return -1;
    if (right === undefined) return 1;
    const order = compareItems(left, right);
    if (order !== 0) return order;
  }
  return 0;
}

export function dropTrailing<Item>(items: Item[], isDropped: (item: Item) => boolean): Item[] {
  while (items.length > 0 && isDropped(items.at(-1) as Item)) items.pop();
  return items;
}

/** Cuts at the first `mark`: what is before it, and what is after it (undefined without one). */
export function cutAt(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
