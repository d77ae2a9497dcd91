// What SBOMs say of a package beside its package URL: the source package, the module stream and the system. Tools write it into properties or
// sentences of their own; here it becomes qualifiers of the package URL, which is what packages are compared by.
import type { DistributionLike } from '../findings.ts';
import { own } from '../items.ts';
import { formatPurl, parsePurl } from '../packages/index.ts';
import type { SbomPart } from '../sbom/read/index.ts';
import { comparableName, distributionOf, isDistributed, isSourcePackage } from './names.ts';

export interface StatedPackage {
  /** By which it is compared: its package URL with the source, module stream and release that the document names elsewhere. */
  purl: string;
  /** Distributions from which its own says that it is made; absent for none. */
  like?: readonly DistributionLike[];
  /** The document names the source packages of this sort of package. */
  namesSources: boolean;
}

type StatedPart = Pick<
  SbomPart,
  'kind' | 'name' | 'version' | 'purl' | 'morePurls' | 'properties' | 'madeOf' | 'sourceInfo'
>;

/** @param parts all of the document, also those inside of others. */
export function statedSources(parts: readonly StatedPart[]): (part: StatedPart, purl: string) => StatedPackage {
  const system = systemOf(parts);
  const identity = (one: StatedPart, purl: string) =>
    withSystem(withProperties(withSourceInfo(withSources(purl, one.madeOf), one.sourceInfo), one.properties), system);
  const sources = typesWithSources(
    parts.flatMap((one) =>
      [one.purl, ...one.morePurls].filter((purl) => purl !== '').map((purl) => identity(one, purl)),
    ),
  );
  return (part, purl) => {
    const found = identity(part, purl);
    const isLike = system !== undefined && system.like.length > 0 && isOfSystem(found, system);
    return { purl: found, ...(isLike ? { like: system.like } : {}), namesSources: sources.has(typeOf(found)) };
  };
}

function typeOf(purl: string): string {
  return /^pkg:\/*([^/]+)/.exec(purl)?.[1] ?? '';
}

/** The one system of the document; undefined if there is none, or several. */
function systemOf(parts: readonly StatedPart[]): StatedSystem | undefined {
  const [only, ...more] = parts.filter(({ kind }) => kind === 'operating-system');
  if (only === undefined || more.length > 0) return undefined;
  return { name: only.name, version: only.version, like: statedLike(only.properties) };
}

/** Red Hat's documents have the source package as an ancestor of the binary one. */
function withSources(purl: string, madeOf: readonly string[]): string {
  return madeOf.reduce((found: string, source) => withSourcePackage(found, source), purl);
}

interface StatedSource {
  name: string;
  /** '' when unknown. */
  version: string;
}

/** The system that a document is about: `{ name: 'debian', version: '12' }`. */
interface StatedSystem {
  name: string;
  version: string;
  /** Distributions from which it says that it is made, the nearest first. */
  like: DistributionLike[];
}

/** Syft writes an os-release as properties of the system: `syft:distro:idLike:0`, `syft:distro:versionCodename`. */
function statedLike(stated: SbomPart['properties']): DistributionLike[] {
  const codename = stated.find(({ name }) => /(?:^|:)distro:versionCodename$/.test(name))?.value.toLowerCase() ?? '';
  return stated
    .filter(({ name, value }) => /(?:^|:)distro:idLike(?::\d+)?$/.test(name) && value !== '')
    .map(({ value }) => ({ id: value.toLowerCase(), words: codename === '' ? [] : [codename] }));
}

/**
 * By the end of a property's name, because cdxgen leaves out the prefix of Trivy: `aquasecurity:trivy:SrcName`, `SrcName`,
 * `syft:metadata:source`.
 */
const SOURCE_NAMES = /(?:^|:)(?:SrcName|metadata:source|metadata:originPackage)$/;
const SOURCE_RPM = /(?:^|:)metadata:sourceRpm$/i;
const MODULE = /(?:^|:)(?:Modularitylabel|metadata:modularityLabel)$/i;
const EPOCH = /(?:^|:)metadata:epoch$/i;

/** The package URL with what the properties of its component add. */
function withProperties(purl: string, stated: SbomPart['properties']): string {
  const find = (wanted: RegExp) => stated.find(({ name }) => wanted.test(name))?.value ?? '';
  const rpm = /^(.+)-([^-]+-[^-]+)\.(?:no)?src\.rpm$/.exec(find(SOURCE_RPM));
  const source = rpm
    ? { name: rpm[1] ?? '', version: rpm[2] ?? '' }
    : { name: find(SOURCE_NAMES), version: sourceVersion(find) };
  const epoch = purl.startsWith('pkg:rpm/') && /^\d+$/.test(find(EPOCH)) ? find(EPOCH) : '';
  return withQualifiers(purl, { upstream: upstreamOf(source), rpmmod: find(MODULE), epoch });
}

/** Trivy writes the parts of the version one by one. */
function sourceVersion(find: (name: RegExp) => string): string {
  const [epoch, version, release] = [
    /(?:^|:)SrcEpoch$/,
    /(?:^|:)(?:SrcVersion|metadata:sourceVersion)$/,
    /(?:^|:)SrcRelease$/,
  ].map(find);
  if (version === undefined || version === '') return '';
  const whole = release ? `${version}-${release}` : version;
  return epoch && epoch !== '0' && !/^\d+:/.test(whole) ? `${epoch}:${whole}` : whole;
}

/** Trivy's sentence in SPDX: `built package from: openssl 3.0.11-1~deb12u2`. */
function withSourceInfo(purl: string, sourceInfo: string): string {
  const found = /(?:^|[\n;.] ?)built (?:package )?from: (\S+)(?: (\S+?))?\.?(?:$|[\n;])/i.exec(
    sourceInfo.trim().slice(0, 4000),
  );
  if (!found) return purl;
  return withQualifiers(purl, { upstream: upstreamOf({ name: found[1] ?? '', version: found[2] ?? '' }) });
}

/** The source package that the document names as an element of its own: an ancestor in CycloneDX, `GENERATED_FROM` in SPDX. */
function withSourcePackage(purl: string, sourcePurl: string): string {
  const [parsed, source] = [parsePurl(purl), parsePurl(sourcePurl)];
  if ('problem' in parsed || 'problem' in source || !isSourcePackage(source.value.qualifiers?.arch)) return purl;
  const { type, name, version } = source.value;
  return type === parsed.value.type
    ? withQualifiers(purl, { upstream: upstreamOf({ name, version: version ?? '' }) })
    : purl;
}

function upstreamOf({ name, version }: StatedSource): string {
  return name === '' ? '' : version === '' ? name : `${name}@${version}`;
}

/** The release of a package whose URL names none, if it belongs to the one system of the document. */
function withSystem(purl: string, system: StatedSystem | undefined): string {
  if (system === undefined || system.version === '' || !isOfSystem(purl, system)) return purl;
  return withQualifiers(purl, { distro: `${system.name.toLowerCase()}-${system.version}` });
}

/** Spellings of one distribution (`rhel`, `redhat`) are one system. */
function isOfSystem(purl: string, { name }: StatedSystem): boolean {
  const parsed = parsePurl(purl);
  if ('problem' in parsed || parsed.value.namespace === null) return false;
  const { type, namespace } = parsed.value;
  const vendorOf = (text: string) => distributionOf(comparableName(type, text, 'a'));
  return isDistributed(type) && vendorOf(namespace) === vendorOf(name);
}

/** Adds qualifiers to a package URL of a distribution. What it says itself stays. */
function withQualifiers(purl: string, more: Readonly<Record<string, string>>): string {
  const parsed = parsePurl(purl);
  if ('problem' in parsed || !isDistributed(parsed.value.type)) return purl;
  const given: Record<string, string> = parsed.value.qualifiers ?? {};
  const added = Object.entries(more).filter(([name, value]) => value !== '' && own(given, name) === undefined);
  if (added.length === 0) return purl;
  const written = formatPurl({ ...parsed.value, qualifiers: { ...given, ...Object.fromEntries(added) } });
  return 'problem' in written ? purl : written.value;
}

/** Types of package URLs for which the document names source packages: it does so wherever they differ from the binary ones. */
function typesWithSources(purls: readonly string[]): ReadonlySet<string> {
  return new Set(
    purls.flatMap((purl) => {
      const parsed = parsePurl(purl);
      return 'problem' in parsed || parsed.value.qualifiers?.upstream === undefined ? [] : [parsed.value.type];
    }),
  );
}
