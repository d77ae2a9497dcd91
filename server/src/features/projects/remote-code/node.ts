// A scan agent of a project, and by what a build machine decides whether its build may go on.
import type { App } from '../../../app.ts';
import {
  countRemoteItems,
  countRemoteVulnerabilities,
  findRemoteCodeBase,
} from '../../../db/remote-code/code-bases.ts';
import { severities } from '../../../domain/vulnerabilities/severity.ts';
import { notFound } from '../../../errors.ts';
import { agentNode } from '../scanned-files.ts';

export async function describeNode(app: App, projectId: number, alias: string) {
  const code = await findRemoteCodeBase(app.db, projectId, alias.trim());
  if (!code) throw notFound('Scan agent', alias);
  const counts = await countRemoteVulnerabilities(app.db, code.id);
  return {
    ...(await agentNode(app, code)),
    root: code.root,
    sizeBytes: code.size_bytes,
    numberOfLines: code.line_count,
    analyzerVersion: code.analyzer_version,
    inventory: await countRemoteItems(app.db, code.id),
    vulnerabilities: Object.fromEntries(severities.map((severity) => [severity, counts.get(severity) ?? 0])) as Record<
      (typeof severities)[number],
      number
    >,
  };
}
