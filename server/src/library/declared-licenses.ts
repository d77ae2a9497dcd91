// Licenses as packages declare them, in the names of this library.
import { declaredToExpression, ownLicenseNames } from '@assay/scanner/packages';
import { listCustomLicenses } from '../db/licenses.ts';
import type { Db } from '../db/postgres/connection.ts';
import { customLicenseNames, declaredNames } from '../domain/licenses/custom-license.ts';

/** Turns declarations into expressions with the library's names. */
export async function licenseReader(db: Db): Promise<(type: string, declared: string) => string> {
  const custom = await listCustomLicenses(db);
  const [names, licenseName] = [ownLicenseNames(declaredNames(custom)), customLicenseNames(custom)];
  return (type, declared) => licenseName(declaredToExpression(type, declared, names));
}
