// Versions that a Gradle script gives apart from the notation: in the block behind a request, and for sets of
// artifacts. Pure.

import { isMark } from '../../shared/languages/source-tokens.ts';
import { richVersion } from '../gradle-notation.ts';
import type { ScriptToken } from './tokens.ts';

const MAX_BLOCK = 200;
const MAX_SET = 5000;

/** The version in `{ version { strictly("1.0") } }`; '' if the block at `open` has none. */
export function versionInBlock(tokens: readonly ScriptToken[], open: number): string {
  const parts = { strictly: '', require: '', prefer: '' };
  let depth = 0;
  let isVersion = false;
  for (let at = open; at < tokens.length && at < open + MAX_BLOCK; at++) {
    const token = tokens[at];
    if (isMark(token, '{')) {
      depth += 1;
      if (depth === 2) isVersion = tokens[at - 1]?.value === 'version';
    } else if (isMark(token, '}')) {
      depth -= 1;
      if (depth === 0) break;
    } else if (isVersion && depth === 2 && isPart(token?.value)) parts[token.value] = textBehind(tokens, at);
  }
  return richVersion(parts);
}

function isPart(value: string | undefined): value is 'strictly' | 'require' | 'prefer' {
  return value === 'strictly' || value === 'require' || value === 'prefer';
}

/** The literal or the variable behind a word, with or without a parenthesis. */
function textBehind(tokens: readonly ScriptToken[], at: number): string {
  const value = tokens[at + (isMark(tokens[at + 1], '(') ? 2 : 1)];
  if (value?.kind === 'text') return value.value;
  return value?.kind === 'name' ? `\${${value.value}}` : '';
}

/**
 * The artifacts of `dependencySet(group: 'g', version: 'v') { entry 'a' }` of Spring's plugin, as notations. `at` is
 * the position of the word; `end` is the last token that was read.
 * Documentation: https://docs.spring.io/dependency-management-plugin/docs/current-SNAPSHOT/reference/html/
 */
export function dependencySet(tokens: readonly ScriptToken[], at: number): { notations: string[]; end: number } {
  let group = '';
  let version = '';
  let open = at + 1;
  while (open < tokens.length && open < at + MAX_BLOCK && !isMark(tokens[open], '{')) {
    const token = tokens[open];
    const value = textBehind(tokens, open + 1);
    if (token?.kind === 'text' && token.value.includes(':') && group === '')
      [group = '', version = ''] = token.value.split(':');
    else if (token?.value === 'group') group = value;
    else if (token?.value === 'version') version = value;
    open += 1;
  }
  const notations: string[] = [];
  if (!isMark(tokens[open], '{')) return { notations, end: at };
  let depth = 0;
  let end = open;
  for (; end < tokens.length && end < open + MAX_SET; end++) {
    if (isMark(tokens[end], '{')) depth += 1;
    else if (isMark(tokens[end], '}')) {
      depth -= 1;
      if (depth === 0) break;
    } else if (depth === 1 && tokens[end]?.value === 'entry') {
      const name = textBehind(tokens, end);
      if (name !== '' && group !== '') notations.push(`${group}:${name}:${version}`);
    }
  }
  return { notations, end };
}
