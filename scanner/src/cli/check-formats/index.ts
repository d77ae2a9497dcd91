// The family of formats in which `assay scan --advisories` writes its findings. Each turns a report into one text.
import type { CheckFormatName } from '../check-options.ts';
import { writeCycloneDx } from './cyclonedx.ts';
import { writeJson } from './json.ts';
import type { CheckReport } from './report.ts';
import { writeSarif } from './sarif.ts';
import { writeTable } from './table.ts';

export interface CheckFormat {
  name: CheckFormatName;
  write(report: CheckReport): string;
}

export const CHECK_FORMATS: readonly CheckFormat[] = [
  { name: 'table', write: writeTable },
  { name: 'json', write: writeJson },
  { name: 'cyclonedx', write: writeCycloneDx },
  { name: 'sarif', write: writeSarif },
];
