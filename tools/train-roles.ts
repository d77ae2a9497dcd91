// Trains the model of roles on the judged files of scanner/src/licenses/roles/ and writes scanner/rules/roles/weights.yaml:
// `node tools/train-roles.ts`. Also prints, for each set of files, how many are right if the model is trained on the other sets (`--no-report`
// leaves that out). Each file is read four times: as it is, and three times with a part of the words of the grammar, the hints and the patterns left
// out, so that the weights tell what to believe where a wording is new. Deterministic: the same files give the same weights.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { idsOf } from '../scanner/src/expressions/index.ts';
import { scanBytes } from '../scanner/src/licenses/detect.ts';
import { loadLicenseIndex } from '../scanner/src/licenses/index.ts';
import { faintAmong } from '../scanner/src/licenses/judging/answer.ts';
import { holdRounds } from '../scanner/src/licenses/judging/judgement.ts';
import { OF_FINDS } from '../scanner/src/licenses/judging/judgements.ts';
import { readRoles } from '../scanner/src/licenses/reading/mentions.ts';
import { hintWith, readHints } from '../scanner/src/licenses/roles/hints.ts';
import { lexicon, readWith } from '../scanner/src/licenses/roles/lexicon.ts';
import {
  featuresInFile,
  firstOf,
  type ModelRole,
  ROLES,
  sharesOf,
  type Weighed,
  type Weights,
} from '../scanner/src/licenses/roles/model.ts';
import { type Pattern, patterns } from '../scanner/src/licenses/roles/patterns.ts';
import { structureLists } from '../scanner/src/licenses/roles/structure.ts';
import { decideAll, type Read, weighedOf } from '../scanner/src/licenses/roles/weighing.ts';
import { readKnowledge, wordsOfList } from '../scanner/src/licenses/rules/knowledge.ts';
import { type Example, fitted } from './role-regression.ts';
import { digestOfTraining, SETS, SETS_FOLDER } from './training-of-roles.ts';

interface Case {
  text: string;
  lists: string[];
  names?: Record<string, string>;
  primary?: string;
}

/** A name with the roles that it may have; none if nobody judged it. */
interface Row {
  weighed: Weighed;
  read: Read;
  ids: readonly string[];
  labels: readonly number[];
}

interface File {
  set: string;
  copy: number;
  rows: Row[];
  judged: Case;
}

const COPIES = 4;
const LEFT_OUT = 0.3;
const LEAST_WEIGHT = 4;

const index = loadLicenseIndex();
const familyOf = (id: string): string => id.replace(/ WITH .*$|-(?:only|or-later)$/g, '');
const roleAt = (role: string): number => ROLES.indexOf((role === 'documentation' ? 'bundled' : role) as ModelRole);

/** Numbers in [0, 1), the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

const GRANTS = roleAt('grants');
const PART = roleAt('bundled');
const OF_RULES = 'sentences of the rules';
/** They are many, and like each other. */
const WEIGHT_OF_RULES = 0.25;

/** The roles that a name with these ids may have by the judgement. */
function labelsOf(ids: readonly string[], { lists, names = {}, primary }: Case): number[] {
  const listed = ids.some((id) => lists.includes(id));
  const named = Object.entries(names).find(([id]) => ids.some((one) => familyOf(one) === familyOf(id)));
  const isNamed = named && !(listed && !ids.includes(named[0]));
  if (isNamed) return [roleAt(named[1])];
  const wanted = lists.find((id) => ids.some((one) => one === id || (!listed && familyOf(one) === familyOf(id))));
  if (wanted === undefined) return [];
  if (primary === undefined) return wanted === lists[0] ? [GRANTS] : [GRANTS, PART];
  return idsOf(primary === '' ? 'NONE' : primary).includes(wanted) ? [GRANTS] : [PART];
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
  (judged: Case): LabelOf =>
  (read, _, isOneOfMany) => {
    const labels = labelsOf(idsOf(read.expression), judged);
    return labels.includes(GRANTS) && isOneOfMany && isMention(read) ? [] : labels;
  };

const labelByGrammar: LabelOf = (read) =>
  isMention(read) || read.standing === 'faint' ? [roleAt(read.known ?? read.weak ?? 'other-work')] : [GRANTS];

const isMention = ({ known, standing, weak }: Read): boolean =>
  known ? known !== 'grants' && known !== 'bundled' : weak !== undefined || standing !== 'stated';

function readFiles(): File[] {
  const files: File[] = [];
  const frames = new Map<string, Case>();
  const ofRules = textsOfRules().map(({ text, frame }) => {
    const judged = frames.get(frame) ?? { text: frame, lists: [] };
    frames.set(frame, judged);
    return { text, judged, labels: rowsOf(text, labelByGrammar).map(({ labels }) => labels) };
  });
  for (let copy = 0; copy < COPIES; copy++) {
    for (const [at, set] of SETS.entries()) {
      leaveOut(copy, at);
      const cases = parse(readFileSync(new URL(`${set}.yaml`, SETS_FOLDER), 'utf8')) as Case[];
      for (const judged of cases) files.push({ set, copy, rows: rowsOf(judged.text, labelOf(judged)), judged });
    }
    leaveOut(copy, SETS.length);
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

function textsOfRules(): OfRules[] {
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

type FeaturesOf = (file: File) => (readonly string[] | undefined)[];

const examplesOf = (files: readonly File[], featuresOf: FeaturesOf): Example[] =>
  files.flatMap((file) => {
    const features = featuresOf(file);
    return file.rows.flatMap(({ labels }, i) => {
      const own = features[i];
      return own && labels.length > 0 ? [{ features: own, labels, weight: file.set === OF_RULES ? WEIGHT_OF_RULES : 1 }] : [];
    });
  });

const weighedIn = ({ rows }: File): Weighed[] => rows.map(({ weighed }) => weighed);
const alone: FeaturesOf = ({ rows }) => rows.map(({ weighed }) => weighed.features);
const inFile = (file: File, first: Weights) => featuresInFile(weighedIn(file), firstOf(weighedIn(file), first));

const FOLDS = 3;

interface Trained {
  name: Weights;
  file: Weights;
}

/** Both passes; the second one learns from shares of first passes that did not know the file. */
function train(files: readonly File[]): Trained {
  const name = fitted(examplesOf(files, alone));
  const foldOf = new Map([...new Set(files.map(({ judged }) => judged))].map((judged, i) => [judged, i % FOLDS]));
  const firsts = Array.from(
    { length: FOLDS },
    (_, fold) =>
    fitted(examplesOf(files.filter(({ judged }) => foldOf.get(judged) !== fold), alone)), // biome-ignore format: one call
  );
  const file = fitted(examplesOf(files, (one) => inFile(one, firsts[foldOf.get(one.judged) ?? 0] ?? name)));
  return { name: withoutSmall(name), file: withoutSmall(file) };
}

const withoutSmall = (weights: Weights): Weights =>
  new Map([...weights].filter(([feature, row]) => feature === '' || row.some((one) => Math.abs(one) >= LEAST_WEIGHT)));

/** Whether each judged license of the file is read as it should be, from which names license something. */
function isRight({ rows }: File, isLicensing: (at: number) => boolean): boolean {
  const said = new Map<string, boolean>();
  for (const [at, { ids, labels }] of rows.entries()) {
    if (labels.length === 0 && !isLicensing(at)) continue;
    for (const id of ids) said.set(id, (said.get(id) ?? false) || isLicensing(at));
  }
  return rows.every(({ ids, labels }) => {
    if (labels.length === 0) return true;
    const isWanted = labels.includes(GRANTS) || labels.includes(PART);
    return ids.every((id) => said.get(id) === isWanted);
  });
}

const byGrammar = ({ rows }: File): boolean =>
  isRight({ rows } as File, (at) => !isMention((rows[at] as Row).read) && rows[at]?.read.standing !== 'faint');

function byModel(file: File, trained: Trained): boolean {
  const weighed = weighedIn(file);
  const decisions = decideAll(
    file.rows.map(({ read }) => read),
    weighed,
    trained,
  );
  return isRight(file, (at) => {
    const decision = decisions.get(at);
    if (decision) return decision.read === 'grants' || decision.read === 'part';
    return !isMention((file.rows[at] as Row).read) && file.rows[at]?.read.standing !== 'faint';
  });
}

/** Also for names that the grammar decides. */
function byModelAlone(file: File, { name, file: weights }: Trained): boolean {
  const weighed = weighedIn(file).map((one) => (one.features ? { ...one, known: undefined } : one));
  const features = featuresInFile(weighed, firstOf(weighed, name));
  return isRight(file, (at) => {
    const own = features[at];
    if (!own) return file.rows[at]?.read.known === 'grants';
    const shares = sharesOf(weights, own);
    return (shares[GRANTS] ?? 0) + (shares[PART] ?? 0) >= 0.5;
  });
}

function report(files: readonly File[]): void {
  const sum = [0, 0, 0, 0];
  for (const set of SETS) {
    const trained = train(files.filter((one) => one.set !== set));
    const held = files.filter((one) => one.set === set && one.copy === 0);
    const counts = [
      held.length,
      ...[byGrammar, byModel, byModelAlone].map((of) => held.filter((one) => of(one, trained)).length),
    ];
    for (const [i, count] of counts.entries()) sum[i] = (sum[i] ?? 0) + count;
    tell(set, counts);
  }
  tell('all sets', sum);
}

const tell = (what: string, [all, grammar, both, own]: readonly number[]): void =>
  console.log(`${what}: ${both} of ${all} files right, ${grammar} by the grammar alone, ${own} by the model alone`);

const written = (weights: Weights): string =>
  [...weights]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([feature, row]) => `  ${JSON.stringify(feature)}: [${row.join(',')}]`)
    .join('\n');

const { values: options } = parseArgs({ options: { 'no-report': { type: 'boolean', default: false } } });
const files = readFiles();
if (!options['no-report']) report(files);
const { name, file } = train(files);
writeFileSync(
  new URL('../scanner/rules/roles/weights.yaml', import.meta.url),
  `# Weights of the model of roles, by feature, one for each role. Written by tools/train-roles.ts; do not edit.\ndigest: ${digestOfTraining()}\nroles: [${ROLES.join(', ')}]\nname:\n${written(name)}\nfile:\n${written(file)}\n`,
);
