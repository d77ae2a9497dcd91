// Scores the primary license of packages whose license somebody else wrote down. Prints one JSON object.
//   node bench/declared-licenses.ts --packages <folder> [--half open|sealed] [--wrong]
// Each folder in it is one package: `tree/` is what is scanned, and beside it lies the answer, which the scan does not see: a copyright file of
// Debian (`copyright`: what its paragraph `Files: *` says) or a `package.json` (its `license`). In order of their names every second one is
// sealed: look at its figures alone. `--wrong` lists the differences with our reasons on standard error; either side may be the wrong one.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scanSource } from '@assay/scanner';
import { parseSpdxExpression } from '@assay/scanner/expressions';
import { debianExpression } from '../scanner/src/packages/debian-licenses.ts';

const { values: options } = parseArgs({
  options: {
    packages: { type: 'string' },
    half: { type: 'string', default: 'open' },
    wrong: { type: 'boolean', default: false },
  },
});
if (options.packages === undefined) throw new Error('Name the folder of the packages with --packages.');
if (options.half !== 'open' && options.half !== 'sealed') throw new Error('--half is open or sealed.');
const folder = options.packages;
const rest = options.half === 'open' ? 0 : 1;

/** `same`: the same expression; `family`: it differs in -only and -or-later alone. */
const score = { same: 0, family: 0, none: 0, other: 0, withoutAnswer: 0 };
for (const name of packagesWithTrees().filter((_, index) => index % 2 === rest)) {
  const written = answerOf(join(folder, name));
  if (written === '') {
    score.withoutAnswer++;
    continue;
  }
  const { expression, reasons } = await primaryLicenseOf(join(folder, name, 'tree'));
  const verdict = verdictOf(written, expression);
  score[verdict]++;
  if (options.wrong && verdict !== 'same')
    console.error([`${name}: ${verdict}`, `written ${written}`, `found ${expression}`, ...reasons].join('\n  '));
}
console.log(JSON.stringify(score, null, 1));

function packagesWithTrees(): string[] {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'tree')))
    .sort();
}

function answerOf(path: string): string {
  const manifest = join(path, 'package.json');
  if (existsSync(manifest)) {
    const { license } = JSON.parse(readFileSync(manifest, 'utf8')) as { license?: unknown };
    return typeof license === 'string' ? (parseSpdxExpression(license)?.expression ?? '') : '';
  }
  const copyright = join(path, 'copyright');
  return existsSync(copyright) ? ofAllFiles(readFileSync(copyright, 'utf8')) : '';
}

/** The license of the first paragraph that is about all files; '' for a copyright file in prose. */
function ofAllFiles(copyright: string): string {
  for (const paragraph of copyright.split(/\n\s*\n/)) {
    if (!/^Files:\s*\*\s*$/m.test(paragraph)) continue;
    const field = /^License:[ \t]*(\S.*)$/m.exec(paragraph)?.[1] ?? '';
    return debianExpression(field, (name) => parseSpdxExpression(name)?.expression);
  }
  return '';
}

async function primaryLicenseOf(tree: string) {
  // In this thread: rules are read once for all of these small packages.
  for await (const item of scanSource(tree, { threads: 0 }))
    if (item.type === 'inventory') return item.inventory.primaryLicense;
  return { expression: '', reasons: ['the scan gave no inventory'] };
}

function verdictOf(written: string, found: string): 'same' | 'family' | 'none' | 'other' {
  if (found === '') return 'none';
  if (inOrder(written) === inOrder(found)) return 'same';
  return plain(written) === plain(found) ? 'family' : 'other';
}

function plain(expression: string): string {
  return inOrder(expression.replace(/-(?:only|or-later)\b/g, ''));
}

/** The order of licenses in a choice or list does not matter. */
function inOrder(expression: string): string {
  return expression
    .split(' OR ')
    .map((part) => part.split(' AND ').sort().join(' AND '))
    .sort()
    .join(' OR ');
}
