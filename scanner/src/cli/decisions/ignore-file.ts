// `.assay-ignore.yaml`: decisions of people that stand beside the code. Each needs a reason and an end, so that none is forgotten.
import { analysisJustifications, analysisStates } from '../../analyses.ts';
import { isAbout, vexPackage } from '../../vex/index.ts';
import { WHOLE_PRODUCT } from '../../vex/model.ts';
import type { FoundVulnerability } from '../check-formats/report.ts';
import { type CheckDecision, isClosing } from './model.ts';
import { hasEnded, type StrictMap, strictYaml } from './strict-yaml.ts';

export interface IgnoreEntry {
  vulnerability: string;
  /** Package URL or CPE; without a version it means all versions. '' for every package. */
  package: string;
  decision: CheckDecision;
}

const MEMBERS = ['vulnerability', 'package', 'state', 'justification', 'reason', 'expires', 'by'];
const STATES = analysisStates.filter((state) => isClosing({ state }));

/** Throws a UsageError that names the line. */
export function readIgnoreFile(text: string, source: string): IgnoreEntry[] {
  const file = strictYaml(text, source);
  file.hasOnly(['ignore'], 'the file');
  return file.maps('ignore').map((entry) => readEntry(entry, source));
}

function readEntry(entry: StrictMap, source: string): IgnoreEntry {
  entry.hasOnly(MEMBERS, 'an entry');
  const vulnerability = entry.needed('vulnerability', 'name one, such as CVE-2021-44228');
  const detail = entry.needed('reason', 'say why the vulnerability does not concern you');
  const expires = entry.day('expires');
  const stated = (entry.text('state') || 'not_affected').toUpperCase();
  const state = STATES.find((one) => one === stated);
  if (state === undefined) return entry.refuse(`"state" must be one of ${STATES.join(', ').toLowerCase()}.`);
  const justified = entry.text('justification').toUpperCase();
  const justification = analysisJustifications.find((one) => one === justified);
  if (justified !== '' && justification === undefined)
    entry.refuse(`"justification" must be one of ${analysisJustifications.join(', ').toLowerCase()}.`);
  return {
    vulnerability,
    package: packageIn(entry),
    decision: {
      by: 'ignore-file',
      state,
      ...(justification === undefined ? {} : { justification }),
      detail,
      place: `${source}, line ${entry.line}`,
      source,
      author: entry.text('by'),
      expires,
    },
  };
}

function packageIn(entry: StrictMap): string {
  const about = entry.text('package');
  if (about === '' || about.startsWith('cpe:') || vexPackage(about) !== undefined) return about;
  return entry.refuse(`"package" is "${about}", but must be a package URL such as pkg:npm/lodash@4.17.20, or a CPE.`);
}

export const isExpired = ({ decision: { expires } }: IgnoreEntry, at: Date): boolean => hasEnded(expires, at);

export function concerns(entry: IgnoreEntry, found: FoundVulnerability): boolean {
  const wanted = entry.vulnerability.toLowerCase();
  if (![found.name, ...found.names].some((name) => name.toLowerCase() === wanted)) return false;
  return isOfPackage(entry.package, found);
}

/** @param named package URL or CPE, without a version for all versions; '' for every package */
export function isOfPackage(named: string, { purl, cpe }: { purl: string; cpe: string }): boolean {
  if (named === '') return true;
  if (named.startsWith('cpe:')) return named === cpe;
  const item = vexPackage(purl);
  const statement = { place: '', names: [], written: '', statedOn: '', analysis: { state: 'NOT_AFFECTED' as const } };
  const targets = [{ ...WHOLE_PRODUCT, product: named }];
  return item !== undefined && isAbout({ ...statement, targets }, item, undefined);
}
