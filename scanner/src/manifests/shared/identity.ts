// Turns package names of each ecosystem into canonical purls and findings. No other file makes purls for manifests.
// Specification: https://github.com/package-url/purl-spec/tree/main/types. The rules of purls themselves are in purl/purl-types.ts.

import type { Definitions } from '../../definitions.ts';
import type { DependencyScope } from '../../dependency-scopes.ts';
import { detachedText, detachTexts } from '../../detached-text.ts';
import type { PackageDependency, PackageFinding, RequestDetails } from '../../findings.ts';
import { partyText } from '../../parties.ts';
import { formatPurl } from '../../purl/purl.ts';
import { type Problems, quoted } from './problems.ts';

interface NameParts {
  namespace: string;
  /** '' if the full name is invalid in this ecosystem. */
  name: string;
}

/**
 * How to split an ecosystem's full name. Add an ecosystem here, or use the ecosystem of its purl type. This is code and
 * not data, because each value is a function that reads a name, and the type `Ecosystem`, which all formats use, is
 * made of the keys.
 */
const ECOSYSTEMS = {
  alpm: ofPath,
  apk: ofPath,
  bazel: ofName(/^[\w.+-]+$/),
  bitbucket: ofPath,
  bitnami: ofName(/^[\w.+-]+$/),
  bower: ofName(/^[\w.-]+$/),
  brew: ofPath,
  cargo: ofName(/^[A-Za-z0-9_-]+$/),
  buildroot: ofName(/^[\w.+-]+$/),
  carthage: ofPath,
  chef: ofName(/^[\w.-]+$/),
  clojars: ofColon,
  cocoapods: ofName(/^[^\s/]+$/),
  composer: ofPath,
  conan: ofPath,
  conda: ofName(/^[\w.-]+$/),
  cpan: ofPath,
  cran: ofName(/^[A-Za-z][A-Za-z0-9.]*$/),
  crystal: ofName(/^[\w.-]+$/),
  deb: ofPath,
  docker: ofPath,
  dub: ofName(/^[\w.:+-]+$/),
  elm: ofPath,
  ebuild: ofPath,
  flatpak: ofName(/^[\w.-]+$/),
  freebsd: ofName(/^[\w.+-]+$/),
  gem: ofName(/^[\w.-]+$/),
  generic: ofPath,
  git: ofPath,
  github: ofPath,
  gitlab: ofPath,
  golang: ofPath,
  hackage: ofName(/^[A-Za-z0-9][A-Za-z0-9-]*$/),
  haxe: ofName(/^[\w.-]+$/),
  helm: ofPath,
  hex: ofPath,
  huggingface: ofPath,
  jsr: ofPath,
  julia: ofName(/^[\w.-]+$/),
  luarocks: ofPath,
  maven: ofColon,
  nim: ofName(/^[\w.-]+$/),
  nix: ofName(/^[\w.+-]+$/),
  // `@scope` alone is no name.
  npm: (fullName) =>
    /^@[^/]+\/[^/]+$/.test(fullName)
      ? ofPath(fullName)
      : { namespace: '', name: /^@|\//.test(fullName) ? '' : fullName },
  nuget: ofName(/^[\w.+-]+$/),
  oci: ofPath,
  opam: ofName(/^[\w.+-]+$/),
  opkg: ofPath,
  otp: ofName(/^[\w.-]+$/),
  pear: ofPath,
  platformio: ofPath,
  puppet: ofPath,
  pub: ofName(/^[A-Za-z0-9_]+$/),
  purescript: ofName(/^[\w.-]+$/),
  pypi: (fullName) => ({
    namespace: '',
    name: /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(fullName) ? pypiName(fullName) : '',
  }),
  racket: ofName(/^[\w.+-]+$/),
  rpm: ofPath,
  snap: ofName(/^[\w.-]+$/),
  swift: ofPath,
  swiplpack: ofName(/^[\w.-]+$/),
  terraform: ofPath,
  vcpkg: ofName(/^[\w.+-]+$/),
  'vscode-extension': ofPath,
  'windows-program': ofName(/\S/),
  'windows-update': ofName(/\S/),
  wordpress: ofPath,
  yocto: ofPath,
} as const satisfies Record<string, (fullName: string) => NameParts>;

/** The purl types in manifests. */
export type Ecosystem = keyof typeof ECOSYSTEMS;

/** Whether a purl's type is one of these. */
export function isEcosystem(type: string): type is Ecosystem {
  return Object.hasOwn(ECOSYSTEMS, type);
}

interface Identity {
  purl: string;
  type: Ecosystem;
  namespace: string;
  name: string;
  version: string;
}

/** The parts of a purl besides name and version. */
interface PurlDetails {
  /** `{ arch: 'amd64', distro: 'debian-12' }`; entries with '' are left out. */
  qualifiers?: Readonly<Record<string, string>>;
  subpath?: string;
}

const MAX_NAME_LENGTH = 512;
/** Products and models may have names of several words. */
const MAY_HAVE_BLANKS: ReadonlySet<Ecosystem> = new Set(['generic', 'windows-program', 'windows-update']);

/**
 * `fullName` is as the ecosystem writes it: `@scope/name`, `group:artifact`, `github.com/a/b`. undefined if it is not a valid name.
 * PyPI names follow PEP 503 (dots and underscores become hyphens), so that one project has one purl in all files.
 */
function identify(type: Ecosystem, fullName: string, version: string, details: PurlDetails): Identity | undefined {
  const { namespace, name } = ECOSYSTEMS[type](fullName);
  const forbidden = MAY_HAVE_BLANKS.has(type) ? /[\u0000-\u001f]/ : /[\s\u0000-\u001f]/;
  if (name === '' || fullName.length > MAX_NAME_LENGTH || forbidden.test(fullName)) return undefined;
  const { qualifiers, subpath } = details;
  const purl = formatPurl({ type, namespace, name, version, qualifiers, subpath });
  if (!('value' in purl)) return undefined;
  return { purl: purl.value, type, namespace, name, version };
}

export type PackageParts = Partial<Omit<PackageFinding, 'purl' | 'type' | 'namespace' | 'name'>> &
  Pick<PackageFinding, 'role'> &
  PurlDetails;

/** A finding with empty defaults. undefined, with a problem, when the name is invalid. */
export function packageOf(
  type: Ecosystem,
  fullName: string,
  parts: PackageParts,
  problems: Problems,
): PackageFinding | undefined {
  const { qualifiers, subpath, dependencies = [], supplier = '', ...rest } = parts;
  const identity = identify(type, fullName, parts.version ?? '', { qualifiers, subpath });
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
    ...detached(rest),
    ...suppliedBy(supplier),
    ...detached(identity),
    // The copy has exactly the needed length, while a list that grew has unused memory at its end.
    dependencies: dependencies.length === 0 ? [] : dependencies.slice(),
  };
}

function suppliedBy(written: string): Pick<PackageFinding, 'supplier'> {
  const supplier = partyText(written);
  return supplier === '' ? {} : { supplier: detachedText(supplier) };
}

function detached<Fields extends object>(fields: Fields): Fields {
  const copy = { ...fields };
  detachTexts(copy);
  return copy;
}

/** Definitions of a file for other files, without a package. */
export function definitionsOf(type: Ecosystem, defines: Definitions): PackageFinding {
  return {
    role: 'defines',
    purl: '',
    type,
    namespace: '',
    name: '',
    version: '',
    scope: 'runtime',
    declaredLicense: '',
    description: '',
    homepageUrl: '',
    repositoryUrl: '',
    downloadUrl: '',
    integrity: '',
    dependencies: [],
    defines,
  };
}

/** The texts of a package whose name is only in its file's name, for packages/named-by-file.ts. */
export function namedByFile(
  type: Ecosystem,
  { fullName: _, role: __, supplier = '', ...texts }: Omit<PackageParts, keyof PurlDetails> & { fullName: string },
): PackageFinding {
  return { ...definitionsOf(type, { isNamedByFile: true }), ...detached(texts), ...suppliedBy(supplier) };
}

/** A dependency; `version` is '' unless exactly known. undefined, with a problem, when the name is invalid. */
export function dependencyOf(
  type: Ecosystem,
  fullName: string,
  parts: {
    version?: string;
    requirement: string;
    scope: DependencyScope;
    isDirect?: boolean;
    line?: number | undefined;
  } & PurlDetails &
    RequestDetails,
  problems: Problems,
): PackageDependency | undefined {
  const identity = identify(type, fullName, parts.version ?? '', parts);
  if (identity === undefined) {
    problems.add(`${quoted(fullName)} cannot be the name of a dependency; it was left out.`);
    return undefined;
  }
  const { requirement, scope, isDirect = true, line, extras, marker } = parts;
  const found: PackageDependency = { purl: identity.purl, requirement: detachedText(requirement), scope, isDirect };
  if (line !== undefined) found.line = line;
  if (extras !== undefined) found.extras = extras;
  if (marker !== undefined) found.marker = marker;
  return found;
}

/** A request of a manifest, while it is unknown whether the manifest itself has a name. */
export interface ManifestRequirement extends PurlDetails, RequestDetails {
  fullName: string;
  /** As written; '' for any version. */
  requirement: string;
  /** '' unless the requirement allows exactly one version. */
  version: string;
  scope: DependencyScope;
  /** The 1-based line of the request, if the format gives it. */
  line?: number | undefined;
}

/**
 * The findings of a manifest: the package with its dependencies, and one `requires` for each exact version that it requests. A manifest without a
 * name cannot own dependencies: then each is a `requires`, with version '' if it is not exact.
 */
export function manifestFindings(
  type: Ecosystem,
  self: (PackageParts & { fullName: string }) | undefined,
  requirements: readonly ManifestRequirement[],
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
  for (const { fullName, ...wanted } of requirements) {
    if (wanted.version === '' && isNamed) continue;
    // For a manifest with a name, an invalid name has already been reported above.
    if (isNamed && identify(type, fullName, wanted.version, wanted) === undefined) continue;
    const required = packageOf(type, fullName, { role: 'requires', ...wanted, isDirect: true }, problems);
    if (required !== undefined) findings.push(required);
  }
  return findings;
}

/** PEP 503: lower case, runs of `-`, `_` and `.` as one hyphen. */
export function pypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** `a/b/name`: all but the last segment is the namespace. */
function ofPath(fullName: string): NameParts {
  return splitAtLast(fullName, '/');
}

/** `group:artifact` */
function ofColon(fullName: string): NameParts {
  return splitAtLast(fullName, ':');
}

/** One word without a namespace. */
function ofName(pattern: RegExp): (fullName: string) => NameParts {
  return (fullName) => ({ namespace: '', name: pattern.test(fullName) ? fullName : '' });
}

function splitAtLast(text: string, separator: string): NameParts {
  const at = text.lastIndexOf(separator);
  return { namespace: text.slice(0, Math.max(0, at)), name: text.slice(at + 1) };
}
