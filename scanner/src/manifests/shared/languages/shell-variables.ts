// Reads the variables that a build recipe of a distribution sets in shell (APKBUILD, PKGBUILD). Nothing is run:
// assignments outside of functions are evaluated in their order with the expansions that such recipes use; a value that
// cannot be evaluated becomes ''.
// Format: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/V3_chap02.html
import { newlinesBetween } from '../formats/lines.ts';

export interface ShellVariables {
  /** '' if it is not set. For a list, the first item. */
  text(name: string): string;
  /** The words of a variable or the items of an array. */
  words(name: string): string[];
  /** 1-based line of its first assignment. */
  line(name: string): number | undefined;
}

const MAX_VALUE = 100_000;
const MAX_NESTED = 20;

type Values = Map<string, string[]>;

/** An assignment outside of functions, as written. */
export interface ShellAssignment {
  name: string;
  operator: '=' | '+=';
  raw: string;
  line: number;
}

/**
 * @param known values that the script does not set itself
 * @param onAssigned receives each assignment that counts
 */
export function readShellVariables(
  text: string,
  known: ReadonlyMap<string, string> = new Map(),
  onAssigned?: (assignment: ShellAssignment) => void,
): ShellVariables {
  const values: Values = new Map([...known].map(([name, value]) => [name, [value]]));
  const lines = new Map<string, number>();
  const conditions: Condition[] = [];
  let isInFunction = false;
  let number = 1;
  for (let at = 0; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end).trimStart();
    const indent = end - at - line.length;
    let next = end + 1;
    if (isInFunction) {
      // Recipes close a function at the start of a line.
      if (line.startsWith('}') && indent === 0) isInFunction = false;
    } else if (/^[\w:-]{1,100}\s*\(\)/.test(line.slice(0, 120))) {
      isInFunction = !/\}\s*$/.test(line.slice(-20));
    } else {
      const prefix = enterConditions(line.slice(0, 1000), conditions, values);
      const assigned = assignmentAt(text, at + indent + prefix, end);
      if (assigned !== undefined) {
        next = Math.max(end, lineEnd(text, assigned.end)) + 1;
        if (!lines.has(assigned.name)) lines.set(assigned.name, number);
        if (conditions.every(({ isActive }) => isActive)) {
          const { name, isAdded, isList, raw } = assigned;
          if (!isList) onAssigned?.({ name, operator: isAdded ? '+=' : '=', raw, line: number });
          assign(
            assigned,
            conditions.some(({ word }) => word === undefined),
            values,
          );
        }
      }
      leaveConditions(line.slice(0, 1000), conditions);
    }
    number += newlinesBetween(text, at, next);
    at = next;
  }
  return {
    text: (name) => values.get(name)?.[0]?.trim() ?? '',
    words: (name) => (values.get(name) ?? []).flatMap((value) => value.split(/\s+/)).filter((word) => word !== ''),
    line: (name) => lines.get(name),
  };
}

/** A compound command. It is unknown which branch of an `if` runs, so the first assignment of all branches counts. */
interface Condition {
  /** The word of a `case`. */
  word?: string;
  isDone: boolean;
  isActive: boolean;
}

/**
 * Enters the command that begins on this line. Returns the length of the text before an assignment: the pattern of a
 * case, or `local`.
 */
function enterConditions(line: string, conditions: Condition[], values: Values): number {
  const opening = /^(if|case|for|while|until)\b/.exec(line)?.[1];
  if (opening === 'case') {
    const word = /^case\s+(\S+)\s+in\b/.exec(line)?.[1] ?? '';
    conditions.push({ word: expand(word, values), isDone: false, isActive: false });
    return 0;
  }
  if (opening !== undefined) conditions.push({ isDone: false, isActive: true });
  const inner = conditions.at(-1);
  let length = 0;
  if (inner?.word !== undefined) {
    const branch = /^[^\s'"()=]{1,100}(?:[ \t]*\|[ \t]*[^\s'"()=]{1,100})*\)[ \t]*/.exec(line);
    if (branch !== null) {
      const patterns = branch[0].slice(0, branch[0].lastIndexOf(')')).split('|');
      const { word } = inner;
      inner.isActive = !inner.isDone && patterns.some((pattern) => glob(expand(pattern.trim(), values))(word));
      inner.isDone ||= inner.isActive;
      length = branch[0].length;
    }
  }
  length += comparison(line.slice(length), values);
  return length + (/^(?:export |declare |readonly |local )/.exec(line.slice(length))?.[0].length ?? 0);
}

/**
 * `[ $a -lt 10 ] && ` before an assignment: its length if the condition is true. Otherwise 0, and nothing is assigned.
 */
function comparison(line: string, values: Values): number {
  const match = /^\[ (\S{1,100}) -(lt|le|gt|ge|eq|ne) (\S{1,100}) \] && /.exec(line);
  if (match === null) return 0;
  const [, a = '', sign = '', b = ''] = match;
  const difference = Number(expand(a, values)) - Number(expand(b, values));
  const holds = { lt: difference < 0, le: difference <= 0, gt: difference > 0, ge: difference >= 0 }[sign];
  return (holds ?? (sign === 'eq' ? difference === 0 : difference !== 0)) ? match[0].length : 0;
}

function leaveConditions(line: string, conditions: Condition[]): void {
  const inner = conditions.at(-1);
  if (/;;\s*(#.*)?$/.test(line) && inner?.word !== undefined) inner.isActive = false;
  if (/(^|[\s;])(fi|esac|done)\s*(#.*)?$/.test(line)) conditions.pop();
}

function assign({ name, isAdded, isList, raw }: Assignment, isInCondition: boolean, values: Values): void {
  const value = isList ? listValue(raw, values) : [expand(raw, values)];
  const before = values.get(name) ?? [];
  if (isAdded) values.set(name, isList ? [...before, ...value] : [before.join(' ') + (value[0] ?? '')]);
  else if (!isInCondition || before.join('') === '') values.set(name, value);
}

interface Assignment {
  name: string;
  /** `+=` */
  isAdded: boolean;
  isList: boolean;
  raw: string;
  end: number;
}

/** `name=value` or `name=(a b)` at this place. */
function assignmentAt(text: string, from: number, end: number): Assignment | undefined {
  const line = text.slice(from, Math.min(end, from + 200));
  const head = /^([A-Za-z_]\w*)(\+?)=/.exec(line);
  if (head === null) return undefined;
  const valueAt = from + head[0].length;
  const isList = text[valueAt] === '(';
  const valueEnd = isList ? listEnd(text, valueAt) : wordEnd(text, valueAt);
  const raw = text.slice(isList ? valueAt + 1 : valueAt, Math.min(valueEnd, valueAt + MAX_VALUE));
  return { name: head[1] ?? '', isAdded: head[2] === '+', isList, raw, end: valueEnd };
}

/** The end of a word: white space and `;` outside of quotes and of `$(…)`. */
function wordEnd(text: string, start: number): number {
  let quote = '';
  let nested = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '\\' && quote !== "'") at += 1;
    else if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '(') nested += 1;
    else if (sign === ')' && nested > 0) nested -= 1;
    else if (nested === 0 && /[\s;&|)]/.test(sign)) return at;
  }
  return text.length;
}

/** The closing bracket of `(a "b c" # comment`. */
function listEnd(text: string, start: number): number {
  let quote = '';
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '\\' && quote !== "'") at += 1;
    else if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '#' && /\s/.test(text[at - 1] ?? '')) at = lineEnd(text, at) - 1;
    else if (sign === ')') return at;
  }
  return text.length;
}

function listValue(raw: string, values: Values): string[] {
  const items: string[] = [];
  for (let at = 0; at < raw.length; ) {
    if (/\s/.test(raw[at] ?? '')) at += 1;
    else if (raw[at] === '#') at = lineEnd(raw, at);
    else {
      const end = Math.max(at + 1, wordEnd(raw, at));
      const whole = /^"?\$\{(\w+)\[@\]\}"?$/.exec(raw.slice(at, end));
      if (whole === null) items.push(expand(raw.slice(at, end), values));
      else items.push(...(values.get(whole[1] ?? '') ?? []));
      at = end;
    }
  }
  return items;
}

/** Removes quotes and expands variables; `$(…)` and backquotes run programs and so become ''. */
function expand(raw: string, values: Values, nested = 0): string {
  let out = '';
  let quote = '';
  for (let at = 0; at < raw.length && out.length < MAX_VALUE; at++) {
    const sign = raw[at] ?? '';
    if (sign === '\\' && quote !== "'") {
      at += 1;
      if (raw[at] !== '\n') out += raw[at] ?? '';
    } else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote && quote !== '') quote = '';
    else if (sign === '$' && quote !== "'") {
      const { value, end } = expansionAt(raw, at, values, nested);
      out += value;
      at = end - 1;
    } else out += sign;
  }
  return out.slice(0, MAX_VALUE);
}

function expansionAt(raw: string, at: number, values: Values, nested: number): { value: string; end: number } {
  const next = raw[at + 1] ?? '';
  if (next === '(') {
    const end = closing(raw, at + 1, '(', ')');
    const inner = raw.slice(at + 2, end - 1);
    return { value: inner[0] === '(' ? sum(inner.slice(1, -1), values) : '', end };
  }
  if (next === '{') {
    const end = closing(raw, at + 1, '{', '}');
    return { value: nested > MAX_NESTED ? '' : parameter(raw.slice(at + 2, end - 1), values, nested), end };
  }
  const name = /^[A-Za-z_]\w*/.exec(raw.slice(at + 1, at + 101))?.[0] ?? '';
  return { value: name === '' ? '' : (values.get(name)?.[0] ?? ''), end: at + 1 + name.length };
}

function closing(raw: string, start: number, open: string, close: string): number {
  let depth = 0;
  for (let at = start; at < raw.length; at++) {
    if (raw[at] === open) depth += 1;
    else if (raw[at] === close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return raw.length + 1;
}

/** `${name}`, `${name:-word}`, `${name%pattern}`, `${name#pattern}`, `${name/a/b}`, `${name[0]}`. */
function parameter(text: string, values: Values, nested: number): string {
  const match = /^([A-Za-z_]\w*)(?:\[(\d+|@)\])?/.exec(text.slice(0, 200));
  if (match === null) return '';
  const list = values.get(match[1] ?? '') ?? [];
  const value = match[2] === '@' ? list.join(' ') : (list[Number(match[2] ?? 0)] ?? '');
  const rest = text.slice(match[0].length);
  if (/^:?-/.test(rest)) return value === '' ? expand(rest.replace(/^:?-/, ''), values, nested + 1) : value;
  if (rest[0] === '%' || rest[0] === '#') {
    const isLong = rest[1] === rest[0];
    const pattern = expand(rest.slice(isLong ? 2 : 1), values, nested + 1);
    return rest[0] === '%' ? withoutEnd(value, pattern, isLong) : withoutStart(value, pattern, isLong);
  }
  if (rest[0] === '/') {
    const isAll = rest[1] === '/';
    const [from = '', to = ''] = rest.slice(isAll ? 2 : 1).split('/');
    const wanted = expand(from, values, nested + 1);
    const by = expand(to, values, nested + 1);
    if (wanted === '') return value;
    return isAll ? value.replaceAll(wanted, () => by) : value.replace(wanted, () => by);
  }
  if (rest[0] === ':') {
    const [start = 0, length] = rest.slice(1).split(':').map(Number);
    return value.slice(start, length === undefined ? undefined : start + length);
  }
  return value;
}

const MAX_MATCHED = 200;

function withoutEnd(value: string, pattern: string, isLong: boolean): string {
  const text = value.slice(0, MAX_MATCHED);
  const matcher = glob(pattern);
  for (let i = 0; i <= text.length; i++) {
    const at = isLong ? i : text.length - i;
    if (matcher(text.slice(at))) return text.slice(0, at);
  }
  return value;
}

function withoutStart(value: string, pattern: string, isLong: boolean): string {
  const text = value.slice(0, MAX_MATCHED);
  const matcher = glob(pattern);
  for (let i = 0; i <= text.length; i++) {
    const at = isLong ? text.length - i : i;
    if (matcher(text.slice(0, at))) return text.slice(at);
  }
  return value;
}

/** Shell patterns with `*` and `?`, in time of their product. */
function glob(pattern: string): (text: string) => boolean {
  const parts = pattern.slice(0, MAX_MATCHED);
  return (text) => {
    let states = new Set([0]);
    const withStars = (from: Iterable<number>): Set<number> => {
      const all = new Set<number>();
      for (let state of from) {
        all.add(state);
        while (parts[state] === '*') {
          state += 1;
          all.add(state);
        }
      }
      return all;
    };
    states = withStars(states);
    for (const sign of text) {
      const next: number[] = [];
      for (const state of states) {
        const wanted = parts[state];
        if (wanted === '*') next.push(state);
        else if (wanted === '?' || wanted === sign) next.push(state + 1);
      }
      states = withStars(next);
      if (states.size === 0) return false;
    }
    return states.has(parts.length);
  };
}

/** `$(( $a + $b ))`: sums and differences of whole numbers; '' for others. */
function sum(text: string, values: Values): string {
  const written = expand(text, values, MAX_NESTED).replace(
    /[A-Za-z_]\w{0,100}/g,
    (name) => values.get(name)?.[0] ?? '',
  );
  const terms = written.replace(/\s+/g, '').match(/[+-]?\d{1,15}/g) ?? [];
  return terms.join('') === written.replace(/\s+/g, '') && terms.length > 0
    ? String(terms.reduce((total, term) => total + Number(term), 0))
    : '';
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
