// Computes the ids of documents from their content, so that the same data give the same id.
import { uuidOf } from '@assay/scanner/sbom';
import type { ReportSource } from './report.ts';

/** A UUID: the digest of project, time and kind. */
export function documentId({ head }: ReportSource): string {
  return uuidOf([head.report, head.project.id, head.project.name, head.generatedOn]);
}
