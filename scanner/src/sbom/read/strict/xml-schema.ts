// Reads an XML schema (XSD 1.0) into types that documents are checked by: those constructs that the published schemas of CycloneDX use. A construct that
// is not known here is an error when the schema is read, never silence. https://www.w3.org/TR/xmlschema-1/
import { own } from '../../../items.ts';
import { type Element, parseXml } from '../../../xml.ts';
import { contentModel, type Particle } from './xml-content.ts';
import type { XmlDeclaration, XmlType } from './xml-types.ts';
import { BUILT_IN, restricted, type SimpleType } from './xml-values.ts';

const NO_ATTRIBUTES: XmlType['attributes'] = new Map();

/** The declarations of the global elements by their names. Types of other schemas are given by their prefixed names. */
export function readXmlSchema(
  text: string,
  foreign: ReadonlyMap<string, SimpleType>,
): ReadonlyMap<string, XmlDeclaration> {
  const schema = parseXml(text);
  if (schema?.name !== 'schema') throw new Error('The text is no XML schema.');
  const reading = new Reading(schema, foreign);
  return new Map(named(schema, 'element').map((one) => [nameOf(one), reading.declaration(one)]));
}

/** The simple types of a schema by their names. */
export function readSimpleTypes(text: string): Map<string, SimpleType> {
  const schema = parseXml(text);
  if (schema?.name !== 'schema') throw new Error('The text is no XML schema.');
  const reading = new Reading(schema, new Map());
  return new Map(named(schema, 'simpleType').map((one) => [nameOf(one), reading.simple(one)]));
}

const named = (parent: Element, name: string) => parent.children.filter((one) => one.name === name);
const first = (parent: Element, ...names: string[]) => parent.children.find((one) => names.includes(one.name));
const nameOf = (element: Element) => element.attributes.name ?? '';
const PARTICLES = ['sequence', 'choice', 'element', 'any'];

class Reading {
  readonly #simple = new Map<string, Element>();
  readonly #complex = new Map<string, Element>();
  readonly #groups = new Map<string, Element>();
  readonly #foreign: ReadonlyMap<string, SimpleType>;
  readonly #types = new Map<string, XmlType>();

  constructor(schema: Element, foreign: ReadonlyMap<string, SimpleType>) {
    this.#foreign = foreign;
    for (const one of named(schema, 'simpleType')) this.#simple.set(nameOf(one), one);
    for (const one of named(schema, 'complexType')) this.#complex.set(nameOf(one), one);
    for (const one of named(schema, 'attributeGroup')) this.#groups.set(nameOf(one), one);
  }

  declaration(element: Element): XmlDeclaration {
    const isAnything =
      element.attributes.type === undefined && first(element, 'simpleType', 'complexType') === undefined;
    let type: XmlType | undefined;
    return {
      name: nameOf(element),
      hasDefault: element.attributes.default !== undefined,
      type: () => {
        if (!isAnything) type ??= this.#typeOf(element);
        return type;
      },
    };
  }

  #typeOf(element: Element): XmlType {
    const inner = first(element, 'complexType');
    if (inner !== undefined) return this.#complexType(inner);
    const name = element.attributes.type ?? '';
    const complex = this.#complex.get(localName(name));
    if (complex === undefined || name.startsWith('xs:')) return ofText(this.#simpleOf(element));
    const known = this.#types.get(name) ?? this.#complexType(complex);
    this.#types.set(name, known);
    return known;
  }

  #complexType(element: Element): XmlType {
    const simple = first(element, 'simpleContent');
    const extension = simple && first(simple, 'extension');
    const of = extension ?? element;
    const attributes = new Map(this.#attributes(of));
    const any = first(of, 'anyAttribute');
    const shared = { attributes, allowsOtherAttributes: any?.attributes.namespace === '##any' };
    if (extension !== undefined)
      return {
        ...shared,
        text: this.#simpleNamed(extension.attributes.base ?? ''),
        content: undefined,
        isMixed: false,
      };
    const particle = first(element, 'sequence', 'choice');
    return {
      ...shared,
      text: undefined,
      content: particle && contentModel(this.#particle(particle)),
      isMixed: element.attributes.mixed === 'true',
    };
  }

  #attributes(element: Element): [string, { type: SimpleType; isRequired: boolean }][] {
    const groups = named(element, 'attributeGroup').flatMap(({ attributes: { ref = '' } }) => {
      const group = this.#groups.get(localName(ref));
      if (group === undefined) throw new Error(`The schema has no attribute group ${ref}.`);
      return this.#attributes(group);
    });
    const own = named(element, 'attribute').map((one): [string, { type: SimpleType; isRequired: boolean }] => [
      nameOf(one),
      { type: this.#simpleOf(one), isRequired: one.attributes.use === 'required' },
    ]);
    return [...groups, ...own];
  }

  #particle(element: Element): Particle {
    const { minOccurs = '1', maxOccurs = '1' } = element.attributes;
    if (!['0', '1'].includes(minOccurs) || !['1', 'unbounded'].includes(maxOccurs))
      throw new Error(`The schema has an element that must be there ${minOccurs} to ${maxOccurs} times.`);
    const occurs = { isOptional: minOccurs === '0', isRepeated: maxOccurs === 'unbounded' };
    if (element.name === 'element') return { ...occurs, kind: 'element', declaration: this.declaration(element) };
    if (element.name === 'any') return { ...occurs, kind: 'other' };
    const parts = element.children
      .filter(({ name }) => name !== 'annotation')
      .map((one) => {
        if (!PARTICLES.includes(one.name)) throw new Error(`The schema has <${one.name}> in <${element.name}>.`);
        return this.#particle(one);
      });
    return { ...occurs, kind: element.name === 'choice' ? 'choice' : 'sequence', parts };
  }

  /** Of an element or attribute. Without a type, any text is allowed. */
  #simpleOf(element: Element): SimpleType {
    const inner = first(element, 'simpleType');
    return inner === undefined ? this.#simpleNamed(element.attributes.type ?? 'xs:string') : this.simple(inner);
  }

  #simpleNamed(name: string): SimpleType {
    if (name.startsWith('xs:')) return builtIn(name);
    const foreign = this.#foreign.get(name);
    if (foreign !== undefined) return foreign;
    const element = this.#simple.get(localName(name));
    if (element === undefined) throw new Error(`The schema has no simple type ${name}.`);
    return this.simple(element);
  }

  simple(element: Element): SimpleType {
    const restriction = first(element, 'restriction');
    if (restriction !== undefined) {
      const facets = restriction.children.filter(({ name }) => name !== 'annotation' && name !== 'simpleType');
      const { base } = restriction.attributes;
      const inner = first(restriction, 'simpleType');
      return restricted(
        inner === undefined ? this.#simpleNamed(base ?? '') : this.simple(inner),
        facets.map(({ name, attributes }) => ({ name, value: attributes.value ?? '' })),
      );
    }
    const union = first(element, 'union');
    if (union === undefined) throw new Error(`The schema has a simple type ${nameOf(element)} of an unknown kind.`);
    const members = (union.attributes.memberTypes ?? '').split(/\s+/).filter((one) => one !== '');
    const types = [
      ...members.map((one) => this.#simpleNamed(one)),
      ...named(union, 'simpleType').map((one) => this.simple(one)),
    ];
    return {
      ...{ space: 'preserve' },
      faultOf: (text) => {
        const faults = types.map((type) => type.faultOf(text));
        return faults.includes(undefined) ? undefined : faults[0];
      },
    };
  }
}

function builtIn(name: string): SimpleType {
  const type = own(BUILT_IN, name.slice(3));
  if (type === undefined) throw new Error(`The schema has the type ${name}, which is not known here.`);
  return type;
}

const ofText = (text: SimpleType): XmlType => ({
  ...{ attributes: NO_ATTRIBUTES, allowsOtherAttributes: false, content: undefined, isMixed: false, text },
});

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
