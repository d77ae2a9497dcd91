// Reads the items of a report with their files, copyrights, fields and vulnerabilities, their licenses, and the data of their notices.

import { licensesOf } from '@assay/scanner/expressions';
import type { App } from '../app.ts';
import { listItemFields, type ReadField } from '../db/custom-fields.ts';
import { listLastReviews } from '../db/decisions/reviews.ts';
import { eachItem } from '../db/inventories/item-lists.ts';
import { type DetailedItem, listItemCopyrights, listItemPaths } from '../db/inventories/items.ts';
import { eachFoundText, eachItemText, eachNoticeFile } from '../db/inventories/license-texts.ts';
import { listStatementEdits } from '../db/inventories/statement-edits.ts';
import { findLicenses } from '../db/licenses.ts';
import { findProjectPolicy, getProject } from '../db/projects/projects.ts';
import { listOwnFiles, listPublishedExpressions } from '../db/reports/data.ts';
import { inventoryPriorityNames, inventoryStatusNames, inventoryTypeNames } from '../domain/inventories/inventory.ts';
import { reportedFields } from '../domain/inventories/inventory-fields.ts';
import { packageFactsOf, shownPackageFacts } from '../domain/inventories/package-facts.ts';
import { shippedScopesOf } from '../domain/inventories/shipped-scopes.ts';
import { NO_LICENSE_NAME } from '../domain/licenses/license-choice.ts';
import { licenseFactsOf, shownLicenseFacts } from '../domain/licenses/license-facts.ts';
import { licenseFamilyOf } from '../domain/licenses/license-priority.ts';
import { reviewSettingsOf } from '../domain/reviews/review-settings.ts';
import { whyDecided } from '../domain/reviews/why-decided.ts';
import { shownCoverage } from '../domain/vulnerabilities/coverage.ts';
import { wireTime } from '../domain/wire-times.ts';
import type { JobContext } from '../queue/job-context.ts';
import type { ReportItem, ReportRow } from '../reports/data.ts';
import type { NoticeItem, NoticesInput } from '../reports/notices/collect.ts';
import { passes } from '../reports/options.ts';
import { explain, itemVulnerabilities, loadPolicy } from '../reviews/policy.ts';
import { statementsBelow } from './owners.ts';

type Context = Pick<JobContext, 'app' | 'checkpoint'>;

export async function* items(
  context: Context,
  projectId: number,
  options: Record<string, string>,
): AsyncGenerator<ReportItem> {
  const { app } = context;
  const policy = await loadPolicy(app.db, projectId);
  const profile = await findProjectPolicy(app.db, projectId);
  const below = await statementsBelow(app, projectId);
  let done = 0;
  for await (const batch of eachItem(app.db, projectId, { presence: 'PRESENT' })) {
    const ids = batch.map((item) => item.id);
    const paths = await listItemPaths(app.db, ids);
    const copyrights = await listItemCopyrights(app.db, ids);
    const fields = await listItemFields(app.db, ids);
    const own = await listOwnFiles(app.db, ids);
    const vulnerabilities = await itemVulnerabilities(app.db, ids);
    const reviews = await listLastReviews(app.db, ids);
    done += batch.length;
    await context.checkpoint({ phase: 'Reading inventory', done, total: done });
    for (const item of batch) {
      const { decision, reasons } = explain(policy, item, vulnerabilities(item.id));
      const row: ReportItem = {
        ...itemOf(item),
        policyDecision: decision,
        policyReasons: reasons,
        whyDecided: sentenceOf(item, reviews.get(item.id), { policy: profile?.name, decision, reasons }),
        customFields: fieldsOf(fields(item.id)),
        copyrights: statementsOf(item.id, copyrights, below),
        files: paths.get(item.id) ?? [],
        ...(own.get(item.id) ?? { folders: [], ownFiles: 0 }),
      };
      if (passes(row, options)) yield row;
    }
  }
}

type Beside =
  | 'policyDecision'
  | 'policyReasons'
  | 'whyDecided'
  | 'customFields'
  | 'copyrights'
  | 'files'
  | 'folders'
  | 'ownFiles';

type LastReview = Awaited<ReturnType<typeof listLastReviews>> extends Map<number, infer Review> ? Review : never;

/** Names no other project, because not every reader of a report may see it. */
function sentenceOf(
  { status, review_lapse: lapse }: DetailedItem,
  review: LastReview | undefined,
  now: { policy: string | undefined; decision: string; reasons: readonly string[] },
): string {
  if (review === undefined) return whyDecided({ status, lapse });
  const { by, licenseExpression = '', words = '' } = review.ground;
  const isByRules = by === 'policy' && now.policy !== undefined && now.decision === status;
  const { author, decidedAt } = review;
  return whyDecided({
    ...{ status, lapse },
    review: {
      ...{ by, author, decidedAt, licenseExpression, words },
      ...(isByRules && { rules: { policy: now.policy ?? '', reasons: now.reasons } }),
    },
  });
}

function itemOf(item: DetailedItem): Omit<ReportItem, Beside> {
  const licensePriority = item.license_priority ?? item.expression_priority;
  return {
    id: item.id,
    identity: item.identity,
    ...reportedFields(item),
    type: inventoryTypeNames[item.type],
    componentName: item.component_name ?? 'N/A',
    versionName: item.version_name ?? 'N/A',
    cpe: item.version_cpe ?? '',
    licenseName: item.license_name ?? (item.license_expression || NO_LICENSE_NAME),
    licenseExpression: item.license_expression,
    licenses: namesOf(item.license_expression),
    licenseFamily: licenseFamilyOf(item.license_expression),
    licensePriority: licensePriority === null ? 'Unknown' : `P${licensePriority}`,
    possibleLicenses: item.possible_licenses,
    licenseFacts: shownLicenseFacts(licenseFactsOf(item.license_facts)),
    ...shownPackageFacts(packageFactsOf(item.package_facts)),
    coverage: shownCoverage(item),
    isOwn: item.is_own,
    priority: inventoryPriorityNames[item.priority],
    status: inventoryStatusNames[item.status],
    toBeDecidedAgain: item.review_lapse?.why ?? '',
    isStatusSetByPerson: item.is_status_set_by_person,
    isPublished: item.is_published,
    publishedOn: item.published_at === null ? '' : wireTime(item.published_at),
    foundScope: item.found_scope,
    fileCount: item.file_count,
    createdBy: item.created_by,
    createdOn: wireTime(item.created_at),
    updatedOn: wireTime(item.updated_at),
  };
}

/** Names an exception apart from its license, because it has its own text. */
const namesOf = (expression: string) => licensesOf(expression).flatMap((license) => license.split(' WITH '));

const LICENSES_AT_ONCE = 500;

export async function* licenses(
  app: App,
  all: AsyncIterable<Pick<ReportItem, 'licenses'> & { licenseFacts?: Pick<ReportItem['licenseFacts'], 'bundled'> }>,
): AsyncGenerator<ReportRow<'licenses'>> {
  const names = new Set<string>();
  for await (const { licenses, licenseFacts } of all) {
    for (const name of licenses) names.add(name);
    for (const { expression } of licenseFacts?.bundled ?? []) for (const name of namesOf(expression)) names.add(name);
  }
  const wanted = [...names].sort();
  for (let from = 0; from < wanted.length; from += LICENSES_AT_ONCE) {
    const rows = await findLicenses(app.db, wanted.slice(from, from + LICENSES_AT_ONCE));
    for (const row of rows.sort((a, b) => (a.short_name < b.short_name ? -1 : 1)))
      yield {
        name: row.name,
        shortName: row.short_name,
        spdxId: row.spdx_id ?? '',
        family: licenseFamilyOf(row.short_name),
        priority: row.priority as 1 | 2 | 3,
        url: row.url,
        isCustom: row.is_custom,
        text: row.text,
      };
  }
}

/** The data of a project's notices, without those that only the report prints: unpublished items. */
export async function noticesInput(app: App, projectId: number): Promise<NoticesInput> {
  const nameOf = async function* () {
    for (const expression of await listPublishedExpressions(app.db, projectId)) yield { licenses: namesOf(expression) };
  };
  const { review_settings } = await getProject(app.db, projectId);
  return {
    items: noticeItems(app, projectId),
    licenses: licenses(app, nameOf()),
    edits: statementEdits(app, projectId),
    files: eachNoticeFile(app.db, projectId),
    itemTexts: itemTexts(app, projectId),
    foundTexts: foundTexts(app, projectId),
    shipped: shippedScopesOf('', reviewSettingsOf(review_settings).shippedScopes),
  };
}

export async function* itemTexts(app: App, projectId: number): AsyncGenerator<ReportRow<'itemTexts'>> {
  for await (const { sha256, ...row } of eachItemText(app.db, projectId))
    yield { ...row, sha256: sha256?.toString('hex') ?? '' };
}

export async function* foundTexts(app: App, projectId: number): AsyncGenerator<ReportRow<'foundTexts'>> {
  for await (const { sha256, text } of eachFoundText(app.db, projectId)) yield { sha256: sha256.toString('hex'), text };
}

/** A large batch is faster, because each batch unpacks the facts of lockfiles once. */
const NOTICES_AT_ONCE = 2000;

async function* noticeItems(app: App, projectId: number): AsyncGenerator<NoticeItem> {
  const below = await statementsBelow(app, projectId);
  for await (const batch of eachItem(app.db, projectId, { published: true, presence: 'PRESENT' }, NOTICES_AT_ONCE)) {
    const ids = batch.map((item) => item.id);
    const copyrights = await listItemCopyrights(app.db, ids);
    const own = await listOwnFiles(app.db, ids);
    for (const item of batch)
      yield {
        ...itemOf(item),
        copyrights: statementsOf(item.id, copyrights, below),
        ...(own.get(item.id) ?? { folders: [], ownFiles: 0 }),
      };
  }
}

const statementsOf = (itemId: number, own: Map<number, string[]>, below: Map<number, Set<string>>) =>
  [...new Set([...(own.get(itemId) ?? []), ...(below.get(itemId) ?? [])])].sort();

export async function* statementEdits(app: App, projectId: number) {
  yield* await listStatementEdits(app.db, projectId);
}

export const fieldsOf = (fields: readonly ReadField[]) =>
  Object.fromEntries(fields.map(({ fieldLabel, value }) => [fieldLabel, value ?? '']));
