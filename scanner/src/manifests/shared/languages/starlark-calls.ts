// Reads the calls of a Starlark file (Bazel, Buck), with arguments that are texts or lists of texts. Runs nothing.
// Format: https://github.com/bazelbuild/starlark/blob/master/spec.md
import { newlinesBetween } from '../formats/lines.ts';
import type { Problems } from '../problems.ts';

export interface StarlarkCall {
  /** `http_archive`, `maven.install` */
  name: string;
  /** Named arguments with their texts, also `True` and `False`. Positional arguments are named by their index. */
  values: Map<string, string[]>;
  /** 1-based. */
  line: number;
}

const MAX_CALLS = 200_000;
const MAX_ITEMS = 50_000;
/** Comments, texts of three quotes, texts, names, numbers, marks, line ends. */
const TOKEN =
  /#[^\n]*|("""|''')|r?"(?:[^"\\\n]|\\[\s\S])*"?|r?'(?:[^'\\\n]|\\[\s\S])*'?|[A-Za-z_][\w.]*|[()[\]{},=+%]|\n|[^\s]/g;

export function readStarlarkCalls(text: string, problems: Problems): StarlarkCall[] {
  const calls: StarlarkCall[] = [];
  /** The outermost open call, and the number of open brackets at its start. */
  let call: StarlarkCall | undefined;
  let callDepth = 0;
  let depth = 0;
  let word = '';
  let key = '';
  let position = 0;
  let line = 1;
  const texts = createTexts();
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null && calls.length < MAX_CALLS; match = TOKEN.exec(text)) {
    let [token] = match;
    if (token === '\n') line += 1;
    if (token === '\n' || token[0] === '#') continue;
    const triple = match[1];
    if (triple !== undefined) {
      const end = text.indexOf(triple, match.index + 3);
      const stop = end < 0 ? text.length : end;
      token = `"${text.slice(match.index + 3, Math.min(stop, match.index + 10_000))}"`;
      line += newlinesBetween(text, match.index, stop);
      TOKEN.lastIndex = stop + 3;
    }
    const isArgument = call !== undefined && depth === callDepth;
    if (token === '(' || token === '[' || token === '{') {
      depth += 1;
      if (token === '(' && word !== '' && call === undefined) {
        call = { name: word, values: new Map(), line };
        calls.push(call);
        callDepth = depth;
        key = '';
        position = 0;
      }
    } else if (token === ')' || token === ']' || token === '}') {
      if (isArgument) call = undefined;
      depth = Math.max(0, depth - 1);
    } else if (token === ',' && isArgument) {
      // `maybe(http_archive, name = …)` calls the rule that it names, unless there is such a repository.
      if (call?.name === 'maybe' && position === 0 && word !== '') call.name = word;
      key = '';
      position += 1;
    } else if (token === '=' && isArgument) {
      key = word;
      if (call !== undefined && !call.values.has(key)) call.values.set(key, []);
    } else if ((token === 'True' || token === 'False') && isArgument) call?.values.set(key, [token]);
    else if (/^r?["']/.test(token) && call !== undefined) {
      const name = key === '' ? String(position) : key;
      const items = call.values.get(name) ?? [];
      if (items.length < MAX_ITEMS) texts.add(token.replace(/^r?["']|["']$/g, ''), items);
      call.values.set(name, items);
      word = '';
      continue;
    }
    texts.pass(token);
    word = /^[A-Za-z_]/.test(token) ? token : '';
  }
  if (call !== undefined)
    problems.add(
      `Line ${call.line}: the brackets of the call "${call.name.slice(0, 100)}" should be closed; it was read as far as it goes.`,
    );
  return calls;
}

/** Adds texts to lists. Joins `"a" + "b"`, and leaves out computed texts (`"v%s" % VERSION`, `"v{}".format(VERSION)`, `"v" + VERSION`). */
function createTexts() {
  /** The place of the last text, while only a "+" or nothing follows it. */
  let items: string[] | undefined;
  let hasPlus = false;
  return {
    add(text: string, into: string[]): void {
      const before = hasPlus ? items?.pop() : undefined;
      // A text added to a name or call is only the end of the value.
      if (!hasPlus || before !== undefined) into.push((before ?? '') + text);
      items = !hasPlus || before !== undefined ? into : undefined;
      hasPlus = false;
    },
    pass(token: string): void {
      const isComputed = hasPlus ? token !== '[' : token === '%' || token === '.';
      if (isComputed && items !== undefined) items.pop();
      hasPlus = token === '+';
      if (!hasPlus || isComputed) items = undefined;
    },
  };
}
