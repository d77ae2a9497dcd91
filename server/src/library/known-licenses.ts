// The licenses that policy rules name: each must be one that an item can stand under, or the rule would never fit and nobody would know.

import { isCompound } from '@assay/scanner/expressions';
import { declaredToExpression } from '@assay/scanner/packages';
import { findLicenseIds, listLicenseNames } from '../../db/licenses.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { nearestNames } from '../../domain/license-suggestions.ts';
import type { LicenseRule } from '../../domain/policy.ts';
import { badRequest } from '../../errors.ts';

const MOST_TOLD = 5;
/** Scans find these in files; the library has them once one did. */
const REFERENCE = /^(DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+$/;

/** Refuses rules for what is no license of the library, and says what may have been meant. */
export async function checkRuleLicenses(db: Db, rules: readonly LicenseRule[]): Promise<void> {
  const written = [...new Set(rules.map((rule) => rule.license.trim()))];
  const known = await findLicenseIds(db, [...new Set(written.flatMap((name) => [name, ...partsOf(name)]))]);
  const isLicense = (name: string) => known.has(name) || REFERENCE.test(name);
  const unknown = written.filter((name) => {
    const parts = partsOf(name);
    return !isLicense(name) && !(parts.length === 2 && parts.every(isLicense));
  });
  if (unknown.length === 0) return;
  const names = await listLicenseNames(db);
  const told = await Promise.all(unknown.slice(0, MOST_TOLD).map((name) => sentenceAbout(db, name, names)));
  const more = unknown.length > MOST_TOLD ? ` So are ${unknown.length - MOST_TOLD} more.` : '';
  throw badRequest(`The field "rules.licenses.license" is not right: ${told.join(' ')}${more}`);
}

/** A license and its exception. */
function partsOf(name: string): string[] {
  return name.split(/\s+WITH\s+/i);
}

async function sentenceAbout(db: Db, name: string, names: readonly string[]): Promise<string> {
  if (isCompound(name)) return `"${name}" names several licenses; a rule names one, so make a rule of each.`;
  const meant = declaredToExpression('', name);
  const isOne = meant !== '' && (await findLicenseIds(db, [meant])).size > 0;
  const suggestions = [...new Set([...(isOne ? [meant] : []), ...nearestNames(name, names)])];
  const hint = suggestions.length === 0 ? '' : `; did you mean ${suggestions.join(' or ')}?`;
  return `"${name}" is no license of the library${hint === '' ? '.' : hint}`;
}
