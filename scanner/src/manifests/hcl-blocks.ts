// Reads the blocks of HCL, the language of Terraform, with values that are plain texts. Expressions are skipped.
// Format: https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md
export interface HclBlock {
  /** `provider`, or the name of an attribute whose value is an object. */
  type: string;
  labels: string[];
  /** 1-based. */
  line: number;
  values: Map<string, string>;
  /** The first text of a list, by the name of its attribute. */
  lists: Map<string, string[]>;
  /** The names of attributes with other values, such as references. */
  others: Set<string>;
  blocks: HclBlock[];
}

const MAX_DEPTH = 50;
const MAX_LIST = 1000;

export function readHclBlocks(text: string): HclBlock[] {
  const top: HclBlock = newBlock('', [], 1);
  const open: HclBlock[] = [top];
  let list: string[] | undefined;
  text.split('\n').forEach((raw, i) => {
    const line = withoutComment(raw).trim();
    const block = open.at(-1) ?? top;
    if (list !== undefined) {
      for (const [, item = ''] of line.matchAll(/"([^"]{0,1000})"/g)) if (list.length < MAX_LIST) list.push(item);
      if (line.includes(']')) list = undefined;
      return;
    }
    const opening = /^([\w-]{1,100})((?:[ \t]+"[^"]{0,500}")*)[ \t]*=?[ \t]*\{(.*)$/.exec(line);
    if (opening !== null) {
      const labels = [...(opening[2] ?? '').matchAll(/"([^"]*)"/g)].map(([, label]) => label ?? '');
      const inner = newBlock(opening[1] ?? '', labels, i + 1);
      if (open.length < MAX_DEPTH) block.blocks.push(inner);
      const rest = opening[3] ?? '';
      for (const [, name = '', value = ''] of rest.matchAll(/([\w-]{1,100})\s*=\s*"([^"]{0,1000})"/g))
        inner.values.set(name, value);
      if (!rest.includes('}') && open.length < MAX_DEPTH) open.push(inner);
      return;
    }
    const attribute = /^([\w-]{1,100})[ \t]*=[ \t]*(.*)$/.exec(line);
    if (attribute !== null) {
      const [, name = '', value = ''] = attribute;
      const plain = /^"([^"]{0,2000})"/.exec(value)?.[1];
      if (plain !== undefined) block.values.set(name, plain);
      else if (value.startsWith('[')) {
        const items = [...value.matchAll(/"([^"]{0,1000})"/g)].map(([, item]) => item ?? '');
        block.lists.set(name, items);
        if (!value.includes(']')) list = items;
      } else block.others.add(name);
    }
    if (line === '}' && open.length > 1) open.pop();
  });
  return top.blocks;
}

export function newBlock(type: string, labels: string[], line: number): HclBlock {
  return { type, labels, line, values: new Map(), lists: new Map(), others: new Set(), blocks: [] };
}

function withoutComment(line: string): string {
  const text = line.slice(0, 10_000);
  return /^\s*(#|\/\/)/.test(text) ? '' : text;
}
