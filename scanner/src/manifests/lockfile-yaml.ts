// Reads the YAML that package managers write into lockfiles: block mappings and lists, quoted and plain texts, flow collections within a line.
// A general YAML parser takes seconds for a lockfile of 20,000 packages; this takes milliseconds, and has no anchors that could multiply.
// Values are texts only; other forms are reported and skipped.
import { linesOf } from './lines.ts';
import type { Problems } from './problems.ts';

type YamlValue = string | YamlValue[] | YamlFields;
export interface YamlFields {
  [key: string]: YamlValue;
}

interface Line {
  indent: number;
  text: string;
  number: number;
}

const MAX_DEPTH = 64;

/** Fields that inherit nothing. `Object.create(null)` makes such ones too, which take four times the memory. */
class Fields {
  [key: string]: YamlValue;
}
Object.setPrototypeOf(Fields.prototype, null);
Reflect.deleteProperty(Fields.prototype, 'constructor');

export function parseLockfileYaml(text: string, problems: Problems): YamlFields {
  const reader = createReader(text, problems);
  const first = reader.peek();
  if (first === undefined) return {};
  const value = block(reader, first.indent, 0, problems);
  const rest = reader.peek();
  if (rest !== undefined)
    problems.add(`Line ${rest.number} is indented less than what it should belong to; the rest was left out.`);
  return typeof value === 'string' || Array.isArray(value) ? {} : value;
}

interface Reader {
  peek(): Line | undefined;
  next(): void;
  /** Takes the dash from the current line: what follows it is indented as the rest of its list item. */
  enterItem(): void;
  /** The raw lines deeper than `indent`, for texts over several lines. */
  rawBelow(indent: number): string[];
}

function createReader(text: string, problems: Problems): Reader {
  const lines = linesOf(text);
  let number = 0;
  let current: Line | undefined;
  const advance = () => {
    current = undefined;
    while (current === undefined) {
      const next = lines.next();
      if (next.done === true) return;
      number += 1;
      const raw = next.value.endsWith('\r') ? next.value.slice(0, -1) : next.value;
      const content = raw.trimStart();
      if (content === '' || content.startsWith('#') || raw === '---' || raw.startsWith('%')) continue;
      if (raw.startsWith('\t')) problems.add(`Line ${number} is indented by a tab.`);
      current = { indent: raw.length - content.length, text: content.trimEnd(), number };
    }
  };
  advance();
  return {
    peek: () => current,
    next: advance,
    enterItem() {
      if (current === undefined) return;
      const content = current.text.slice(1).trimStart();
      current = { ...current, indent: current.indent + current.text.length - content.length, text: content };
    },
    rawBelow(indent) {
      // `current` is already the next line; take the rest from its position in the text.
      const taken: string[] = [];
      while (current !== undefined && current.indent > indent) {
        taken.push(current.text);
        advance();
      }
      return taken;
    },
  };
}

function block(reader: Reader, indent: number, depth: number, problems: Problems): YamlValue {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deep');
  return /^-(?: |$)/.test(reader.peek()?.text ?? '')
    ? list(reader, indent, depth, problems)
    : mapping(reader, indent, depth, problems);
}

function mapping(reader: Reader, indent: number, depth: number, problems: Problems): YamlFields {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deep');
  const fields = new Fields();
  for (let line = reader.peek(); line !== undefined && line.indent === indent; line = reader.peek()) {
    reader.next();
    const pair = line.text.startsWith('? ') ? longPair(line, reader) : splitPair(line.text);
    if (pair === undefined) {
      problems.add(`Line ${line.number} should be "name: value"; it was left out.`);
      reader.rawBelow(indent);
    } else if (/^[|>][+-]?\d?$/.test(pair.rest)) {
      fields[pair.key] = reader.rawBelow(indent).join(' ');
    } else {
      const below = reader.peek();
      const isList = below !== undefined && below.indent === indent && below.text.startsWith('- ');
      if (pair.rest === '' && below !== undefined && (below.indent > indent || isList)) {
        fields[pair.key] = block(reader, below.indent, depth + 1, problems);
      } else {
        // A plain text may continue on the next lines.
        const more = reader.rawBelow(indent);
        fields[pair.key] = inline(more.length === 0 ? pair.rest : [pair.rest, ...more].join(' '));
      }
    }
  }
  return fields;
}

/** `? key` with `: value` on the next line, as some writers do for very long keys. */
function longPair(line: Line, reader: Reader): { key: string; rest: string } | undefined {
  const next = reader.peek();
  if (next === undefined || next.indent !== line.indent || !/^:( |$)/.test(next.text)) return undefined;
  reader.next();
  return { key: scalar(line.text.slice(2).trim()), rest: next.text.slice(1).trim() };
}

function list(reader: Reader, indent: number, depth: number, problems: Problems): YamlValue[] {
  const items: YamlValue[] = [];
  for (
    let line = reader.peek();
    line !== undefined && line.indent === indent && /^-( |$)/.test(line.text);
    line = reader.peek()
  ) {
    const content = line.text.slice(1).trim();
    if (isPair(content)) {
      reader.enterItem();
      items.push(mapping(reader, reader.peek()?.indent ?? indent, depth + 1, problems));
      continue;
    }
    reader.next();
    const below = reader.peek();
    if (content === '' && below !== undefined && below.indent > indent) {
      items.push(block(reader, below.indent, depth + 1, problems));
      continue;
    }
    items.push(inline(content));
    if (reader.rawBelow(indent).length > 0)
      problems.add(`The list item at line ${line.number} is more than a text; only its first line was read.`);
  }
  return items;
}

/** Whether a list item is the first field of a mapping, and no text or flow collection that has a colon. */
function isPair(text: string): boolean {
  if (text[0] === '{' || text[0] === '[' || text[0] === '|' || text[0] === '>') return false;
  return splitPair(text) !== undefined;
}

function splitPair(text: string): { key: string; rest: string } | undefined {
  if (text[0] === '"' || text[0] === "'") {
    const end = endOfQuoted(text, 0);
    if (end < 0 || text[end + 1] !== ':') return undefined;
    return { key: unquoted(text.slice(0, end + 1)), rest: text.slice(end + 2).trim() };
  }
  const colon = text.endsWith(':') && !text.includes(': ') ? text.length - 1 : text.indexOf(': ');
  return colon < 0 ? undefined : { key: text.slice(0, colon), rest: text.slice(colon + 1).trim() };
}

function inline(text: string): YamlValue {
  if (text[0] !== '{' && text[0] !== '[') return scalar(text);
  const flow = { text, at: 0 };
  return flowValue(flow, 0);
}

function flowValue(flow: { text: string; at: number }, depth: number): YamlValue {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deep');
  const open = flow.text[flow.at];
  if (open !== '{' && open !== '[') return scalar(flowText(flow));
  flow.at += 1;
  const fields = new Fields();
  const items: YamlValue[] = [];
  for (;;) {
    while (/[\s,]/.test(flow.text[flow.at] ?? '')) flow.at += 1;
    const next = flow.text[flow.at];
    if (next === undefined || next === '}' || next === ']') break;
    if (open === '[') {
      items.push(flowValue(flow, depth + 1));
      continue;
    }
    const key = flowText(flow);
    if (flow.text[flow.at] === ':') flow.at += 1;
    while (flow.text[flow.at] === ' ') flow.at += 1;
    fields[scalar(key)] = flowValue(flow, depth + 1);
  }
  flow.at += 1;
  return open === '[' ? items : fields;
}

/** Up to the next mark of a flow collection; a colon separates only before a space. */
function flowText(flow: { text: string; at: number }): string {
  const start = flow.at;
  if (flow.text[start] === '"' || flow.text[start] === "'") {
    const end = endOfQuoted(flow.text, start);
    flow.at = end < 0 ? flow.text.length : end + 1;
    return flow.text.slice(start, flow.at);
  }
  while (
    flow.at < flow.text.length &&
    !/[,{}[\]]/.test(flow.text.charAt(flow.at)) &&
    !(flow.text[flow.at] === ':' && /[\s,}]/.test(flow.text[flow.at + 1] ?? ' '))
  ) {
    flow.at += 1;
  }
  // An opening mark instead of a text: skip it, or reading would not advance.
  if (flow.at === start) flow.at += 1;
  return flow.text.slice(start, flow.at).trim();
}

function scalar(text: string): string {
  if (text[0] === '"' || text[0] === "'") {
    const end = endOfQuoted(text, 0);
    return unquoted(end < 0 ? text : text.slice(0, end + 1));
  }
  const comment = text.indexOf(' #');
  return comment < 0 ? text : text.slice(0, comment).trimEnd();
}

/** Position of the closing quote; -1 without one. */
function endOfQuoted(text: string, start: number): number {
  const quote = text[start];
  for (let i = start + 1; i < text.length; i++) {
    if (quote === '"' && text[i] === '\\') i += 1;
    else if (text[i] === quote) {
      if (quote === "'" && text[i + 1] === "'") i += 1;
      else return i;
    }
  }
  return -1;
}

function unquoted(text: string): string {
  if (text[0] === "'") return text.slice(1, -1).replaceAll("''", "'");
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
