// Trains the model of roles on the judged files and writes rules/roles/weights.yaml: `npm run roles`. With `--report`, it prints instead how
// many files of each set are right, by everything that detects licenses, if the model was trained on the others.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Model, ROLES, type Weights, weighWith } from '../../src/licenses/roles/model.ts';
import { type FileOfNames, readFiles } from './examples.ts';
import { readCases, readingOf, SETS } from './judged.ts';
import { train } from './training.ts';
import { digestOfTraining, WEIGHTS } from './training-digest.ts';

/** Sets that are held out together, since one person wrote them at one time. */
const GROUPS = 5;

interface Score {
  files: number;
  lists: number;
  withPrimary: number;
  primary: number;
}

function scoreOf(set: string): Score {
  const score = { files: 0, lists: 0, withPrimary: 0, primary: 0 };
  for (const judged of readCases(set)) {
    const { missing, unwanted, primary } = readingOf(judged);
    score.files++;
    if (missing.length + unwanted.length === 0) score.lists++;
    if (judged.primary === undefined) continue;
    score.withPrimary++;
    if (primary === undefined) score.primary++;
  }
  return score;
}

function report(files: readonly FileOfNames[]): void {
  const sum: Score = { files: 0, lists: 0, withPrimary: 0, primary: 0 };
  for (let group = 0; group < GROUPS; group++) {
    const held = SETS.filter((_, at) => at % GROUPS === group);
    weighWith(train(files.filter(({ set }) => !held.includes(set))));
    for (const set of held) {
      const score = scoreOf(set);
      tell(set, score);
      for (const key of Object.keys(sum) as (keyof Score)[]) sum[key] += score[key];
    }
  }
  tell('all sets', sum);
}

const tell = (what: string, { files, lists, withPrimary, primary }: Score): void =>
  console.log(`${what}: ${lists} of ${files} lists, ${primary} of ${withPrimary} primary licenses`);

const written = (weights: Weights): string =>
  [...weights]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([feature, row]) => `  ${JSON.stringify(feature)}: [${row.join(',')}]`)
    .join('\n');

const textOf = ({ name, file }: Model): string =>
  `# Weights of the model of roles, by feature, one for each role, in hundredths. Written by \`npm run roles\` from the judged files of
# scanner/test/roles/judged; do not edit. The digest is that of all inputs of the training.
digest: ${digestOfTraining()}
roles: [${ROLES.join(', ')}]
name:
${written(name)}
file:
${written(file)}
`;

const { values: options } = parseArgs({ options: { report: { type: 'boolean', default: false } } });
const files = readFiles();
if (options.report) report(files);
else writeFileSync(WEIGHTS, textOf(train(files)));
