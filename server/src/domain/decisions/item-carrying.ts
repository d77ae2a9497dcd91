// Whether the review of a component's version counts for another version, or for the same one in another project. Pure.
//
//   What the item has now, beside what the review rested on       | The review
//   ---------------------------------------------------------------+----------------------------------------------------------------
//   the same version; all of the below                              | holds for the same version
//   another version; all of the below                               | holds as a version bump
//   another selected, concluded or declared license                 | lapses
//   other words as a license in its manifest, which no rule knows  | lapses
//   none selected yet by anybody, and the same concluded license     | holds, with the license that was selected then
//   other words in a license text or notice, or another holder      | lapses
//   another set of bundled licenses                                 | lapses
//   another use: scope, linking, modified, distribution, part       | lapses; what is not known about the new item is not compared
//   approved, and there are vulnerabilities that were not           | lapses
//   approved, and one of them is graver now, or exploited            | lapses
//   rejected, and some of its vulnerabilities are gone              | lapses
//   compared with advisories then, and not now                      | lapses: unknown is not safe
//   what it rested on was not recorded                              | lapses: nothing can be compared
//
// Licenses are compared as expressions, texts by their words without years. A component is named by its package URL without the version, or its name.
import { expressionKey } from '@assay/scanner/expressions';
import { own } from '@assay/scanner/items';
import { isAtLeast, type Severity } from '../vulnerabilities/severity.ts';
import type { Candidate, EvidenceComparison } from './carrying.ts';

export interface Gravity {
  severity: Severity;
  isExploited: boolean;
}

export interface ItemFactsThen {
  version: string;
  license: string;
  concluded: string;
  declared: string;
  /** What its makers declare in words that no rule knows; ''. Absent in what was noted before this was looked at. */
  unread?: string;
  bundled: readonly string[];
  /** Digests of the words of its license texts and notices. */
  texts: readonly string[];
  /** In lower case. */
  holders: readonly string[];
  usage: Readonly<Record<string, string>>;
  /** Names of vulnerabilities that affect it and that nobody has set aside. */
  vulnerabilities: readonly string[];
  /** How grave each of them is. Absent in what was noted before this was looked at. */
  gravity?: Readonly<Record<string, Gravity>>;
  isCompared: boolean;
}

export function compareItem(
  now: ItemFactsThen,
): (candidate: Candidate<ItemFactsThen | undefined>) => EvidenceComparison {
  return ({ decision, former }) => {
    if (former === undefined) return { changes: ['what the decision rested on was not recorded'] };
    const changes = [
      ...changesOfLicenses(former, now),
      ...changesOfSet('license text', former.texts, now.texts),
      ...changesOfSet('holder', former.holders, now.holders, true),
      ...changesOfUsage(former.usage, now.usage),
      ...changesOfVulnerabilities(decision.value.status, former, now),
    ];
    if (changes.length > 0) return { changes };
    return { way: former.version === now.version ? 'version' : 'bump' };
  };
}

/** The license that somebody selected for the former one against its evidence, or of its choice, and nobody yet for this one; '' if there is none. */
export function licenseToTake(former: ItemFactsThen, now: ItemFactsThen): string {
  const isOpen = expressionKey(now.license) === expressionKey(now.concluded);
  const isSameEvidence = expressionKey(former.concluded) === expressionKey(now.concluded);
  const isOther = former.license !== '' && expressionKey(former.license) !== expressionKey(now.license);
  return isOpen && isSameEvidence && isOther ? former.license : '';
}

function changesOfLicenses(former: ItemFactsThen, now: ItemFactsThen): string[] {
  const members = [
    ['license', former.license, now.license],
    ['concluded license', former.concluded, now.concluded],
    ['declared license', former.declared, now.declared],
  ] as const;
  const isTaken = licenseToTake(former, now) !== '';
  const changes = members.flatMap(([what, before, after]) =>
    expressionKey(before) === expressionKey(after) || (what === 'license' && isTaken)
      ? []
      : [`the ${what} is ${after || 'unknown'}, it was ${before || 'unknown'}`],
  );
  if (former.unread !== undefined && former.unread !== (now.unread ?? ''))
    changes.push(`its manifest declares ${named(now.unread)}, it was ${named(former.unread)}`);
  return [...changes, ...changesOfBundled(former.bundled, now.bundled)];
}

const named = (words: string | undefined) => (words ? `"${words}"` : 'no license that is unknown');

function changesOfBundled(former: readonly string[], now: readonly string[]): string[] {
  const had = new Set(former.map(expressionKey));
  const has = new Set(now.map(expressionKey));
  const shared = (expression: string) => had.has(expressionKey(expression)) && has.has(expressionKey(expression));
  const others = (expressions: readonly string[]) => expressions.filter((one) => !shared(one));
  return changesOfSet('bundled license', others(former), others(now), true);
}

function changesOfSet(what: string, former: readonly string[], now: readonly string[], isNamed = false): string[] {
  const added = [...new Set(now).difference(new Set(former))].sort();
  const gone = [...new Set(former).difference(new Set(now))].sort();
  if (added.length + gone.length === 0) return [];
  if (!isNamed) return [`the words of its ${what}s are different`];
  return [
    ...(added.length > 0 ? [`the ${what} ${added.join(', ')} is new`] : []),
    ...(gone.length > 0 ? [`the ${what} ${gone.join(', ')} is gone`] : []),
  ];
}

const UNKNOWN = new Set(['', 'UNKNOWN', 'N/A', 'NOT_KNOWN']);

function changesOfUsage(former: ItemFactsThen['usage'], now: ItemFactsThen['usage']): string[] {
  return Object.entries(now).flatMap(([what, value]) =>
    UNKNOWN.has(value.toUpperCase()) || value === (former[what] ?? '')
      ? []
      : [`${what} is ${value}, it was ${former[what] || 'unknown'}`],
  );
}

function changesOfVulnerabilities(status: unknown, former: ItemFactsThen, now: ItemFactsThen): string[] {
  const had = new Set(former.vulnerabilities);
  const has = new Set(now.vulnerabilities);
  const added = now.vulnerabilities.filter((one) => !had.has(one));
  const gone = former.vulnerabilities.filter((one) => !has.has(one));
  return [
    ...(former.isCompared && !now.isCompared ? ['this version was not compared with advisories'] : []),
    ...(status === 'APPROVED' && added.length > 0 ? [`the vulnerability ${added.join(', ')} is new`] : []),
    ...(status === 'APPROVED' ? changesOfGravity(former, now) : []),
    ...(status === 'REJECTED' && gone.length > 0 ? [`the vulnerability ${gone.join(', ')} is gone`] : []),
  ];
}

function changesOfGravity({ gravity: before = {} }: ItemFactsThen, { gravity: after = {} }: ItemFactsThen): string[] {
  return Object.entries(after).flatMap(([name, now]) => {
    const former = own(before, name);
    if (former === undefined) return [];
    const isGraver = now.severity !== former.severity && !isAtLeast(former.severity, now.severity);
    return [
      ...(isGraver ? [`the vulnerability ${name} is ${now.severity}, it was ${former.severity}`] : []),
      ...(now.isExploited && !former.isExploited ? [`the vulnerability ${name} is exploited now`] : []),
    ];
  });
}
