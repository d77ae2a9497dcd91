// Reads the members of an object of a foreign document, and reports those that it could not read.
import { shorten, storableText } from './foreign-text.ts';
import { isFields, own } from './items.ts';

/** Something that was left out or changed, and the reason. */
export interface DataIssue {
  code: string;
  /** The place in the document, or the file. */
  path: string;
  message: string;
}

export interface Issues {
  push(issue: DataIssue): void;
}

export type Members = Readonly<Record<string, unknown>>;

/** Reads members of one object, and reports those that it could not read. */
export class MemberReader {
  readonly #object: Members;
  readonly #place: string;
  readonly #issues: Issues;

  constructor(object: Members, place: string, issues: Issues) {
    this.#object = object;
    this.#place = place;
    this.#issues = issues;
  }

  text(name: string, most = 65_535, fallback = ''): string {
    const value = own(this.#object, name);
    if (value === undefined || value === null) return fallback;
    if (typeof value !== 'string') return this.#refuse(name, 'a text', fallback);
    const text = storableText(value);
    if (text.length <= most) return text;
    this.#say('shortened', name, `is longer than ${most} characters, and was cut`);
    return shorten(text, most);
  }

  flag(name: string): boolean {
    const value = own(this.#object, name);
    if (typeof value === 'boolean' || value === undefined || value === null) return value === true;
    return this.#refuse(name, 'true or false', false);
  }

  choice<T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const value = own(this.#object, name);
    if (value === undefined || value === null) return fallback;
    const found = choices.find((one) => one === value);
    return found ?? this.#refuse(name, `one of ${choices.join(', ')}`, fallback);
  }

  texts(name: string): string[] {
    const value = own(this.#object, name);
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) return this.#refuse(name, 'a list of texts', []);
    const texts = value.filter((one) => typeof one === 'string').map(storableText);
    if (texts.length < value.length) this.#refuse(name, 'a list of texts alone', undefined);
    return texts;
  }

  object(name: string): Members {
    const value = own(this.#object, name);
    if (value === undefined || value === null) return {};
    return isFields(value) ? value : this.#refuse(name, 'an object', {});
  }

  objects(name: string): Members[] {
    const value = own(this.#object, name);
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) return this.#refuse(name, 'a list of objects', []);
    return value.filter(isFields);
  }

  #refuse<T>(name: string, wanted: string, fallback: T): T {
    this.#say('wrong-value', name, `must be ${wanted}; it was left out`);
    return fallback;
  }

  #say(code: string, name: string, what: string): void {
    this.#issues.push({
      code,
      path: `${this.#place}.${name}`,
      message: `The member "${name}" of ${this.#place} ${what}.`,
    });
  }
}
