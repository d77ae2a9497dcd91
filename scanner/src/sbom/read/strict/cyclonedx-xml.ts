// Whether a CycloneDX document in XML keeps the published XML schema of its version, element by element while it is parsed.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Element } from '../../../xml.ts';
import { MOST_FAULTS } from './limits.ts';
import { readSimpleTypes, readXmlSchema } from './xml-schema.ts';
import type { Position, XmlDeclaration, XmlType } from './xml-types.ts';

const VERSIONS = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7'];
const FOLDER = '@cyclonedx/cyclonedx-library/res/schema/';

const schemas = new Map<string, ReadonlyMap<string, XmlDeclaration>>();

function schemaOf(version: string): ReadonlyMap<string, XmlDeclaration> {
  const known = schemas.get(version);
  if (known !== undefined) return known;
  const folder = createRequire(import.meta.url)
    .resolve('@cyclonedx/cyclonedx-library/package.json')
    .replace('@cyclonedx/cyclonedx-library/package.json', FOLDER);
  const textOf = (name: string) => readFileSync(`${folder}${name}.SNAPSHOT.xsd`, 'utf8');
  const licenses = [...readSimpleTypes(textOf('spdx'))].map(([name, type]) => [`spdx:${name}`, type] as const);
  const schema = readXmlSchema(textOf(`bom-${version}`), new Map(licenses));
  schemas.set(version, schema);
  return schema;
}

interface Open {
  /** Undefined in elements of other namespaces, and below a fault. */
  type: XmlType | undefined;
  declaration: XmlDeclaration | undefined;
  at: Position | undefined;
  /** How many children of each name there are. */
  counts: Map<string, number>;
  path: string;
}

const OUTSIDE = { type: undefined, declaration: undefined, at: undefined };

/** What the schema says in words, as its language could not: the last word of a path, and what must be true there. */
const RULES: readonly {
  element: string;
  isKept(element: Element, names: ReadonlySet<string>): boolean;
  fault: string;
}[] = [
  {
    element: 'component',
    isKept: ({ attributes }, names) =>
      !names.has('versionRange') || /^\s*(?:true|1)\s*$/.test(attributes.isExternal ?? ''),
    fault: 'may have a "versionRange" only if "isExternal" is true',
  },
  {
    element: 'citation',
    isKept: (_, names) => names.has('attributedTo') || names.has('process'),
    fault: 'must have "attributedTo" or "process"',
  },
];

export class CycloneDxXmlValidator {
  readonly #open: Open[] = [];
  readonly #refs = new Set<string>();
  readonly #faults: string[] = [];

  open(element: Element): void {
    const parent = this.#open.at(-1);
    this.#open.push(parent === undefined ? this.#root(element) : this.#inside(parent, element));
    this.#attributes(element);
  }

  #root(element: Element): Open {
    const version = (element.namespace ?? '').split('/').at(-1) ?? '';
    const here = { ...OUTSIDE, counts: new Map<string, number>(), path: element.name };
    if (!VERSIONS.includes(version)) {
      this.#say(here, `the version "${version.slice(0, 20)}" is none of ${VERSIONS.join(', ')}`);
      return here;
    }
    const declaration = schemaOf(version).get(element.name);
    return { ...here, declaration, type: declaration?.type() };
  }

  #inside(parent: Open, { name, line }: Element): Open {
    const count = (parent.counts.get(name) ?? 0) + 1;
    parent.counts.set(name, count);
    const here = { ...OUTSIDE, counts: new Map<string, number>(), path: `${parent.path}/${name}[${count}]` };
    const { type } = parent;
    if (type === undefined) return here;
    const isOther = name.includes(':') || name.startsWith('{');
    const places = parent.at?.next ?? type.content?.first ?? new Set<Position>();
    const at = [...places].find(({ declaration }) =>
      declaration === undefined ? isOther && !name.startsWith('{}') : declaration.name === name,
    );
    if (at === undefined) {
      this.#say(here, `is not expected here (line ${line}); expected ${wordsFor(places)}`);
      // Where the order is lost, what follows would be told as wrong as well.
      parent.type = undefined;
      return here;
    }
    parent.at = at;
    return { ...here, declaration: at.declaration, type: at.declaration?.type() };
  }

  #attributes(element: Element): void {
    const here = this.#open.at(-1);
    if (here?.type === undefined) return;
    const { attributes, allowsOtherAttributes } = here.type;
    for (const [name, value] of Object.entries(element.attributes)) {
      const declared = attributes.get(name);
      const fault = declared?.type.faultOf(value);
      if (declared === undefined && !allowsOtherAttributes)
        this.#say(here, `has an attribute "${name.slice(0, 60)}", which the schema does not allow`);
      else if (fault !== undefined) this.#say({ path: `${here.path}/@${name}` }, fault);
    }
    for (const [name, { isRequired }] of attributes)
      if (isRequired && element.attributes[name] === undefined) this.#say(here, `has no attribute "${name}"`);
    const ref = element.attributes['bom-ref'];
    if (ref === undefined) return;
    if (this.#refs.has(ref))
      this.#say({ path: `${here.path}/@bom-ref` }, `"${ref.slice(0, 200)}" is the reference of an earlier element`);
    this.#refs.add(ref);
  }

  close(element: Element): void {
    const here = this.#open.pop();
    if (here?.type === undefined) return;
    const { content, text, isMixed } = here.type;
    if (text !== undefined) {
      const isDefault = element.text === '' && here.declaration?.hasDefault === true;
      const fault = isDefault ? undefined : text.faultOf(element.text);
      if (fault !== undefined) this.#say(here, `${fault} (line ${element.line})`);
      return;
    }
    if (!isMixed && element.text.trim() !== '')
      this.#say(here, `has the text "${element.text.trim().slice(0, 60)}", and may have elements alone`);
    const isComplete = here.at === undefined ? content?.isOptional !== false : content?.last.has(here.at);
    if (isComplete === false)
      this.#say(here, `is not complete (line ${element.line}); missing ${wordsFor(here.at?.next ?? content?.first)}`);
    for (const rule of RULES)
      if (element.name === rule.element && !rule.isKept(element, new Set(here.counts.keys())))
        this.#say(here, rule.fault);
  }

  /** Sentences that name the paths. */
  end(): string[] {
    return this.#faults;
  }

  #say({ path }: { path: string }, fault: string): void {
    if (this.#faults.length < MOST_FAULTS) this.#faults.push(`${path}: ${fault}.`);
  }
}

function wordsFor(places: ReadonlySet<Position> = new Set()): string {
  const names = [...places].flatMap(({ declaration }) => (declaration ? [declaration.name] : []));
  return names.length === 0 ? 'nothing' : [...new Set(names)].slice(0, 8).join(', ');
}
