// The family of formats in which `assay scan --advisories` tells what it found. Each turns a report into one text.
import type { CheckedVulnerability } from '../../advisories/index.ts';
import type { CheckedPackage } from '../check-command.ts';
import { writeCycloneDx } from './cyclonedx.ts';
import { writeJson } from './json.ts';
import { writeSarif } from './sarif.ts';
import { writeTable } from './table.ts';

export interface CheckReport {
  subject: string;
  documentId: string;
  createdAt: Date;
  tool: { name: string; version: string };
  packages: readonly CheckedPackage[];
  /** The SBOM that was read; undefined for a folder or archive. */
  document: unknown;
  vulnerabilities: readonly CheckedVulnerability[];
  advisories: { records: number; sources: readonly { name: string; dataAsOf: string }[] };
}

export interface CheckFormat {
  name: string;
  write(report: CheckReport): string;
}

export const CHECK_FORMATS: readonly CheckFormat[] = [
  { name: 'table', write: writeTable },
  { name: 'json', write: writeJson },
  { name: 'cyclonedx', write: writeCycloneDx },
  { name: 'sarif', write: writeSarif },
];
