// The search for licenses of the library by words.
import { declaredToExpression } from '@assay/scanner/packages';
import { listLicenses } from '../db/licenses.ts';
import type { Db } from '../db/postgres/connection.ts';
import { searchLicenses } from '../domain/licenses/license-search.ts';

/** The library has about a thousand licenses. */
const ALL = { limit: 1_000_000, offset: 0 };

/** Licenses that go by the words, the one that they name first, without their texts. */
export async function findLicensesByWords(db: Db, find: string, filter: { onlyCustom: boolean }) {
  const { rows } = await listLicenses(db, filter, ALL);
  const named = rows.map((row) => ({ ...row, shortName: row.short_name }));
  return searchLicenses(named, find, declaredToExpression('', find.trim()));
}
