// Finds the 1-based lines of entries in texts that a parser has read without positions. Every function is linear in the text and optional: it
// returns undefined for an unknown line. The parser checks whether the text is well-formed.

/**
 * Called with the keys of an entry, outermost first, and its line. The list is reused: copy it to keep it. Items of lists have their index as key.
 */
export type VisitLine = (path: readonly string[], line: number) => void;

/** Yields the lines of a text without line ends. A list of all lines would take more memory than a large text itself. */
export function* linesOf(text: string): Generator<string, void> {
  let from = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    yield text.slice(from, end);
    from = end + 1;
  }
  yield text.slice(from);
}

/** Counts lines for increasing offsets. The next line end is kept: a text of one line would be searched to its end by each call otherwise. */
export function createLineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}

/** The number of line ends in a part of a text. The search ends with the part: in a text of one line it would go on to the end each time. */
export function newlinesBetween(text: string, from: number, to: number): number {
  const part = text.slice(from, to);
  let count = 0;
  for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) count += 1;
  return count;
}

/**
 * Finds texts in their order in the file: each search begins where the last found text did. A text out of order leaves the cursor unchanged. After
 * many such searches it gives up; otherwise a hostile file would be read once for each entry.
 */
export function createLineCursor(text: string): (wanted: string) => number | undefined {
  const lineAt = createLineCounter(text);
  let from = 0;
  let budget = 8 * text.length + 1000;
  return (wanted) => {
    if (wanted === '' || budget <= 0) return undefined;
    const at = text.indexOf(wanted, from);
    budget -= (at < 0 ? text.length : at) - from;
    if (at < 0) return undefined;
    from = at;
    return lineAt(at);
  };
}

/** Visits the keys and list items of a JSON text down to `maxDepth` levels. Ignores comments (`//`, `/*`) and trailing commas. */
export function visitJsonLines(text: string, maxDepth: number, visit: VisitLine): void {
  const path: string[] = [];
  /** For each open bracket, the index of its next item; -1 for an object. */
  const open: number[] = [];
  const lineAt = createLineCounter(text);
  const token = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*|[{}[\],:]|[^\s"{}[\],:/]+|\//g;
  let isValue = false;
  const enter = (key: string, offset: number) => {
    path[open.length - 1] = key;
    path.length = open.length;
    if (open.length <= maxDepth) visit(path, lineAt(offset));
  };
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [found] = match;
    const mark = found[0];
    if (found.startsWith('//') || found.startsWith('/*')) continue;
    const top = open.length - 1;
    const index = open[top];
    if (mark === ':') isValue = true;
    else if (mark === ',' || mark === '}' || mark === ']') {
      isValue = false;
      if (mark !== ',') {
        open.pop();
        path.length = Math.max(0, open.length);
      }
    } else {
      if (index !== undefined && index >= 0) {
        if (open.length <= maxDepth) enter(String(index), match.index);
        open[top] = index + 1;
      } else if (index === -1 && !isValue && mark === '"' && open.length <= maxDepth) enter(keyOf(found), match.index);
      if (mark === '{' || mark === '[') {
        open.push(mark === '{' ? -1 : 0);
        isValue = false;
      }
    }
  }
}

/**
 * The line of each entry in one section of a JSON text, by key. Returns an object without prototype rather than a map: the parser has made copies
 * of the keys, while the keys of a map would be slices of the text and keep all of it in memory.
 */
export function jsonSectionLines(text: string, section: string): Readonly<Record<string, number>> {
  const lines = Object.create(null) as Record<string, number>;
  visitJsonLines(text, 2, ([first, key], line) => {
    if (first === section && key !== undefined) lines[key] = line;
  });
  return lines;
}

/** The same of a YAML text. */
export function yamlSectionLines(text: string, section: string): Readonly<Record<string, number>> {
  const lines = Object.create(null) as Record<string, number>;
  visitYamlLines(text, 2, ([first, key], line) => {
    if (first === section && key !== undefined) lines[key] = line;
  });
  return lines;
}

/** Tables nested deeper than in any manifest are skipped. */
const MAX_TOML_KEYS = 32;

/** Visits the tables and keys of a TOML text: `["package", "0"]` for the first `[[package]]`, `["package", "0", "name"]` for its name. */
export function visitTomlLines(text: string, visit: VisitLine): void {
  const counts = new Map<string, number>();
  let table: string[] = [];
  /** The mark that ends a text over several lines. */
  let ends = '';
  let number = 0;
  for (const raw of linesOf(text)) {
    number += 1;
    if (ends !== '') {
      if (raw.includes(ends)) ends = '';
      continue;
    }
    const line = raw.trim();
    const heading = line.startsWith('[') ? /^(\[{1,2})([^[\]]+)\]/.exec(line) : null;
    if (heading !== null) {
      table = dottedKeys(heading[2] ?? '');
      if (table.length > MAX_TOML_KEYS) table = [];
      if (heading[1] === '[[') {
        const name = table.join('\n');
        const count = counts.get(name) ?? 0;
        counts.set(name, count + 1);
        table.push(String(count));
      } else insertIndexes(table, counts);
      visit(table, number);
      continue;
    }
    const separator = /^(?:"[^"]*"|'[^']*'|[\w.-])/.test(line) ? endOfKey(line) : -1;
    if (separator > 0) visit([...table, ...dottedKeys(line.slice(0, separator))], number);
    for (const quotes of ['"""', "'''"]) if (line.split(quotes).length % 2 === 0) ends = quotes;
  }
}

/** Visits the keys of the block mappings of a YAML text. Items of lists have their index as key; flow collections are skipped. */
export function visitYamlLines(text: string, maxDepth: number, visit: VisitLine): void {
  const open: { indent: number; key: string; items: number }[] = [];
  let number = 0;
  for (const raw of linesOf(text)) {
    number += 1;
    let content = raw.trimStart();
    if (content === '' || content.startsWith('#')) continue;
    let indent = raw.length - content.length;
    for (;;) {
      const isItem = content.startsWith('- ') || content.trim() === '-';
      // A list may have the same indent as its key.
      while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= (isItem && !isIndex(open.at(-1)) ? indent + 1 : indent)) {
        const closed = open.at(-1);
        if (isItem && closed?.indent === indent && closed.items >= 0) break;
        open.pop();
      }
      if (!isItem || open.length > maxDepth) break;
      const items = open.at(-1)?.indent === indent && isIndex(open.at(-1)) ? (open.pop()?.items ?? 0) + 1 : 0;
      open.push({ indent, key: String(items), items });
      visit(
        open.map(({ key }) => key),
        number,
      );
      const inner = content.slice(1).trimStart();
      if (inner === '') break;
      indent += content.length - inner.length;
      content = inner;
    }
    const key = content.startsWith('- ') ? undefined : yamlKey(content);
    if (key === undefined || open.length >= maxDepth) continue;
    open.push({ indent, key, items: -1 });
    visit(
      open.map((level) => level.key),
      number,
    );
  }
}

function isIndex(level: { items: number } | undefined): boolean {
  return level !== undefined && level.items >= 0;
}

function yamlKey(content: string): string | undefined {
  const quote = content[0];
  if (quote === '"' || quote === "'") {
    const end = content.indexOf(quote, 1);
    return end > 0 && content[end + 1] === ':' ? content.slice(1, end) : undefined;
  }
  const colon = content.indexOf(': ');
  if (colon > 0) return content.slice(0, colon);
  const trimmed = content.trimEnd();
  return trimmed.endsWith(':') ? trimmed.slice(0, -1) : undefined;
}

function keyOf(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}

/** Position of the `=` after the key at the start of a line. */
function endOfKey(line: string): number {
  const quote = line[0];
  const from = quote === '"' || quote === "'" ? line.indexOf(quote, 1) + 1 : 0;
  return line.indexOf('=', from);
}

function dottedKeys(text: string): string[] {
  const keys: string[] = [];
  for (const [, double, single, bare] of text.matchAll(/"([^"]*)"|'([^']*)'|([^\s."']+)/g))
    keys.push(double ?? single ?? bare ?? '');
  return keys;
}

/** `[package.dependencies]` after the third `[[package]]` belongs to that package. */
function insertIndexes(table: string[], counts: ReadonlyMap<string, number>): void {
  for (let length = 1; length < table.length; length++) {
    const count = counts.get(table.slice(0, length).join('\n'));
    if (count === undefined) continue;
    table.splice(length, 0, String(count - 1));
    return;
  }
}
