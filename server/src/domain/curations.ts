// Curated facts: what somebody else has looked up about packages. Which of them speaks of a package, and what it concludes. Pure.
//
// Decided here:
// - A source is switched off until an administrator switches it on: nobody else's word concludes anything silently.
// - A fact on a package goes before one on everything in its namespace; a fact of one version before one of a range, and that before one of all versions; of two alike the source that stands higher in the
//   list wins, then the one that was read later. What contradicts it is told with it.
// - A person's word goes before curated facts, and they before what manifests, texts and headers say (domain/license-choice.ts).
// - Of packages that are part of the code base itself nobody else's facts speak.
import { expressionKey } from '@assay/scanner/expressions';
import { compareVersions } from '@assay/scanner/versions';
import type { DescribedPackage } from './inventory-findings.ts';
import { type LicenseFact, licenseFact } from './license-facts.ts';

export interface CuratedFact {
  /** Without version; ends with `/*` where it speaks of everything in a namespace. */
  purl: string;
  /** One version; a range in the notation of Ivy, `[1.0,2.0)` or `1.+`; '' for all. */
  versions: string;
  /** SPDX expression; '' when it says nothing of licenses. */
  license: string;
  /** Declared texts and what they mean. */
  mapping: Readonly<Record<string, string>>;
  /** The curator's own words. */
  comment: string;
  /** Where its source lies; '' when it does not say. */
  location: string;
  /** The file that it was read from. */
  file: string;
}

export interface KnownFact extends CuratedFact {
  id: number;
  source: string;
  /** Place of the source in the list. */
  position: number;
}

/** Under which facts on everything in a package's namespace are kept. */
export function everythingBeside(purl: string): string {
  return `${purl.slice(0, purl.lastIndexOf('/'))}/*`;
}

const INTERVAL = /^([[\]()])\s*([^,]*?)\s*,\s*([^,]*?)\s*([[\]()])$/;

/** 3: this version; 2: a range that holds it; 1: all versions; 0: none. */
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

/** What curated facts conclude of a package; undefined when none speaks of its license. */
export function curatedLicense(
  { type, version, declaredLicense = '' }: Pick<DescribedPackage, 'version' | 'declaredLicense'> & { type: string },
  facts: readonly KnownFact[],
): LicenseFact | undefined {
  const speaking = facts.flatMap((fact) => {
    const closeness = closenessOf(type, fact.versions, version);
    const license = closeness === 0 ? '' : saidBy(fact, declaredLicense);
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

/** A mapping speaks of what the package itself declares. */
function saidBy({ license, mapping }: CuratedFact, declared: string): string {
  if (license !== '') return license;
  const written = declared.trim();
  return Object.hasOwn(mapping, written) ? (mapping[written] ?? '') : '';
}
