// The components of an SBOM: CycloneDX in JSON or XML, and SPDX 2 in JSON. Only what a check needs is read. A component that only a CPE names is
// compared by it, under its own name; one that nothing identifies is told as not compared.
import { locatedIn, purlOfCpe, statedByCycloneDx, statedBySpdx } from '../advisories/index.ts';
import type { DistributionLike } from '../findings.ts';
import { isFields, own } from '../manifests/problems.ts';
import { cycloneDxOfXml, type ReadCycloneDx } from '../sbom/read/cyclonedx/xml.ts';
import { UsageError } from './options.ts';
import { textOfBytes } from './refused-input.ts';

export interface SbomComponent {
  /** By which it is compared: its package URL with the source package that the SBOM names elsewhere, or one that stands for its CPE. '' if nothing identifies it. */
  identity: string;
  /** As the SBOM writes it; '' if it has none. */
  purl: string;
  /** The CPE, if only that identifies it; else ''. */
  cpe: string;
  /** Name and version. */
  name: string;
  /** The SBOM names the source packages of this sort of package. */
  namesSources: boolean;
  /** Distributions from which its own says that it is made; absent for none. */
  like?: readonly DistributionLike[];
}

export interface SbomPackages {
  /** `CycloneDX` or `SPDX`. */
  format: string;
  components: SbomComponent[];
  document: unknown;
  /** Elements of an XML document that its JSON form has no place for. */
  leftOut: string[];
}

/** Undefined if the bytes are not an SBOM that this file reads. Throws for CycloneDX in XML that cannot be read, as it is no source to scan. */
export function packagesOfSbom(bytes: Uint8Array): SbomPackages | undefined {
  const xml = ofXml(bytes);
  const document = xml?.document ?? parsedJson(bytes);
  if (!isFields(document)) return undefined;
  const isCycloneDx = own(document, 'bomFormat') === 'CycloneDX';
  if (!isCycloneDx && !/^SPDX-2\./.test(textOf(own(document, 'spdxVersion')))) return undefined;
  const components = isCycloneDx ? ofCycloneDx(document) : ofSpdx(document);
  return {
    format: isCycloneDx ? 'CycloneDX' : 'SPDX',
    components: distinct(components),
    document,
    leftOut: xml?.leftOut ?? [],
  };
}

type NamedComponent = Omit<SbomComponent, 'namesSources' | 'like'>;

/** Undefined for bytes that are not JSON. */
function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOfBytes(bytes));
  } catch {
    return undefined;
  }
}

function ofXml(bytes: Uint8Array): ReadCycloneDx | undefined {
  try {
    return cycloneDxOfXml(bytes);
  } catch (error) {
    throw new UsageError(`the SBOM is XML that cannot be read: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}

/** These are no software that advisories name, unless something identifies them. */
const NO_SOFTWARE = new Set([
  'file',
  'data',
  'cryptographic-asset',
  'device',
  'machine-learning-model',
  'operating-system',
]);

/** Components may contain components, at any depth. */
function ofCycloneDx(document: Record<string, unknown>): SbomComponent[] {
  const all: Record<string, unknown>[] = [];
  const open = [...listOf(own(document, 'components'))];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!isFields(one)) continue;
    all.push(one);
    for (const inner of listOf(own(one, 'components'))) open.push(inner);
  }
  const stated = statedByCycloneDx(all);
  return all.flatMap((one): SbomComponent[] => {
    const purl = textOf(own(one, 'purl'));
    const cpe = textOf(own(one, 'cpe'));
    const found = componentOf(purl, cpe === '' ? [] : [cpe], nameOf(one));
    const isSoftware = !NO_SOFTWARE.has(String(own(one, 'type'))) && !isListOfPackages(one);
    if (found.identity === '' && !isSoftware) return [];
    const { purl: identity, ...more } = stated(one, found.identity);
    return [{ ...found, identity, ...more }];
  });
}

/** Trivy has a component for each lockfile and kind of packages, which contains nothing itself. */
function isListOfPackages(component: Record<string, unknown>): boolean {
  return listOf(own(component, 'properties')).some(
    (one) => isFields(one) && /^aquasecurity:trivy:Class$/.test(textOf(own(one, 'name'))),
  );
}

function componentOf(purl: string, cpes: readonly string[], name: string): NamedComponent {
  if (purl !== '') return { identity: purl, purl, cpe: '', name: name || NAMELESS };
  const cpe = cpes.find((one) => purlOfCpe(one) !== '') ?? '';
  return { identity: purlOfCpe(cpe), purl, cpe, name: name || NAMELESS };
}

/** What people are shown of a component of CycloneDX: its package URL, else its name. */
export function keyOfComponent(component: Record<string, unknown>): string {
  return textOf(own(component, 'purl')) || nameOf(component) || NAMELESS;
}

const NAMELESS = 'a component without a name';

function ofSpdx(document: Record<string, unknown>): SbomComponent[] {
  const described = new Set([
    ...listOf(own(document, 'documentDescribes')),
    ...listOf(own(document, 'relationships'))
      .filter(isFields)
      .filter((one) => own(one, 'relationshipType') === 'DESCRIBES')
      .map((one) => own(one, 'relatedSpdxElement')),
  ]);
  const stated = statedBySpdx(document);
  return listOf(own(document, 'packages'))
    .filter(isFields)
    .flatMap((one): SbomComponent[] => {
      const name = nameOf(one);
      const purls = locatedIn(one, /^purl$/);
      if (purls.length > 0)
        return purls.map((purl) => {
          const { purl: identity, ...more } = stated(one, purl);
          return { ...componentOf(purl, [], name), identity, ...more };
        });
      const found = componentOf('', locatedIn(one, /^cpe2[23]Type$/), name);
      const isSystem = own(one, 'primaryPackagePurpose') === 'OPERATING-SYSTEM';
      // What the document is about is no component of itself.
      const isLeftOut = found.identity === '' && (described.has(own(one, 'SPDXID')) || isSystem);
      return isLeftOut ? [] : [{ ...found, namesSources: false }];
    });
}

function nameOf(one: Record<string, unknown>): string {
  return [textOf(own(one, 'name')), textOf(own(one, 'version')) || textOf(own(one, 'versionInfo'))]
    .filter((text) => text !== '')
    .join(' ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function distinct(components: readonly SbomComponent[]): SbomComponent[] {
  const keyOf = ({ identity, purl, cpe, name }: SbomComponent) =>
    [identity, purl, cpe, purl === '' ? name : ''].join('\n');
  return [...new Map(components.map((one) => [keyOf(one), one])).values()];
}
