// Detection rules: stored here, used by the next scan of every project (scans/inventory/rules.ts).
import type { App } from '../../app.ts';
import { findVersion } from '../../db/components/components.ts';
import { lockComponent } from '../../db/components/found.ts';
import { findLicense, type License } from '../../db/licenses.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import {
  deleteDetectionRule,
  findDetectionRule,
  insertDetectionRule,
  listDetectionRules,
  type NamedRule,
  updateDetectionRule,
} from '../../db/rules.ts';
import { filePatternExpression } from '../../domain/files/file-patterns.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { refuseWebAddress } from '../../domain/web-address.ts';
import { wireTimeWithTenths } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import type { RuleInput } from './schemas.ts';

export async function pageOfRules(app: App, page: PageRequest) {
  const { rows, total } = await listDetectionRules(app.db, { limit: page.pageSize, offset: rowsBefore(page) });
  return { rules: rows.map(ruleModel), paging: pagingOf(page, total) };
}

export async function describeRule(app: App, ruleId: number) {
  const rule = await findDetectionRule(app.db, ruleId);
  if (!rule) throw notFound('Rule', ruleId);
  return ruleModel(rule);
}

function ruleModel(rule: NamedRule) {
  return {
    id: rule.id,
    componentId: rule.component_id,
    componentName: rule.component_name,
    versionId: rule.version_id,
    versionName: rule.version_name,
    licenseId: rule.license_id,
    licenseName: rule.license_name,
    description: rule.description,
    url: rule.url,
    noticesText: rule.notices_text,
    auditNotes: rule.audit_notes,
    asFoundLicenseText: rule.as_found_license_text,
    fileInfo: rule.files,
    ruleInfo: rule.paths.length === 0 ? [] : [{ detectionType: 'filePath', detectionCriteria: rule.paths }],
    createdBy: rule.created_by,
    createdOn: wireTimeWithTenths(rule.created_at),
    updatedOn: wireTimeWithTenths(rule.updated_at),
  };
}

export async function createRule(app: App, caller: Caller, input: RuleInput): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const values = await ruleValues(tx, input);
    return insertDetectionRule(tx, { ...values, created_by: caller.login });
  });
}

/** The interface document has no 404 for replacing a rule, whether the caller sends a version or not. */
const missing = (ruleId: number) => badRequest(`The rule ${ruleId} was not found`);

export async function ruleToReplace(app: App, ruleId: number) {
  if (!(await findDetectionRule(app.db, ruleId))) throw missing(ruleId);
  return describeRule(app, ruleId);
}

export async function changeRule(app: App, ruleId: number, input: RuleInput): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const values = await ruleValues(tx, input);
    if (!(await updateDetectionRule(tx, ruleId, values))) throw missing(ruleId);
  });
}

/** Items that scans found by the rule stay until the next scan. */
export async function removeRule(app: App, ruleId: number): Promise<void> {
  if (!(await deleteDetectionRule(app.db, ruleId))) throw notFound('Rule', ruleId);
}

async function ruleValues(tx: Tx, input: RuleInput) {
  const files = input.fileInfo ?? [];
  const paths = (input.ruleInfo ?? []).flatMap((info) => info.detectionCriteria.map((one) => one.trim()));
  if (files.length > 0 && paths.length > 0)
    throw badRequest('The fields "fileInfo" and "ruleInfo" exclude each other: a rule has one of them.');
  if (files.length === 0 && paths.length === 0)
    throw badRequest('The field "fileInfo" or "ruleInfo" must name files or patterns.');
  for (const path of paths) {
    const expression = filePatternExpression(path);
    if (isRefusal(expression))
      throw badRequest(`The field "ruleInfo.detectionCriteria" is wrong: ${expression.refusal.message}`);
  }
  const named = files.find((file) => file.name.includes('/'));
  if (named) throw badRequest(`The field "fileInfo.name" must be a name without folders; it is "${named.name}".`);
  const address = refuseWebAddress('url', input.url ?? '');
  if (address) throw badRequest(address.refusal.message);
  const license = await requireLibrary(tx, input);
  return {
    component_id: input.componentId,
    version_id: input.versionId,
    license_id: license.id,
    description: input.description ?? '',
    url: input.url ?? '',
    notices_text: input.noticesText ?? '',
    audit_notes: input.auditNotes ?? '',
    as_found_license_text: input.asFoundLicenseText ?? '',
    files: JSON.stringify(files.map(({ name, md5 }) => ({ name, md5: md5.toLowerCase() }))),
    paths: JSON.stringify(paths),
  };
}

/** Returns the license. Its id may differ from the given one, which may be an alias. */
async function requireLibrary(tx: Tx, { componentId, versionId, licenseId }: RuleInput): Promise<License> {
  if (!(await lockComponent(tx, componentId)))
    throw badRequest(`The field "componentId" names component ${componentId}, which does not exist.`);
  if ((await findVersion(tx, versionId))?.component_id !== componentId)
    throw badRequest(`The field "versionId" names version ${versionId}, which component ${componentId} does not have.`);
  const license = await findLicense(tx, licenseId);
  if (!license) throw badRequest(`The field "licenseId" names license ${licenseId}, which does not exist.`);
  return license;
}
