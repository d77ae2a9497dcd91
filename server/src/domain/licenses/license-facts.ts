// The license of a component version, as three separate facts: what its makers declare, what all evidence concludes, and the other licenses that its
// files name. Each fact states its source in a sentence. Pure.
//
//   Fact      | Sources; the first that names a license wins
//   ----------+--------------------------------------------------------------------------------------------------------
//   declared  | its own manifest; a package registry
//   concluded | a person; curated facts; a detection rule; then the primary license: manifest, license text at the top, headers, README; the registry
//   bundled   | other licenses in its files, each with the number of files
//   choice    | of a concluded license that offers several: a person; the policy; the site's order of preference
import { expressionKey } from '@assay/scanner/expressions';
import { shorten, storableText } from '@assay/scanner/foreign-text';
import { isChangelog, isReadme, licenseFileRole } from '@assay/scanner/licenses';
import { baseOf, parentOf } from '../paths.ts';

export const licenseSources = [
  'person',
  'curation',
  'rule',
  'manifest',
  'registry',
  'root-text',
  'headers',
  'readme',
  'files',
  'library',
  'policy',
  'site-order',
  'none',
] as const;
export type LicenseSource = (typeof licenseSources)[number];

export interface LicenseFact {
  /** SPDX expression; '' if unknown. */
  expression: string;
  source: LicenseSource;
  /** The reason, as a sentence. */
  words: string;
}

/** Selects a license of a choice; undefined if nothing settles the choice. */
export type SettleChoice = (expression: string) => LicenseFact | undefined;

/** The decision of a person on the license of an item. */
export interface PersonsLicense {
  /** `choice`: one of the alternatives of the concluded license; `conclusion`: another license. */
  kind: 'choice' | 'conclusion';
  expression: string;
  words: string;
  /** True for a decision on the component version in all projects, false for one on the item. */
  isRemembered?: true;
}

export interface LicenseFacts {
  declared: LicenseFact;
  /** The license by evidence alone, without decisions of people. */
  concluded: LicenseFact;
  bundled: LicenseFact[];
  choice?: LicenseFact;
  person?: PersonsLicense;
}

export const NO_LICENSE_FACT: LicenseFact = { expression: '', source: 'none', words: 'Nothing is known.' };
export const NO_LICENSE_FACTS: LicenseFacts = { declared: NO_LICENSE_FACT, concluded: NO_LICENSE_FACT, bundled: [] };

/** A fact is shown on one line, so a long text in a manifest is shortened. */
const LONGEST_WORDS = 600;
/** Beyond this number, licenses are only counted, as in a vendored distribution. */
const MOST_BUNDLED = 100;

export function licenseFact(expression: string, source: LicenseSource, words: string): LicenseFact {
  return {
    expression: storableText(expression),
    source,
    words: shorten(storableText(words).replace(/\s+/g, ' ').trim(), LONGEST_WORDS),
  };
}

/** What was declared, if no license could be read from it: facts quote it. */
export const unreadDeclaration = ({ expression, words }: LicenseFact): string =>
  expression === '' ? (/“(.*)”/s.exec(words)?.[1] ?? '') : '';

/** Reads the facts from a row; older rows have none. */
export function licenseFactsOf(stored: unknown): LicenseFacts {
  return { ...NO_LICENSE_FACTS, ...(stored as Partial<LicenseFacts>) };
}

/** The license that a scan selects. */
export function selectedBy({ choice, concluded }: Pick<LicenseFacts, 'choice' | 'concluded'>): string {
  return choice?.expression ?? concluded.expression;
}

export type ShownLicenseFacts = Omit<LicenseFacts, 'person' | 'choice'> & { choice: LicenseFact };

/** The facts as people see them: a decision of a person overrules the evidence. */
export function shownLicenseFacts(facts: LicenseFacts): ShownLicenseFacts {
  const { person, declared, concluded, bundled, choice = NO_CHOICE } = facts;
  if (person === undefined) return { declared, concluded, bundled, choice };
  const said: LicenseFact = { expression: person.expression, source: 'person', words: person.words };
  return person.kind === 'choice'
    ? { declared, concluded, bundled, choice: said }
    : { declared, concluded: said, bundled, choice: NO_CHOICE };
}

const NO_CHOICE: LicenseFact = { expression: '', source: 'none', words: '' };

/**
 * Licenses of the files other than the concluded one, the most frequent first. A list of changes tells of licenses that the files had. A README
 * that says "BSD" or "X11" beside the license file means the license of that file.
 */
export function bundledFacts(
  files: readonly { path: string; expressions: readonly string[] }[],
  concluded: string,
): LicenseFact[] {
  const known = expressionKey(concluded);
  const withLicenseFile = new Set(
    files.filter(({ path }) => licenseFileRole(baseOf(path)) !== 'none').map(({ path }) => parentOf(path)),
  );
  const meansConcluded = (path: string, expression: string) =>
    isReadme(baseOf(path)) && withLicenseFile.has(parentOf(path)) && isOtherNameOf(expression, concluded);
  const byKey = new Map<string, { expression: string; paths: string[] }>();
  for (const { path, expressions } of files) {
    if (isChangelog(baseOf(path))) continue;
    for (const expression of expressions) {
      const key = expressionKey(expression);
      if (key === '' || key === known || meansConcluded(path, expression)) continue;
      const found = byKey.get(key) ?? { expression, paths: [] };
      if (found.paths.at(-1) !== path) found.paths.push(path);
      byKey.set(key, found);
    }
  }
  const sorted = [...byKey.values()].sort(
    (a, b) => b.paths.length - a.paths.length || (a.expression < b.expression ? -1 : 1),
  );
  const rest = sorted.length - MOST_BUNDLED;
  return sorted.slice(0, MOST_BUNDLED).map(({ expression, paths }, at) => {
    const count = paths.length === 1 ? '1 file' : `${paths.length} files, such as`;
    const more = rest > 0 && at === MOST_BUNDLED - 1 ? ` (${rest} further licenses are not listed)` : '';
    return licenseFact(expression, 'files', `${count} ${[...paths].sort()[0]}${more}`);
  });
}

/** Licenses that people call by the same word, so that the word alone does not tell which of them is meant. */
const CALLED_ALIKE: readonly RegExp[] = [/^BSD-[234]-Clause/, /^(?:MIT|X11)$/];

const isOtherNameOf = (expression: string, concluded: string): boolean =>
  CALLED_ALIKE.some((one) => one.test(expression) && one.test(concluded));

/** The facts for the library, which all projects share. Sentences with paths are left out, because paths are private to a project. */
export function versionLicenseFacts(facts: LicenseFacts): Omit<LicenseFacts, 'person' | 'choice'> {
  const plain = ({ expression, source, words }: LicenseFact): LicenseFact =>
    source === 'registry' || source === 'curation' || source === 'person'
      ? { expression, source, words }
      : { expression, source, words: expression === '' ? 'Nothing is known.' : PLAIN_WORDS[source] };
  return {
    declared: plain(facts.declared),
    concluded: plain(facts.concluded),
    bundled: facts.bundled.map(plain),
  };
}

const PLAIN_WORDS: Record<LicenseSource, string> = {
  person: 'A person set it.',
  curation: 'Curated facts state it.',
  rule: 'A detection rule set it.',
  manifest: 'Its manifest states it.',
  registry: 'A package registry states it.',
  'root-text': 'The license text in its top folder states it.',
  headers: 'Most headers of its files state it.',
  readme: 'Its README states it.',
  files: 'Some of its files name it.',
  library: 'The library states it.',
  policy: 'A policy chose it.',
  'site-order': 'The order of preferred licenses selected it.',
  none: '',
};
