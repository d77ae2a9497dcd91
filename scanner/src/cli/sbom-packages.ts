// The components of an SBOM, as a check compares them. A component that only a CPE names is compared by it, under its own name; one that nothing
// identifies is told as not compared.
import { purlOfCpe, statedSources } from '../advisories/index.ts';
import type { DistributionLike } from '../findings.ts';
import { own } from '../items.ts';
import type { SentSboms } from '../sbom/read/files.ts';
import { type ReadSbom, readSbomBytes, type SbomPart, SbomRefused } from '../sbom/read/index.ts';
import { UsageError } from './options.ts';

export interface PackageOfSbom {
  /** By which it is compared: its package URL with the source package that the SBOM names elsewhere, or one that stands for its CPE. '' if nothing identifies it. */
  identity: string;
  /** As the SBOM writes it; '' if it has none. */
  purl: string;
  /** The CPE, if only that identifies it; else ''. */
  cpe: string;
  /** Name and version. */
  name: string;
  /** License expression, as concluded, else as declared; '' if the SBOM names none. */
  license: string;
  /** The SBOM names the source packages of this sort of package. */
  namesSources: boolean;
  /** Distributions from which its own says that it is made; absent for none. */
  like?: readonly DistributionLike[];
}

export interface SbomPackages {
  /** `CycloneDX`, `SPDX` or `Syft`. */
  format: string;
  components: PackageOfSbom[];
  /** Package URL of what the SBOM is about; '' if it does not say, or if there are several SBOMs. */
  subject: string;
  /** As it was read. */
  sboms: readonly ReadSbom[];
  /** The JSON form of the document, if there is one alone. */
  document: unknown;
  /** What was left out, repaired or not understood, in sentences. */
  remarks: string[];
}

/** The same for the SBOMs of a packed file. */
export function packagesOfSent({ sboms, leftOut }: SentSboms): SbomPackages {
  return {
    format: [...new Set(sboms.map(({ sbom }) => sbom.format))].join(', '),
    components: distinct(sboms.flatMap(({ sbom }) => componentsOf(sbom))),
    subject: sboms.length === 1 ? (sboms[0]?.sbom.subject.purl ?? '') : '',
    sboms: sboms.map(({ sbom }) => sbom),
    document: undefined,
    remarks: [...sboms.flatMap(({ sbom }) => remarksOf(sbom)), ...leftOut.map(({ path, why }) => `${path}: ${why}`)],
  };
}

export function refusedSbom({ message }: SbomRefused): UsageError {
  return new UsageError(message.replace(/^The (?:JSON )?document/, 'the SBOM'));
}

/** Members that are not understood are no news for a check; elements of XML are, as the written document lacks them. */
function remarksOf({ issues, encoding }: ReadSbom): string[] {
  return issues.filter(({ code }) => code !== 'not-understood' || encoding === 'XML').map(({ message }) => message);
}

/** Undefined if the bytes are not an SBOM. Throws for one that cannot be read, as it is no source to scan. */
export function packagesOfSbom(bytes: Uint8Array): SbomPackages | undefined {
  let document: unknown;
  const sbom = readOrRefuse(bytes, (one) => {
    document = one;
  });
  return (
    sbom && {
      format: sbom.format,
      components: distinct(componentsOf(sbom)),
      subject: sbom.subject.purl,
      sboms: [sbom],
      document,
      remarks: remarksOf(sbom),
    }
  );
}

function readOrRefuse(bytes: Uint8Array, onDocument: (document: unknown) => void): ReadSbom | undefined {
  try {
    return readSbomBytes(bytes, { onDocument });
  } catch (error) {
    if (!(error instanceof SbomRefused)) throw error;
    throw refusedSbom(error);
  }
}

type NamedComponent = Omit<PackageOfSbom, 'namesSources' | 'like' | 'license'>;

/** These are no software that advisories name, unless something identifies them. */
const NO_SOFTWARE = new Set([
  'file',
  'data',
  'cryptographic-asset',
  'device',
  'machine-learning-model',
  'operating-system',
]);

function componentsOf({ parts, subject }: ReadSbom): PackageOfSbom[] {
  const stated = statedSources(parts);
  const subjects = new Set(subject.refs);
  return parts.flatMap((part): PackageOfSbom[] => {
    const purls = [part.purl, ...part.morePurls];
    return purls.flatMap((purl): PackageOfSbom[] => {
      const found = componentOf(purl, purl === '' ? part.cpes : [], nameOf(part));
      // What the document is about is no component of itself.
      const isSubject = part.ref !== '' && subjects.has(part.ref);
      if (found.identity === '' && (isSubject || NO_SOFTWARE.has(part.kind) || isListOfPackages(part))) return [];
      const { purl: identity, ...more } = stated(part, found.identity);
      return [{ ...found, license: licenseOf(part), identity, ...more }];
    });
  });
}

/** A document that asserts nothing names no license. */
function licenseOf({ concluded, declared }: SbomPart): string {
  return [concluded, declared].find((one) => one !== '' && one !== 'NOASSERTION' && one !== 'NONE') ?? '';
}

/** Trivy has a component for each lockfile and kind of packages, which contains nothing itself. */
function isListOfPackages({ properties }: SbomPart): boolean {
  return properties.some(({ name }) => name === 'aquasecurity:trivy:Class');
}

function componentOf(purl: string, cpes: readonly string[], name: string): NamedComponent {
  if (purl !== '') return { identity: purl, purl, cpe: '', name: name || NAMELESS };
  const cpe = cpes.find((one) => purlOfCpe(one) !== '') ?? '';
  return { identity: purlOfCpe(cpe), purl, cpe, name: name || NAMELESS };
}

/** What people are shown of a component of CycloneDX: its package URL, else its name. */
export function keyOfComponent(component: Record<string, unknown>): string {
  const text = (name: string) => {
    const value = own(component, name);
    return typeof value === 'string' ? value : '';
  };
  return text('purl') || nameOf({ name: text('name'), version: text('version') }) || NAMELESS;
}

const NAMELESS = 'a component without a name';

function nameOf({ name, version }: Pick<SbomPart, 'name' | 'version'>): string {
  return [name, version].filter((text) => text !== '').join(' ');
}

function distinct(components: readonly PackageOfSbom[]): PackageOfSbom[] {
  const keyOf = ({ identity, purl, cpe, name }: PackageOfSbom) =>
    [identity, purl, cpe, purl === '' ? name : ''].join('\n');
  return [...new Map(components.map((one) => [keyOf(one), one])).values()];
}
