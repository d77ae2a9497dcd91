// The family of standard reports. A new one needs a folder beside these with `kind.ts` and `index.ts`, and a line here. Job type, row in the
// database, the values of `reportType` and the description of the interface follow from it. Add new kinds at the end, because their rows get the next
// ids.
import { audit } from './audit/kind.ts';
import { changes } from './changes/kind.ts';
import { comparison } from './comparison/kind.ts';
import { compatibility } from './compatibility/kind.ts';
import { cyclonedx } from './cyclonedx/kind.ts';
import { evidence } from './evidence/kind.ts';
import { incident } from './incident/kind.ts';
import { notices } from './notices/kind.ts';
import { project } from './project/kind.ts';
import type { ReportKind } from './report.ts';
import { spdx } from './spdx/kind.ts';
import { vulnerabilities } from './vulnerabilities/kind.ts';

export const REPORT_KINDS = [
  audit,
  notices,
  project,
  evidence,
  compatibility,
  comparison,
  changes,
  vulnerabilities,
  spdx,
  cyclonedx,
  incident,
] as const satisfies readonly ReportKind[];

export function findReportKind(kind: string): (typeof REPORT_KINDS)[number] | undefined {
  return REPORT_KINDS.find((one) => one.kind === kind);
}

/** `AUDIT, PROJECT, NOTICES`: for sentences. */
export const REPORT_KIND_NAMES = REPORT_KINDS.toSorted((a, b) => a.position - b.position)
  .map(({ kind }) => kind)
  .join(', ');
