// Reads members of an object of an SBOM, and tells those that are not what the format wants. Never throws.
import { isFields, own } from '../../items.ts';
import type { Tally } from './model.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** No name, version or address needs more; a longer text would only fill the memory. */
const LONGEST_TEXT = 65_535;

export class PartFields {
  readonly #object: Fields;
  readonly #place: string;
  readonly #tally: Tally;

  constructor(object: Fields, place: string, tally: Tally) {
    this.#object = object;
    this.#place = place;
    this.#tally = tally;
  }

  text(name: string, most = LONGEST_TEXT): string {
    const value = own(this.#object, name);
    if (value === undefined || value === null) return '';
    if (typeof value === 'number' || typeof value === 'boolean') {
      this.#tally.say('repaired', this.#at(name), `"${name}" must be a text; ${String(value)} was taken as one.`);
      return String(value);
    }
    if (typeof value !== 'string') return this.#leftOut(name, 'a text', '');
    const text = value.trim();
    if (!text.isWellFormed() || text.includes('\0'))
      this.#tally.say(
        'repaired',
        this.#at(name),
        `"${name}" has characters that no text may have; they were replaced.`,
      );
    const sound = text.toWellFormed().replaceAll('\0', '\uFFFD');
    if (sound.length <= most) return sound;
    this.#tally.say(
      'repaired',
      this.#at(name),
      `"${name}" has ${sound.length} characters; the first ${most} were taken.`,
    );
    return sound.slice(0, most).toWellFormed();
  }

  object(name: string): Fields {
    const value = own(this.#object, name);
    if (value === undefined || value === null) return {};
    return isFields(value) ? value : this.#leftOut(name, 'an object', {});
  }

  objects(name: string): Fields[] {
    const value = own(this.#object, name);
    if (value === undefined || value === null) return [];
    if (isFields(value)) {
      this.#tally.say('repaired', this.#at(name), `"${name}" must be a list; its one object was taken.`);
      return [value];
    }
    if (!Array.isArray(value)) return this.#leftOut(name, 'a list of objects', []);
    const objects = value.filter(isFields);
    if (objects.length < value.length)
      this.#leftOut(name, `a list of objects alone: ${value.length - objects.length} of ${value.length} are none`, []);
    return objects;
  }

  texts(name: string): string[] {
    const value = own(this.#object, name);
    if (value === undefined || value === null) return [];
    if (typeof value === 'string') return value === '' ? [] : [value];
    if (!Array.isArray(value)) return this.#leftOut(name, 'a list of texts', []);
    const texts = value
      .filter((one) => typeof one === 'string')
      .map((one) => one.toWellFormed().replaceAll('\0', '\uFFFD'));
    if (texts.length < value.length) this.#leftOut(name, 'a list of texts alone', []);
    return texts;
  }

  /** Tools were a list once, and are an object now. */
  tools(): unknown[] | Fields {
    const value = own(this.#object, 'tools');
    return Array.isArray(value) ? value : isFields(value) ? value : [];
  }

  /** Tells the members that are not among the known ones. */
  others(known: ReadonlySet<string>, of: string): void {
    for (const name of Object.keys(this.#object))
      if (!known.has(name)) this.#tally.notUnderstood(name, of, this.#at(name));
  }

  #at(name: string): string {
    return `${this.#place}.${name}`;
  }

  #leftOut<T>(name: string, wanted: string, fallback: T): T {
    this.#tally.say('left-out', this.#at(name), `"${name}" must be ${wanted}; it was left out.`);
    return fallback;
  }
}

export const textIn = (fields: Fields, name: string): string => {
  const value = own(fields, name);
  return typeof value === 'string' ? value : '';
};

/** A sentence that the element is no object. */
export function fieldsOf(value: unknown, place: string, tally: Tally): Fields | undefined {
  if (isFields(value)) return value;
  tally.say('left-out', place, `${place} must be an object; it was left out.`);
  return undefined;
}

/** References by which a document names its parts: of two parts with one reference, the first keeps it. */
export class References {
  readonly #places = new Map<string, string>();
  readonly #tally: Tally;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** The reference, or '' if another part has it. */
  take(ref: string, place: string): string {
    if (ref === '') return '';
    const first = this.#places.get(ref);
    if (first === undefined) {
      this.#places.set(ref, place);
      return ref;
    }
    this.#tally.say(
      'contradiction',
      place,
      `"${ref.slice(0, 200)}" is already the reference of ${first}; what names it means that one.`,
    );
    return '';
  }

  has(ref: string): boolean {
    return this.#places.has(ref);
  }
}
