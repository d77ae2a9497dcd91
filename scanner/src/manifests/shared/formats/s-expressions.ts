// Reads S-expressions as in dune-project and Racket's info.rkt: lists, atoms and texts. Runs nothing.
import { lastOf } from '../../../items.ts';

export interface Sexp {
  /** The text of an atom or text; '' for a list. */
  text: string;
  items: Sexp[] | undefined;
  line: number;
}

/** An unclosed text reaches to the end of the file. */
const TOKEN = /;[^\n]*|"((?:[^"\\]|\\[\s\S])*)"?|([([])|([)\]])|\n|[^\s()[\]"';`,]+|./gs;
const MAX_DEPTH = 200;

export function readSexps(text: string): Sexp[] {
  const root: Sexp[] = [];
  const open: Sexp[][] = [root];
  let line = 1;
  for (const [whole, quoted, opening, closing] of text.matchAll(TOKEN)) {
    const top = lastOf(open);
    if (opening !== undefined) {
      if (open.length > MAX_DEPTH) throw new RangeError('nested too deep');
      const items: Sexp[] = [];
      top.push({ text: '', items, line });
      open.push(items);
    } else if (closing !== undefined) {
      if (open.length > 1) open.pop();
    } else if (quoted !== undefined) top.push({ text: quoted.replace(/\\([\s\S])/g, '$1'), items: undefined, line });
    else if (!whole.startsWith(';') && /^[^\s'`,]/.test(whole)) top.push({ text: whole, items: undefined, line });
    if (whole.includes('\n')) line += whole.split('\n').length - 1;
  }
  return root;
}

/** The items after the first atom, for lists that begin with this atom. */
export function sexpsNamed(list: readonly Sexp[], name: string): Sexp[][] {
  return list.flatMap(({ items }) =>
    items?.[0]?.text === name && items[0].items === undefined ? [items.slice(1)] : [],
  );
}
