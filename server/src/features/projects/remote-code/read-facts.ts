// Makes rows of the facts that an agent sends: checks them, and computes the digest by which files name them.
import { createHash } from 'node:crypto';
import type { FileFacts } from '@assay/scanner';
import { storableJson } from '@assay/scanner/storable-json';
import type { RemoteFactsRow } from '../../../db/remote-code/sends.ts';
import { badRequest } from '../../../errors.ts';
import { giveWay } from '../../../turns.ts';
import { wrongInFacts } from './facts-schema.ts';

export async function readFacts(facts: readonly unknown[]): Promise<RemoteFactsRow[]> {
  const rows: RemoteFactsRow[] = [];
  for (const [index, one] of facts.entries()) {
    const wrong = wrongInFacts(one);
    if (wrong !== undefined) throw badRequest(`The facts [${index}] are refused: ${wrong}.`);
    rows.push(rowOf(one as FileFacts));
    await giveWay();
  }
  return rows;
}

function rowOf(facts: FileFacts): RemoteFactsRow {
  const { licenses, copyrights, emails, urls, packages } = facts;
  const json = storableJson(facts);
  return {
    digest: createHash('sha256').update(JSON.stringify(facts)).digest(),
    json,
    jsonBytes: Buffer.byteLength(json),
    sha256: facts.sha256,
    sha1: facts.sha1,
    md5: facts.md5,
    sizeBytes: facts.sizeBytes,
    language: facts.language,
    lineCount: facts.lines.total,
    spdx: facts.spdx,
    hasPackages: packages.length > 0,
    hasEvidence: licenses.length + copyrights.length + emails.length + urls.length > 0,
  };
}
