// What SBOMs say of a package beside its package URL: the source package, the module stream and the system. Tools write it into properties or
// sentences of their own; here it becomes qualifiers of the package URL, which is what packages are compared by.
import { isDistributed } from '../advisories/index.ts';
import { isFields, own } from '../items.ts';
import { formatPurl, parsePurl } from '../packages/index.ts';

interface StatedSource {
  name: string;
  /** '' when unknown. */
  version: string;
}

/** The system that a document is about: `{ name: 'debian', version: '12' }`. */
export interface StatedSystem {
  name: string;
  version: string;
}

/**
 * By the end of a property's name, because cdxgen leaves out the prefix of Trivy: `aquasecurity:trivy:SrcName`, `SrcName`,
 * `syft:metadata:source`.
 */
const SOURCE_NAMES = /(?:^|:)(?:SrcName|metadata:source|metadata:originPackage)$/;
const SOURCE_RPM = /(?:^|:)metadata:sourceRpm$/i;
const MODULE = /(?:^|:)(?:Modularitylabel|metadata:modularityLabel)$/i;

/** The package URL with what the properties of its component add. */
export function withProperties(purl: string, properties: unknown): string {
  const named = new Map(
    (Array.isArray(properties) ? properties : [])
      .filter(isFields)
      .map((one) => [String(own(one, 'name')), own(one, 'value')] as const),
  );
  const find = (name: RegExp) => {
    const found = [...named].find(([key]) => name.test(key))?.[1];
    return typeof found === 'string' ? found : '';
  };
  const rpm = /^(.+)-([^-]+-[^-]+)\.src\.rpm$/.exec(find(SOURCE_RPM));
  const source = rpm
    ? { name: rpm[1] ?? '', version: rpm[2] ?? '' }
    : { name: find(SOURCE_NAMES), version: sourceVersion(find) };
  return withQualifiers(purl, { upstream: upstreamOf(source), rpmmod: find(MODULE) });
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
  const found = /^built package from: (\S+)(?: (\S+))?$/.exec(sourceInfo.trim());
  if (!found) return purl;
  return withQualifiers(purl, { upstream: upstreamOf({ name: found[1] ?? '', version: found[2] ?? '' }) });
}

function upstreamOf({ name, version }: StatedSource): string {
  return name === '' ? '' : version === '' ? name : `${name}@${version}`;
}

/** The release of a package whose URL names none, if it belongs to the one system of the document. */
export function withSystem(purl: string, system: StatedSystem | undefined): string {
  if (system === undefined || system.version === '') return purl;
  const parsed = parsePurl(purl);
  if ('problem' in parsed || parsed.value.namespace?.toLowerCase() !== system.name.toLowerCase()) return purl;
  return withQualifiers(purl, { distro: `${system.name.toLowerCase()}-${system.version}` });
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
