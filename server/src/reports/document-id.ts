// Computes the ids of documents from their content, so that the same data give the same id.

import { createHash } from 'node:crypto';
import { itemAt } from '@assay/scanner/items';
import type { ReportSource } from './report.ts';

/** A UUID of version 8 (RFC 9562): the digest of project, time and kind. */
export function documentId({ head }: ReportSource): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([head.report, head.project.id, head.project.name, head.generatedOn]))
    .digest('hex');
  const variant = ((Number.parseInt(itemAt(digest, 16), 16) & 3) | 8).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
