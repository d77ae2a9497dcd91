// Turns package names of each ecosystem into canonical purls and findings. The only place that makes purls for manifests.
// Specification: https://github.com/package-url/purl-spec (types npm, pypi, maven, golang, cargo).
import type { DependencyScope, PackageDependency, PackageFinding } from '../findings.ts';
import { formatPurl } from '../packages/purl.ts';
import { type Problems, quoted } from './problems.ts';

export type Ecosystem = 'npm' | 'pypi' | 'maven' | 'golang' | 'cargo';

interface Identity {
  purl: string;
  type: Ecosystem;
  namespace: string;
  name: string;
  version: string;
}

const MAX_NAME_LENGTH = 512;

/**
 * `fullName` is as the ecosystem writes it: `@scope/name`, `group:artifact`, `github.com/a/b`. undefined when it cannot be a name.
 * PyPI names follow PEP 503 (dots and underscores are hyphens), so that one project has one purl wherever it is named.
 */
function identify(type: Ecosystem, fullName: string, version: string): Identity | undefined {
  const { namespace, name } = partsOf(type, fullName);
  if (name === '' || fullName.length > MAX_NAME_LENGTH || /[\s\u0000-\u001f]/.test(fullName)) return undefined;
  const purl = formatPurl({ type, namespace, name, version });
  return 'value' in purl ? { purl: purl.value, type, namespace, name, version } : undefined;
}

export type PackageParts = Partial<Omit<PackageFinding, 'purl' | 'type' | 'namespace' | 'name'>> &
  Pick<PackageFinding, 'role'>;

/** A finding with empty defaults. undefined, with a problem, when the name is invalid. */
export function packageOf(
  type: Ecosystem,
  fullName: string,
  parts: PackageParts,
  problems: Problems,
): PackageFinding | undefined {
  const identity = identify(type, fullName, parts.version ?? '');
  if (identity === undefined) {
    problems.add(`${quoted(fullName)} cannot be the name of a package; it was left out.`);
    return undefined;
  }
  return {
    scope: 'runtime',
    declaredLicense: '',
    description: '',
    homepageUrl: '',
    repositoryUrl: '',
    downloadUrl: '',
    integrity: '',
    dependencies: [],
    ...parts,
    ...identity,
  };
}

/** A dependency; `version` is '' unless exactly known. undefined, with a problem, when the name is invalid. */
export function dependencyOf(
  type: Ecosystem,
  fullName: string,
  parts: { version?: string; requirement: string; scope: DependencyScope; isDirect?: boolean },
  problems: Problems,
): PackageDependency | undefined {
  const identity = identify(type, fullName, parts.version ?? '');
  if (identity === undefined) {
    problems.add(`${quoted(fullName)} cannot be the name of a dependency; it was left out.`);
    return undefined;
  }
  return { purl: identity.purl, requirement: parts.requirement, scope: parts.scope, isDirect: parts.isDirect ?? true };
}

/** A request of a manifest, while it is unknown whether the manifest itself has a name. */
export interface Requirement {
  fullName: string;
  /** As written; '' for any version. */
  requirement: string;
  /** '' unless the requirement allows exactly one version. */
  version: string;
  scope: DependencyScope;
}

/**
 * The findings of a manifest: itself with its dependencies, and one `requires` for each that it asks for in an exact version. A manifest
 * without a name has nothing to hang dependencies on: then each is a `requires`, those without an exact version with version ''.
 */
export function manifestFindings(
  type: Ecosystem,
  self: (PackageParts & { fullName: string }) | undefined,
  requirements: readonly Requirement[],
  problems: Problems,
): PackageFinding[] {
  const findings: PackageFinding[] = [];
  if (self !== undefined) {
    const { fullName, ...parts } = self;
    const dependencies = requirements
      .map((wanted) => dependencyOf(type, wanted.fullName, wanted, problems))
      .filter((found) => found !== undefined);
    const declared = packageOf(type, fullName, { ...parts, dependencies }, problems);
    if (declared !== undefined) findings.push(declared);
  }
  const isNamed = findings.length > 0;
  for (const { fullName, version, scope } of requirements) {
    if (version === '' && isNamed) continue;
    // A name that cannot be one has been told above where there is a manifest to hang it on.
    if (isNamed && identify(type, fullName, version) === undefined) continue;
    const required = packageOf(type, fullName, { role: 'requires', version, scope, isDirect: true }, problems);
    if (required !== undefined) findings.push(required);
  }
  return findings;
}

/** PEP 503: lower case, runs of `-`, `_` and `.` as one hyphen. */
export function pypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

function partsOf(type: Ecosystem, fullName: string): { namespace: string; name: string } {
  switch (type) {
    case 'npm':
      return fullName.startsWith('@')
        ? splitAtLast(fullName, '/')
        : { namespace: '', name: fullName.includes('/') ? '' : fullName };
    case 'maven':
      return splitAtLast(fullName, ':');
    case 'golang':
      return splitAtLast(fullName, '/');
    case 'pypi':
      return {
        namespace: '',
        name: /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(fullName) ? pypiName(fullName) : '',
      };
    case 'cargo':
      return { namespace: '', name: /^[A-Za-z0-9_-]+$/.test(fullName) ? fullName : '' };
  }
}

function splitAtLast(text: string, separator: string): { namespace: string; name: string } {
  const at = text.lastIndexOf(separator);
  return { namespace: text.slice(0, Math.max(0, at)), name: text.slice(at + 1) };
}
