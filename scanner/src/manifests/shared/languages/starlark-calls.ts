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
  const reading: Reading = {
    calls: [],
    call: undefined,
    callDepth: 0,
    depth: 0,
    word: '',
    key: '',
    position: 0,
    line: 1,
    texts: createTexts(),
  };
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null && reading.calls.length < MAX_CALLS; match = TOKEN.exec(text)) {
    const [token] = match;
    if (token === '\n') reading.line += 1;
    else if (match[1] !== undefined) readToken(reading, longText(text, match, reading));
    else if (token[0] !== '#') readToken(reading, token);
  }
  const { calls, call } = reading;
  if (call !== undefined)
    problems.add(
      `Line ${call.line}: the brackets of the call "${call.name.slice(0, 100)}" should be closed; it was read as far as it goes.`,
    );
  return calls;
}

const OPENING: ReadonlySet<string> = new Set(['(', '[', '{']);
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}']);

/** How far a file was read. */
interface Reading {
  calls: StarlarkCall[];
  /** The outermost open call, and the number of open brackets at its start. */
  call: StarlarkCall | undefined;
  callDepth: number;
  depth: number;
  /** The last token, if it is a name. */
  word: string;
  /** The name and the index of the argument. */
  key: string;
  position: number;
  line: number;
  texts: ReturnType<typeof createTexts>;
}

/** A text of three quotes as one of one quote. Moves the reading behind it. */
function longText(text: string, { index, 1: quotes = '' }: RegExpExecArray, reading: Reading): string {
  const end = text.indexOf(quotes, index + 3);
  const stop = end < 0 ? text.length : end;
  reading.line += newlinesBetween(text, index, stop);
  TOKEN.lastIndex = stop + 3;
  return `"${text.slice(index + 3, Math.min(stop, index + 10_000))}"`;
}

function readToken(reading: Reading, token: string): void {
  if (reading.call !== undefined && /^r?["']/.test(token)) {
    addText(reading, reading.call, token);
    return;
  }
  if (OPENING.has(token)) openBracket(reading, token);
  else if (CLOSING.has(token)) closeBracket(reading);
  else if (reading.call !== undefined && reading.depth === reading.callDepth)
    readArgument(reading, reading.call, token);
  reading.texts.pass(token);
  reading.word = /^[A-Za-z_]/.test(token) ? token : '';
}

function openBracket(reading: Reading, bracket: string): void {
  reading.depth += 1;
  if (bracket !== '(' || reading.word === '' || reading.call !== undefined) return;
  reading.call = { name: reading.word, values: new Map(), line: reading.line };
  reading.calls.push(reading.call);
  Object.assign(reading, { callDepth: reading.depth, key: '', position: 0 });
}

function closeBracket(reading: Reading): void {
  if (reading.depth === reading.callDepth) reading.call = undefined;
  reading.depth = Math.max(0, reading.depth - 1);
}

/** A token between the arguments of the call, outside of inner brackets. */
function readArgument(reading: Reading, call: StarlarkCall, token: string): void {
  if (token === ',') {
    // `maybe(http_archive, name = …)` calls the rule that it names, unless there is such a repository.
    if (call.name === 'maybe' && reading.position === 0 && reading.word !== '') call.name = reading.word;
    reading.key = '';
    reading.position += 1;
  } else if (token === '=') {
    reading.key = reading.word;
    if (!call.values.has(reading.key)) call.values.set(reading.key, []);
  } else if (token === 'True' || token === 'False') call.values.set(reading.key, [token]);
}

function addText(reading: Reading, call: StarlarkCall, token: string): void {
  const name = reading.key === '' ? String(reading.position) : reading.key;
  const items = call.values.get(name) ?? [];
  if (items.length < MAX_ITEMS) reading.texts.add(token.replace(/^r?["']|["']$/g, ''), items);
  call.values.set(name, items);
  reading.word = '';
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
