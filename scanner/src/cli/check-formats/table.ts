// A table for people: a row for each package and vulnerability, the most severe first, and the state of the data.
import { itemAt } from '../../items.ts';
import { decisionInWords } from '../decisions/model.ts';
import { printable } from '../printable.ts';
import {
  ageInWords,
  allClear,
  type CheckReport,
  countsOf,
  decidedSentence,
  isOpen,
  leftOutInWords,
  notComparedSentence,
  notesOf,
  staleInWords,
} from './report.ts';

const HEAD = ['SEVERITY', 'SCORE', 'VULNERABILITY', 'PACKAGE', 'FIXED IN', 'NOTE'];

export function writeTable(report: CheckReport): string {
  const { vulnerabilities } = report;
  const rows = [...vulnerabilities.filter(isOpen), ...vulnerabilities.filter((one) => !isOpen(one))].map((one) => [
    one.outcome === 'undetermined' ? 'UNDETERMINED' : one.severity,
    one.score === null ? '-' : one.score.toFixed(1),
    one.name,
    one.shown,
    one.fixedIn.join(', ') || '-',
    [
      ...(one.kind === 'malware' ? ['malware'] : []),
      ...(one.exploitedBy.length > 0 ? [`exploited (${one.exploitedBy.join(', ')})`] : []),
      ...(one.isByCpe ? ['by CPE only'] : []),
      ...(one.decision === undefined ? [] : [decisionInWords(one.decision)]),
      ...(one.isInBaseline ? ['known before'] : []),
    ].join(', '),
  ]);
  const lines = rows.length === 0 ? [] : aligned([HEAD, ...rows]);
  return [...lines, ...summary(report), ''].join('\n');
}

function summary(report: CheckReport): string[] {
  const { packages, affected, undetermined, decided, notCompared, withoutKnownVulnerability } = countsOf(report);
  const found = report.vulnerabilities.filter(({ outcome }) => outcome === 'affected').length;
  const open = report.vulnerabilities.length - found;
  const stale = staleInWords(report);
  const leftOut = leftOutInWords(report);
  return [
    `${packages} packages: ${affected} affected, ${undetermined} undetermined, ${decided === 0 ? '' : `${decided} decided, `}${notCompared} not compared, ${withoutKnownVulnerability} compared without a known vulnerability.`,
    `${found} vulnerabilities, ${open} that could not be decided; compared with ${ageInWords(report)}.`,
    decidedSentence(report),
    ...report.endedDecisions.map((sentence) => `${capitalised(sentence)}.`),
    notComparedSentence(report),
    stale === '' ? '' : `${stale}.`,
    ...notesOf(report),
    allClear(report),
    leftOut === '' ? '' : capitalised(leftOut),
  ]
    .filter((line) => line !== '')
    .map(printable);
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
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
