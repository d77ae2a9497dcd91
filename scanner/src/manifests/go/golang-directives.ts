// The lines of go.mod and go.work: a verb with its arguments, alone or in a block.
// Format: https://go.dev/ref/mod#go-mod-file-lexical

import { linesOf } from '../shared/formats/lines.ts';
import { type Problems, quoted } from '../shared/problems.ts';

export interface GoDirective {
  verb: string;
  args: string[];
  /** The text after `//`. */
  comment: string;
  line: number;
}

export function goDirectives(text: string): GoDirective[] {
  const directives: GoDirective[] = [];
  let block = '';
  let line = 0;
  for (const raw of linesOf(text)) {
    line += 1;
    const [code, comment] = splitComment(raw);
    const words = code.trim().split(/\s+/).map(unquoted);
    const [first = '', second] = words;
    if (first === '') continue;
    if (block !== '' && first === ')') block = '';
    else if (block === '' && second === '(' && words.length === 2) block = first;
    else if (block === '') directives.push({ verb: first, args: words.slice(1), comment, line });
    else directives.push({ verb: block, args: words, comment, line });
  }
  return directives;
}

/** `old [version] => new [version]`; `from` is `path` or `path@version`, the new version is '' for a folder. */
export function goReplacement(
  args: readonly string[],
  line: number,
  problems: Problems,
): { from: string; path: string; version: string } | undefined {
  const arrow = args.indexOf('=>');
  if (arrow < 1) {
    problems.add(
      `Line ${line}: "replace" should have "=>" between the old and the new module, not ${quoted(args.join(' '))}; it was left out.`,
    );
    return undefined;
  }
  return { from: args.slice(0, arrow).join('@'), path: args[arrow + 1] ?? '', version: args[arrow + 2] ?? '' };
}

function splitComment(line: string): [string, string] {
  const at = line.indexOf('//');
  // A module path contains no two slashes in sequence.
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)];
}

function unquoted(word: string): string {
  return /^(["`]).*\1$/.test(word) ? word.slice(1, -1) : word;
}
