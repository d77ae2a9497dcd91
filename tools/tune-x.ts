// Trains the model of roles on the judged files of scanner/src/licenses/roles/ and writes scanner/rules/roles/weights.yaml:
// `node tools/train-roles.ts`. Also prints, for each set of files, how many are right if the model is trained on the other sets (`--no-report`
// leaves that out). Each file is read three times: as it is, and twice with a part of the words of the grammar, the hints and the patterns left
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
  featuresInFile, grades,
  firstOf,
  type ModelRole,
  ROLES,
  sharesOf,
  WEIGHT_UNIT,
  type Weighed,
  type Weights,
} from '../scanner/src/licenses/roles/model.ts';
import { type Pattern, patterns } from '../scanner/src/licenses/roles/patterns.ts';
import { decideAll, FIRM, type Read, weighedOf } from '../scanner/src/licenses/roles/weighing.ts';
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

interface Example {
  features: readonly string[];
  labels: readonly number[];
  weight: number;
}

const COPIES = Number(process.env.COPIES ?? 3);
const LEFT_OUT = Number(process.env.LEFT ?? 0.3);
const PATTERNS_LEFT_OUT = 0.3;
const P = { rounds: 12, step: 0.25, fading: 6e-4, word: 0.7, row: 0.6, avg: 0, count: 3, folds: 3, lambda: 3, iterations: 60, far: 1, first: 1 };
const LEAST_WEIGHT = 4;
/** A feature of fewer names says nothing of another file. */
const LEAST_COUNT = 3;
/** Features of single words count less: those of groups hold in more wordings. */
const OF_WORD = /^(?:word|left|right):/;
const WORD_VALUE = 0.5;

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

/** The roles that a name with these ids may have by the judgement. */
function labelsOf(ids: readonly string[], { lists, names = {}, primary }: Case): number[] {
  const listed = ids.some((id) => lists.includes(id));
  const named = Object.entries(names).find(([id]) => ids.some((one) => familyOf(one) === familyOf(id)));
  const isNamed = named && !(listed && !ids.includes(named[0]));
  if (isNamed) return [roleAt(named[1])];
  const wanted = lists.find((id) => ids.some((one) => one === id || (!listed && familyOf(one) === familyOf(id))));
  if (wanted === undefined) return [];
  if (primary === undefined) return [GRANTS, PART];
  return idsOf(primary === '' ? 'NONE' : primary).includes(wanted) ? [GRANTS] : [PART];
}

function rowsOf(judged: Case): Row[] {
  const text = Buffer.from(judged.text);
  const raw = scanBytes(index, text, 60_000, false);
  const found = holdRounds(OF_FINDS, text, raw.candidates, []);
  const { candidates, reads } = readRoles(text, found, faintAmong(text, found, raw.faint));
  const weighed = weighedOf(text, reads);
  const count = Map.groupBy(candidates, ({ expression }) => familyOf(expression));
  return reads.map((read, i) => {
    const expression = read.expression;
    const ids = idsOf(expression);
    const labels = labelsOf(ids, judged);
    // Of several mentions of a license that the file grants, nobody said which of them grants it.
    const isUnclear = labels.includes(GRANTS) && (count.get(familyOf(expression))?.length ?? 0) > 1 && isMention(read);
    if (process.env.SAID && weighed[i]?.features) (weighed[i]!.features as string[]).push(`said:${read.known ?? (read.weak ? 'weak-' + read.weak : 'open')}`);
    return { weighed: weighed[i] as Weighed, read, ids, labels: isUnclear ? [] : labels };
  });
}

const isMention = ({ known, standing, weak }: Read): boolean =>
  known ? known !== 'grants' && known !== 'bundled' : weak !== undefined || standing !== 'stated';

function readFiles(): File[] {
  const languages = lexicon().languages.map((one) => structuredClone(one));
  const hints = readHints();
  const all = patterns() as Pattern[];
  const whole = [...all];
  const files: File[] = [];
  for (const [at, set] of SETS.entries()) {
    const cases = parse(readFileSync(new URL(`${set}.yaml`, SETS_FOLDER), 'utf8')) as Case[];
    for (let copy = 0; copy < COPIES; copy++) {
      const next = numbers(7919 * (copy + 1) + at);
      const isKept = () => copy === 0 || next() >= LEFT_OUT;
      readWith(languages.map((one) => ({ ...one, words: keptOf(one.words, isKept) })));
      hintWith(
        Object.fromEntries(Object.entries(hints).map(([language, groups]) => [language, keptOf(groups, isKept)])),
      );
      all.splice(0, all.length, ...whole.filter(() => copy === 0 || next() >= PATTERNS_LEFT_OUT));
      for (const judged of cases) files.push({ set, copy, rows: rowsOf(judged), judged });
    }
  }
  readWith();
  hintWith();
  all.splice(0, all.length, ...whole);
  return files;
}

const keptOf = (groups: Record<string, string[]>, isKept: () => boolean): Record<string, string[]> =>
  Object.fromEntries(Object.entries(groups).map(([key, list]) => [key, list.filter(isKept)]));


function fit(examples: readonly Example[]): Weights {
  const ids = idsOfFeatures(examples);
  const names = [...ids.keys()];
  const width = ROLES.length;
  const values = Float64Array.from(names, (f) => (OF_WORD.test(f) ? P.word : /^(?:row|pair|shape|beside)/.test(f) ? P.row : /^(?:next|previous|file|far)/.test(f) ? P.far : /^first|^other|^name-/.test(f) ? P.first : 1));
  const rows = examples.map(({ features }) => Int32Array.from(['', ...features].flatMap((f) => ids.get(f) ?? [])));
  const size = names.length * width;
  const x = new Float64Array(size);
  const shares = new Float64Array(width);
  const lambda = P.lambda;
  const evaluate = (w: Float64Array, g: Float64Array): number => {
    g.fill(0);
    let loss = 0;
    for (let e = 0; e < rows.length; e++) {
      const row = rows[e]!; const { labels, weight } = examples[e]!;
      shares.fill(0);
      for (const id of row) { const v = values[id]!, o = id * width; for (let k = 0; k < width; k++) shares[k]! += w[o + k]! * v; }
      let most = -Infinity; for (let k = 0; k < width; k++) if (shares[k]! > most) most = shares[k]!;
      let total = 0; for (let k = 0; k < width; k++) total += shares[k] = Math.exp(shares[k]! - most);
      let wanted = 0; for (let k = 0; k < width; k++) shares[k]! /= total;
      for (const l of labels) wanted += shares[l]!;
      loss -= Math.log(wanted + 1e-300) * weight;
      for (let k = 0; k < width; k++) shares[k] = (shares[k]! - (labels.includes(k) ? shares[k]! / wanted : 0)) * weight;
      for (const id of row) { const v = values[id]!, o = id * width; for (let k = 0; k < width; k++) g[o + k]! += shares[k]! * v; }
    }
    for (let i = width; i < size; i++) { loss += 0.5 * lambda * w[i]! * w[i]!; g[i]! += lambda * w[i]!; }
    return loss;
  };
  const M = 8; const S: Float64Array[] = [], Y: Float64Array[] = [], R: number[] = [];
  let g = new Float64Array(size); let loss = evaluate(x, g);
  const dot = (p: Float64Array, q: Float64Array) => { let s = 0; for (let i = 0; i < size; i++) s += p[i]! * q[i]!; return s; };
  for (let it = 0; it < P.iterations; it++) {
    const d = Float64Array.from(g); const al: number[] = [];
    for (let j = S.length - 1; j >= 0; j--) { const c = R[j]! * dot(S[j]!, d); al[j] = c; const y = Y[j]!; for (let i = 0; i < size; i++) d[i]! -= c * y[i]!; }
    if (S.length) { const j = S.length - 1; const s = 1 / (R[j]! * dot(Y[j]!, Y[j]!)); for (let i = 0; i < size; i++) d[i]! *= s; } else { const s = 1 / Math.sqrt(dot(g, g)); for (let i = 0; i < size; i++) d[i]! *= s; }
    for (let j = 0; j < S.length; j++) { const c = al[j]! - R[j]! * dot(Y[j]!, d); const s = S[j]!; for (let i = 0; i < size; i++) d[i]! += c * s[i]!; }
    const slope = dot(g, d); let step = 1; const nx = new Float64Array(size), ng = new Float64Array(size); let nl = Infinity;
    for (let tries = 0; tries < 12; tries++, step /= 2) { for (let i = 0; i < size; i++) nx[i] = x[i]! - step * d[i]!; nl = evaluate(nx, ng); if (nl <= loss - 1e-4 * step * slope) break; }
    if (!(nl < loss)) break;
    const s = new Float64Array(size), y = new Float64Array(size); for (let i = 0; i < size; i++) { s[i] = nx[i]! - x[i]!; y[i] = ng[i]! - g[i]!; }
    const sy = dot(s, y); if (sy > 1e-10) { S.push(s); Y.push(y); R.push(1 / sy); if (S.length > M) { S.shift(); Y.shift(); R.shift(); } }
    const gain = loss - nl; x.set(nx); g = ng; loss = nl;
    if (gain < 1e-4 * loss) break;
  }
  return new Map(names.map((f, id) => [f, ROLES.map((_, k) => Math.round(WEIGHT_UNIT * x[id * width + k]! * values[id]!))]));
}

function idsOfFeatures(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of examples) for (const one of features) counts.set(one, (counts.get(one) ?? 0) + 1);
  const ids = new Map([['', 0]]);
  for (const [feature, count] of counts) if (count >= P.count * COPIES) ids.set(feature, ids.size);
  return ids;
}

/** The probabilities of the roles, into `shares`. */
function spread(row: readonly number[], weights: Float64Array, values: readonly number[], shares: Float64Array): void {
  const width = shares.length;
  shares.fill(0);
  for (const id of row)
    for (let k = 0; k < width; k++) shares[k] = (shares[k] ?? 0) + (weights[id * width + k] ?? 0) * (values[id] ?? 0);
  const most = Math.max(...shares);
  let total = 0;
  for (let k = 0; k < width; k++) total += shares[k] = Math.exp((shares[k] ?? 0) - most);
  for (let k = 0; k < width; k++) shares[k] = (shares[k] ?? 0) / total;
}

type FeaturesOf = (file: File) => (readonly string[] | undefined)[];

const examplesOf = (files: readonly File[], featuresOf: FeaturesOf): Example[] =>
  files.flatMap((file) => {
    const features = featuresOf(file);
    return file.rows.flatMap(({ labels }, i) => {
      const own = features[i];
      return own && labels.length > 0 ? [{ features: own, labels, weight: 1 }] : [];
    });
  });

const weighedIn = ({ rows }: File): Weighed[] => rows.map(({ weighed }) => weighed);
const alone: FeaturesOf = ({ rows }) => rows.map(({ weighed }) => weighed.features);
const inFile = (file: File, first: Weights) => featuresInFile(weighedIn(file), firstOf(weighedIn(file), first));

const FOLDS = 5;

interface Trained {
  name: Weights;
  file: Weights;
}

/** Both passes; the second one learns from shares of first passes that did not know the file. */
function train(files: readonly File[]): Trained {
  const name = fit(examplesOf(files, alone));
  const foldOf = new Map([...new Set(files.map(({ judged }) => judged))].map((judged, i) => [judged, i % P.folds]));
  const firsts = Array.from(
    { length: P.folds },
    (_, fold) =>
    fit(examplesOf(files.filter(({ judged }) => foldOf.get(judged) !== fold), alone)), // biome-ignore format: one call
  );
  const file = fit(examplesOf(files, (one) => inFile(one, firsts[foldOf.get(one.judged) ?? 0] ?? name)));
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


const GROUPS = [['eight','ten','eleven'],['nine'],['english','contrasts'],['european','eastern']].map((one) => one.map((x) => 'judged-cases-' + x));
function run(label: string) {
  let out: string[] = []; let total = [0,0,0,0,0];
  for (const group of GROUPS) {
    const trained = train(files.filter((one) => !group.includes(one.set)));
    const held = files.filter((one) => group.includes(one.set) && one.copy === 0);
    const at = (least: number) => (one: File, t: Trained) => { FIRM.least = least; return byModel(one, t); };
    const c = [held.length, ...[at(2), at(0.95), at(0.9), byModelAlone].map((of) => held.filter((one) => of(one, trained)).length)];
    FIRM.least = 0.95;
    if (process.env.ERR) for (const one of held) if (!byModel(one, trained)) {
      console.log('-----', one.set.replace('judged-cases-',''), JSON.stringify(one.judged.lists), JSON.stringify(one.judged.names ?? {}));
      console.log(one.judged.text.trim().slice(0, 600));
      const g = grades(weighedIn(one), trained);
      for (const [i, row] of one.rows.entries()) {
        const sh = g[i]?.shares;
        const top = sh ? ROLES.map((r, k) => [r, sh[k] ?? 0] as const).sort((a, b) => b[1] - a[1]).slice(0, 2).map(([r, x]) => r + ' ' + x.toFixed(2)).join(', ') : 'no features';
        console.log('   >', row.read.expression, row.read.known ? 'KNOWN ' + row.read.known : '', row.read.weak ? 'weak' : '', row.read.standing, '|', top, '| want', row.labels.map((k) => ROLES[k]).join('/'));
      }
    }
    out.push(c.join('/')); c.forEach((x, i) => total[i]! += x);
  }
  console.log(label, total.join('/'), ' ', out.join('  '));
}
const tell = (what: string, c: readonly number[]): void => console.log(what, c.join(' '));
const written = (weights: Weights): string =>
  [...weights]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([feature, row]) => `  ${JSON.stringify(feature)}: [${row.join(',')}]`)
    .join('\n');


const files = readFiles();
console.log('read', process.cpuUsage().user / 1e6);
const base = { ...P };
for (const c of JSON.parse(process.env.CONFIGS ?? '[{}]')) { Object.assign(P, base, c); run(JSON.stringify(c)); }
