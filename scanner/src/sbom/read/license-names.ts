// Licenses off the SPDX list by the names that a document gives them. `LicenseRef-5` means another license in each document.
import { licenseRef } from '../../expressions/index.ts';

/** Ids that say nothing by themselves: a number, a digest, or the id that our writer makes for a name (write/licenses.ts). */
const SAYS_NOTHING = /^LicenseRef-(?:named-.+|\d+|[0-9a-f]{8,})$/i;
/** Not those of other documents. */
const OWN_REFERENCES = /(?<![:\w.-])LicenseRef-[A-Za-z0-9.-]+/g;
const LONGEST_NAME = 255;

export class LicenseNames {
  readonly #names = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  add(id: string, name: string): void {
    const said = name.trim().slice(0, LONGEST_NAME).toWellFormed();
    if (SAYS_NOTHING.test(id) && !/^(?:NOASSERTION|NONE|)$/.test(said)) this.#names.set(id, said);
  }

  /** The first text of an id counts. */
  addText(id: string, text: string): void {
    if (id !== '' && !/^\s*(?:NOASSERTION|NONE|)\s*$/.test(text) && !this.#texts.has(id)) this.#texts.set(id, text);
  }

  /** By the words that stand for the licenses in expressions; undefined if there are none. Call it when all names are known. */
  texts(): Map<string, string> | undefined {
    if (this.#texts.size === 0) return undefined;
    return new Map(
      [...this.#texts].flatMap(([id, text]) => [[this.in(id), text] as const, [this.#inExpression(id), text] as const]),
    );
  }

  /** The expression with the names in the place of ids that say nothing. */
  in(expression: string): string {
    if (this.#names.size === 0) return expression;
    const alone = this.#names.get(expression.trim());
    if (alone !== undefined) return alone;
    return expression.replace(OWN_REFERENCES, (id) => this.#inExpression(id));
  }

  #inExpression(id: string): string {
    const name = this.#names.get(id);
    if (name === undefined) return id;
    return /^[A-Za-z0-9][\w.+-]*$/.test(name) ? name : licenseRef(name);
  }
}
