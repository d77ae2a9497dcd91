// The search over everything: what it looks for. Pure.

/** In the order in which they are shown. */
export const searchKinds = [
  'PROJECTS',
  'COMPONENTS',
  'LICENSES',
  'VULNERABILITIES',
  'TASKS',
  'FILES',
  'HOLDERS',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Of each kind, so many are shown. */
export const FOUND_SHOWN = 6;

/** The words of a text, for an index of words: letters and digits. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
