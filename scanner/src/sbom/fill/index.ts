// Fills in what an SBOM lacks and other sources know, into a copy of it: package URLs, licenses, suppliers, digests and copyrights of components.
// Nothing that the document says is changed, and each filled field says where it came from. CycloneDX and SPDX 2 in their JSON form.
import { isFields, own } from '../../items.ts';
import { uuidOf } from '../document-uuid.ts';
import { readExpression } from '../write/licenses.ts';
import { spdxTime } from '../write/spdx-ids.ts';
import { type FillSource, type Known, type KnownFacts, knowledgeOf, type Wanted } from './known.ts';

type Fields = Record<string, unknown>;

interface FilledField {
  /** `components[3]`. */
  place: string;
  /** Name and version of the component. */
  component: string;
  /** The member of the document that was missing. */
  field: string;
  source: string;
}

interface Filled {
  /** A copy; the same if nothing was filled in. */
  document: Fields;
  filled: FilledField[];
  /** A signature inside of the document, which would not hold for the copy. */
  isSignatureLeftOut: boolean;
}

interface Filling {
  at: Date;
  tool: { name: string; version: string };
}

/** Undefined for a document of another format. */
export function fillDocument(
  document: Readonly<Fields>,
  sources: readonly FillSource[],
  filling: Filling,
): Filled | undefined {
  const knownOf = knowledgeOf(sources);
  if (own(document, 'bomFormat') === 'CycloneDX') return ofCycloneDx(document, knownOf);
  return /^SPDX-2\./.test(String(own(document, 'spdxVersion'))) ? ofSpdx2(document, knownOf, filling) : undefined;
}

type KnownOf = (wanted: Wanted) => KnownFacts;

/** Members that one component lacks and gets, and what is said of each. */
class Additions {
  readonly members: Fields = {};
  readonly said: { field: string; source: string }[] = [];

  /** Adds the member if its value is known. */
  add<Value>(field: string, known: Known<Value> | undefined, written: (value: Value) => unknown): void {
    if (known === undefined) return;
    this.members[field] = written(known.value);
    this.said.push({ field, source: known.source });
  }

  told(place: string, component: string): FilledField[] {
    return this.said.map((one) => ({ place, component, ...one }));
  }
}

const textIn = (fields: Fields, name: string): string => {
  const value = own(fields, name);
  return typeof value === 'string' ? value.trim() : '';
};

const isMissing = (fields: Fields, name: string): boolean => {
  const value = own(fields, name);
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
};

function ofCycloneDx(document: Readonly<Fields>, knownOf: KnownOf): Filled {
  const version = textIn(document, 'specVersion');
  const filled: FilledField[] = [];
  const components = cycloneDxComponents(own(document, 'components'), 'components', { version, knownOf, filled });
  if (filled.length === 0) return { document, filled, isSignatureLeftOut: false };
  const copy: Fields = { ...document, components };
  const { signature, ...rest } = copy;
  const revision = Number(own(document, 'version'));
  return {
    document: { ...rest, version: Number.isInteger(revision) ? revision + 1 : 1 },
    filled,
    isSignatureLeftOut: signature !== undefined,
  };
}

interface CycloneDxFilling {
  version: string;
  knownOf: KnownOf;
  filled: FilledField[];
}

/** Elements that are no components stay as they are. The depth of a document is limited by its parser. */
function cycloneDxComponents(list: unknown, place: string, filling: CycloneDxFilling): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((one, at) => (isFields(one) ? cycloneDxComponent(one, `${place}[${at}]`, filling) : one));
}

function cycloneDxComponent(component: Fields, place: string, filling: CycloneDxFilling): Fields {
  const wanted = {
    ...{ purl: textIn(component, 'purl'), group: textIn(component, 'group') },
    ...{ name: textIn(component, 'name'), version: textIn(component, 'version') },
  };
  // Files and services have no package that a source could know.
  const known = textIn(component, 'type') === 'file' ? {} : filling.knownOf(wanted);
  const additions = new Additions();
  if (isMissing(component, 'purl')) additions.add('purl', known.purl, (value) => value);
  if (isMissing(component, 'licenses'))
    additions.add('licenses', valid(known.concluded) ?? valid(known.declared), (expression) => [
      {
        expression,
        ...(filling.version >= '1.6' && { acknowledgement: valid(known.concluded) ? 'concluded' : 'declared' }),
      },
    ]);
  if (isMissing(component, 'supplier') && filling.version >= '1.2')
    additions.add('supplier', known.supplier, (name) => ({ name }));
  if (isMissing(component, 'hashes'))
    additions.add('hashes', known.hashes, (all) =>
      all.map(({ algorithm, value }) => ({ alg: algorithm, content: value })),
    );
  if (isMissing(component, 'copyright')) additions.add('copyright', known.copyright, (value) => value);
  filling.filled.push(...additions.told(place, [wanted.name, wanted.version].filter(Boolean).join(' ')));
  const inner = own(component, 'components');
  const properties = own(component, 'properties');
  return {
    ...component,
    ...additions.members,
    ...(inner !== undefined && { components: cycloneDxComponents(inner, `${place}.components`, filling) }),
    ...(additions.said.length > 0 &&
      filling.version >= '1.3' && {
        properties: [
          ...(Array.isArray(properties) ? properties : []),
          ...additions.said.map(({ field, source }) => ({ name: `assay:filled:${field}`, value: source })),
        ],
      }),
  };
}

/** An expression that both standards take. */
function valid(known: Known<string> | undefined): Known<string> | undefined {
  if (known === undefined) return undefined;
  const { canonical, ids } = readExpression(known.value);
  return ids.length === 0 ? undefined : { ...known, value: canonical };
}

const isUnstated = (fields: Fields, name: string) => isMissing(fields, name) || textIn(fields, name) === 'NOASSERTION';

function ofSpdx2(document: Readonly<Fields>, knownOf: KnownOf, { at, tool }: Filling): Filled {
  const filled: FilledField[] = [];
  const annotator = `Tool: ${tool.name}-${tool.version}`;
  const packages = own(document, 'packages');
  const written = !Array.isArray(packages)
    ? packages
    : packages.map((one, number) => {
        if (!isFields(one)) return one;
        const additions = spdx2Additions(one, knownOf);
        filled.push(
          ...additions.told(
            `packages[${number}]`,
            [textIn(one, 'name'), textIn(one, 'versionInfo')].filter(Boolean).join(' '),
          ),
        );
        if (additions.said.length === 0) return one;
        const annotations = own(one, 'annotations');
        const words = additions.said.map(({ field, source }) => `${field} from ${source}`).join('; ');
        return {
          ...one,
          ...additions.members,
          annotations: [
            ...(Array.isArray(annotations) ? annotations : []),
            { annotationDate: spdxTime(at), annotationType: 'OTHER', annotator, comment: `Filled in: ${words}.` },
          ],
        };
      });
  if (filled.length === 0) return { document, filled, isSignatureLeftOut: false };
  // No two documents may have one namespace.
  const namespace = textIn(document, 'documentNamespace');
  const copy = { ...document, packages: written };
  return {
    document:
      namespace === '' ? copy : { ...copy, documentNamespace: `${namespace}-filled-${uuidOf([namespace, filled])}` },
    filled,
    isSignatureLeftOut: false,
  };
}

function spdx2Additions(one: Fields, knownOf: KnownOf): Additions {
  const references = own(one, 'externalRefs');
  const refs: unknown[] = Array.isArray(references) ? references : [];
  const purl = refs.flatMap((ref) =>
    isFields(ref) && textIn(ref, 'referenceType') === 'purl' ? textIn(ref, 'referenceLocator') : [],
  )[0];
  const known = knownOf({
    ...{ purl: purl ?? '', group: '', name: textIn(one, 'name'), version: textIn(one, 'versionInfo') },
  });
  const additions = new Additions();
  if (purl === undefined)
    additions.add('externalRefs', known.purl, (locator) => [
      ...refs,
      { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: locator },
    ]);
  if (isUnstated(one, 'licenseDeclared')) additions.add('licenseDeclared', listed(known.declared), (value) => value);
  if (isUnstated(one, 'licenseConcluded')) additions.add('licenseConcluded', listed(known.concluded), (value) => value);
  if (isUnstated(one, 'supplier'))
    additions.add('supplier', known.supplier, (name) => `Organization: ${name.replace(/\s+/g, ' ')}`);
  if (isMissing(one, 'checksums'))
    additions.add('checksums', known.hashes, (all) =>
      all.map(({ algorithm, value }) => ({ algorithm: algorithm.replace('SHA-', 'SHA'), checksumValue: value })),
    );
  if (isUnstated(one, 'copyrightText')) additions.add('copyrightText', known.copyright, (value) => value);
  return additions;
}

/** Other licenses would have to be described in the document. */
function listed(known: Known<string> | undefined): Known<string> | undefined {
  const found = valid(known);
  return found?.value.includes('LicenseRef-') ? undefined : found;
}
