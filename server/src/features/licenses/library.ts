// The search for licenses, and the page of one: what it asks for, what policies say of it, its other names, and how texts that were found differ.
import { wordsDigest } from '@assay/scanner/evidence-digests';
import { parseExpression } from '@assay/scanner/expressions';
import { otherNamesOf } from '@assay/scanner/packages';
import type { App } from '../../app.ts';
import { findLicense, findLicenseByShortName, type License } from '../../db/licenses.ts';
import { listPolicyProfiles } from '../../db/policies.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { listLicenseTexts } from '../../db/uses/license-texts.ts';
import { spellingsOfLicenses } from '../../domain/licenses/license-ids.ts';
import { classOf, obligationText } from '../../domain/licenses/license-obligations.ts';
import { successorOf } from '../../domain/licenses/license-search.ts';
import { compareTexts } from '../../domain/licenses/text-differences.ts';
import { type PolicyRules, policyRulesOf, preparePolicy, verdictOnLicense } from '../../domain/reviews/policy.ts';
import { namesInExpressions } from '../../domain/uses/subject.ts';
import { notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { LARGEST_PAGE } from '../../http/models/schemas.ts';
import { type PageRequest, pagingOf, rangeOf, rowsBefore } from '../../http/paging.ts';
import { findLicensesByWords } from '../../library/license-search.ts';
import { giveWay } from '../../turns.ts';
import { detailsOf, summaryOf } from './operations.ts';

const ALL = { limit: LARGEST_PAGE, offset: 0 };

/** The licenses that go by the words, the one that they name first. */
export async function findLicenses(app: App, query: { find: string; custom: boolean }, page: PageRequest) {
  const found = await findLicensesByWords(app.db, query.find, { onlyCustom: query.custom });
  const shown = found.slice(rowsBefore(page), rowsBefore(page) + page.pageSize);
  return {
    licenses: shown.map((license) => ({ ...summaryOf(license), ...standingOf(license) })),
    paging: pagingOf(page, found.length),
  };
}

const standingOf = (license: Pick<License, 'short_name' | 'is_deprecated' | 'is_exception'>) => ({
  isDeprecated: license.is_deprecated,
  isException: license.is_exception,
  successor: successorOf({ shortName: license.short_name, is_deprecated: license.is_deprecated }),
});

/** @param named its id, or its short name in any case */
export async function licensePage(app: App, named: string) {
  const license = await requireLicense(app.db, named);
  const { name, asks } = classOf(license.short_name);
  return {
    ...detailsOf(license),
    ...standingOf(license),
    category: name,
    obligations: asks.map(obligationText),
    otherNames: otherNames(license),
    policies: await verdictsOfPolicies(app.db, license.short_name),
  };
}

async function requireLicense(db: Db, named: string): Promise<License> {
  const isId = /^\d{1,15}$/.test(named);
  const license = isId ? await findLicense(db, Number(named)) : await findLicenseByShortName(db, named.trim());
  if (!license) throw notFound('License', isId ? Number(named) : `"${named}"`);
  return license;
}

function otherNames({ short_name: shortName }: License): string[] {
  const spellings = spellingsOfLicenses.flatMap(([spelling, entry]) => (entry === shortName ? [spelling] : []));
  return [...spellings, ...otherNamesOf(shortName)];
}

/** What the license rules of each policy say of an item under the license alone. */
async function verdictsOfPolicies(db: Db, shortName: string) {
  const { rows } = await listPolicyProfiles(db, ALL);
  const tree = parseExpression(shortName);
  return rows.map(({ id, name, rules }) => {
    const policy = preparePolicy(policyRulesOf(rules as Partial<PolicyRules>));
    const verdict = tree ? verdictOnLicense(policy, tree) : policy.licenses.get(shortName.toLowerCase());
    return { policyId: id, policyName: name, decision: verdict ?? ('UNDECIDED' as const) };
  });
}

/** The texts as found, each with its differences from the text of the library. */
export async function textsOfLicense(app: App, caller: Caller, licenseId: number, page: PageRequest) {
  const license = await findLicense(app.db, licenseId);
  if (!license) throw notFound('License', licenseId);
  const names = namesInExpressions({ shortName: license.short_name, spdxId: license.spdx_id });
  const subject = { by: 'license', licenseId: license.id, names } as const;
  const digest = wordsDigest(license.text);
  const { rows, total } = await listLicenseTexts(app.db, subject, caller, { wordsDigest: digest, ...rangeOf(page) });
  const texts = [];
  for (const { text, ...found } of rows) {
    await giveWay();
    const difference = license.text === '' ? undefined : compareTexts(license.text, text);
    texts.push({ ...found, ...(difference ? { difference } : { text }) });
  }
  return { texts, paging: pagingOf(page, total) };
}
