// Says whether the vulnerable code is in the code base. A person may accept that it is not; this records an analysis with the finding as its reason.
import { type CodePresence, codePresence, evidenceOfAbsence } from '../../advisories/code-presence.ts';
import type { App } from '../../app.ts';
import { findSubjectPurl } from '../../db/advisories/matches.ts';
import { getItem } from '../../db/inventories/items.ts';
import { findVulnerabilityNamed } from '../../db/vulnerabilities/vulnerabilities.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { analyze } from './analyses.ts';
import type { CodeAcceptance } from './schemas.ts';

/** An answer lists at most this many files, and states the number of all. */
const MOST_LISTED = 200;

export async function describeCode(app: App, inventoryId: number, name: string) {
  return codeForm((await look(app, inventoryId, name)).found);
}

async function look(app: App, inventoryId: number, name: string) {
  const item = await getItem(app.db, inventoryId);
  const vulnerability = await findVulnerabilityNamed(app.db, name);
  if (!vulnerability) throw notFound('Vulnerability', name);
  const purl = (await findSubjectPurl(app.db, item.version_id ?? 0)) ?? item.purl;
  const found = await codePresence(app, item, purl, vulnerability.id);
  return { item, vulnerability, found };
}

function codeForm({ presence, words, found, searched, digest, records, parts }: CodePresence) {
  return {
    presence,
    words,
    found: found.slice(0, MOST_LISTED),
    foundTotal: found.length,
    searchedFiles: searched.length,
    searched: searched.slice(0, MOST_LISTED).map(({ path, sha256 }) => ({ path, sha256 })),
    searchedDigest: digest,
    records,
    parts: parts.slice(0, MOST_LISTED).map(({ path, symbols }) => ({ path, symbols })),
  };
}

/** Searches again, because the finding must still be true. */
export async function acceptAbsence(
  app: App,
  caller: Caller,
  inventoryId: number,
  name: string,
  input: CodeAcceptance,
) {
  const { item, vulnerability, found } = await look(app, inventoryId, name);
  if (found.presence !== 'ABSENT')
    throw new AppError('conflict', { message: `The vulnerable code may be present: ${found.words}` });
  const detail = [input.detail?.trim() ?? '', found.words].filter((text) => text !== '').join(' ');
  const { suppress = true, expiresOn } = input;
  const absence = {
    inventoryIds: [inventoryId],
    vulnerabilityNames: [vulnerability.name],
    state: 'NOT_AFFECTED' as const,
    justification: 'CODE_NOT_PRESENT' as const,
    detail,
    suppress,
    ...(expiresOn !== undefined && { expiresOn }),
  };
  return analyze(app, caller, item.project_id, absence, evidenceOfAbsence(found));
}
