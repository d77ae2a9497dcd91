// What a check has found, before it is written in a format.
import type { CheckedVulnerability } from '../../advisories/index.ts';

export interface CheckedPackage {
  purl: string;
  files: readonly string[];
  isDirect: boolean | undefined;
}

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
