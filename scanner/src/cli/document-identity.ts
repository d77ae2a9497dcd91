// The time and the id of a document that a command writes. With SOURCE_DATE_EPOCH the same input gives the same bytes:
// https://reproducible-builds.org/specs/source-date-epoch/
import { randomUUID } from 'node:crypto';
import { uuidOf } from '../sbom/document-uuid.ts';
import type { CommandIo } from './command-io.ts';
import { UsageError } from './options.ts';
import { TOOL } from './tool.ts';

export interface DocumentIdentity {
  documentId: string;
  createdAt: Date;
}

/** Throws a UsageError for a SOURCE_DATE_EPOCH that is no time. */
export function documentIdentity(name: string, { sourceDate }: Pick<CommandIo, 'sourceDate'>): DocumentIdentity {
  if (sourceDate === undefined || sourceDate === '') return { documentId: randomUUID(), createdAt: new Date() };
  // Years after 9999 have no form that documents accept.
  if (!/^\d{1,12}$/.test(sourceDate) || Number(sourceDate) > 253_402_300_799)
    throw new UsageError(`SOURCE_DATE_EPOCH must be a number of seconds since 1970, not "${sourceDate}".`);
  return {
    documentId: uuidOf([name, sourceDate, TOOL.name, TOOL.version]),
    createdAt: new Date(Number(sourceDate) * 1000),
  };
}
