// The published JSON schemas of CycloneDX, from the package of its makers. The elements of long lists are checked one by one.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { own } from '../../../items.ts';
import type { Piece } from '../../../json-pieces.ts';
import type { Validator } from '../model.ts';
import { MOST_FAULTS } from './limits.ts';

const SCHEMAS: Readonly<Record<string, string>> = {
  ...{ '1.2': '1.2-strict', '1.3': '1.3-strict', '1.4': '1.4', '1.5': '1.5', '1.6': '1.6', '1.7': '1.7' },
};

/** Lists whose elements have a definition of their own in the schema. */
const ELEMENTS: Readonly<Record<string, string>> = {
  components: 'component',
  services: 'service',
  dependencies: 'dependency',
  vulnerabilities: 'vulnerability',
  compositions: 'compositions',
  annotations: 'annotations',
  externalReferences: 'externalReference',
};

export function cycloneDxValidator(version: string): Validator {
  const name = own(SCHEMAS, version);
  if (name !== undefined) return new CycloneDxValidator(schemasOf(name));
  const fault = `"specVersion" is "${version.slice(0, 20)}"; it must be one of ${Object.keys(SCHEMAS).join(', ')}.`;
  return { take: () => undefined, end: () => [fault] };
}

interface Schemas {
  document: ValidateFunction;
  element(list: string): ValidateFunction | undefined;
}

const made = new Map<string, Schemas>();

function schemasOf(name: string): Schemas {
  const known = made.get(name);
  if (known !== undefined) return known;
  const folder = createRequire(import.meta.url)
    .resolve('@cyclonedx/cyclonedx-library/package.json')
    .replace('package.json', 'res/schema/');
  const read = (file: string) => JSON.parse(readFileSync(`${folder}${file}.SNAPSHOT.schema.json`, 'utf8'));
  const ajv = new Ajv({ strict: false });
  addFormatsModule.default(ajv);
  for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true);
  // Comparing all elements with each other would take hours for a long list.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    validate: (isWanted: boolean, list: unknown) => !isWanted || !Array.isArray(list) || isDistinct(list),
    error: { message: 'must have no element twice' },
  });
  for (const one of ['spdx', 'jsf-0.82', 'cryptography-defs'])
    ajv.addSchema(read(one), `http://cyclonedx.org/schema/${one}.SNAPSHOT.schema.json`);
  const schema = read(`bom-${name}`);
  const document = ajv.compile(schema);
  const elements = new Map<string, ValidateFunction>();
  const schemas: Schemas = {
    document,
    element(list) {
      const definition = own(ELEMENTS, list);
      if (definition === undefined || own(schema.definitions, definition) === undefined) return undefined;
      const compiled = elements.get(list) ?? ajv.compile({ $ref: `${schema.$id}#/definitions/${definition}` });
      elements.set(list, compiled);
      return compiled;
    },
  };
  made.set(name, schemas);
  return schemas;
}

function isDistinct(list: readonly unknown[]): boolean {
  return new Set(list.map(canonical)).size === list.length;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, one) =>
    typeof one !== 'object' || one === null || Array.isArray(one)
      ? one
      : Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}

class CycloneDxValidator implements Validator {
  readonly #schemas: Schemas;
  readonly #head: Record<string, unknown> = Object.create(null);
  readonly #seen = new Map<string, Set<string>>();
  readonly #refs = new Set<string>();
  readonly #faults: string[] = [];

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  take({ member, isElement, value }: Piece): void {
    if (!isElement) {
      this.#head[member] = value;
      if (member === 'metadata') this.#references(value, member);
      return;
    }
    const seen = this.#seen.get(member) ?? new Set<string>();
    this.#seen.set(member, seen);
    const place = `${member}[${seen.size}]`;
    const key = canonical(value);
    if (seen.has(key)) this.#say(`${place}: is the same as an earlier element.`);
    seen.add(seen.has(key) ? `${key}${seen.size}` : key);
    this.#references(value, place);
    const isValid = this.#schemas.element(member);
    if (isValid === undefined) {
      const list = this.#head[member];
      this.#head[member] = Array.isArray(list) ? [...list, value] : [value];
    } else {
      this.#head[member] ??= [];
      if (!isValid(value)) this.#say(sentenceOf(isValid.errors, place));
    }
  }

  end(): string[] {
    const { document } = this.#schemas;
    if (!document(this.#head)) this.#say(sentenceOf(document.errors, ''));
    return this.#faults;
  }

  /** What no JSON schema says: each reference may exist once. */
  #references(value: unknown, place: string): void {
    const open = [{ value, place }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (typeof next.value !== 'object' || next.value === null) continue;
      for (const [name, one] of Object.entries(next.value)) {
        const at = Array.isArray(next.value) ? `${next.place}[${name}]` : `${next.place}.${name}`;
        if (name === 'bom-ref' && typeof one === 'string') {
          if (this.#refs.has(one)) this.#say(`${at}: "${one.slice(0, 200)}" is the reference of an earlier element.`);
          this.#refs.add(one);
        } else open.push({ value: one, place: at });
      }
    }
  }

  #say(sentence: string): void {
    if (this.#faults.length < MOST_FAULTS) this.#faults.push(sentence);
  }
}

/** The fault that lies deepest, which of several alternatives is the one that was meant. */
function sentenceOf(errors: readonly ErrorObject[] | null | undefined, place: string): string {
  const depth = ({ instancePath }: ErrorObject) => instancePath.split('/').length;
  const [worst] = [...(errors ?? [])].sort((a, b) => depth(b) - depth(a));
  if (worst === undefined) return `${place}: is not what the schema wants.`;
  const path = worst.instancePath
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part.replaceAll('~1', '/').replaceAll('~0', '~')}`))
    .join('');
  const detail = Object.values(worst.params)
    .flat()
    .slice(0, 1)
    .map((one) => ` (${String(one).slice(0, 100)})`)
    .join('');
  return `${`${place}${path}`.replace(/^\./, '') || 'The document'}: ${worst.message ?? 'is wrong'}${/'/.test(worst.message ?? '') ? '' : detail}.`;
}
