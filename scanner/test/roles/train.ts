// Makes the weights of the vote on license names (scanner/rules/roles/weights.yaml) of the judged files. With --report it writes nothing and
// measures each set of files by weights that were made without it.
//
//   node scanner/test/roles/train.ts [--report]
import { writeFileSync } from 'node:fs';
import { idsOf } from '../../src/expressions/index.ts';
import { detectLicenses, loadLicenseIndex } from '../../src/licenses/index.ts';
import { observeVotes } from '../../src/licenses/reading/ballots.ts';
import { ALWAYS, WEIGHT_UNIT, weighWith } from '../../src/licenses/roles/vote.ts';
import { trainingDigest } from './digest.ts';
import { isLicensing, isRight, type JudgedFile, readJudged } from './judged.ts';
import { regress, type Sample } from './regression.ts';

const WEIGHTS = new URL('../../rules/roles/weights.yaml', import.meta.url);

/** Sets by which the grammar was mended: there it is right more often than in other files, so its own verdict must not be believed as much. */
const MENDED_BY = /^(?:one|two|three|four|five|six|seven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen)$/;
const SHARE_OF_MENDED = 0.3;
const FOLDS = 8;

const index = loadLicenseIndex();
const idsIn = (text: string): string[] => [
  ...new Set(detectLicenses(index, Buffer.from(text)).spdx.flatMap((one) => idsOf(one))),
];

function samplesOf(file: JudgedFile): Sample[] {
  const samples: Sample[] = [];
  const share = MENDED_BY.test(file.set) ? SHARE_OF_MENDED : 1;
  observeVotes((ballots, signals) => {
    for (const [i, own] of signals.entries()) {
      const label = own && isLicensing(file, idsOf(ballots[i]?.expression ?? ''));
      if (own && label !== undefined) samples.push({ signals: own, isLicensing: label, share });
    }
  });
  detectLicenses(index, Buffer.from(file.text));
  observeVotes(undefined);
  return samples;
}

function weightsFrom(samples: readonly Sample[]): Map<string, number> {
  const rounded = [...regress(samples, ALWAYS)].map(([name, one]) => [name, Math.round(one * WEIGHT_UNIT)] as const);
  return new Map(rounded.filter(([, one]) => one !== 0));
}

function write(weights: ReadonlyMap<string, number>): void {
  const rows = [...weights]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `  ${JSON.stringify(name)}: ${one}\n`);
  const head = `# Made by \`npm run roles\` of the judged files; not to be edited. See README.md beside this file.\ndigest: ${trainingDigest()}\n`;
  writeFileSync(WEIGHTS, `${head}weights:\n${rows.join('')}`);
  console.log(`${weights.size} weights`);
}

function report(files: readonly JudgedFile[], samples: ReadonlyMap<JudgedFile, readonly Sample[]>): void {
  const sets = [...new Set(files.map(({ set }) => set))];
  const right = new Map<string, [alone: number, withVote: number, files: number]>();
  const count = (fold: number, place: 0 | 1) => {
    for (const file of files) {
      if (sets.indexOf(file.set) % FOLDS !== fold) continue;
      const row = right.get(file.set) ?? [0, 0, 0];
      row[place] += Number(isRight(file, idsIn(file.text)));
      if (place === 0) row[2]++;
      right.set(file.set, row);
    }
  };
  for (let fold = 0; fold < FOLDS; fold++) {
    weighWith(new Map());
    count(fold, 0);
    const others = files.filter(({ set }) => sets.indexOf(set) % FOLDS !== fold);
    weighWith(weightsFrom(others.flatMap((file) => samples.get(file) ?? [])));
    count(fold, 1);
  }
  for (const [set, [alone, withVote, all]] of right) console.log(`${set}: ${alone} -> ${withVote} of ${all}`);
}

const files = readJudged();
weighWith(new Map());
const samples = new Map(files.map((file) => [file, samplesOf(file)] as const));
if (process.argv.includes('--report')) report(files, samples);
else write(weightsFrom([...samples.values()].flat()));
