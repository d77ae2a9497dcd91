// Whether a document keeps the model of SPDX 3.0.1 (spdx-3-model.ts): classes, members and their values, and that everything it names is there.
import { isFields, own, present } from '../../../items.ts';
import type { Piece } from '../../../json-pieces.ts';
import type { Validator } from '../model.ts';
import { MOST_FAULTS } from './limits.ts';
import { CLASSES, ENUMERATIONS, INDIVIDUALS } from './spdx-3-model.ts';
import { BUILT_IN } from './xml-values.ts';

const CONTEXT = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
const IRI = /^(?!_:)[^\s:]+:\S+$/;
const BLANK = /^_:\S+$/;
const VERSION = /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}(?:-[\dA-Za-z.-]+)?(?:\+[\dA-Za-z.-]+)?$/;
/** Of objects that are written inside of others. */
const MOST_DEPTH = 50;
/** Addresses that name things of the model and listed licenses: the maker of the standard describes them. */
const KNOWN_ELSEWHERE = /^https?:\/\/(?:www\.)?spdx\.org\/(?:licenses|rdf\/3\.[\d.]+\/terms)\//;

interface Member {
  isRequired: boolean;
  /** Undefined for a single value. */
  least: number | undefined;
  kind: string;
}

const KINDS: Readonly<Record<string, { what: string; isIt(value: unknown): boolean }>> = {
  text: { what: 'a text', isIt: (value) => typeof value === 'string' },
  flag: { what: 'true or false', isIt: (value) => typeof value === 'boolean' },
  time: {
    what: 'a time like 2026-01-31T12:00:00Z',
    isIt: (value) =>
      typeof value === 'string' &&
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) &&
      BUILT_IN.dateTime?.faultOf(value) === undefined,
  },
  version: {
    what: 'a version of three numbers',
    isIt: (value) => typeof value === 'string' && value.length < 200 && VERSION.test(value),
  },
  media: {
    what: 'a media type like text/plain',
    isIt: (value) => typeof value === 'string' && /^[^/]+\/[^/]+$/.test(value),
  },
  number: {
    what: 'a number',
    isIt: (value) => typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d*)?$/.test(value)),
  },
  count: { what: 'a whole number from 0', isIt: (value) => Number.isSafeInteger(value) && Number(value) >= 0 },
  positive: { what: 'a whole number from 1', isIt: (value) => Number.isSafeInteger(value) && Number(value) >= 1 },
};

const membersOf = new Map<string, ReadonlyMap<string, Member>>();

function membersIn(name: string): ReadonlyMap<string, Member> {
  const known = membersOf.get(name);
  if (known !== undefined) return known;
  const { is, members = [] } = present(CLASSES[name], `class ${name}`);
  const made = new Map(is === undefined ? [] : membersIn(is));
  for (const text of members) {
    const [, member = '', signs = '', kind = ''] = /^(\w+)([!*+]*) (\S+)$/.exec(text) ?? [];
    const least = signs === '*' ? 0 : signs.startsWith('+') ? signs.length : undefined;
    made.set(member, { isRequired: signs !== '' && signs !== '*', least, kind });
  }
  membersOf.set(name, made);
  return made;
}

function isA(name: string, of: string): boolean {
  for (let at: string | undefined = name; at !== undefined; at = own(CLASSES, at)?.is) if (at === of) return true;
  return false;
}

interface Named {
  id: string;
  of: string;
  place: string;
}

export class Spdx3Validator implements Validator {
  readonly #faults: string[] = [];
  readonly #head: Record<string, unknown> = Object.create(null);
  /** Classes of what was described, by ids. */
  readonly #classes = new Map<string, string>();
  /** Named before they were described. */
  readonly #open: Named[] = [];
  readonly #external = new Set<string>();
  readonly #prefixes: string[] = [];
  #count = 0;
  #documents = 0;

  take({ member, isElement, value }: Piece): void {
    if (!isElement) this.#head[member] = value;
    else if (member === '@graph') this.#object(value, `@graph[${this.#count++}]`, undefined, 0);
  }

  end(): string[] {
    if (own(this.#head, '@context') !== CONTEXT) this.#say('@context', `must be "${CONTEXT}"`);
    const { '@context': _, ...rest } = this.#head;
    // A document of one element needs no graph.
    if (this.#count === 0 && own(rest, 'type') !== undefined) this.#object(rest, '', undefined, 0);
    else {
      if (this.#count === 0) this.#say('@graph', 'must have at least one element');
      for (const name of Object.keys(rest)) if (name !== '@graph') this.#say(name, 'is not a member of a document');
    }
    if (this.#documents > 1) this.#say('@graph', `has ${this.#documents} SpdxDocuments, and may have one`);
    for (const one of this.#open) this.#resolve(one);
    return this.#faults;
  }

  /** An object of the graph, or one written in the place where it is named: then it must be of the class `of`. */
  #object(value: unknown, place: string, of: string | undefined, depth: number): void {
    if (!isFields(value)) {
      this.#say(place, 'must be an object');
      return;
    }
    if (depth > MOST_DEPTH) {
      this.#say(place, `is nested deeper than ${MOST_DEPTH}`);
      return;
    }
    const type = own(value, 'type');
    if (typeof type !== 'string') {
      this.#say(`${place}.type`, type === undefined ? 'is missing' : 'must be a text');
      return;
    }
    // Extensions are classes that others define.
    if (of === 'extension_Extension' && own(CLASSES, type) === undefined) {
      if (!IRI.test(type)) this.#say(`${place}.type`, `"${type.slice(0, 100)}" must be an address`);
      return;
    }
    const known = own(CLASSES, type);
    if (known === undefined || known.isAbstract) {
      this.#say(`${place}.type`, `"${type.slice(0, 100)}" is no class of SPDX 3.0.1 that something can have`);
      return;
    }
    if (of !== undefined && !isA(type, of)) this.#say(`${place}.type`, `"${type}" is no ${of}`);
    this.#identify(value, type, place);
    this.#members(value, type, place, depth);
    if (type === 'SpdxDocument') this.#documents++;
  }

  #identify(value: Readonly<Record<string, unknown>>, type: string, place: string): void {
    const isElement = isA(type, 'Element');
    const name = isElement ? 'spdxId' : '@id';
    const id = own(value, name);
    if (id === undefined) {
      if (isElement) this.#say(`${place}.spdxId`, 'is missing');
      return;
    }
    if (typeof id !== 'string' || !(IRI.test(id) || (!isElement && BLANK.test(id)))) {
      this.#say(`${place}.${name}`, `"${String(id).slice(0, 100)}" is no address of an element`);
      return;
    }
    if (this.#classes.has(id))
      this.#say(`${place}.${name}`, `"${id.slice(0, 200)}" is the ${name} of an earlier element`);
    this.#classes.set(id, type);
  }

  #members(value: Readonly<Record<string, unknown>>, type: string, place: string, depth: number): void {
    const members = membersIn(type);
    const idMember = isA(type, 'Element') ? 'spdxId' : '@id';
    for (const [name, one] of Object.entries(value)) {
      if (name === 'type' || name === idMember) continue;
      const member = members.get(name);
      const at = `${place}.${name.slice(0, 100)}`.replace(/^\./, '');
      if (member === undefined) this.#say(at, `is no member of ${type}`);
      else this.#member(one, member, at, depth);
    }
    for (const [name, { isRequired }] of members)
      if (isRequired && own(value, name) === undefined) this.#say(`${place}.${name}`.replace(/^\./, ''), 'is missing');
    const { relationship, oneOf } = present(CLASSES[type], `class ${type}`);
    const stated = own(value, 'relationshipType');
    if (relationship !== undefined && typeof stated === 'string' && stated !== relationship)
      this.#say(`${place}.relationshipType`, `must be "${relationship}" in a ${type}`);
    if (oneOf?.every((name) => own(value, name) === undefined))
      this.#say(place, `must have one of ${oneOf.map((name) => `"${name}"`).join(' and ')}`);
    this.#noteExternal(value, type);
  }

  #noteExternal(value: Readonly<Record<string, unknown>>, type: string): void {
    if (type === 'ExternalMap') this.#external.add(String(own(value, 'externalSpdxId')));
    if (type === 'NamespaceMap') this.#prefixes.push(`${String(own(value, 'prefix'))}:`);
  }

  #member(value: unknown, { least, kind }: Member, place: string, depth: number): void {
    if (least === undefined) {
      if (Array.isArray(value)) this.#say(place, 'must be one value, not a list');
      else this.#value(value, kind, place, depth);
      return;
    }
    if (!Array.isArray(value)) {
      this.#say(place, 'must be a list');
      return;
    }
    if (value.length < least) this.#say(place, `must have at least ${least} ${least === 1 ? 'value' : 'values'}`);
    for (const [at, one] of value.entries()) this.#value(one, kind, `${place}[${at}]`, depth);
  }

  #value(value: unknown, kind: string, place: string, depth: number): void {
    if (kind.startsWith('>')) {
      this.#named(value, kind.slice(1), place, depth);
      return;
    }
    const enumeration = own(ENUMERATIONS, kind);
    if (enumeration !== undefined) {
      if (typeof value !== 'string' || !enumeration.has(value))
        this.#say(place, `"${String(value).slice(0, 100)}" is none of the values of SPDX 3.0.1`);
      return;
    }
    const { what, isIt } = present(KINDS[kind], `kind ${kind}`);
    if (!isIt(value)) this.#say(place, `must be ${what}`);
  }

  #named(value: unknown, of: string, place: string, depth: number): void {
    if (typeof value !== 'string') {
      this.#object(value, place, of, depth + 1);
      return;
    }
    const named = { id: value, of, place };
    if (this.#classes.has(value)) this.#resolve(named);
    else this.#open.push(named);
  }

  #resolve({ id, of, place }: Named): void {
    const type = this.#classes.get(id) ?? own(INDIVIDUALS, id);
    if (type !== undefined) {
      // "None" and "no assertion" stand for elements of any class.
      if (!isA(type, of) && own(INDIVIDUALS, id) !== 'Element') this.#say(place, `names a ${type}, which is no ${of}`);
    } else if (!this.#isElsewhere(id))
      this.#say(
        place,
        `"${id.slice(0, 200)}" is neither described in the document nor named as an external element ("import")`,
      );
  }

  #isElsewhere(id: string): boolean {
    return this.#external.has(id) || KNOWN_ELSEWHERE.test(id) || this.#prefixes.some((prefix) => id.startsWith(prefix));
  }

  #say(place: string, fault: string): void {
    if (this.#faults.length < MOST_FAULTS)
      this.#faults.push(`${place.replace(/^\./, '') || 'The document'}: ${fault}.`);
  }
}
