// What SBOMs say of a package beside its package URL: the source package, the module stream and the system. Tools write it into properties or
// sentences of their own; here it becomes qualifiers of the package URL, which is what packages are compared by.
import type { DistributionLike } from '../findings.ts';
import { isFields, own } from '../items.ts';
import { formatPurl, parsePurl } from '../packages/index.ts';
import { comparableName, distributionOf, isDistributed, isSourcePackage } from './names.ts';

interface StatedSource {
  name: string;
  /** '' when unknown. */
  version: string;
}

/** The system that a document is about: `{ name: 'debian', version: '12' }`. */
export interface StatedSystem {
  name: string;
  version: string;
  /** Distributions from which it says that it is made, the nearest first. */
  like: DistributionLike[];
}

/** Syft writes an os-release as properties of the system: `syft:distro:idLike:0`, `syft:distro:versionCodename`. */
export function statedLike(properties: unknown): DistributionLike[] {
  const stated = pairsOf(properties);
  const codename = stated.find(([name]) => /(?:^|:)distro:versionCodename$/.test(name))?.[1].toLowerCase() ?? '';
  return stated
    .filter(([name, value]) => /(?:^|:)distro:idLike(?::\d+)?$/.test(name) && value !== '')
    .map(([, value]) => ({ id: value.toLowerCase(), words: codename === '' ? [] : [codename] }));
}

function pairsOf(properties: unknown): (readonly [name: string, value: string])[] {
  return (Array.isArray(properties) ? properties : []).filter(isFields).flatMap((one) => {
    const value = own(one, 'value');
    return typeof value === 'string' ? [[String(own(one, 'name')), value] as const] : [];
  });
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
export function withProperties(purl: string, properties: unknown): string {
  const stated = pairsOf(properties);
  const find = (name: RegExp) => stated.find(([key]) => name.test(key))?.[1] ?? '';
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
export function withSourceInfo(purl: string, sourceInfo: string): string {
  const found = /(?:^|[\n;.] ?)built (?:package )?from: (\S+)(?: (\S+?))?\.?(?:$|[\n;])/i.exec(
    sourceInfo.trim().slice(0, 4000),
  );
  if (!found) return purl;
  return withQualifiers(purl, { upstream: upstreamOf({ name: found[1] ?? '', version: found[2] ?? '' }) });
}

/** The source package that the document names as an element of its own: an ancestor in CycloneDX, `GENERATED_FROM` in SPDX. */
export function withSourcePackage(purl: string, sourcePurl: string): string {
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
export function withSystem(purl: string, system: StatedSystem | undefined): string {
  if (system === undefined || system.version === '' || !isOfSystem(purl, system)) return purl;
  return withQualifiers(purl, { distro: `${system.name.toLowerCase()}-${system.version}` });
}

/** Spellings of one distribution (`rhel`, `redhat`) are one system. */
export function isOfSystem(purl: string, { name }: StatedSystem): boolean {
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
export function typesWithSources(purls: readonly string[]): ReadonlySet<string> {
  return new Set(
    purls.flatMap((purl) => {
      const parsed = parsePurl(purl);
      return 'problem' in parsed || parsed.value.qualifiers?.upstream === undefined ? [] : [parsed.value.type];
    }),
  );
}
