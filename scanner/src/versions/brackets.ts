// Native ranges as intervals in brackets: `[1.0,2.0)`, `(,1.0]`, `[1.0]`, which Maven and NuGet write.
import type { Interval, NativeAnswer } from './scheme.ts';

/** `bare` says what a version without brackets means. */
export function readBrackets(range: string, bare: (version: string) => NativeAnswer): NativeAnswer {
  const text = range.trim();
  if (text !== '' && !/[[\](),]/.test(text)) return bare(text);
  const intervals: Interval[] = [];
  let rest = text;
  while (rest !== '') {
    const match = /^([[(])([^[\](),]*)(?:(,)([^[\](),]*))?([\])])\s*(?:,\s*)?/.exec(rest);
    const interval = match === null ? undefined : intervalFrom(match);
    if (match === null || interval === undefined) return problemOf(range, rest);
    intervals.push(interval);
    rest = rest.slice(match[0].length);
  }
  return intervals.length === 0 ? problemOf(range, text) : { intervals };
}

function intervalFrom([, open, first, comma, second, close]: RegExpExecArray): Interval | undefined {
  const [from, to] = [(first ?? '').trim(), (second ?? '').trim()];
  if (comma === undefined) {
    if (open !== '[' || close !== ']' || from === '') return undefined;
    return { lower: { comparator: '>=', version: from }, upper: { comparator: '<=', version: from } };
  }
  return {
    ...(from !== '' && { lower: { comparator: open === '[' ? ('>=' as const) : ('>' as const), version: from } }),
    ...(to !== '' && { upper: { comparator: close === ']' ? ('<=' as const) : ('<' as const), version: to } }),
  };
}

function problemOf(range: string, rest: string): { problem: string } {
  return {
    problem: `The range "${range.slice(0, 200)}" is not understood near "${rest.slice(0, 200)}": write for example "[1.0,2.0)", "[1.0]" or "(,1.0]".`,
  };
}
