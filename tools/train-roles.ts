// Trains the model that weighs the roles of license names and writes scanner/rules/roles/weights.yaml: `node tools/train-roles.ts [--real FOLDER]`.
// The judged files of scanner/src/licenses/roles/ are the data, except for the sets that are kept for measuring. Each set is read without the
// words and patterns that occur in it alone, and in two further copies with a third of the rare words left out, so that the weights tell what to
// believe where the grammar has not seen a wording. Names of a folder of real packages keep the grammar's word, with less weight, so that what it
// reads well stays as it is. Prints the share of files that are right in each set when trained with the other ones. Deterministic.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { idsOf } from '../scanner/src/expressions/index.ts';
import { scanBytes } from '../scanner/src/licenses/detect.ts';
import { loadLicenseIndex } from '../scanner/src/licenses/index.ts';
import { holdRounds } from '../scanner/src/licenses/judging/judgement.ts';
import { OF_FINDS } from '../scanner/src/licenses/judging/judgements.ts';
import { byGrammar, marginOf, weighedOf } from '../scanner/src/licenses/reading/mentions.ts';
import { lexicon, readWith } from '../scanner/src/licenses/roles/lexicon.ts';
import { featuresInFile, firstScores, scoreOf, type Weighed } from '../scanner/src/licenses/roles/model.ts';
import { type Pattern, patterns } from '../scanner/src/licenses/roles/patterns.ts';

interface Case {
  text: string;
  lists: string[];
  names?: Record<string, string>;
}

/** A name with its label: 1 if it licenses something, 0 if it is a mention, undefined if nobody judged it. */
interface Row extends Weighed {
  label: 0 | 1 | undefined;
  margin: number;
}

interface File {
  set: string;
  copy: number;
  weight: number;
  rows: Row[];
}

interface Example {
  features: readonly string[];
  label: 0 | 1;
  weight: number;
}

const SETS = ['', '-two', '-three', '-four', '-five', '-six', '-seven', '-nine', '-ten'];
const FOLDER = new URL('../scanner/src/licenses/roles/', import.meta.url);
const WEIGHTS = new URL('../scanner/rules/roles/weights.yaml', import.meta.url);
const COPIES = 3;
const LEFT_OUT = 0.35;
const PATTERNS_LEFT_OUT = 0.12;
const RARE = 4;
const REAL_WEIGHT = 0.3;
const LONGEST_REAL = 60_000;
const FADING = 5;
const ROUNDS = 15;
/** Features of single classes count half: those of groups hold in more wordings. */
const OF_CLASS =
  /^(?:before|behind|far-before|far-behind|near-before|near-behind|previous|next|introduction|left|right|starts-with|brackets-behind):/;
const LEAST_WEIGHT = 0.03;

const index = loadLicenseIndex();
const familyOf = (id: string): string => id.replace(/ WITH .*$|-(?:only|or-later)$/g, '');

/** Numbers in [0, 1), the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

function rowsOf(text: Uint8Array, labelOf: (ids: readonly string[], isMention: boolean) => 0 | 1 | undefined): Row[] {
  const candidates = holdRounds(OF_FINDS, text, scanBytes(index, text, 60_000, false).candidates, []);
  const { verdicts, passing, surroundings } = byGrammar(text, candidates);
  return weighedOf(candidates, { verdicts, passing }, surroundings).map((one, i) => ({
    ...one,
    label: labelOf(idsOf(one.expression), one.isMention),
    margin: candidates[i]?.isFaint ? Number.NaN : marginOf(candidates[i] && verdicts.get(candidates[i])),
  }));
}

function labelIn({ lists, names = {} }: Case): (ids: readonly string[]) => 0 | 1 | undefined {
  const unwanted = new Set(Object.keys(names).map(familyOf));
  const wanted = new Set(lists.map(familyOf));
  return (ids) => {
    if (ids.some((id) => lists.includes(id))) return 1;
    if (ids.some((id) => unwanted.has(familyOf(id)))) return 0;
    return ids.some((id) => wanted.has(familyOf(id))) ? 1 : undefined;
  };
}

const plain = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\p{N}'-]+/gu, ' ')} `;

const isIn = (phrase: string, text: string): boolean =>
  /[^\0-\u024f]/u.test(phrase) ? text.includes(phrase.replace(/[ *]/g, '')) : text.includes(` ${phrase.replace(/\*$/, '')}${phrase.endsWith('*') ? '' : ' '}`); // biome-ignore format: one condition

function readFiles(): File[] {
  const sets = SETS.map((name) => {
    const cases = parse(readFileSync(new URL(`judged-cases${name}.yaml`, FOLDER), 'utf8')) as Case[];
    return { name: name || '-one', cases, text: plain(cases.map(({ text }) => text).join('\n')) };
  });
  const languages = lexicon().languages.map((one) => structuredClone(one));
  const occurs = new Map<string, string[]>();
  for (const { words } of languages)
    for (const phrase of Object.values(words).flat())
      if (!occurs.has(phrase))
        occurs.set(
          phrase,
          sets.filter(({ text }) => isIn(phrase, text)).map(({ name }) => name),
        );
  const all = patterns() as Pattern[];
  const whole = [...all];
  const files: File[] = [];
  for (const { name, cases } of sets)
    for (let copy = 0; copy < COPIES; copy++) {
      const next = numbers(7919 * (copy + 1) + name.length);
      const isKept = (phrase: string): boolean => {
        const of = occurs.get(phrase) ?? [];
        return !(of.length === 1 && of[0] === name) && !(copy > 0 && of.length <= RARE && next() < LEFT_OUT);
      };
      readWith(
        languages.map((one) => ({
          ...one,
          words: Object.fromEntries(Object.entries(one.words).map(([key, list]) => [key, list.filter(isKept)])),
        })),
      );
      all.splice(0, all.length, ...whole.filter(() => copy === 0 || next() >= PATTERNS_LEFT_OUT));
      for (const one of cases)
        files.push({ set: name, copy, weight: 1, rows: rowsOf(Buffer.from(one.text), labelIn(one)) });
    }
  readWith();
  all.splice(0, all.length, ...whole);
  return files;
}

function readReal(folder: string): File[] {
  const files: File[] = [];
  for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    if (!/\.(?:md|txt|rst|html)$|readme|license|copying|notice|changelog/i.test(name)) continue;
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > LONGEST_REAL) continue;
    const rows = rowsOf(readFileSync(join(folder, name)), (_, isMention) => (isMention ? 0 : 1));
    if (rows.some(({ features }) => features)) files.push({ set: 'real', copy: 0, weight: REAL_WEIGHT, rows });
  }
  return files;
}

/** Logistic regression by stochastic gradients with a step of its own for each feature. */
function fit(examples: readonly Example[]): Record<string, number> {
  const ids = new Map<string, number>();
  const values: number[] = [];
  const idOf = (feature: string): number => {
    const known = ids.get(feature);
    if (known !== undefined) return known;
    ids.set(feature, values.length);
    values.push(OF_CLASS.test(feature) ? 0.5 : 1);
    return values.length - 1;
  };
  const rows = examples.map(({ features }) => ['', ...features].map(idOf));
  const weights = new Float64Array(values.length);
  const squares = new Float64Array(values.length).fill(1e-8);
  const order = [...examples.keys()];
  const next = numbers(12345);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [order[i], order[j]] = [order[j] as number, order[i] as number];
    }
    for (const i of order) {
      const { label, weight } = examples[i] as Example;
      const row = rows[i] as number[];
      const sum = row.reduce((total, id) => total + (weights[id] ?? 0) * (values[id] ?? 0), 0);
      const slope = (1 / (1 + Math.exp(-sum)) - label) * weight;
      for (const id of row) {
        const fading = id === 0 ? 0 : (FADING * 20 * (weights[id] ?? 0)) / examples.length;
        const gradient = slope * (values[id] ?? 0) + fading;
        squares[id] = (squares[id] ?? 0) + gradient * gradient;
        weights[id] = (weights[id] ?? 0) - (0.3 * gradient) / Math.sqrt(squares[id] ?? 1);
      }
    }
  }
  return Object.fromEntries([...ids].map(([feature, id]) => [feature, (weights[id] ?? 0) * (values[id] ?? 0)]));
}

const examplesOf = (files: readonly File[], featuresOf: (file: File) => (readonly string[] | undefined)[]): Example[] =>
  files.flatMap((file) => {
    const features = featuresOf(file);
    return file.rows.flatMap(({ label }, i) => {
      const own = features[i];
      return own && label !== undefined ? [{ features: own, label, weight: file.weight }] : [];
    });
  });

const own = ({ rows }: File) => rows.map(({ features }) => features);
const inFile = ({ rows }: File, first: Record<string, number>) => featuresInFile(rows, firstScores(rows, first));

/** Both passes; the second one learns from scores of first passes that did not know the set. */
function train(files: readonly File[]): { name: Record<string, number>; file: Record<string, number> } {
  const name = fit(examplesOf(files, own));
  const firstOf = new Map(
    [...new Set(files.map(({ set }) => set))].map((set) => [set, fit(examplesOf(files.filter((one) => one.set !== set), own))]), // biome-ignore format: one pair
  );
  return { name, file: fit(examplesOf(files, (one) => inFile(one, firstOf.get(one.set) ?? name))) };
}

/** Whether each license of a file is right, by the model and by the grammar alone. */
function isRight({ rows }: File, { name, file }: ReturnType<typeof train>): { model: boolean; grammar: boolean } {
  const features = inFile({ rows } as File, name);
  const grants = rows.map(({ isMention, margin }, i) => {
    const one = features[i];
    if (!one) return !isMention;
    const score = scoreOf(file, one);
    if (Number.isNaN(margin)) return score > 1;
    return Math.abs(score) < margin ? !isMention : score > 0;
  });
  const right = (isGrant: (at: number) => boolean): boolean => {
    const judged = rows.flatMap(({ expression, label }, at) =>
      label === undefined ? [] : [{ expression, label, at }],
    );
    return [...Map.groupBy(judged, ({ expression, label }) => `${expression} ${label}`).values()].every((same) =>
      same.some(({ at }) => isGrant(at)) ? same[0]?.label === 1 : same[0]?.label === 0,
    );
  };
  return { model: right((at) => grants[at] === true), grammar: right((at) => rows[at]?.isMention === false) };
}

function report(files: readonly File[]): void {
  for (const set of SETS.map((name) => name || '-one')) {
    const trained = train(files.filter((one) => one.set !== set));
    const held = files.filter((one) => one.set === set && one.copy === 0).map((one) => isRight(one, trained));
    const share = (key: 'model' | 'grammar') => `${held.filter((one) => one[key]).length} of ${held.length}`;
    console.log(`judged-cases${set}: ${share('model')} files right, ${share('grammar')} by the grammar alone`);
  }
}

const written = (weights: Record<string, number>): string =>
  Object.entries(weights)
    .filter(([feature, weight]) => feature === '' || Math.abs(weight) >= LEAST_WEIGHT)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([feature, weight]) => `  ${JSON.stringify(feature)}: ${weight.toFixed(2)}`)
    .join('\n');

const { values: options } = parseArgs({
  options: {
    real: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
    held: { type: 'boolean', default: false },
  },
});
const files = [...readFiles(), ...options.real.flatMap(readReal)];
if (options.held) report(files);
const { name, file } = train(files);
writeFileSync(
  options.out ?? WEIGHTS,
  `# Weights of the model that weighs roles, by feature. Written by tools/train-roles.ts; do not edit.\nname:\n${written(name)}\nfile:\n${written(file)}\n`,
);
