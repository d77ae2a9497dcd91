// The fields of an opam file: texts in quotes, each with its filter in braces. A field in a section has a key with the
// name of the section: `url.src`.

export interface OpamItem {
  text: string;
  /** The content of the braces after it. */
  filter: string;
  line: number;
}

export interface OpamField {
  items: OpamItem[];
  line: number;
}

/** An unclosed text or comment extends to the end of the file. */
const TOKEN =
  /"""((?:[^"]|"(?!""))*)(?:""")?|"((?:[^"\\]|\\[\s\S])*)"?|([{}])|([A-Za-z_][\w-]*)\s{0,100}(:)?|#[^\n]*|\(\*[\s\S]*?(?:\*\)|$)|\n|[^\s]/g;
const MAX_FIELDS = 1000;

export function readOpam(text: string): Map<string, OpamField> {
  const fields = new Map<string, OpamField>();
  let section = '';
  let current: OpamField | undefined;
  let line = 1;
  /** Offset after the opening brace of a filter; -1 outside of a filter. */
  let filterFrom = -1;
  let depth = 0;
  for (const found of text.matchAll(TOKEN)) {
    const [whole, long, short, brace, name, colon] = found;
    if (filterFrom >= 0) {
      if (brace === '{') depth += 1;
      if (brace === '}') depth -= 1;
      if (depth === 0) {
        const item = current?.items.at(-1);
        if (item !== undefined) item.filter = text.slice(filterFrom, found.index).replace(/\s+/g, ' ').trim();
        filterFrom = -1;
      }
    } else if (brace === '{') {
      // After a text, a brace starts a filter; after a bare name, it starts a section.
      if (current !== undefined && current.items.length > 0) {
        filterFrom = found.index + 1;
        depth = 1;
      }
    } else if (brace === '}') section = '';
    else if (name !== undefined && colon === ':') {
      current = { items: [], line };
      const key = section === '' ? name : `${section}.${name}`;
      if (fields.size < MAX_FIELDS && !fields.has(key)) fields.set(key, current);
    } else if (
      name !== undefined &&
      (name === 'url' || name === 'extra-source') &&
      /^\s*("[^"]*")?\s*\{/.test(text.slice(found.index + whole.length, found.index + whole.length + 200))
    ) {
      section = name;
      current = undefined;
    } else if (long !== undefined || short !== undefined) {
      const value = long ?? (short ?? '').replace(/\\([\s\S])/g, '$1');
      current?.items.push({ text: value.replace(/\s+/g, ' ').trim(), filter: '', line });
    }
    if (whole.includes('\n')) line += whole.split('\n').length - 1;
  }
  return fields;
}
