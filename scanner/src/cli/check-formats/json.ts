// For programs: everything that is known of each match, with its steps, and of each package whether it was compared.
import {
  allClear,
  type CheckedPackage,
  type CheckReport,
  countsOf,
  dataAsOf,
  decidedSentence,
  isOpen,
  notComparedSentence,
  notesOf,
  staleInWords,
  usedData,
} from './report.ts';

export function writeJson(report: CheckReport): string {
  const { subject, createdAt, tool, packages, vulnerabilities, advisories } = report;
  const document = {
    subject,
    createdAt: createdAt.toISOString(),
    tool: `${tool.name} ${tool.version}`,
    dataAsOf: dataAsOf(report),
    advisories: { ...advisories, used: usedData(report) },
    packages: packages.length,
    counts: countsOf(report),
    ...(report.baseline === '' ? {} : { baseline: report.baseline }),
    summary: [
      decidedSentence(report),
      ...report.endedDecisions,
      notComparedSentence(report),
      staleInWords(report),
      ...notesOf(report),
      allClear(report),
    ].filter((text) => text !== ''),
    notCompared: packages.flatMap(notCompared),
    components: packages.map(component),
    vulnerabilities: vulnerabilities.map((one) => ({
      package: one.shown,
      purl: one.purl === '' ? null : one.purl,
      ...(one.cpe === '' ? {} : { cpe: one.cpe }),
      name: one.name,
      names: one.names,
      kind: one.kind,
      outcome: one.outcome,
      severity: one.severity,
      score: one.score,
      vectors: [one.words.v4.vector, one.words.v3.vector, one.words.v2.vector].filter((vector) => vector !== ''),
      severitySource: one.words.severitySource,
      cwes: one.words.cwes,
      summary: one.words.summary,
      url: one.words.url,
      published: one.words.published,
      modified: one.words.modified,
      fixedIn: one.fixedIn,
      isMatchedByCpe: one.isByCpe,
      exploitedBy: one.exploitedBy,
      epss: one.epss,
      why: one.why,
      isOpen: isOpen(one),
      ...(one.decision === undefined ? {} : { decision: one.decision }),
      ...(report.baseline === '' ? {} : { isInBaseline: one.isInBaseline === true }),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function notCompared({ shown, purl, coverage }: CheckedPackage) {
  if (coverage.state !== 'not-compared') return [];
  const { reason, inShort, sentence } = coverage;
  return [{ package: shown, purl: purl === '' ? null : purl, reason, inShort, sentence }];
}

function component({ shown, purl, cpe, state, coverage }: CheckedPackage) {
  return {
    package: shown,
    purl: purl === '' ? null : purl,
    ...(cpe === '' ? {} : { cpe }),
    state,
    coverage: coverage.state,
    ...(coverage.state === 'compared'
      ? { ecosystem: coverage.ecosystem, ...(coverage.note === '' ? {} : { note: coverage.note }) }
      : { reason: coverage.reason }),
  };
}
