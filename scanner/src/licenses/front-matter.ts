// The flat YAML that rule files begin with: scalars, block scalars and lists of scalars. A whole YAML parser takes minutes for 37,000 files.
// Pure; nested mappings are not part of the format and are skipped.

export type FrontMatter = Record<string, string | string[]>;

/** Fields and text of a file that begins with a front matter; undefined when it does not. */
export function splitFrontMatter(file: string): { fields: FrontMatter; text: string } | undefined {
  const source = file.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!source.startsWith('---\n')) return undefined;
  const end = source.indexOf('\n---', 3);
  if (end < 0) return undefined;
  const textStart = source.indexOf('\n', end + 1);
  return { fields: readFields(source.slice(4, end + 1)), text: textStart < 0 ? '' : source.slice(textStart + 1) };
}

function readFields(block: string): FrontMatter {
  const fields: FrontMatter = {};
  let key = '';
  for (const line of block.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const field = /^([A-Za-z_][\w-]*):(?:\s+(.*)|\s*)$/.exec(line);
    if (field) {
      key = field[1]!;
      const value = (field[2] ?? '').trim();
      fields[key] = /^[|>][+-]?$/.test(value) ? '' : unquoted(value);
      continue;
    }
    if (key === '') continue;
    const item = /^\s*-\s+(.*)$/.exec(line);
    const present = fields[key];
    if (item && (Array.isArray(present) || present === ''))
      fields[key] = [...(Array.isArray(present) ? present : []), unquoted(item[1]!.trim())];
    else if (Array.isArray(present)) present[present.length - 1] += ` ${line.trim()}`;
    else fields[key] = `${present ?? ''} ${line.trim()}`.trim();
  }
  return fields;
}

function unquoted(value: string): string {
  const quoted = /^(['"])(.*)\1$/.exec(value);
  return quoted ? quoted[2]! : value;
}
