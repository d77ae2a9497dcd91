// The family of report writers. A new one: a folder beside these, one import, one line.
import { audit } from './audit/index.ts';
import { notices } from './notices/index.ts';
import { project } from './project/index.ts';
import type { ReportWriter } from './report.ts';

export type { ReportSource, ReportWriter } from './report.ts';

export const REPORT_WRITERS = [audit, project, notices] as const satisfies readonly ReportWriter[];

export function reportWriter(kind: string): ReportWriter | undefined {
  return REPORT_WRITERS.find((writer) => writer.kind === kind);
}
