// Relations between license ids: the same text, the same family, a choice. Pure.

import { idsOf } from '../../expressions/index.ts';

export const isChoice = (expression: string): boolean => expression.includes(' OR ') && !expression.includes(' AND ');

/** True for `GPL-1.0-or-later` and `GPL-2.0-only`. */
export const sharesFamily = (one: string, other: string): boolean => familyOf(one) === familyOf(other);

export function sharesLicense(texts: readonly string[], expression: string): boolean {
  const held = new Set(texts.flatMap(idsOf).map(stemOf));
  return idsOf(expression).some((id) => held.has(stemOf(id)));
}

/** `LGPL-2.1-only` → `LGPL-2.1`, whose text is the same. */
export const stemOf = (id: string): string => id.replace(/-(?:only|or-later)$/, '');
/** The family: `LGPL-2.1-only` → `LGPL`, `BSD-3-Clause` → `BSD`. */
export const familyOf = (id: string): string => id.replace(/-\d.*$/, '');

export const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
