// License expressions as documents write them. Both standards take only ids of the SPDX list and `LicenseRef-`s that the document describes.
import { licensesOf, parseSpdxExpression, remembered } from '../../expressions/index.ts';
import { firstOf } from '../../items.ts';

export const NOASSERTION = 'NOASSERTION';

/** An expression in canonical form, and its licenses without exceptions. There are none when it is invalid or has a name off the SPDX list. */
export const readExpression = remembered((text: string): { canonical: string; ids: readonly string[] } => {
  const parsed = parseSpdxExpression(text);
  if (parsed === undefined || parsed.unknown.length > 0) return { canonical: text, ids: [] };
  const ids = licensesOf(parsed.expression).map((term) => firstOf(term.split(' WITH ')));
  return { canonical: parsed.expression, ids: [...new Set(ids)] };
});

/** A license of another document. A reference would need that document's address and digest, which are unknown. */
const ELSEWHERE = /DocumentRef-([A-Za-z0-9.-]+):(?=LicenseRef-)/g;

/** The ids of an expression, or one id, in a form that this document may use. */
const local = (expression: string): string => expression.replace(ELSEWHERE, 'LicenseRef-DocumentRef-$1-');

/** The licenses off the SPDX list that a document names, so that it can describe them at its end. */
export class LicenseRefs {
  /** Ids in this document, and the names as written. */
  readonly #written = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  /** An id in a form that this document may use. */
  told(id: string): string {
    const here = local(id);
    if (here.startsWith('LicenseRef-')) this.#written.set(here, id);
    return here;
  }

  /** A valid expression; NOASSERTION for anything else. */
  expression(text: string): string {
    const { canonical, ids } = readExpression(text);
    if (ids.length === 0) return NOASSERTION;
    for (const id of ids) this.told(id);
    return local(canonical);
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
        name: id.slice('LicenseRef-'.length),
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
