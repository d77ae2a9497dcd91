// Recognises license texts by typical sentences (rules/sentences.yaml). Enough sentences of one license close together
// are its text. Two kinds of matches inside belong to that text: licenses that it names, and a near match of the
// original text from which it was made. Pure, except for reading the rules once.

import { readData } from '../../data-files.ts';
import { firstOf, itemAt, lastOf } from '../../items.ts';
import { FLAG_IMPORTED, SHARED_SENTENCES } from '../engine/index-format.ts';
import type { Candidate } from '../engine/select.ts';
import type { SentencesEntry } from '../rules/rule-files.ts';

/**
 * A text needs this many different sentences. The name of the license and the shared sentences of a family count too.
 */
const LEAST = 2;
/** The largest distance between two sentences of one text. */
const LONGEST_GAP_BYTES = 30_000;
/** A name within this distance before the first sentence is the title of the text. */
const TITLE_REACH_BYTES = 3000;
/** A match of the original license that ends within this distance before an added sentence belongs to this text. */
const MADE_FROM_REACH_BYTES = 300;
/** A near match of another text with this share of its words is kept. */
const WHOLE = 95;

let families: Map<string, SentencesEntry> | undefined;

function familyNamed(name: string): SentencesEntry | undefined {
  families ??= new Map(
    (
      readData(new URL('../../../rules/sentences.yaml', import.meta.url)) as {
        textsBySentences: SentencesEntry[];
      }
    ).textsBySentences.map((entry) => [entry.family, entry]),
  );
  return families.get(name);
}

/** The name of such a rule: `sentences/PolyForm/LicenseRef-…/1`. */
const familyOf = ({ name }: Candidate): string => itemAt(name.split('/'), 1);

export function textsOfSentences(
  candidates: Candidate[],
  sentences: readonly Candidate[],
): { candidates: Candidate[]; rejected: Candidate[] } {
  let kept = candidates;
  const rejected: Candidate[] = [];
  for (const [name, found] of Map.groupBy(sentences, familyOf)) {
    const family = familyNamed(name);
    if (!family) continue;
    for (const together of clusters(found)) {
      for (const text of textsIn(family, together, kept)) {
        if (kept.some((candidate) => saysItWhole(candidate, text, together, family))) continue;
        const within = kept.filter((candidate) => isPartOf(candidate, text, family));
        rejected.push(...within.map((one) => ({ ...one, rejection: `it is part of the text of ${text.expression}` })));
        kept = [...kept.filter((candidate) => !within.includes(candidate)), covering(text, within)];
      }
    }
  }
  return { candidates: kept.sort((a, b) => a.startByte - b.startByte || b.endByte - a.endByte), rejected };
}

/** Groups of sentences in the order of the file. A gap that is too wide begins a new group. */
function clusters(sentences: readonly Candidate[]): Candidate[][] {
  const ordered = [...sentences].sort((a, b) => a.startByte - b.startByte);
  const parts: Candidate[][] = [];
  for (const sentence of ordered) {
    const last = parts.at(-1)?.at(-1);
    if (last && sentence.startByte - last.endByte <= LONGEST_GAP_BYTES) lastOf(parts).push(sentence);
    else parts.push([sentence]);
  }
  return parts;
}

/** The texts that sentences of one family form. Each reaches from its first sentence or title to its last sentence. */
function textsIn(
  family: SentencesEntry,
  together: readonly Candidate[],
  candidates: readonly Candidate[],
): Candidate[] {
  const shared = together.filter(({ expression }) => expression === SHARED_SENTENCES);
  const own = Map.groupBy(
    together.filter(({ expression }) => expression !== SHARED_SENTENCES),
    ({ expression }) => expression,
  );
  const titleOf = (license: string, from: number, to: number) =>
    candidates.find(
      ({ kind, expression, startByte }) =>
        kind === 'reference' && expression === license && startByte >= from - TITLE_REACH_BYTES && startByte < to,
    );
  const [first, last] = [firstOf(together), lastOf(together)];
  // If no sentence belongs to one license alone, the license named first decides.
  const called = family.texts
    .map(({ license }) => titleOf(license, first.startByte, last.endByte))
    .filter((title) => title !== undefined)
    .sort((a, b) => a.startByte - b.startByte)[0];
  if (own.size === 0) return called && distinct(shared) + 1 >= LEAST ? [textOf(called, [called, ...shared])] : [];
  return [...own].flatMap(([license, sentences]) => {
    const others = [...own].filter(([other]) => other !== license).flatMap(([, all]) => all);
    const beside = shared.filter((sentence) => nearest(sentence, [...sentences, ...others]).expression === license);
    const title = titleOf(license, Math.min(...sentences.map(({ startByte }) => startByte)), last.endByte);
    const parts = [...sentences, ...beside, ...(title ? [title] : [])];
    return distinct([...sentences, ...beside]) + (title ? 1 : 0) >= LEAST ? [textOf(firstOf(sentences), parts)] : [];
  });
}

const distinct = (sentences: readonly Candidate[]): number => new Set(sentences.map(({ name }) => name)).size;

function nearest(sentence: Candidate, others: readonly Candidate[]): Candidate {
  const distance = (other: Candidate) => Math.abs(other.startByte - sentence.startByte);
  return others.reduce((near, other) => (distance(other) < distance(near) ? other : near), firstOf(others));
}

function textOf(known: Candidate, parts: readonly Candidate[]): Candidate {
  return {
    ...known,
    kind: 'text',
    name: known.kind === 'sentence' ? known.name.replace(/\/\d+$/, '') : known.name,
    startByte: Math.min(...parts.map(({ startByte }) => startByte)),
    endByte: Math.max(...parts.map(({ endByte }) => endByte)),
    matched: parts.reduce((sum, { matched }) => sum + matched, 0),
    family: '',
    isExact: false,
  };
}

/**
 * Whether the match belongs to the text: it is inside, or shares its words. A tag never belongs to a text, because it
 * describes the file.
 */
function isPartOf(candidate: Candidate, text: Candidate, { instead = [] }: SentencesEntry): boolean {
  const { kind, expression, startByte, endByte, coverage } = candidate;
  if (kind === 'tag' || startByte >= text.endByte) return false;
  // The first half of the original license may precede the text's first sentence.
  if (endByte <= text.startByte)
    return kind === 'text' && instead.includes(expression) && text.startByte - endByte < MADE_FROM_REACH_BYTES;
  if (kind !== 'text') return startByte >= text.startByte && endByte <= text.endByte;
  return coverage < 100 || expression === text.expression || instead.includes(expression);
}

/**
 * Whether the candidate matches a whole text that contains the sentences: it identifies the license better, whether the
 * rule is imported or from the SPDX list.
 */
function saysItWhole(
  { kind, coverage, expression, flags, startByte, endByte }: Candidate,
  text: Candidate,
  together: readonly Candidate[],
  { instead = [] }: SentencesEntry,
): boolean {
  if (kind !== 'text' || instead.includes(expression)) return false;
  if (coverage < WHOLE && (flags & FLAG_IMPORTED) === 0) return false;
  return together.some(
    (sentence) =>
      sentence.expression === text.expression && sentence.startByte >= startByte && sentence.endByte <= endByte,
  );
}

function covering(text: Candidate, within: readonly Candidate[]): Candidate {
  const texts = within.filter(({ kind }) => kind === 'text');
  return {
    ...text,
    startByte: Math.min(text.startByte, ...texts.map(({ startByte }) => startByte)),
    endByte: Math.max(text.endByte, ...texts.map(({ endByte }) => endByte)),
  };
}
