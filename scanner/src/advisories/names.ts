// Compares package names of advisories and package URLs: maps ecosystems to types, decides when two names mean the same package, and finds the
// release of a distribution. Pure.
import type { DistributionLike } from '../findings.ts';
import { firstOf, itemAt } from '../items.ts';
import { type Purl, parsePurl } from '../packages/index.ts';
import { commitOf, sourceOfAddress } from './commits.ts';
import { DERIVATIVES, DISTRIBUTION_ALIASES, DISTRIBUTIONS, type Distribution, ECOSYSTEMS } from './ecosystems.ts';
import { namesOf, type Product } from './products.ts';

export interface PackageName {
  type: string;
  /** A comparable form: two names of one type mean the same package exactly when these are equal. */
  name: string;
  release: string;
}

/** The properties of a package URL that matching uses. */
export interface PackageSubject extends PackageName {
  purl: string;
  /** As the package URL writes it, in lower case; '' if it has none. */
  namespace: string;
  /** '' when unknown. */
  version: string;
  /** The same package of the distribution from which this one is derived, if this one has no records of its own. `isStated`: its os-release says so. */
  parent: { name: string; release: string; isStated?: true } | undefined;
  /** The RPM module stream: `nodejs:14`; '' when none is named. */
  module: string;
  /** The source package, with its version, from which a distribution built the package. Notices of some distributions name it. */
  source: { name: string; version: string } | undefined;
  /** Vendor and product of the CPE, if known, for a package without an ecosystem. */
  product: Product | undefined;
  /** The repository of the sources, for packages without an ecosystem and packages that name their commit; '' when unknown. */
  repository: string;
  /** The full commit, or the twelve digits of a pseudo-version; '' when unknown. */
  commit: string;
}

/** What is known of a package beside its package URL. */
export interface SubjectFacts {
  /** Distributions from which that of the package says that it is made, the nearest first. */
  like?: readonly DistributionLike[] | undefined;
}

export function subjectOf(text: string, { like = [] }: SubjectFacts = {}): PackageSubject | { problem: string } {
  const parsed = parsePurl(text);
  if ('problem' in parsed) return parsed;
  const purl = parsed.value;
  const version = versionOf(purl);
  const known = namesOf(purl);
  const stated = sourceOfAddress(purl.qualifiers?.vcs_url ?? '');
  const name = comparableName(purl.type, purl.namespace, withModuleSuffix(purl));
  const release = releaseOf(purl);
  return {
    purl: text,
    type: purl.type,
    namespace: (purl.namespace ?? '').toLowerCase(),
    name,
    release,
    parent: statedParent(purl, like, parentOf(purl, release)) ?? parentOf(purl, release),
    version,
    module: moduleOf(purl),
    source: sourceOf(purl),
    product: known.product,
    // A copy taken at a commit is looked up by its repository, whatever its package is called.
    repository: known.repository || (stated.commit === '' ? '' : stated.repository),
    commit: commitOf(purl.type, version) || stated.commit,
  };
}

/**
 * What matching reads of the package URL of a distribution's package beside its name and version: packages that differ in it are affected by different
 * advisories, although name and version are the same. '' for packages of other ecosystems, and where the package URL says nothing.
 */
export function buildOf(text: string): string {
  const parsed = parsePurl(text);
  if ('problem' in parsed || !isDistributed(parsed.value.type)) return '';
  const { version, qualifiers } = parsed.value;
  const [release, module] = [releaseOf(parsed.value), moduleOf(parsed.value)];
  const hasEpoch = version !== null && versionOf(parsed.value) !== version;
  return [
    release && `release ${release}`,
    hasEpoch && `epoch ${qualifiers?.epoch}`,
    module && `module ${module}`,
    isSourcePackage(qualifiers?.arch) && 'source',
  ]
    .filter(Boolean)
    .join(', ');
}

/** The package name from a purl's parts, by the rules of its ecosystem. */
export function comparableName(type: string, namespace: string | null, name: string): string {
  const vendor = namespace === null ? '' : isDistributed(type) ? vendorOf(namespace) : namespace;
  const whole = vendor === '' ? name : `${vendor}/${name}`;
  switch (type) {
    // PEP 503: runs of ".", "-" and "_" count as one "-".
    case 'pypi':
      return whole.toLowerCase().replace(/[-_.]+/g, '-');
    // crates.io lets only one owner have "a-b" and "a_b".
    case 'cargo':
      return whole.toLowerCase().replaceAll('_', '-');
    case 'pub':
      return whole.toLowerCase().replaceAll('-', '_');
    case 'maven':
    case 'cran':
    case 'hackage':
    case 'cpan':
      return whole;
    default:
      return whole.toLowerCase();
  }
}

/** Types whose packages belong to a distribution: the first part of their names. */
export function isDistributed(type: string): boolean {
  return type === 'deb' || type === 'apk' || type === 'rpm';
}

/** Of a comparable name; '' if it names none. */
export function distributionOf(name: string): string {
  const slash = name.indexOf('/');
  return slash === -1 ? '' : name.slice(0, slash);
}

function parentOf({ type, namespace, name }: Purl, release: string): PackageSubject['parent'] {
  if (namespace === null || !isDistributed(type)) return undefined;
  const derivative = DERIVATIVES.get(vendorOf(namespace));
  if (derivative === undefined) return undefined;
  const { of, releases } = derivative;
  const found = releases === undefined ? release : (releases.get(release) ?? releases.get(firstOf(release.split('.'))));
  return { name: comparableName(type, of, name), release: found === undefined ? '' : normalRelease(of, found) };
}

/** The nearest distribution with records that the os-release names. A release that it does not name comes from the table, for the same parent. */
function statedParent(
  { type, namespace, name }: Purl,
  like: readonly DistributionLike[],
  known: PackageSubject['parent'],
): PackageSubject['parent'] {
  if (namespace === null || DISTRIBUTIONS.some(({ id }) => id === vendorOf(namespace))) return undefined;
  for (const { id, words } of like) {
    const vendor = vendorOf(id);
    const parent = DISTRIBUTIONS.find((one) => one.type === type && one.id === (DERIVATIVES.get(vendor)?.of ?? vendor));
    if (parent === undefined) continue;
    const inParent = comparableName(type, parent.id, name);
    const release = releaseAmongCodenames(parent, words) || (known?.name === inParent ? known.release : '');
    return { name: inParent, release, isStated: true };
  }
  return undefined;
}

/** '' if no word is a codename of the distribution or its platform: `bookworm`, `el9`. */
function releaseAmongCodenames({ codenames, platform }: Distribution, words: readonly string[]): string {
  for (const word of words) {
    const number = platform === undefined || !word.startsWith(platform) ? '' : word.slice(platform.length);
    const release = codenames.get(word) ?? (/^\d+$/.test(number) ? number : undefined);
    if (release !== undefined) return release;
  }
  return '';
}

function vendorOf(namespace: string): string {
  const text = namespace.toLowerCase();
  return DISTRIBUTION_ALIASES.get(text) ?? text;
}

/** `rhel` and `9.4+eus`, as feeds write them. Undefined if this is not a distribution. */
export function releaseOfDistribution(name: string, release: string) {
  const vendor = vendorOf(name);
  const distribution = DISTRIBUTIONS.find(({ id }) => id === vendor);
  if (distribution === undefined) return undefined;
  return { type: distribution.type, vendor, release: release === 'rolling' ? '' : normalRelease(vendor, release) };
}

/** `Echo` of `Echo:1`: the ecosystem without its release, for sentences about ecosystems that are not known. */
export function ecosystemRoot(ecosystem: string): string {
  return firstOf(ecosystem.split(':')).slice(0, 100);
}

/** An ecosystem of OSV and its name: `Go`, `Debian:12`, `Ubuntu:Pro:22.04:LTS`. Undefined for ecosystems without packages. */
export function packageOfEcosystem(ecosystem: string, name: string): PackageName | undefined {
  // Packages that a company patched and published under its own names.
  const [root = '', ...rest] = ecosystem.replace(/^Root:/i, '').split(':');
  const vendor = DISTRIBUTIONS.find(({ ecosystem: known }) => known.toLowerCase() === root.toLowerCase());
  if (vendor) {
    const release = releaseOfEcosystem(vendor.id, rest);
    return { type: vendor.type, name: comparableName(vendor.type, vendor.id, name), release };
  }
  const type = ECOSYSTEMS.get(root.toLowerCase());
  if (type === undefined) return undefined;
  if (type === 'maven') {
    const [group = '', artifact = ''] = name.split(':');
    return artifact === '' ? undefined : { type, name: comparableName(type, group, artifact), release: '' };
  }
  return { type, name: comparableName(type, null, name.trim()), release: '' };
}

/** Go modules from version 2 on end in `/v2`; some writers put this into the subpath. */
function withModuleSuffix({ type, name, subpath }: Purl): string {
  if (type !== 'golang' || !subpath || !/^v\d+(\/|$)/.test(subpath)) return name;
  return `${name}/${subpath.split('/')[0]}`;
}

function versionOf({ type, version, qualifiers }: Purl): string {
  if (version === null) return '';
  const epoch = qualifiers?.epoch;
  if ((type === 'rpm' || type === 'deb') && epoch && /^\d+$/.test(epoch) && !/^\d+:/.test(version))
    return `${epoch}:${version}`;
  return version;
}

/** `rpmmod=nodejs:14:8050020211206:c5368500` belongs to `nodejs:14`. */
function moduleOf({ type, qualifiers }: Purl): string {
  const written = type === 'rpm' ? (qualifiers?.rpmmod ?? qualifiers?.modularitylabel ?? '') : '';
  return written.split(':').slice(0, 2).join(':').toLowerCase();
}

/** `upstream=openssl`, `openssl@1.1.1-2`, or for RPM the file name of the source package. */
function sourceOf(purl: Purl): PackageSubject['source'] {
  const { type, namespace, qualifiers } = purl;
  const upstream = qualifiers?.upstream;
  if (!isDistributed(type)) return undefined;
  const version = versionOf(purl);
  if (!upstream)
    return isSourcePackage(qualifiers?.arch)
      ? { name: comparableName(type, namespace, purl.name), version }
      : undefined;
  const rpm = /^(.+)-([^-]+-[^-]+)\.(?:no)?src\.rpm$/.exec(upstream);
  const at = upstream.indexOf('@');
  const source = rpm
    ? { name: itemAt(rpm, 1), version: itemAt(rpm, 2) }
    : { name: at === -1 ? upstream : upstream.slice(0, at), version: at === -1 ? version : upstream.slice(at + 1) };
  // The same version: the package's own has the epoch, which names of source packages leave out.
  const isSame = version.replace(/^\d+:/, '') === source.version;
  return { name: comparableName(type, namespace, source.name), version: isSame ? version : source.version };
}

/** By the architecture in its package URL: `arch=source` of Debian, `arch=src` of RPM. */
export function isSourcePackage(arch: string | undefined): boolean {
  return /^(?:source|src|nosrc)$/i.test(arch ?? '');
}

function releaseOf({ type, namespace, qualifiers, version }: Purl): string {
  if (namespace === null || !isDistributed(type)) return '';
  const vendor = vendorOf(namespace);
  const distro = qualifiers?.distro ?? qualifiers?.distro_name ?? '';
  if (SERVICE_PACKS.has(vendor) && distro !== '') return normalRelease(vendor, distro);
  const plain = distro.replace(/^[a-z_]+-(?=\d|v\d)/i, '');
  // The namespace is foreign text, so it must not become a pattern.
  const prefix = `${namespace}-`.toLowerCase();
  const written = plain.toLowerCase().startsWith(prefix) ? plain.slice(prefix.length) : plain;
  if (written !== '') return normalRelease(vendor, releaseAmongWords(vendor, written.slice(0, LONGEST_RELEASE)));
  return releaseInVersion(vendor, version ?? '');
}

/** Longer texts name no release. */
const LONGEST_RELEASE = 100;

/** `cbl-mariner-2.0.20240123`, `amazon-AMI release 2018.03`, `suse linux enterprise server-15.5`: the number after the words. */
function releaseAmongWords(vendor: string, written: string): string {
  const isKnown = /^v?\d/i.test(written) || DISTRIBUTIONS.find(({ id }) => id === vendor)?.codenames.has(written);
  return isKnown
    ? written
    : (/^[a-z][\w. -]*?[\s_-]v?(\d+(?:\.\w+)*(?:\+\w+)?)(?:\s*\(.*\))?$/i.exec(written)?.[1] ?? written);
}

/** Debian marks updates of a stable release in the version; RPM marks the release for which the package was built. */
function releaseInVersion(vendor: string, version: string): string {
  if (vendor === 'debian') return /[+~]deb(\d{1,2})u\d+/.exec(version)?.[1] ?? '';
  if (vendor === 'ubuntu') return '';
  return /\.(?:el|fc)(\d+)(?:_\d+)?(?:\D|$)/.exec(version)?.[1] ?? '';
}

function releaseOfEcosystem(vendor: string, parts: readonly string[]): string {
  if (vendor === 'ubuntu') {
    const isExtended = parts.some((part) => /^(pro|fips.*|esm.*)$/i.test(part));
    const number = parts.find((part) => /^\d/.test(part)) ?? '';
    return `${number}${isExtended ? '+esm' : ''}`;
  }
  // Red Hat names the product by a CPE: enterprise_linux:8::baseos, rhel_eus:8.6::appstream.
  if (vendor === 'redhat') return releaseOfRedHat(parts);
  return normalRelease(vendor, parts.join(' '));
}

function releaseOfRedHat([product = '', version = '']: readonly string[]): string {
  if (product === 'enterprise_linux' || product === 'rhel') return firstOf(version.split('.'));
  const extended = /^rhel_(eus|aus|tus|e4s|els)$/.exec(product)?.[1];
  return extended === undefined ? [product, version].join(':') : `${version}+${extended}`;
}

const SERVICE_PACKS: ReadonlySet<string> = new Set(['suse', 'opensuse']);

/**
 * Feeds name the product, packages the number of the system: the modules, editions and support phases of `Linux Enterprise … 15 SP5-LTSS` are 15.5,
 * as are `Leap 15.5` and `sles-15.5`.
 */
function releaseOfSuse(written: string): string {
  if (/tumbleweed/i.test(written)) return 'tumbleweed';
  const pack = /\b(\d+)[\s:-]*sp(\d+)\b/i.exec(written);
  if (pack) return `${itemAt(pack, 1)}.${itemAt(pack, 2)}`;
  return /(?<![\w.])\d+(?:\.\d+)*(?=[^\d]*$)/.exec(written)?.[0] ?? written;
}

/** The release that a CPE of a platform names: `cpe:/o:suse:sles:15:sp5`, `cpe:/o:opensuse:leap:15.5`. */
export function releaseOfPlatform(cpe: string): { vendor: string; release: string } | undefined {
  const [, , vendor = '', ...rest] = cpe.split(':');
  if (vendor === 'redhat') return { vendor, release: releaseOfRedHat(rest) };
  if (SERVICE_PACKS.has(vendor)) return { vendor, release: normalRelease(vendor, rest.join(' ')) };
  return undefined;
}

/** The form that both sides share: the number of the release if it has one, else its name. */
function normalRelease(vendor: string, written: string): string {
  const distribution = DISTRIBUTIONS.find(({ id }) => id === vendor.toLowerCase());
  const text = (SERVICE_PACKS.has(vendor.toLowerCase()) ? releaseOfSuse(written) : written).trim().toLowerCase();
  const isExtended = /\+?(esm|eus|aus|tus|e4s|els)$/.exec(text)?.[1];
  const plain = isExtended ? text.slice(0, -isExtended.length).replace(/[+-]$/, '') : text;
  const number = distribution?.codenames.get(plain) ?? /^v?(\d+(?:\.\d+)*)/.exec(plain)?.[1] ?? plain;
  const parts = number.split('.');
  const precise = isExtended && distribution?.type === 'rpm' ? 2 : (distribution?.parts ?? parts.length);
  return `${parts.slice(0, precise).join('.')}${isExtended ? `+${isExtended}` : ''}`;
}
