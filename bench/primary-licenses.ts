// Scores the primary license of real projects. Prints one JSON object.
//   node bench/primary-licenses.ts --trees <folder> [--wrong]
// The folder contains one tree per project, with the names of primary-licenses.tsv (`apt-get source`, `npm pack` and
// the like). Part of a tree is enough: the files of its root, its license folders, a sample of its sources. Projects
// without a tree count as absent. `--wrong` lists differences from the expected licenses on standard error.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scanSource } from '@assay/scanner';
import { parseSpdxExpression } from '@assay/scanner/expressions';

interface Project {
  /** Whether the rules were developed with it (`tuned`) or without (`other`). `third`: drawn at random and measured before its mends; `fourth`: after. `fifth` and `sixth` likewise. `seventh`: drawn at random, measured before its mends. */
  set: string;
  name: string;
  /** Each of these expressions is correct. */
  expected: string[];
}

interface Score {
  right: number;
  total: number;
  absent: number;
}

const { values: options } = parseArgs({
  options: { trees: { type: 'string' }, wrong: { type: 'boolean', default: false } },
});
if (options.trees === undefined) throw new Error('Name the folder of the trees with --trees.');

const scores: Record<string, Score> = {};
for (const { set, name, expected } of readProjects()) {
  scores[set] ??= { right: 0, total: 0, absent: 0 };
  const score = scores[set];
  const tree = join(options.trees, name);
  if (!existsSync(tree)) {
    score.absent++;
    continue;
  }
  score.total++;
  const { expression, reasons } = await primaryLicenseOf(tree);
  if (expected.map(inOrder).includes(inOrder(expression))) score.right++;
  else if (options.wrong) console.error([name, `expected ${expected.join(' or ')}`, `found ${expression}`, ...reasons].join('\n  ')); // biome-ignore format: one line
}
console.log(JSON.stringify(scores, null, 1));

function readProjects(): Project[] {
  return readFileSync(new URL('./primary-licenses.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [set, name, expected] = line.split('\t') as [string, string, string];
      return { set, name, expected: expected.split(' | ') };
    });
}

async function primaryLicenseOf(tree: string) {
  for await (const item of scanSource(tree)) if (item.type === 'inventory') return item.inventory.primaryLicense;
  return { expression: '', reasons: ['the scan gave no inventory'] };
}

/** The order of licenses in a choice does not matter. */
function inOrder(expression: string): string {
  const tree = parseSpdxExpression(expression)?.tree;
  if (!tree || !('operator' in tree)) return expression;
  return expression.split(` ${tree.operator} `).sort().join(` ${tree.operator} `);
}
