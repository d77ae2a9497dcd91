// How our own SPDX documents write the words of an analysis, for which SPDX has fewer or none: in a comment that people can read, and that comes back.
//
//   Analysis: not_affected, code_not_reachable, will_not_fix; detail: "Only at \"build\" time."
import { analysisJustifications, analysisResponses, analysisStates } from '../analyses.ts';
import type { SbomVulnerability } from './model.ts';

type Analysis = NonNullable<SbomVulnerability['analysis']>;

const lower = (words: readonly string[]): readonly string[] => words.map((word) => word.toLowerCase());
const STATES = lower(analysisStates);
const JUSTIFICATIONS = lower(analysisJustifications);
const RESPONSES = lower(analysisResponses);

export function wordsOfAnalysis({ state, justification, response, detail }: Analysis): string {
  const words = [state, justification, response].filter((word) => word !== '').join(', ');
  return `analysis: ${words}${detail === '' ? '' : `; detail: ${JSON.stringify(detail)}`}`;
}

/** Undefined for a text that no document of ours has. */
export function analysisOfWords(text: string): Analysis | undefined {
  const said = /(?:^|; )analysis: ([a-z_]+(?:, [a-z_]+){0,2})(?:; detail: ("(?:[^"\\]|\\.)*"))?(?:; |$)/.exec(text);
  if (said === null) return undefined;
  const [, words = '', detail = '""'] = said;
  const all = words.split(', ');
  const wordIn = (known: readonly string[]) => all.find((word) => known.includes(word)) ?? '';
  const state = wordIn(STATES);
  const inWords = textOf(detail);
  if (state === '' || inWords === undefined) return undefined;
  return { state, justification: wordIn(JUSTIFICATIONS), response: wordIn(RESPONSES), detail: inWords };
}

function textOf(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}
