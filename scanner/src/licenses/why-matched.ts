// Why a match means its license, as a sentence of what the match itself says. `assay licenses explain` knows more, because it searches again.
import type { LicenseMatch } from '../findings.ts';
import { UNKNOWN_LICENSE } from './judging/unknown.ts';

/** The kind of a rule, in the words of people who read licenses. */
export const MEANT: Record<LicenseMatch['kind'], string> = {
  text: 'the text of the license',
  notice: 'a notice that puts a file under this license',
  reference: 'words that name the license',
  tag: 'a field that states the license',
  intro: 'words that introduce a license',
  mention: 'words that name the license without putting anything under it: a mention, which creates no inventory',
};

export function whyMatched(match: LicenseMatch): string {
  return plainReason(match) ?? `${MEANT[match.kind]}: ${coverageWords(match)}`;
}

/** Undefined if what counts is how many words of the rule are there. */
export function plainReason({ kind, rule, expression, via }: LicenseMatch): string | undefined {
  if (via !== undefined) return `these words refer to another file: the license was found in ${via}`;
  if (kind === 'mention') return MEANT.mention;
  if (expression === UNKNOWN_LICENSE)
    return 'sentences that grant or restrict rights, under a license that no rule knows';
  if (kind === 'tag' && rule === 'spdx-tag') return 'an SPDX-License-Identifier, which states the license by its id';
  return undefined;
}

function coverageWords({ coverage }: LicenseMatch): string {
  return coverage >= 100
    ? 'all its words are here, in order'
    : `${coverage} % of its words are here, in order; no other rule is closer`;
}
