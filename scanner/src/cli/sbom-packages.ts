// The package URLs of an SBOM: CycloneDX in JSON or XML, and SPDX 2 in JSON. Only what a check needs is read.
import { cycloneDxOfXml, type ReadCycloneDx } from '../manifests/cyclonedx-xml.ts';
import { isFields, own } from '../manifests/problems.ts';

export interface SbomPackages {
  purls: string[];
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
  if (own(document, 'bomFormat') === 'CycloneDX') return { purls: distinct(ofCycloneDx(document)), document, leftOut };
  if (typeof own(document, 'spdxVersion') === 'string') return { purls: distinct(ofSpdx(document)), document, leftOut };
  return undefined;
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

/** Components may contain components, at any depth. */
function ofCycloneDx(document: Record<string, unknown>): unknown[] {
  const purls: unknown[] = [];
  const open = [...listOf(own(document, 'components'))];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (!isFields(one)) continue;
    purls.push(own(one, 'purl'));
    for (const inner of listOf(own(one, 'components'))) open.push(inner);
  }
  return purls;
}

function ofSpdx(document: Record<string, unknown>): unknown[] {
  return listOf(own(document, 'packages'))
    .filter(isFields)
    .flatMap((one) => listOf(own(one, 'externalRefs')).filter(isFields))
    .filter((reference) => own(reference, 'referenceType') === 'purl')
    .map((reference) => own(reference, 'referenceLocator'));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function distinct(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))] as string[];
}
