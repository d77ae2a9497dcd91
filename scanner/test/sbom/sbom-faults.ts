// For tests: what is wrong with a bill of materials. CycloneDX is validated against the published schemas, which its library carries, SPDX 3 by the model
// of a strict reading. The members that our documents of SPDX 2 may have are listed after its specification; any other member, a missing one, a wrong
// value or a reference to nothing is a fault.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { readSbomBytes, textOfBytes } from '../../src/sbom/read/index.ts';
import { isTagValue } from '../../src/sbom/read/spdx/tag-value.ts';
import { STRICT_READING } from '../../src/sbom/read/strict/index.ts';
import { SPDX_2_SCHEMA } from '../../src/sbom/spdx-2-members.ts';

const require = createRequire(import.meta.url);
const compiled = new Map<string, ValidateFunction>();

/** Sentences; none for a valid document. */
export function faultsOfSbom(document: Record<string, unknown>): string[] {
  if ('@graph' in document) return [...faultsWhenStrict(document), ...brokenReferences(document)];
  const validate = validatorOf(document);
  if (validate === undefined) return ['It is neither CycloneDX nor SPDX.'];
  validate(document);
  const faults = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [...faults, ...brokenReferences(document)];
}

function faultsWhenStrict(document: Record<string, unknown>): string[] {
  try {
    readSbomBytes(Buffer.from(JSON.stringify(document)), STRICT_READING);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** The same for a document in any form. Forms other than JSON are read strictly. */
export function faultsOfSbomBytes(bytes: Uint8Array): string[] {
  if (bytes[0] === '{'.charCodeAt(0)) return faultsOfSbom(JSON.parse(textOfBytes(bytes)));
  let document: Record<string, unknown> | undefined;
  try {
    readSbomBytes(bytes, {
      ...STRICT_READING,
      onDocument(form) {
        document = form;
      },
    });
  } catch (error) {
    return [String(error)];
  }
  // Members that a form has no types for are as the strict reading found them.
  if (document === undefined || isTagValue(textOfBytes(bytes))) return document ? [] : ['It is no SBOM.'];
  return faultsOfSbom(document);
}

function validatorOf(document: Record<string, unknown>): ValidateFunction | undefined {
  if (document.bomFormat === 'CycloneDX') return cycloneDx(String(document.specVersion));
  if (document.spdxVersion === 'SPDX-2.3') return once('spdx-2.3', () => ajv().compile(SPDX_2_SCHEMA));
  return undefined;
}

function once(name: string, make: () => ValidateFunction): ValidateFunction {
  const known = compiled.get(name) ?? make();
  compiled.set(name, known);
  return known;
}

function ajv(): Ajv {
  const made = new Ajv({ strict: false, allErrors: true, discriminator: true });
  addFormatsModule.default(made);
  // ajv-formats does not know these formats of a later draft; the library's validator treats them as plain strings, too.
  for (const format of ['idn-email', 'iri-reference']) made.addFormat(format, true);
  return made;
}

function cycloneDx(version: string): ValidateFunction {
  return once(`cyclonedx-${version}`, () => {
    const folder = require.resolve('@cyclonedx/cyclonedx-library/package.json').replace('package.json', 'res/schema/');
    const schema = (name: string) => JSON.parse(readFileSync(`${folder}${name}.SNAPSHOT.schema.json`, 'utf8'));
    const made = ajv();
    for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
      made.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    return made.compile(schema(`bom-${version}`));
  });
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** A schema does not see references to elements that are not there, and ids that two elements share. */
function brokenReferences(document: Fields): string[] {
  if (document.bomFormat === 'CycloneDX') return ofCycloneDx(document);
  if (document.spdxVersion !== undefined) return ofSpdx2(document);
  return ofSpdx3(fieldsOf(document['@graph']));
}

function ofCycloneDx({ metadata, components, dependencies, vulnerabilities }: Fields): string[] {
  const root = (metadata as { component?: Fields } | undefined)?.component;
  const ids = [root, ...fieldsOf(components)].map((one) => one?.['bom-ref']);
  const named = [
    ...fieldsOf(dependencies).flatMap(({ ref, dependsOn }) => [ref, ...((dependsOn as string[]) ?? [])]),
    ...fieldsOf(vulnerabilities).flatMap(({ affects }) => fieldsOf(affects).map(({ ref }) => ref)),
  ];
  return problems(ids, named);
}

function ofSpdx2({ packages, files, relationships }: Fields): string[] {
  const ids = ['SPDXRef-DOCUMENT', ...[...fieldsOf(packages), ...fieldsOf(files)].map(({ SPDXID }) => SPDXID)];
  const named = fieldsOf(relationships).flatMap((one) => [one.spdxElementId, one.relatedSpdxElement]);
  return problems(ids, named);
}

function ofSpdx3(graph: readonly Fields[]): string[] {
  const ids = graph.flatMap((one) => [one.spdxId ?? one['@id']]);
  const named = graph.flatMap((one) =>
    [one.from, one.to, one.subject, one.rootElement, one.suppliedBy, one.creationInfo, one.dataLicense].flat(),
  );
  return problems(
    ids,
    named.filter((one) => one !== undefined),
  );
}

function problems(ids: readonly unknown[], named: readonly unknown[]): string[] {
  const known = new Set(ids);
  return [
    ...(known.size < ids.length ? ['Two elements have the same id.'] : []),
    ...named.filter((one) => !known.has(one)).map((one) => `${one} is named, but it is not there.`),
  ];
}
