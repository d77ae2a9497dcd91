// The package URLs of an SBOM: CycloneDX in JSON or XML, and SPDX 2 in JSON. Only what a check needs is read. A component that only a CPE names is
// compared by it; components that nothing identifies are named, because a check says nothing about them.
import { purlOfCpe } from '../advisories/index.ts';
import { cycloneDxOfXml, type ReadCycloneDx } from '../manifests/cyclonedx-xml.ts';
import { isFields, own } from '../manifests/problems.ts';

export interface SbomPackages {
  purls: string[];
  /** Names of components without package URL and CPE. */
  unnamed: string[];
  document: unknown;
  /** Elements of an XML document that its JSON form has no place for. */
  leftOut: string[];
}

/** Undefined if the bytes are not an SBOM. Throws for CycloneDX in XML that cannot be read, as it is no source to scan. */
export function packagesOfSbom(bytes: Uint8Array): SbomPackages | undefined {
  const xml = ofXml(bytes);
  const document = xml?.document ?? parsed(bytes);
  const leftOut = xml?.leftOut ?? [];
  if (!isFields(document)) return undefined;
  const read = componentsOf(document);
  if (read === undefined) return undefined;
  return {
    purls: distinct(read.map(({ purl }) => purl)),
    unnamed: distinct(read.flatMap(({ purl, name }) => (purl === '' ? [name || 'a component without a name'] : []))),
    document,
    leftOut,
  };
}

/** Undefined if the document is no SBOM that this file reads. */
function componentsOf(document: Record<string, unknown>): NamedComponent[] | undefined {
  if (own(document, 'bomFormat') === 'CycloneDX') return ofCycloneDx(document);
  return typeof own(document, 'spdxVersion') === 'string' ? ofSpdx(document) : undefined;
}

interface NamedComponent {
  /** '' if nothing identifies the component. */
  purl: string;
  name: string;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(
      Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    );
  } catch {
    return undefined;
  }
}

function ofXml(bytes: Uint8Array): ReadCycloneDx | undefined {
  try {
    return cycloneDxOfXml(bytes);
  } catch (error) {
    throw new Error(`the SBOM is XML that cannot be read: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}

/** These are no software that advisories name. */
const NO_SOFTWARE = new Set(['file', 'data', 'cryptographic-asset', 'device', 'machine-learning-model']);

/** Components may contain components, at any depth. */
function ofCycloneDx(document: Record<string, unknown>): NamedComponent[] {
  const found: NamedComponent[] = [];
  const open = [...listOf(own(document, 'components'))];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!isFields(one)) continue;
    const purl = purlOfComponent(one);
    if (purl !== '' || !NO_SOFTWARE.has(String(own(one, 'type')))) found.push({ purl, name: nameOf(one) });
    for (const inner of listOf(own(one, 'components'))) open.push(inner);
  }
  return found;
}

/** The package URL of a component of CycloneDX, else one that its CPE stands for. */
export function purlOfComponent(component: Record<string, unknown>): string {
  return textOf(own(component, 'purl')) || purlOfCpe(textOf(own(component, 'cpe')));
}

function ofSpdx(document: Record<string, unknown>): NamedComponent[] {
  const described = new Set([
    ...listOf(own(document, 'documentDescribes')),
    ...listOf(own(document, 'relationships'))
      .filter(isFields)
      .filter((one) => own(one, 'relationshipType') === 'DESCRIBES')
      .map((one) => own(one, 'relatedSpdxElement')),
  ]);
  return listOf(own(document, 'packages'))
    .filter(isFields)
    .flatMap((one): NamedComponent[] => {
      const references = listOf(own(one, 'externalRefs')).filter(isFields);
      const located = (types: RegExp) =>
        references
          .filter((reference) => types.test(textOf(own(reference, 'referenceType'))))
          .map((reference) => textOf(own(reference, 'referenceLocator')));
      const name = nameOf(one);
      const purls = located(/^purl$/).filter((purl) => purl !== '');
      if (purls.length > 0) return purls.map((purl) => ({ purl, name }));
      const purl =
        located(/^cpe2[23]Type$/)
          .map(purlOfCpe)
          .find((text) => text !== '') ?? '';
      // What the document is about is no component of itself.
      return purl === '' && described.has(own(one, 'SPDXID')) ? [] : [{ purl, name }];
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

function distinct(values: readonly string[]): string[] {
  return [...new Set(values.filter((value) => value !== ''))];
}
