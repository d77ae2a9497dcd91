// The small language for names and sentences: `[a|b]` is optional, `(a|b)` is a choice, both nest, `{name}` inserts a list defined
// elsewhere, `...` stands for any few words. Brackets without a choice are text, as in "(including proprietary)". Expands a pattern to all
// its sentences, or to the one text shown to people. Pure.
import { firstOf } from '../../items.ts';
import { ANY_WORDS } from '../engine/compile-index.ts';

/** A pattern with more sentences than this is a mistake. */
const MAX_SENTENCES = 20_000;

/** All sentences of a pattern. Throws on a broken pattern: patterns are ours, and a broken one must not be shipped. */
export function expandPattern(pattern: string, lists: Record<string, string[]> = {}): string[] {
  let at = 0;
  const parseChoices = (end: string): { all: string[]; isChoice: boolean } => {
    const all: string[] = [];
    let isChoice = false;
    let current: string[] = [''];
    for (;;) {
      const char = pattern[at];
      if (char === undefined || char === end) {
        if (char === undefined && end !== '') throw new Error(`pattern "${pattern}": "${end}" is missing`);
        at++;
        all.push(...current);
        return { all, isChoice };
      }
      at++;
      if (char === '|' && end !== '') {
        isChoice = true;
        all.push(...current);
        current = [''];
      } else if (char === '[') current = cross(current, ['', ...parseChoices(']').all]);
      else if (char === '(') {
        const { all: choices, isChoice } = parseChoices(')');
        current = cross(current, isChoice ? choices : choices.map((text) => `(${text})`));
      } else if ((char === '{' || char === '}') && pattern[at] === char) {
        // {{ and }} mark a phrase for the matcher and are kept.
        at++;
        current = current.map((text) => `${text} ${char}${char} `);
      } else if (char === '{') {
        const close = pattern.indexOf('}', at);
        const list = lists[pattern.slice(at, close)];
        if (close < 0 || !list) throw new Error(`pattern "${pattern}": no list named {${pattern.slice(at, close)}}`);
        at = close + 1;
        current = cross(current, list);
      } else if (char === '.' && pattern.startsWith('..', at)) {
        at += 2;
        current = cross(current, [ANY_WORDS]);
      } else current = current.map((text) => text + char);
    }
  };
  const cross = (heads: string[], tails: string[]): string[] => {
    if (heads.length * tails.length > MAX_SENTENCES)
      throw new Error(`pattern "${pattern}" means more than ${MAX_SENTENCES} sentences`);
    return heads.flatMap((head) => tails.map((tail) => head + tail));
  };
  return [...new Set(parseChoices('').all.map(withPlainSpaces))].filter((text) => text !== '');
}

/** Line breaks are kept: the start of a line may be a list mark, which is no word of the text. */
const withPlainSpaces = (text: string): string =>
  text.replace(/\s*\n\s*|\s+/g, (space) => (space.includes('\n') ? '\n' : ' ')).trim();

/** A readable form of a pattern: with its optional parts, and the first alternative of each choice. Line breaks are kept. */
export function plainText(pattern: string): string {
  let at = 0;
  const parse = (end: string): { text: string; isChoice: boolean } => {
    const choices = [''];
    for (;;) {
      const char = pattern[at++];
      if (char === undefined || char === end) return { text: firstOf(choices), isChoice: choices.length > 1 };
      let piece: string = char;
      if (char === '|' && end !== '') {
        choices.push('');
        continue;
      }
      if (char === '[') piece = parse(']').text;
      else if (char === '(') {
        const { text, isChoice } = parse(')');
        piece = isChoice ? text : `(${text})`;
      } else if ((char === '{' || char === '}') && pattern[at] === char) {
        at++;
        piece = '';
      }
      choices[choices.length - 1] += piece;
    }
  };
  return parse('').text.trim();
}
