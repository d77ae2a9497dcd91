// Decides "only" or "or later" for the GNU license of the whole, which its text does not settle. Words decide first, then headers, which also show
// "only", "or later" and earlier versions. Pure.

import { idsOf } from '../../expressions/index.ts';
import { familyOf, LATER_THAN_FIRST, sharesLicense, stemOf } from './ids.ts';
import type { Root, RootOpinion, Speaker } from './speakers.ts';

/** Settles "only" or "or later" for each GNU license that rests on a text alone. */
export function settle(
  root: Root,
  said: string,
  from: string | string[],
  reason: string,
  isChoiceOffered: boolean,
): RootOpinion {
  const basis = typeof from === 'string' ? [from] : from;
  let expression = said;
  let note = '';
  for (const only of new Set(idsOf(said).filter((id) => GNU_ONLY.test(id)))) {
    const later = only.replace(/only$/, 'or-later');
    const why = laterVersions(root, only, later);
    if (why === '') {
      note += partsForLater(root, later);
      continue;
    }
    expression = expression.replaceAll(only, later);
    note += `, and ${why} ${later}`;
  }
  return {
    expression,
    reason: isChoiceOffered ? `${reason} ${said}${note}` : `${reason}${note}`,
    basis,
    isOfTexts: !isChoiceOffered,
  };
}

/** The whole is under "only" this version; some parts also allow later ones. */
function partsForLater({ evidence: { headers } }: Root, later: string): string {
  const parts = headers.filter(({ spdx }) => spdx.some((one) => idsOf(one).includes(later))).length;
  if (parts === 0) return '';
  const licensed = headers.filter(({ spdx }) => spdx.length > 0).length;
  return `; ${parts} of ${licensed} licensed source files are ${later}`;
}

export const GNU_ONLY = /^(?:[AL]?GPL|GFDL)-[\d.]+-only$/;
/** The number of "only" headers that are ignored for each ten "or later" headers. */
const ONLY_FOR_LATER = 0.1;
/**
 * Limits when words name the version without "or later": the "only" headers to ignore, and the share of all licensed source files that must say
 * "later".
 */
const ONLY_AGAINST_WORDS = 0.02;
const LATER_AGAINST_WORDS = 0.5;

/** Who says "or later" for a license whose text is present; '' when nobody with enough weight does. */
function laterVersions({ heard, readmes, evidence }: Root, only: string, later: string): string {
  const speaking = [...heard.map(({ path, words }) => ({ path, said: words })), ...readmes];
  const saying = (id: string) => speaking.find(({ said }) => said.some((one) => idsOf(one).includes(id)));
  const isOnlySaid = saying(only) !== undefined;
  const teller = saying(later);
  if (teller && !isOnlySaid) return `${teller.path} says`;
  const { headers } = evidence;
  const naming = (id: string) => headers.filter(({ spdx }) => spdx.some((one) => idsOf(one).includes(id))).length;
  const counts = { later: naming(later), only: naming(only) };
  if (counts.later === 0 || counts.only > counts.later * (isOnlySaid ? ONLY_AGAINST_WORDS : ONLY_FOR_LATER)) return '';
  const licensed = headers.filter(({ spdx }) => spdx.length > 0).length;
  if (isOnlySaid && counts.later < licensed * LATER_AGAINST_WORDS) return '';
  return `${counts.later} of ${counts.later + counts.only} source files that name it say`;
}

/**
 * Follows headers that say "version 2 or later" rather than a text of the GNU GPL 3: programs that make configure scripts add that text, and the
 * headers grant more.
 */
export function earlierByHeaders(
  { heard, readmes, evidence }: Root,
  said: string,
  { path }: Speaker,
): RootOpinion | undefined {
  const { headers, headerMajority } = evidence;
  const isEarlier =
    GNU_ONLY.test(said) &&
    idsOf(headerMajority).length === 1 &&
    LATER_THAN_FIRST.test(headerMajority) &&
    familyOf(headerMajority) === familyOf(said) &&
    stemOf(headerMajority) < stemOf(said);
  if (!isEarlier) return undefined;
  const isNamed = [...heard.flatMap(({ words }) => words), ...readmes.flatMap(({ said }) => said)].some((one) =>
    sharesLicense([said], one),
  );
  const carrying = (one: string) => headers.filter(({ spdx }) => sharesLicense(spdx, one)).length;
  const count = carrying(headerMajority);
  if (isNamed || carrying(said) > count * ONLY_FOR_LATER) return undefined;
  const reason = `${path} holds ${said}, a later version of ${headerMajority}, which ${count} source files carry`;
  return { expression: headerMajority, reason, basis: [path], isOfTexts: false, text: said };
}

/** When words say both "or later" and "only" for one license, choose the one that holds for the whole. */
export function narrowest(first: string, all: readonly string[]): string {
  const only = first.replace(/-or-later$/, '-only');
  return first !== only && all.includes(only) ? only : first;
}
