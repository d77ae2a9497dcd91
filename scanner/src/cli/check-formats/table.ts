// A table for people: a row for each package and vulnerability, the most severe first, and the state of the data.
import { itemAt } from '../../items.ts';
import { printable } from '../printable.ts';
import { ageInWords, type CheckReport, notComparedInWords } from './report.ts';

const HEAD = ['SEVERITY', 'SCORE', 'VULNERABILITY', 'PACKAGE', 'FIXED IN', 'NOTE'];

export function writeTable(report: CheckReport): string {
  const { vulnerabilities, packages } = report;
  const rows = vulnerabilities.map((one) => [
    one.outcome === 'undetermined' ? 'UNDETERMINED' : one.severity,
    one.score === null ? '-' : one.score.toFixed(1),
    one.name,
    one.purl,
    one.fixedIn.join(', ') || '-',
    [
      ...(one.kind === 'malware' ? ['malware'] : []),
      ...(one.exploitedBy.length > 0 ? [`exploited (${one.exploitedBy.join(', ')})`] : []),
      ...(one.isByCpe ? ['by CPE only'] : []),
    ].join(', '),
  ]);
  const lines = rows.length === 0 ? [] : aligned([HEAD, ...rows]);
  const affected = vulnerabilities.filter(({ outcome }) => outcome === 'affected').length;
  const open = vulnerabilities.length - affected;
  const left = notComparedInWords(report);
  return [
    ...lines,
    `${packages.length} packages, ${affected} vulnerabilities, ${open} that could not be decided; compared with ${printable(ageInWords(report))}.`,
    ...(left === '' ? [] : [printable(left)]),
    '',
  ].join('\n');
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => itemAt(row, column).length)));
  return rows.map((row) =>
    row
      .map((text, column) => printable(text).padEnd(itemAt(widths, column)))
      .join('  ')
      .trimEnd(),
  );
}
