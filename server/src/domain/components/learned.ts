// Components that the library learns of without a scan: from registries that a search asks, and from bundles. Pure.
//
// Decided here, because the interface only says that results "include registered, popular and unpopular components":
// - Registered are components that a scan found or a person created. All others are told with their origin and its age.
// - A registry that answered is not asked the same again for a day, one that failed not for a minute.
// - Registries search by their own idea of likeness. Only packages whose names hold a word of the question become components.
import { formatPurl } from '@assay/scanner/packages';
import type { LookupOutcome, PackageFacts, RegistryName } from '../derivation/registries.ts';
import { registryNames } from '../derivation/registries.ts';
import type { ComponentQuery } from './component-search.ts';

export const originKinds = ['REGISTRY', 'BUNDLE'] as const;

export interface LearnedOrigin {
  kind: (typeof originKinds)[number];
  /** Host of the registry, or id of the installation that made the bundle. */
  name: string;
  asOf: Date;
}

/** Facts about a package, by purl without version. */
export interface LearnedComponent {
  purl: string;
  facts: PackageFacts;
}

/** What a search asks registries. */
export type RegistryQuestion =
  | { by: 'words'; words: string[]; text: string }
  | { by: 'name'; registry: RegistryName; namespace: string; name: string };

const SHORTEST_TEXT = 2;
const LONGEST_TEXT = 200;

/** Undefined if registries cannot be asked: they search by names, and all of them at once only by names. */
export function registryQuestion(query: ComponentQuery): RegistryQuestion | undefined {
  if (query.by === 'name') {
    const text = query.terms.join(' ').toLowerCase();
    if (text.length < SHORTEST_TEXT || text.length > LONGEST_TEXT) return undefined;
    return { by: 'words', words: query.terms.map((term) => term.toLowerCase()), text };
  }
  if (query.by !== 'forge') return undefined;
  const registry = registryNames.find((name) => name === query.purlType);
  if (registry === undefined) return undefined;
  const cut = query.namespace === undefined ? query.name.lastIndexOf('/') : -1;
  return {
    by: 'name',
    registry,
    namespace: query.namespace ?? query.name.slice(0, Math.max(0, cut)),
    name: query.name.slice(cut + 1),
  };
}

/** The key of a stored answer. */
export function questionText(question: RegistryQuestion): string {
  return question.by === 'words' ? question.text : `=${question.namespace}/${question.name}`;
}

/** The answer of one registry to one question. */
export interface RegistrySearch {
  registry: RegistryName;
  question: string;
  host: string;
  askedAt: Date;
  outcome: LookupOutcome;
  /** The packages in the answer. */
  found: number;
  /** Why it failed; '' otherwise. */
  problem: string;
}

const ANSWERED_MS = 86_400_000;
const FAILED_MS = 60_000;

export function isRecent({ askedAt, outcome }: Pick<RegistrySearch, 'askedAt' | 'outcome'>, now: Date): boolean {
  return now.getTime() - askedAt.getTime() < (outcome === 'FAILED' ? FAILED_MS : ANSWERED_MS);
}

/** Nothing older than this counts any more. */
export const oldestAnswer = (now: Date): Date => new Date(now.getTime() - ANSWERED_MS);

/** A package that a registry named in its answer to a search. */
export interface RegistryPackage {
  /** '' if there is none. */
  namespace: string;
  name: string;
  description: string;
  homepageUrl: string;
  /** The newest version; '' if the registry does not say. */
  version: string;
  /** '' if the registry does not say. */
  license: string;
}

/** The packages of an answer that go by a word of the question, as components. */
export function learnedOf(
  type: RegistryName,
  packages: readonly RegistryPackage[],
  words: readonly string[],
): LearnedComponent[] {
  return packages.flatMap((one) => {
    const full = `${one.namespace}/${one.name}`.toLowerCase();
    if (one.name === '' || !words.some((word) => full.includes(word))) return [];
    const purl = purlOf(type, one.namespace, one.name);
    if (purl === undefined) return [];
    const { description, homepageUrl, version, license } = one;
    const versions =
      version === '' ? [] : [{ version, license: license === '' ? null : license, releasedOn: '', isWithdrawn: false, requirements: [] }]; // biome-ignore format: one claim
    return [{ purl, facts: { description, homepageUrl, versions } }];
  });
}

/** In canonical form; undefined if no package URL can name it. */
export function purlOf(type: string, namespace: string, name: string): string | undefined {
  const purl = formatPurl({ type, namespace: namespace === '' ? null : namespace, name });
  return 'problem' in purl ? undefined : purl.value;
}

/** The receipt of an imported bundle. */
export interface LibraryImport {
  id: number;
  fileName: string;
  sha256: string;
  publicKey: string;
  installation: string;
  madeAt: Date;
  importedAt: Date;
  importedBy: string;
  components: number;
  newComponents: number;
  versions: number;
  newVersions: number;
  /** Known versions that had no license or date, and have one now. */
  filledVersions: number;
  /** Lines that could not be taken. */
  refused: number;
}
