// For programs: everything that is known of each match, with its steps.
import { type CheckReport, dataAsOf } from './report.ts';

export function writeJson(report: CheckReport): string {
  const { subject, createdAt, tool, packages, unnamed, vulnerabilities, advisories } = report;
  const document = {
    subject,
    createdAt: createdAt.toISOString(),
    tool: `${tool.name} ${tool.version}`,
    dataAsOf: dataAsOf(report),
    advisories,
    packages: packages.length,
    notCompared: unnamed,
    vulnerabilities: vulnerabilities.map((one) => ({
      purl: one.purl,
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
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
