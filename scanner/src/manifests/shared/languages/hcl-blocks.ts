// Reads the blocks of HCL, the language of Terraform, with values that are plain texts. Expressions are skipped.
// Format: https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md
import { linesOf } from '../formats/lines.ts';

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
  return [...eachHclBlock(text)];
}

/** The outermost blocks one by one, because all blocks of a long lockfile take several times the memory of its text. */
export function* eachHclBlock(text: string): Generator<HclBlock, void, undefined> {
  const top: HclBlock = newBlock('', [], 1);
  const open: HclBlock[] = [top];
  let list: string[] | undefined;
  let number = 0;
  for (const raw of linesOf(text)) {
    number += 1;
    const line = withoutComment(raw).trim();
    const block = open.at(-1) ?? top;
    if (list !== undefined) {
      for (const [, item = ''] of line.matchAll(/"([^"]{0,1000})"/g)) if (list.length < MAX_LIST) list.push(item);
      if (line.includes(']')) list = undefined;
      continue;
    }
    const inner = openingOf(line, number);
    if (inner !== undefined) {
      if (open.length < MAX_DEPTH) block.blocks.push(inner.block);
      if (!inner.isClosed && open.length < MAX_DEPTH) open.push(inner.block);
    } else {
      list = addAttribute(block, line);
      if (line === '}' && open.length > 1) open.pop();
    }
    if (open.length === 1) yield* top.blocks.splice(0);
  }
  yield* top.blocks;
}

function openingOf(line: string, number: number): { block: HclBlock; isClosed: boolean } | undefined {
  const opening = /^([\w-]{1,100})((?:[ \t]+"[^"]{0,500}")*)[ \t]*=?[ \t]*\{(.*)$/.exec(line);
  if (opening === null) return undefined;
  const [, type = '', quoted = '', rest = ''] = opening;
  const labels = [...quoted.matchAll(/"([^"]*)"/g)].map(([, label]) => label ?? '');
  const block = newBlock(type, labels, number);
  for (const [, name = '', value = ''] of rest.matchAll(/([\w-]{1,100})\s*=\s*"([^"]{0,1000})"/g))
    block.values.set(name, value);
  return { block, isClosed: rest.includes('}') };
}

/** Returns the list that goes on in the next line. */
function addAttribute(block: HclBlock, line: string): string[] | undefined {
  const attribute = /^([\w-]{1,100})[ \t]*=[ \t]*(.*)$/.exec(line);
  if (attribute === null) return undefined;
  const [, name = '', value = ''] = attribute;
  const plain = /^"([^"]{0,2000})"/.exec(value)?.[1];
  if (plain !== undefined) block.values.set(name, plain);
  else if (value.startsWith('[')) {
    const items = [...value.matchAll(/"([^"]{0,1000})"/g)].map(([, item]) => item ?? '');
    block.lists.set(name, items);
    return value.includes(']') ? undefined : items;
  } else block.others.add(name);
  return undefined;
}

export function newBlock(type: string, labels: string[], line: number): HclBlock {
  return { type, labels, line, values: new Map(), lists: new Map(), others: new Set(), blocks: [] };
}

function withoutComment(line: string): string {
  const text = line.slice(0, 10_000);
  return /^\s*(#|\/\/)/.test(text) ? '' : text;
}
