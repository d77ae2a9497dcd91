// Decides "only" or "or later" for the GNU license of the whole, which its text does not settle. Words decide first, then headers, which also show
// "only", "or later" and earlier versions. Pure.

import { idsOf } from '../../expressions/index.ts';
import { ADDED_TO, isGnuOnly, isLaterThanNamed } from '../rules/license-ids.ts';
import { familyOf, sharesFamily, sharesLicense, stemOf } from './ids.ts';
import type { LicensedFile, Root, RootOpinion, Speaker } from './speakers.ts';

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
  for (const only of new Set(idsOf(said).filter(isGnuOnly))) {
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

/** The number of "only" headers that are ignored for each ten "or later" headers. */
const ONLY_FOR_LATER = 0.1;
/**
 * Limits when words name the version without "or later": the "only" headers to ignore, and the share of all licensed source files that must say
 * "later".
 */
const ONLY_AGAINST_WORDS = 0.02;
const LATER_AGAINST_WORDS = 0.5;

/** Who says "or later" for a license with its text present; '' if nobody with enough weight does. */
function laterVersions({ heard, readmes, evidence }: Root, only: string, later: string): string {
  const speaking = [...heard.map(({ path, words }) => ({ path, said: words })), ...readmes];
  const fileThatStates = (id: string) => speaking.find(({ said }) => said.some((one) => idsOf(one).includes(id)));
  const isOnlyStated = fileThatStates(only) !== undefined;
  const witness = fileThatStates(later);
  if (witness && !isOnlyStated) return `${witness.path} says`;
  const { headers } = evidence;
  const naming = (id: string) => headers.filter(({ spdx }) => spdx.some((one) => idsOf(one).includes(id))).length;
  const counts = { later: naming(later) || namingEarlier(headers, only), only: naming(only) };
  if (counts.later === 0 || counts.only > counts.later * (isOnlyStated ? ONLY_AGAINST_WORDS : ONLY_FOR_LATER))
    return '';
  const licensed = headers.filter(({ spdx }) => spdx.length > 0).length;
  if (isOnlyStated && counts.later < licensed * LATER_AGAINST_WORDS) return '';
  return `${counts.later} of ${counts.later + counts.only} source files that name it say`;
}

/** "Version 2 or later" of the Library GPL, beside the text of the Lesser GPL 2.1. A bare name of the GPL means no version. */
const namingEarlier = (headers: readonly LicensedFile[], only: string): number =>
  headers.filter(({ spdx }) =>
    spdx
      .flatMap(idsOf)
      .some(
        (id) =>
          ADDED_TO.has(familyOf(id)) && id.endsWith('-or-later') && sharesFamily(id, only) && stemOf(id) < stemOf(only),
      ),
  ).length;

/**
 * Follows headers rather than the text of a GNU license that nobody names: "version 2 or later" beside the text of the GPL 3, which programs that make
 * configure scripts add, or the GPL beside a text of the LGPL.
 */
export function byHeadersInstead(
  { heard, readmes, evidence }: Root,
  said: string,
  { path }: Speaker,
): RootOpinion | undefined {
  const { headers, headerMajority } = evidence;
  if (!isGnuOnly(said) || idsOf(headerMajority).length !== 1) return undefined;
  const isEarlier = isEarlierVersion(headerMajority, said);
  if (!isEarlier && !isOtherGnuLicense(headerMajority, said)) return undefined;
  const isNamed = [...heard.flatMap(({ words }) => words), ...readmes.flatMap(({ said }) => said)].some((one) =>
    isEarlier ? sharesLicense([said], one) : idsOf(one).some((id) => sharesFamily(id, said)),
  );
  const carrying = (isIt: (one: string) => boolean) => headers.filter(({ spdx }) => spdx.some(isIt)).length;
  const count = carrying((one) => sharesLicense([one], headerMajority));
  const against = carrying((one) => idsOf(one).some((id) => sharesFamily(id, said) && stemOf(id) >= stemOf(said)));
  if (isNamed || against > (isEarlier ? count * ONLY_FOR_LATER : 0) || (!isEarlier && count < LEAST_OTHERS))
    return undefined;
  const reason = isEarlier
    ? `${path} holds ${said}, a later version of ${headerMajority}, which ${count} source files carry`
    : `${path} holds ${said}, which no source file carries: ${count} carry ${headerMajority}`;
  return { expression: headerMajority, reason, basis: [path], isOfTexts: false, text: said };
}

/** Source files that outweigh a text of another GNU license. */
const LEAST_OTHERS = 2;

const isEarlierVersion = (one: string, said: string): boolean =>
  isLaterThanNamed(one) && sharesFamily(one, said) && stemOf(one) < stemOf(said);

/** A version was named, so more than a bare name is known. */
const isOtherGnuLicense = (one: string, said: string): boolean =>
  (isLaterThanNamed(one) || isGnuOnly(one)) && !sharesFamily(one, said);

/** If words say both "or later" and "only" for one license, choose the one that is valid for the whole. */
export function narrowest(first: string, all: readonly string[]): string {
  const only = first.replace(/-or-later$/, '-only');
  return first !== only && all.includes(only) ? only : first;
}
