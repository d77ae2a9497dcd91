// License expressions as documents write them. Both standards take only ids of the SPDX list and `LicenseRef-`s that the document describes.
import { createHash } from 'node:crypto';
import {
  type LicenseExpression,
  licenseRef,
  parseExpression,
  printExpression,
  readExpression,
  termText,
} from '../../expressions/index.ts';

export const NOASSERTION = 'NOASSERTION';

/** A license of another document. A reference would need that document's address and digest, which are unknown. */
const ELSEWHERE = /DocumentRef-([A-Za-z0-9.-]+):(?=LicenseRef-)/g;

/** The ids of an expression, or one id, in a form that this document may use. */
const local = (expression: string): string => expression.replace(ELSEWHERE, 'LicenseRef-DocumentRef-$1-');

/** The licenses off the SPDX list that a document names, so that it can describe them at its end. */
export class LicenseRefs {
  /** Ids in this document, and the names as written. */
  readonly #written = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  /** Of ids that were made for them. */
  readonly #names = new Map<string, string>();

  /** An id in a form that this document may use. */
  told(id: string): string {
    const here = local(id);
    if (here.startsWith('LicenseRef-')) this.#written.set(here, id);
    return here;
  }

  /** A valid expression; names of licenses get ids, under which the document describes them. NOASSERTION for nothing. */
  expression(text: string): string {
    const said = text.trim().toWellFormed();
    if (/^(?:NOASSERTION|NONE|)$/i.test(said)) return NOASSERTION;
    const { canonical, ids } = readExpression(said);
    if (ids.length === 0) return this.#ofNames(said);
    for (const id of ids) this.told(id);
    return local(canonical);
  }

  #ofNames(said: string): string {
    const tree = parseExpression(said);
    return tree === undefined ? this.#named(said) : printExpression(this.#described(tree));
  }

  #described(tree: LicenseExpression): LicenseExpression {
    if (!('license' in tree)) return { ...tree, parts: tree.parts.map((part) => this.#described(part)) };
    const term = termText(tree);
    const { canonical, ids } = readExpression(term);
    if (ids.length === 0) return { license: this.#named(term) };
    for (const id of ids) this.told(id);
    return { license: local(canonical) };
  }

  #named(name: string): string {
    const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
    const id = `${licenseRef(`named-${name.slice(0, 60)}`)}-${digest}`;
    this.#written.set(id, id);
    this.#names.set(id, name);
    this.#texts.set(id, `Only the name of this license is known: ${name}`);
    return id;
  }

  /** A text as found describes the only license that was recognised in it. The first one counts. */
  found(expressions: readonly string[], text: string): void {
    const [only, ...more] = expressions;
    if (only === undefined || more.length > 0 || !/^LicenseRef-[A-Za-z0-9.-]+$/.test(only)) return;
    if (!this.#texts.has(only)) this.#texts.set(only, text);
  }

  /** In the order of the ids. */
  described(): { id: string; name: string; text: string }[] {
    return [...this.#written]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, written]) => ({
        id,
        name: this.#names.get(id) ?? id.slice('LicenseRef-'.length),
        text: this.#texts.get(id) ?? describeLicenseRef(id, written),
      }));
  }
}

function describeLicenseRef(id: string, written: string): string {
  const text =
    written === id
      ? `Its text, or the words that name it, are in the files that list ${id}.`
      : `It is written as ${written}: a license of another SPDX document. Only this name is known.`;
  return `This license is not on the SPDX License List. ${text}`;
}
