// Curated facts: statements of other organisations about packages. Decides which fact applies to a package, and its license. Pure.
//
// Decided here:
// - A new source is off until an administrator switches it on, so that no foreign fact takes effect silently.
// - The most specific fact wins: a package before its namespace, one version before a range, a range before all versions. Between two equal ones, the
//   source higher in the list wins, then the fact that was read later. The answer names the facts that contradict it.
// - People overrule curated facts; curated facts overrule manifests, texts and headers (domain/licenses/license-choice.ts).
// - Curated facts never apply to packages of the code base itself.
import { expressionKey } from '@assay/scanner/expressions';
import { compareVersions } from '@assay/scanner/versions';
import { type LicenseFact, licenseFact } from '../licenses/license-facts.ts';
import type { InventoryPackage } from './inventory-findings.ts';

export interface CuratedFact {
  /** Without version. Ends with `/*` if the fact applies to a whole namespace. */
  purl: string;
  /** One version, a range in the notation of Ivy (`[1.0,2.0)`, `1.+`), or '' for all versions. */
  versions: string;
  /** SPDX expression; '' if the fact states no license. */
  license: string;
  /** Declared texts, each with its SPDX expression. */
  mapping: Readonly<Record<string, string>>;
  /** The text of the curator. */
  comment: string;
  /** The address of the sources; '' if the fact has none. */
  location: string;
  /** The file that holds the fact. */
  file: string;
}

export interface KnownFact extends CuratedFact {
  id: number;
  source: string;
  /** Place of the source in the list. */
  position: number;
}

/** The key of facts about the whole namespace of a package. */
export function everythingBeside(purl: string): string {
  return `${purl.slice(0, purl.lastIndexOf('/'))}/*`;
}

const INTERVAL = /^([[\]()])\s*([^,]*?)\s*,\s*([^,]*?)\s*([[\]()])$/;

/** 3: exactly this version; 2: a range with it; 1: all versions; 0: does not apply. */
export function closenessOf(type: string, versions: string, version: string): 0 | 1 | 2 | 3 {
  if (versions === '') return 1;
  if (version === '') return 0;
  if (versions === version) return 3;
  const interval = INTERVAL.exec(versions);
  if (interval !== null) return isWithin(type, version, interval) ? 2 : 0;
  if (versions.endsWith('+')) return version.startsWith(versions.slice(0, -1)) ? 2 : 0;
  return compareVersions(type, versions, version) === 0 ? 3 : 0;
}

function isWithin(type: string, version: string, [, from, lower = '', upper = '', to]: RegExpExecArray): boolean {
  const low = lower === '' ? 1 : compareVersions(type, version, lower);
  const high = upper === '' ? -1 : compareVersions(type, version, upper);
  return (low > 0 || (low === 0 && from === '[')) && (high < 0 || (high === 0 && to === ']'));
}

/** The license that curated facts conclude for a package; undefined if no fact applies. */
export function curatedLicense(
  { type, version, declaredLicense = '' }: Pick<InventoryPackage, 'version' | 'declaredLicense'> & { type: string },
  facts: readonly KnownFact[],
): LicenseFact | undefined {
  const speaking = facts.flatMap((fact) => {
    const closeness = closenessOf(type, fact.versions, version);
    const license = closeness === 0 ? '' : licenseFor(fact, declaredLicense);
    return license === '' ? [] : [{ fact, closeness, license }];
  });
  const isBeside = ({ fact: { purl } }: { fact: KnownFact }) => Number(purl.endsWith('/*'));
  speaking.sort(
    (a, b) =>
      isBeside(a) - isBeside(b) ||
      b.closeness - a.closeness ||
      a.fact.position - b.fact.position ||
      b.fact.id - a.fact.id,
  );
  const [first] = speaking;
  if (first === undefined) return undefined;
  const other = speaking.find(({ license }) => expressionKey(license) !== expressionKey(first.license));
  const { fact, license } = first;
  const because = fact.comment === '' ? '' : `, because: ${fact.comment.replace(/\.$/, '')}`;
  const about = fact.versions === '' ? 'all versions' : `version ${fact.versions}`;
  const against =
    other === undefined ? '' : ` ${other.fact.file} of the source ${other.fact.source} says ${other.license}.`;
  return licenseFact(
    license,
    'curation',
    `Concluded by the curation ${fact.file} of the source ${fact.source} on ${about}${because}.${against}`,
  );
}

/** A mapping translates a text that the package itself declares. */
function licenseFor({ license, mapping }: CuratedFact, declared: string): string {
  if (license !== '') return license;
  const written = declared.trim();
  return Object.hasOwn(mapping, written) ? (mapping[written] ?? '') : '';
}
