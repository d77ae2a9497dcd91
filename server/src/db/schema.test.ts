// The TypeScript tables name the columns of the database, and its lists of values are those of the domain.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/postgres.ts';
import { ruleKinds, unsettledKinds } from '../domain/analysis-rules/rule.ts';
import { auditWays } from '../domain/audit/ways.ts';
import { bulkActions, rowKinds } from '../domain/bulk/actions.ts';
import { originKinds } from '../domain/components/learned.ts';
import { proposalSubjects } from '../domain/decisions/carried-words.ts';
import { fileWays, itemWays } from '../domain/decisions/carrying.ts';
import { decisionKinds, decisionScopes } from '../domain/decisions/decision.ts';
import { widerScopes } from '../domain/decisions/reach.ts';
import { lookupOutcomes, registryNames } from '../domain/derivation/registries.ts';
import { fileScanPlans } from '../domain/derivation/scan-profile.ts';
import { fieldScopes, fieldTypes } from '../domain/inventories/custom-fields.ts';
import {
  confidences,
  inventoryLinkTypes,
  inventoryPriorities,
  inventoryStatuses,
  inventoryTypes,
} from '../domain/inventories/inventory.ts';
import { namedFields } from '../domain/inventories/inventory-fields.ts';
import { statementActions } from '../domain/inventories/notice-texts.ts';
import { viewLists } from '../domain/inventories/view-lists.ts';
import { jobStatuses } from '../domain/jobs/job.ts';
import { foundTextRoles } from '../domain/licenses/license-texts.ts';
import { almAuthentications, almRequestStates } from '../domain/messages/alm-issue.ts';
import { mailStates } from '../domain/messages/mail-delivery.ts';
import { deliveryStates } from '../domain/messages/webhook-delivery.ts';
import { projectTypes, risks } from '../domain/projects/project.ts';
import { projectStatuses } from '../domain/projects/project-status.ts';
import { releaseFileKinds } from '../domain/releases/release.ts';
import { releaseRuleResults } from '../domain/releases/release-rule.ts';
import { taskResolutions, taskTypes } from '../domain/reviews/review-task.ts';
import { askedResults, codeActions, pushResults } from '../domain/scm/push-delivery.ts';
import { pushSenders } from '../domain/scm/push-senders.ts';
import { syncTriggers } from '../domain/scm/schedule.ts';
import { sourceTypes } from '../domain/scm/scm-address.ts';
import { taskPriorities } from '../domain/task-priority.ts';
import { ldapSyncStatuses } from '../domain/users/ldap-sync.ts';
import { projectRoles } from '../domain/users/permissions.ts';
import { tokenAccesses } from '../domain/users/token-limits.ts';
import { userSources } from '../domain/users/user.ts';
import { notComparedReasons } from '../domain/vulnerabilities/coverage.ts';
import { sbomChanges, sbomFates } from '../domain/vulnerabilities/sbom.ts';
import { severities, severitiesOf } from '../domain/vulnerabilities/severity.ts';
import { suppressionReasons } from '../domain/vulnerabilities/suppression.ts';
import { matchOutcomes, vulnerabilityKinds } from '../domain/vulnerabilities/vulnerability.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
});
afterAll(() => database.drop());

test('the files tables.ts name exactly the columns of the database', async () => {
  const { rows } = await database.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'`,
  );
  const inDatabase = rows.map((row) => `${row.table}.${row.column}`).sort();
  expect(columnsOfTypes().sort()).toEqual(inDatabase);
});

test('every column with a fixed list of values has the list of the domain', async () => {
  const { rows } = await database.pool.query<{ column: string; values: string[] }>(
    `select conrelid::regclass || '.' || attname as column,
       array(select m[1] from regexp_matches(pg_get_constraintdef(c.oid), '''([^'']*)''::text', 'g') m order by 1) as values
     from pg_constraint c join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'c' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace
       and pg_get_constraintdef(c.oid) like '%= ANY (ARRAY[%'
     union all
     select attrelid::regclass || '.' || attname, array(select enumlabel::text from pg_enum where enumtypid = t.oid order by 1)
     from pg_attribute join pg_type t on t.oid = atttypid join pg_class r on r.oid = attrelid
     where typtype = 'e' and relkind = 'r'`,
  );
  const inDatabase = rows.map(({ column, values }) => [column, [...values].sort()]);
  const inDomain = Object.entries(VALUES).map(([column, values]) => [column, [...values].sort()]);
  expect(Object.fromEntries(inDomain)).toEqual(Object.fromEntries(inDatabase));
});

const VALUES: Record<string, readonly string[]> = {
  'analysis_rules.kind': ruleKinds,
  'unsettled_by_rules.kind': unsettledKinds,
  'advisories.kind': vulnerabilityKinds,
  'version_coverage.reason': ['', ...notComparedReasons],
  'version_vulnerabilities.outcome': matchOutcomes,
  'vulnerabilities.kind': vulnerabilityKinds,
  'vulnerabilities.severity_v2': severitiesOf.V2,
  'vulnerabilities.severity_v3': severities,
  'vulnerability_alerts.priority': taskPriorities,
  'alm_instances.authentication': almAuthentications,
  'alm_requests.state': almRequestStates,
  'registries.name': registryNames,
  'registry_lookups.outcome': lookupOutcomes,
  'registry_searches.outcome': lookupOutcomes,
  'component_origins.kind': originKinds,
  'release_files.kind': releaseFileKinds,
  'sbom_elements.change': sbomChanges,
  'sbom_elements.fate': sbomFates,
  'alm_syncs.trigger': syncTriggers,
  'audit_log.via': auditWays,
  'bulk_decisions.action': bulkActions,
  'bulk_images.kind': rowKinds,
  'custom_fields.scope': fieldScopes,
  'custom_fields.type': fieldTypes,
  'decisions.kind': decisionKinds,
  'decisions.scope': decisionScopes,
  'files.scan_plan': fileScanPlans,
  'inventory_views.list': viewLists,
  'inventory_items.confidence': confidences,
  'carried_files.way': fileWays,
  'carried_reviews.way': itemWays,
  'refused_proposals.subject_kind': proposalSubjects,
  'review_reaches.scope': widerScopes,
  'inventory_items.priority': inventoryPriorities,
  'inventory_items.status': inventoryStatuses,
  'inventory_items.type': inventoryTypes,
  'inventory_links.type': inventoryLinkTypes,
  'jobs.status': jobStatuses,
  'ldap_syncs.status': ldapSyncStatuses,
  'ldap_syncs.trigger': syncTriggers,
  'mails.state': mailStates,
  'project_members.role': projectRoles,
  'projects.minimum_confidence': confidences,
  'projects.risk': risks,
  'projects.status': projectStatuses,
  'push_deliveries.result': pushResults,
  'push_hooks.action': codeActions,
  'code_requests.action': codeActions,
  'code_schedules.action': codeActions,
  'code_schedules.result': askedResults,
  'push_hooks.sender': pushSenders,
  'release_rules.result': releaseRuleResults,
  'projects.type': projectTypes,
  'scm_instances.type': sourceTypes,
  'scm_states.type': sourceTypes,
  'suppressed_versions.reason': suppressionReasons,
  'statement_edits.action': statementActions,
  'tasks.priority': taskPriorities,
  'tasks.resolution': taskResolutions,
  'item_license_texts.role': foundTextRoles,
  'tasks.type': taskTypes,
  'tokens.access': tokenAccesses,
  'users.source': userSources,
  'webhook_deliveries.state': deliveryStates,
};

/** The interfaces of all files tables.ts, read as text, because types do not exist at run time. */
function columnsOfTypes(): string[] {
  const files = globSync('**/tables.ts', { cwd: import.meta.dirname });
  const source = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')).join('\n');
  const tables = [...source.matchAll(/\n {2}(\w+): (\w+Table);/g)];
  return tables.flatMap(([, table, type]) => {
    const declared = new RegExp(`interface ${type}( extends FieldColumns)? \\{\\n([\\s\\S]*?)\\n\\}`).exec(source);
    const fields = declared?.[1] ? namedFields.map(({ column }) => column as string) : [];
    const members = [...(declared?.[2] ?? '').matchAll(/^ {2}(\w+): /gm)].map(([, member]) => member);
    return [...fields, ...members].map((column) => `${table}.${column}`);
  });
}
