// `--fail-on policy.yaml`: the licenses that packages may have. An expression passes if one side of each OR and both sides of each AND pass.
import { basename } from 'node:path';
import { type LicenseExpression, type LicenseTerm, parseExpression, termText } from '../../expressions/index.ts';
import { firstOf } from '../../items.ts';
import { isUnknownLicense } from '../../licenses/reading/references.ts';
import type { Inventory } from '../../scan/inventory.ts';
import { isOfPackage } from './ignore-file.ts';
import { readDecisionFile } from './read-file.ts';
import { hasEnded, strictYaml } from './strict-yaml.ts';

/** A package, or files that belong to none. */
export interface LicensedSubject {
  /** What people are shown. */
  shown: string;
  /** '' if it has none. */
  purl: string;
  cpe: string;
  /** License expression; '' if none is known. */
  license: string;
}

/** The packages of a scan, and the licenses of files that belong to none. */
export function licensedIn({ components, licenseOnly }: Inventory): LicensedSubject[] {
  return [
    ...components.map(({ purl, primaryLicense }) => ({
      shown: purl,
      purl,
      cpe: '',
      license: primaryLicense.expression,
    })),
    ...licenseOnly.map(({ expression, files }) => ({ shown: firstOf(files), purl: '', cpe: '', license: expression })),
  ];
}

interface Exception {
  package: string;
  license: string;
  expires: string;
  place: string;
}

export interface LicensePolicy {
  /** Name of the file. */
  source: string;
  allow: readonly string[] | undefined;
  deny: readonly string[];
  /** Whether packages without a known license fail. */
  failsUnknown: boolean;
  exceptions: readonly Exception[];
}

const MEMBERS = ['allow', 'deny', 'unknown', 'exceptions'];
/** Words of SPDX for a license that nobody states. */
const UNSTATED = /^(?:NOASSERTION|NONE)$/i;

/** Throws a UsageError that names the line. */
export async function openLicensePolicy(path: string): Promise<LicensePolicy> {
  return readLicensePolicy((await readDecisionFile('--fail-on', path)).toString('utf8'), basename(path));
}

export function readLicensePolicy(text: string, source: string): LicensePolicy {
  const file = strictYaml(text, source);
  file.hasOnly(MEMBERS, 'the file');
  const [allow, deny] = [file.texts('allow'), file.texts('deny')];
  if (allow === undefined && deny === undefined)
    file.refuse('the file must have the list "allow" or the list "deny", with license ids such as MIT or GPL-*.');
  const unknown = file.text('unknown') || 'fail';
  if (unknown !== 'fail' && unknown !== 'pass') file.refuse('"unknown" must be fail or pass.');
  return {
    source,
    allow,
    deny: deny ?? [],
    failsUnknown: unknown === 'fail',
    exceptions: file.maps('exceptions').map((one) => {
      one.hasOnly(['package', 'license', 'reason', 'expires', 'by'], 'an exception');
      one.needed('reason', 'say why it is no fault here');
      return {
        package: one.needed('package', 'name a package URL'),
        license: one.text('license'),
        expires: one.day('expires'),
        place: `${source}, line ${one.line}`,
      };
    }),
  };
}

/** A reason for each license that may not be used, with the packages that have it. */
export function licenseFailures(policy: LicensePolicy, subjects: readonly LicensedSubject[], at: Date): string[] {
  const bad = subjects.flatMap((one) => {
    const why = faultOf(policy, one.license);
    if (why === '') return [];
    const about = policy.exceptions.filter(
      (exception) =>
        isOfPackage(exception.package, one) && (exception.license === '' || exception.license === one.license),
    );
    if (about.some(({ expires }) => !hasEnded(expires, at))) return [];
    const ended = about[0] === undefined ? '' : ` (the exception of ${about[0].place} held until ${about[0].expires})`;
    return [{ why: `${why}${ended}`, shown: one.shown }];
  });
  return [...Map.groupBy(bad, ({ why }) => why)].map(([why, all]) => {
    const more = all.length > 1 ? ` and ${all.length - 1} more` : '';
    return `${policy.source}: ${why}: ${firstOf(all).shown}${more}`;
  });
}

/** '' if the license passes. */
function faultOf(policy: LicensePolicy, license: string): string {
  if (license === '') return policy.failsUnknown ? 'no license is known' : '';
  const tree = parseExpression(license);
  if (tree === undefined) return policy.failsUnknown ? `"${license}" is no license expression` : '';
  const bad = badTerms(policy, tree);
  return bad.length === 0 ? '' : `${license} (${bad.join(', ')})`;
}

/** Why an expression fails; empty if it passes. */
function badTerms(policy: LicensePolicy, tree: LicenseExpression): string[] {
  if (!('operator' in tree)) {
    const fault = faultOfTerm(policy, tree);
    return fault === '' ? [] : [fault];
  }
  const parts = tree.parts.map((part) => badTerms(policy, part));
  if (tree.operator === 'OR' && parts.some((part) => part.length === 0)) return [];
  return [...new Set(parts.flat())];
}

/** A pattern with the exception speaks of the term, one without it of the license, whatever its exception. The one with the exception counts first. */
function faultOfTerm({ allow, deny, failsUnknown }: LicensePolicy, term: LicenseTerm): string {
  const whole = termText(term);
  const isIn = (list: readonly string[], text: string) => list.some((pattern) => matches(pattern, text));
  if (term.exception !== undefined && isIn(allow ?? [], whole)) return '';
  if (isIn(deny, whole) || isIn(deny, term.license)) return `${whole} is denied`;
  if (UNSTATED.test(term.license) || isUnknownLicense(term.license))
    return failsUnknown ? `${whole} is no known license` : '';
  if (allow !== undefined && !isIn(allow, whole) && !isIn(allow, term.license)) return `${whole} is not allowed`;
  return '';
}

/** `GPL-*` means all ids that begin so. */
function matches(pattern: string, text: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), text.toLowerCase()];
  return wanted.endsWith('*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted;
}
