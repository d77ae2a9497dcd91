// Variables that a Gradle script sets to literals: `ext.a = '1'`, `def a = '1'`, `val a by extra("1")`, `ext { a = '1'
// }`, and maps of them. Pure.
import { plainName } from '../gradle-notation.ts';
import { isMark } from '../source-tokens.ts';
import type { Token } from './tokens.ts';

const MAX_DEPTH = 8;

/** Names without `ext.`, `project.` and the like; values may contain `$name`. */
export function variablesOf(tokens: readonly Token[]): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== 'name') continue;
    const next = tokens[at + 1];
    const value = tokens[at + 2];
    if (isMark(next, '=') && value !== undefined && !isMark(value, '=')) {
      assign(plainName(token.value), at + 2, tokens, found);
    } else if (
      value?.kind === 'text' &&
      isMark(next, '[') &&
      isMark(tokens[at + 3], ']') &&
      isMark(tokens[at + 4], '=')
    ) {
      // `ext['a'] = '1'`, `extra["a"] = "1"`
      assign(value.value, at + 5, tokens, found);
    } else if (token.value === 'set' && isMark(next, '(') && value?.kind === 'text' && isMark(tokens[at + 3], ',')) {
      assign(value.value, at + 4, tokens, found);
    } else if (next?.value === 'by' && value?.value === 'extra' && isMark(tokens[at + 3], '(')) {
      assign(token.value, at + 4, tokens, found);
    } else if (next?.value === 'by' && value?.value === 'extra' && tokens[at + 3]?.value === '{') {
      assign(token.value, at + 4, tokens, found);
    }
  }
  return found;
}

function assign(name: string, at: number, tokens: readonly Token[], found: Map<string, string>): void {
  const token = tokens[at];
  if (token?.kind === 'text') found.set(name, concatenated(tokens, at).value);
  else if (isMark(token, '[')) readMap(name, at + 1, tokens, found, 0);
  else if ((token?.value === 'mapOf' || token?.value === 'mutableMapOf') && isMark(tokens[at + 1], '('))
    readMap(name, at + 2, tokens, found, 0);
}

/** `a: '1', b: [c: '2']` of Groovy, `"a" to "1"` of Kotlin. Returns the position at which the map ends. */
function readMap(
  prefix: string,
  start: number,
  tokens: readonly Token[],
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
    else at += 1;
  }
  return at;
}

/** `'g:a:' + version` is one string. `end` is the position after it. */
export function concatenated(tokens: readonly Token[], start: number): { value: string; end: number } {
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
  return /(?<!\\)\$[{A-Za-z_]/.test(text);
}
