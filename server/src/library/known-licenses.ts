// Checks the licenses that people name in policies and settings. An item must be able to have each of them, or the rule would silently never apply.

import { isCompound } from '@assay/scanner/expressions';
import { declaredToExpression } from '@assay/scanner/packages';
import { findLicenseIds, listLicenseNames } from '../db/licenses.ts';
import type { Db } from '../db/postgres/connection.ts';
import { nearestNames } from '../domain/licenses/license-suggestions.ts';
import { badRequest } from '../errors.ts';

const MOST_LISTED = 5;
/** Scans find these in files; the library has them once one did. */
const REFERENCE = /^(DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+$/;

/** Refuses a license that the library lacks, and suggests a similar one. `oneEach` ends the sentence that refuses an expression of several licenses. */
export async function checkLicenseNames(
  db: Db,
  field: string,
  names: readonly string[],
  oneEach: string,
): Promise<void> {
  const written = [...new Set(names.map((name) => name.trim()))];
  const known = await findLicenseIds(db, [...new Set(written.flatMap((name) => [name, ...partsOf(name)]))]);
  const isLicense = (name: string) => known.has(name) || REFERENCE.test(name);
  const unknown = written.filter((name) => {
    const parts = partsOf(name);
    return !isLicense(name) && !(parts.length === 2 && parts.every(isLicense));
  });
  if (unknown.length === 0) return;
  const inLibrary = await listLicenseNames(db);
  const told = await Promise.all(
    unknown.slice(0, MOST_LISTED).map((name) => sentenceAbout(db, name, inLibrary, oneEach)),
  );
  const more = unknown.length > MOST_LISTED ? ` So are ${unknown.length - MOST_LISTED} more.` : '';
  throw badRequest(`The field "${field}" is not right: ${told.join(' ')}${more}`);
}

/** A license and its exception. */
function partsOf(name: string): string[] {
  return name.split(/\s+WITH\s+/i);
}

async function sentenceAbout(db: Db, name: string, names: readonly string[], oneEach: string): Promise<string> {
  if (isCompound(name)) return `"${name}" names several licenses; ${oneEach}.`;
  const meant = declaredToExpression('', name);
  const isOne = meant !== '' && (await findLicenseIds(db, [meant])).size > 0;
  const suggestions = [...new Set([...(isOne ? [meant] : []), ...nearestNames(name, names)])];
  const hint = suggestions.length === 0 ? '' : `; did you mean ${suggestions.join(' or ')}?`;
  return `"${name}" is no license of the library${hint === '' ? '.' : hint}`;
}
