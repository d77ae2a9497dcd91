// Variables that a Gradle script sets to literals: `ext.a = '1'`, `def a = '1'`, `val a by extra("1")`, `ext { a = '1'
// }`, and maps of them. Pure.

import { isMark } from '../../shared/languages/source-tokens.ts';
import { plainName } from '../gradle-notation.ts';
import type { ScriptToken } from './tokens.ts';

const MAX_DEPTH = 8;
const MAX_OPEN = 1000;

/**
 * Names without `ext.`, `project.` and the like; values may contain `$name`. Constants of a Kotlin object have its
 * name before them.
 */
export function variablesOf(tokens: readonly ScriptToken[]): Map<string, string> {
  const found = new Map<string, string>();
  /** For each open brace the name of the object that it opens; '' for others. */
  const objects: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (isMark(token, '{') && objects.length < MAX_OPEN)
      objects.push(tokens[at - 2]?.value === 'object' ? (tokens[at - 1]?.value ?? '') : '');
    else if (isMark(token, '}')) objects.pop();
    if (token?.kind !== 'name') continue;
    const variable = assignmentAt(tokens, at);
    if (variable === undefined) continue;
    const name = [...objects.slice(-MAX_DEPTH), variable.name].filter((part) => part !== '').join('.');
    assign(name, variable.value, tokens, found);
  }
  return found;
}

/** The variable that a statement sets, and the position of its value. */
function assignmentAt(tokens: readonly ScriptToken[], at: number): { name: string; value: number } | undefined {
  const written = tokens[at]?.value ?? '';
  const next = tokens[at + 1];
  const argument = tokens[at + 2];
  if (isMark(next, '=')) return isMark(argument, '=') ? undefined : { name: plainName(written), value: at + 2 };
  // `ext['a'] = '1'`, `extra["a"] = "1"`, `ext['a']['b'] = '1'`
  if (isMark(next, '[')) return indexedAt(tokens, at);
  // `set("a", "1")`, `extra.set("a", "1")`
  if (/^(?:.*\.)?set$/.test(written) && isMark(next, '(') && argument?.kind === 'text' && isMark(tokens[at + 3], ','))
    return { name: argument.value, value: at + 4 };
  // `val a by extra("1")`, `val a by extra { "1" }`, and with a type: `val a: String by extra("1")`
  const by = isMark(next, ':') ? at + 3 : at + 1;
  const isExtra = tokens[by]?.value === 'by' && tokens[by + 1]?.value === 'extra';
  const opening = tokens[by + 2];
  return isExtra && (isMark(opening, '(') || isMark(opening, '{')) ? { name: written, value: by + 3 } : undefined;
}

function indexedAt(tokens: readonly ScriptToken[], at: number): { name: string; value: number } | undefined {
  const written = tokens[at]?.value ?? '';
  const keys: string[] = [/(?:^|\.)(?:ext|extra)$/.test(written) ? '' : plainName(written)];
  let end = at + 1;
  while (isMark(tokens[end], '[') && tokens[end + 1]?.kind === 'text' && isMark(tokens[end + 2], ']')) {
    if (keys.length > MAX_DEPTH) return undefined;
    keys.push(tokens[end + 1]?.value ?? '');
    end += 3;
  }
  if (keys.length === 1 || !isMark(tokens[end], '=') || isMark(tokens[end + 1], '=')) return undefined;
  return { name: keys.filter((key) => key !== '').join('.'), value: end + 1 };
}

function assign(name: string, at: number, tokens: readonly ScriptToken[], found: Map<string, string>): void {
  const token = tokens[at];
  if (token?.kind === 'text') found.set(name, concatenated(tokens, at).value);
  else if (isMark(token, '[')) readMap(name, at + 1, tokens, found, 0);
  else if (isMapOf(tokens, at)) readMap(name, at + 2, tokens, found, 0);
  else if (/(?:^|\.)(?:findProperty|property)$/.test(token?.value ?? '')) {
    const value = defaultAt(tokens, at);
    if (value !== undefined && !found.has(name)) found.set(name, value);
  }
}

function isMapOf(tokens: readonly ScriptToken[], at: number): boolean {
  return /^(?:mutableM|m)apOf$/.test(tokens[at]?.value ?? '') && isMark(tokens[at + 1], '(');
}

/** `project.findProperty("a") ?: "1"` */
function defaultAt(tokens: readonly ScriptToken[], at: number): string | undefined {
  const value = tokens[at + 6];
  const marks = ['(', ')', '?', ':'].every((mark, i) => isMark(tokens[at + (i === 0 ? 1 : i + 2)], mark));
  return marks && tokens[at + 2]?.kind === 'text' && value?.kind === 'text' ? value.value : undefined;
}

/** `a: '1', b: [c: '2']` of Groovy, `"a" to "1"` of Kotlin. Returns the position at which the map ends. */
function readMap(
  prefix: string,
  start: number,
  tokens: readonly ScriptToken[],
  found: Map<string, string>,
  depth: number,
): number {
  let at = start;
  while (at < tokens.length && depth < MAX_DEPTH) {
    const key = tokens[at];
    // A bracket with an assignment is not a map. Reading it to its end could cost the whole rest of a hostile script
    // for each bracket.
    if (key === undefined || isMark(key, ']') || isMark(key, ')') || isMark(key, '=')) return at;
    const separator = tokens[at + 1];
    const value = tokens[at + 2];
    const isPair = key.kind !== 'mark' && (isMark(separator, ':') || separator?.value === 'to');
    if (isPair && value?.kind === 'text') {
      const { value: text, end } = concatenated(tokens, at + 2);
      found.set(`${prefix}.${key.value}`, text);
      at = end;
    } else if (isPair && isMark(value, '['))
      at = readMap(`${prefix}.${key.value}`, at + 3, tokens, found, depth + 1) + 1;
    else if (isPair && isMapOf(tokens, at + 2))
      at = readMap(`${prefix}.${key.value}`, at + 4, tokens, found, depth + 1) + 1;
    else at += 1;
  }
  return at;
}

/** `'g:a:' + version` is one string. `end` is the position after it. */
export function concatenated(tokens: readonly ScriptToken[], start: number): { value: string; end: number } {
  let value = tokens[start]?.value ?? '';
  let at = start + 1;
  while (isMark(tokens[at], '+')) {
    const next = tokens[at + 1];
    if (next?.kind === 'text') value += next.value;
    else if (next?.kind === 'name') value += `\${${next.value}}`;
    else break;
    at += 2;
  }
  return { value, end: at };
}

/** Whether a value from another file is missing in the text. */
export function isOpen(text: string): boolean {
  return /\$[{A-Za-z_]/.test(text);
}
