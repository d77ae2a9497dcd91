// Releases that a project makes by itself: after a scan of code that is at a tag of this pattern. Pure.
//
//   The code that was scanned                     | What comes of it
//   ----------------------------------------------+--------------------------------------------------
//   at one tag that the pattern fits, a new name  | a release of that name
//   the same, and there is a release of the name  | nothing: a release is never changed
//   at another tag, several, or none              | nothing
//   synchronised again after the scan             | nothing: the tag is that of other code
import { type Refusal, refuse } from '../refusal.ts';
import { fitsTag } from '../scm/tag-pattern.ts';

export const releaseRuleResults = ['MADE', 'NONE', 'FAILED'] as const;
export type ReleaseRuleResult = (typeof releaseRuleResults)[number];

export const LONGEST_TAG_PATTERN = 100;

/** As it is stored: `*` stands for any letters, `?` for one. '' makes no releases. */
export function tagPattern(given: string): string | Refusal {
  const pattern = given.trim();
  if (/[\s\p{Cc}]/u.test(pattern))
    return refuse('invalid', 'The field "tagPattern" is one pattern of tags such as v*, without blanks.');
  return pattern;
}

export interface ScannedCode {
  /** '' if the code is at no tag, or at several. */
  tag: string;
  isReleased: boolean;
  /** Something was brought after the scan. */
  isNewer: boolean;
}

/** The name of the release to make, or why there is none. */
export function releaseFor(
  pattern: string,
  { tag, isReleased, isNewer }: ScannedCode,
): { name: string } | { why: string } {
  if (tag === '') return { why: 'The scanned code is at no tag.' };
  if (!fitsTag(pattern, tag)) return { why: `The scanned code is at the tag ${tag}, which ${pattern} does not fit.` };
  if (isNewer)
    return {
      why: `The code was synchronised again after the scan, so that the tag ${tag} is not that of what was scanned.`,
    };
  if (isReleased) return { why: `There is a release of the tag ${tag} already.` };
  return { name: tag };
}
