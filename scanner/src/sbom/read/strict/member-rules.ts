// Rules for members of objects as a table, for formats whose published schema is not here: what must be there, and the forms of values.
import { isFields, own } from '../../../items.ts';
import { MOST_FAULTS } from './limits.ts';

export interface Rule {
  member: string;
  /** Of the text, or of each text of a list. */
  form?: RegExp;
  isOptional?: true;
  /** Its value is a list; these are the rules of its elements, if they are objects. */
  list?: readonly Rule[] | 'texts';
  /** Elements of the list may be texts as well: older versions of the format have them so. */
  orTexts?: true;
  /** Its value is an object with these members. */
  object?: readonly Rule[];
  isFlag?: true;
}

export class MemberCheck {
  readonly faults: string[] = [];
  readonly #format: string;
  readonly #isForRequired: boolean;

  /** @param isForRequired only what must be there is judged */
  constructor(format: string, isForRequired = false) {
    this.#format = format;
    this.#isForRequired = isForRequired;
  }

  object(fields: Readonly<Record<string, unknown>>, rules: readonly Rule[], place: string): void {
    for (const rule of rules) {
      if (this.#isForRequired && rule.isOptional) continue;
      const value = own(fields, rule.member);
      const at = place === '' ? rule.member : `${place}.${rule.member}`;
      if (value !== undefined) this.#value(value, rule, at);
      else if (!rule.isOptional) this.say(`${at}: is missing.`);
    }
  }

  say(sentence: string): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push(sentence);
  }

  #value(value: unknown, rule: Rule, at: string): void {
    const { form, list, isFlag, object } = rule;
    if (list !== undefined) this.#list(value, list, rule, at);
    else if (object !== undefined) {
      if (isFields(value)) this.object(value, object, at);
      else this.say(`${at}: must be an object.`);
    } else if (isFlag) {
      if (typeof value !== 'boolean') this.say(`${at}: must be true or false.`);
    } else if (typeof value !== 'string') this.say(`${at}: must be a text.`);
    else if (form && !form.test(value))
      this.say(`${at}: "${value.slice(0, 100)}" does not have the form that ${this.#format} wants.`);
  }

  #list(value: unknown, list: readonly Rule[] | 'texts', { form, orTexts }: Rule, at: string): void {
    if (!Array.isArray(value)) {
      this.say(`${at}: must be a list.`);
      return;
    }
    for (const [index, one] of value.entries()) {
      const place = `${at}[${index}]`;
      if (list === 'texts' || (orTexts && typeof one === 'string'))
        this.#value(one, { member: '', ...(form && { form }) }, place);
      else if (isFields(one)) this.object(one, list, place);
      else this.say(`${place}: must be an object.`);
    }
  }
}
