// The judged files and the sentences of the rules as examples for the model of roles. Each file is read several times: as it is, and with a part of the
// words of the grammar, the hints and the patterns left out, so that the weights tell what to believe where a wording is new.
import { idsOf } from '../../src/expressions/index.ts';
import { scanBytes } from '../../src/licenses/detect.ts';
import { loadLicenseIndex } from '../../src/licenses/index.ts';
import { faintAmong } from '../../src/licenses/judging/answer.ts';
import { holdRounds } from '../../src/licenses/judging/judgement.ts';
import { OF_FINDS } from '../../src/licenses/judging/judgements.ts';
import { readRoles } from '../../src/licenses/reading/mentions.ts';
import { hintWith, readHints } from '../../src/licenses/roles/hints.ts';
import { lexicon, readWith } from '../../src/licenses/roles/lexicon.ts';
import { type ModelRole, ROLES, type Weighed } from '../../src/licenses/roles/model.ts';
import { type Pattern, patterns } from '../../src/licenses/roles/patterns.ts';
import { structureLists } from '../../src/licenses/roles/structure.ts';
import { type Read, weighedOf } from '../../src/licenses/roles/weighing.ts';
import { readKnowledge, wordsOfList } from '../../src/licenses/rules/knowledge.ts';
import { familyOf, type Judged, readCases, SETS } from './judged.ts';

/** A name with the roles that it may have; none if nobody judged it. */
export interface Row {
  weighed: Weighed;
  read: Read;
  ids: readonly string[];
  labels: readonly number[];
}

export interface FileOfNames {
  set: string;
  copy: number;
  rows: Row[];
  judged: Judged;
}

const COPIES = 3;
const LEFT_OUT = 0.3;

const index = loadLicenseIndex();
const roleAt = (role: string): number => ROLES.indexOf((role === 'documentation' ? 'bundled' : role) as ModelRole);

/** Numbers in [0, 1), the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

export const GRANTS = roleAt('grants');
export const CHOICE = roleAt('choice');
export const PART = roleAt('bundled');
export const OF_RULES = 'sentences of the rules';

/** The roles that a name with these ids may have by the judgement. */
function labelsOf(ids: readonly string[], { lists, names = {}, primary }: Judged): number[] {
  const listed = ids.some((id) => lists.includes(id));
  const named = Object.entries(names).find(([id]) => ids.some((one) => familyOf(one) === familyOf(id)));
  const isNamed = named && !(listed && !ids.includes(named[0]));
  if (isNamed) return [roleAt(named[1])];
  const wanted = lists.find((id) => ids.some((one) => one === id || (!listed && familyOf(one) === familyOf(id))));
  if (wanted === undefined) return [];
  if (primary === undefined) return wanted === lists[0] ? [GRANTS, CHOICE] : [GRANTS, CHOICE, PART];
  const whole = primary === '' ? [] : idsOf(primary);
  if (!whole.includes(wanted)) return [PART];
  return [primary.includes(' OR ') ? CHOICE : GRANTS];
}

type LabelOf = (read: Read, at: number, isOneOfMany: boolean) => readonly number[];

function rowsOf(written: string, labelOf: LabelOf): Row[] {
  const text = Buffer.from(written);
  const raw = scanBytes(index, text, 60_000, false);
  const found = holdRounds(OF_FINDS, text, raw.candidates, []);
  const { candidates, reads } = readRoles(text, found, faintAmong(text, found, raw.faint));
  const weighed = weighedOf(text, reads);
  const count = Map.groupBy(candidates, ({ expression }) => familyOf(expression));
  return reads.map((read, i) => {
    const isOneOfMany = (count.get(familyOf(read.expression))?.length ?? 0) > 1;
    return { weighed: weighed[i] as Weighed, read, ids: idsOf(read.expression), labels: labelOf(read, i, isOneOfMany) };
  });
}

/** Of several mentions of a license that the file grants, nobody said which of them grants it. */
const labelOf =
  (judged: Judged): LabelOf =>
  (read, _, isOneOfMany) => {
    const labels = labelsOf(idsOf(read.expression), judged);
    return (labels.includes(GRANTS) || labels.includes(CHOICE)) && isOneOfMany && isMention(read) ? [] : labels;
  };

const labelByGrammar: LabelOf = (read) =>
  isMention(read) || read.standing === 'faint' ? [roleAt(read.known ?? read.weak ?? 'other-work')] : [GRANTS, CHOICE];

const isMention = ({ known, standing, weak }: Read): boolean =>
  known ? known !== 'grants' && known !== 'choice' && known !== 'bundled' : weak !== undefined || standing !== 'stated';

export function readFiles(sets: readonly string[] = SETS, sentences = sentencesOfRules()): FileOfNames[] {
  const files: FileOfNames[] = [];
  const casesOf = new Map(sets.map((set) => [set, readCases(set)]));
  const frames = new Map<string, Judged>();
  const ofRules = sentences.map(({ text, frame }) => {
    const judged = frames.get(frame) ?? { as: '', text: frame, lists: [] };
    frames.set(frame, judged);
    return { text, judged, labels: rowsOf(text, labelByGrammar).map(({ labels }) => labels) };
  });
  for (let copy = 0; copy < COPIES; copy++) {
    for (const [at, set] of sets.entries()) {
      leaveOut(copy, at);
      for (const judged of casesOf.get(set) ?? [])
        files.push({ set, copy, rows: rowsOf(judged.text, labelOf(judged)), judged });
    }
    leaveOut(copy, sets.length);
    for (const { text, judged, labels } of ofRules)
      files.push({ set: OF_RULES, copy, rows: rowsOf(text, (_, at) => labels[at] ?? []), judged });
  }
  leaveOut(0, 0);
  return files;
}

/** Reads with all words from now on in the first copy, and without some in the others. */
function leaveOut(copy: number, set: number): void {
  const next = numbers(7919 * (copy + 1) + set);
  const isKept = () => next() >= LEFT_OUT;
  const all = patterns() as Pattern[];
  all.splice(0, all.length, ...ALL.patterns);
  readWith();
  hintWith();
  if (copy === 0) return;
  readWith(ALL.languages.map((one) => ({ ...one, words: keptOf(one.words, isKept) })));
  hintWith(
    Object.fromEntries(Object.entries(ALL.hints).map(([language, groups]) => [language, keptOf(groups, isKept)])),
  );
  all.splice(0, all.length, ...ALL.patterns.filter(isKept));
}

const ALL = { languages: lexicon().languages, hints: readHints(), patterns: [...patterns()] };

/** Lists of knowledge whose sentences are statements or names without one. */
const OF_STATEMENTS = ['bundled-parts', 'choices', 'exceptions', 'frames', 'later-licenses', 'name-shapes', 'same-license', 'versions']; // biome-ignore format: one list
const MOST_OF_LIST = 40;
const NO_WORD = 'zzqq';

/** A sentence by which the rules are tested, and the sentence with a gap that it is made of. */
interface OfRules {
  text: string;
  frame: string;
}

function sentencesOfRules(): OfRules[] {
  const whole = patterns().flatMap(({ finds, spares = [] }) => [...finds, ...spares]);
  for (const { sentences = [] } of lexicon().languages) whole.push(...sentences.map(({ text }) => text));
  const texts = new Map(whole.map((text) => [text, text]));
  const add = (frame: string, word: string, meaning = '') =>
    texts.set(frame.replaceAll('{}', word).replaceAll('{meaning}', meaning), frame);
  for (const file of OF_STATEMENTS)
    for (const list of Object.values(readKnowledge(file))) {
      const { sentence, control = NO_WORD, meanings = {}, others = [] } = list;
      for (const word of [...wordsOfList(list).slice(0, MOST_OF_LIST), control]) add(sentence, word, meanings[word]);
      for (const other of others) add(other.sentence ?? sentence, other.fill ?? other.word, meanings[other.word]);
    }
  for (const { sentence, words } of Object.values(structureLists()))
    for (const word of words.slice(0, MOST_OF_LIST)) add(sentence, word);
  return [...texts].map(([text, frame]) => ({ text, frame }));
}

const keptOf = (groups: Record<string, string[]>, isKept: () => boolean): Record<string, string[]> =>
  Object.fromEntries(Object.entries(groups).map(([key, list]) => [key, list.filter(isKept)]));
