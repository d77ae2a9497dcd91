// `assay sbom check`: what standards ask of an SBOM, what this one has of it, and what to fix.
import { type CheckedRule, type CheckedStandard, checkDocument, STANDARDS } from '../../sbom/index.ts';
import type { CommandIo } from '../command-io.ts';
import { choice, onePositional, parseOptions, UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { readSbom } from './read-document.ts';

const NAMES = STANDARDS.map(({ id }) => id);
const HELP = `Usage: assay sbom check <SBOM> [options]

Judges an SBOM (CycloneDX in JSON or XML, SPDX in JSON) by the rules of standards.

  --standard NAME   ${NAMES.join(', ')}; all of them without it
  --format FORMAT   text or json
  --fail-under N    exit with 3 when the score of a standard is below N (0 to 100)
`;

const OPTIONS = {
  standard: { type: 'string' },
  format: { type: 'string' },
  'fail-under': { type: 'string' },
  help: { type: 'boolean' },
} as const;

export async function checkCommand(argv: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(argv, OPTIONS);
  if (values.help) {
    io.stdout.write(HELP);
    return 0;
  }
  const path = onePositional(positionals, 'the SBOM to check');
  const wanted = choice('standard', values.standard, [...NAMES, 'all'], 'all');
  const format = choice('format', values.format, ['text', 'json'], 'text');
  const least = leastScore(values['fail-under']);
  const all = checkDocument(await readSbom(path));
  const standards = all.standards.filter(({ id }) => wanted === 'all' || id === wanted);
  if (format === 'json') io.stdout.write(`${JSON.stringify({ ...all, standards }, null, 2)}\n`);
  else io.stdout.write(standards.map(inWords).join('\n'));
  const low = standards.filter(({ score }) => score < least);
  if (low.length === 0) return 0;
  const told = low.map(({ name, version, score }) => `${name} ${version}: ${score}`).join(', ');
  io.stderr.write(`assay sbom check: below ${least}: ${told}\n`);
  return 3;
}

function leastScore(text: string | boolean | undefined): number {
  if (text === undefined) return 0;
  const number = /^\d{1,3}(\.\d+)?$/.test(String(text)) ? Number(text) : Number.NaN;
  if (number >= 0 && number <= 100) return number;
  throw new UsageError(`--fail-under must be a number from 0 to 100, not "${text}".`);
}

const STATES: Readonly<Record<CheckedRule['state'], string>> = {
  met: 'met',
  partly: 'partly',
  unmet: 'not met',
  'not-applicable': 'no component',
};
const MOST_SHOWN = 3;

function inWords({ name, version, score, rules }: CheckedStandard): string {
  const lines = rules.flatMap((rule) => {
    const count = rule.judged > 1 ? ` (${rule.judged - rule.failed} of ${rule.judged})` : '';
    const level = rule.level === 'required' ? '' : `, ${rule.level}`;
    const head = `  ${(STATES[rule.state] + count).padEnd(24)} ${rule.title} [${rule.clause}${level}]`;
    const faults = rule.faults.slice(0, MOST_SHOWN).map(({ what, fault }) => `      ${what} ${fault}.`);
    const more = rule.failed > MOST_SHOWN ? [`      ${rule.failed - MOST_SHOWN} more like this.`] : [];
    return rule.failed === 0 ? [head] : [head, ...faults, ...more, `      To fix: ${rule.fix}`];
  });
  return `${[`${name} ${version}: ${score} of 100`, ...lines].map(printable).join('\n')}\n`;
}
