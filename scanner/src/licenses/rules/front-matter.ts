// The flat YAML at the start of rule files: scalars, block scalars and lists of scalars. A full YAML parser takes minutes for 37,000 files.
// Pure; nested mappings are not part of the format: their content is read as the text of the field.
import { itemAt } from '../../items.ts';

export type FrontMatter = Record<string, string | string[]>;

const END = /\n---[ \t]*(?:\n|$)/;

/** Fields and text of a file that begins with a front matter, and a duplicate field; undefined without a front matter. */
export function splitFrontMatter(file: string): { fields: FrontMatter; twice?: string; text: string } | undefined {
  const source = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!source.startsWith('---\n')) return undefined;
  const end = END.exec(source);
  if (!end) return undefined;
  return { ...readFields(source.slice(4, end.index + 1)), text: source.slice(end.index + end[0].length) };
}

function readFields(block: string): { fields: FrontMatter; twice?: string } {
  // A field may have the name of an inherited property.
  const fields = Object.create(null) as FrontMatter;
  let key = '';
  let twice: string | undefined;
  for (const line of block.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const field = /^([A-Za-z_][\w-]*):(?:\s+(.*)|\s*)$/.exec(line);
    if (field) {
      key = itemAt(field, 1);
      if (key in fields) twice ??= key;
      const value = (field[2] ?? '').trim();
      fields[key] = /^[|>][+-]?\d?$/.test(value) ? '' : readValue(value);
      continue;
    }
    if (key === '') continue;
    const item = /^\s*-\s+(.*)$/.exec(line);
    const present = fields[key];
    if (item && (Array.isArray(present) || present === ''))
      fields[key] = [...(Array.isArray(present) ? present : []), scalarOf(itemAt(item, 1).trim())];
    else if (Array.isArray(present)) present[present.length - 1] += ` ${line.trim()}`;
    else fields[key] = `${present ?? ''} ${line.trim()}`.trim();
  }
  return { fields, ...(twice === undefined ? {} : { twice }) };
}

/** A list in brackets, or a scalar. */
function readValue(written: string): string | string[] {
  const list = /^\[(.*)\]\s*(?:#.*)?$/.exec(written);
  if (!list) return scalarOf(written);
  return (itemAt(list, 1).match(/'(?:[^']|'')*'|"[^"]*"|[^,'"\s][^,]*/g) ?? []).map((item) => scalarOf(item.trim()));
}

/** Removes quotes and the comment after a value. */
function scalarOf(written: string): string {
  const quoted = /^(?:'((?:[^']|'')*)'|"(.*?)")\s*(?:#.*)?$/.exec(written);
  if (quoted) return quoted[1]?.replaceAll("''", "'") ?? itemAt(quoted, 2);
  return written.replace(/(?:^|\s+)#.*$/, '');
}
