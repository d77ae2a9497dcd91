import { onlyRow } from '../../src/db/postgres/rows.ts';
import type { Harness } from '../harness.ts';
import type { Id, Refuse, Say } from './recorder.ts';

export async function tellAdvisories(h: Harness, say: Say, refuse: Refuse, inventoryId: Id): Promise<Id> {
  const advisory = {
    id: 'ACME-2026-1',
    aliases: ['CVE-2026-1001'],
    summary: 'Widgets open the door',
    severity: 'high',
    packages: [{ purl: 'pkg:npm/widgets', versions: ['>=1.0.0 <1.4.2'] }],
  };
  const { id } = await say('addOwnAdvisories', { body: { advisories: [advisory] } });
  await h.jobOver(id as number);
  const vulnerabilityName = advisory.id;
  await say('getVulnerability', { params: { vulnerabilityName } });
  await refuse('getVulnerability', { params: { vulnerabilityName: 'CVE-1999-0001' } }, 404);
  await say('explainMatch', { query: { purl: 'pkg:npm/widgets@1.4.1', vulnerabilityName } });
  await refuse('explainMatch', { query: { purl: 'pkg:npm/widgets@1.4.1', vulnerabilityName: 'CVE-1999-0001' } }, 404);
  await say('findAffectedItems', { query: { by: 'widgets 1.4.1', from: '2026-01-01' } });
  await say('listVulnerabilities', { query: { search: 'widgets' } });
  await say('listItemsOfVulnerability', { params: { vulnerabilityName } });
  const location = 'https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip';
  await say('setAdvisorySource', { params: { source: 'osv-npm' }, body: { location, isEnabled: false } });
  await refuse('deleteAdvisorySource', { params: { source: 'no-such-source' } }, 404);
  const key = 'n7tA33O9h7Pb4Lol9HkXmSPQqlv5Rz20wTU02YJDwGo=';
  await say('trustAdvisoryKey', { body: { key } });
  await say('listAdvisoryKeys', {});
  await say('distrustAdvisoryKey', { query: { key } });
  await refuse('distrustAdvisoryKey', { query: { key } }, 404);
  const raw = Buffer.from(JSON.stringify({ advisories: [advisory] }));
  const queued = await say('importAdvisories', { query: { source: 'own' }, raw });
  await h.jobOver(queued.id as number);
  const { rows } = await h.database.pool.query<{ id: number }>(
    `insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority)
     select i.id, i.project_id, v.id, 'HIGH' from inventory_items i, vulnerabilities v where i.id = $1 and v.is_recorded limit 1 returning id`,
    [inventoryId],
  );
  const alertId = onlyRow(rows).id;
  await say('listAllVulnerabilityAlerts', { query: { state: 'OPEN', priority: 'HIGH' } });
  const closing = { alertIds: [alertId], isOpen: false, previewOnly: true };
  await say('changeVulnerabilityAlerts', { body: closing });
  await refuse('changeVulnerabilityAlerts', { body: { alertIds: [alertId] } }, 400);
  return alertId;
}

/**
 * The code base contains a part of a dependency. Asks which version removes its vulnerability, and accepts that the
 * vulnerable code is absent.
 */
export async function tellDecisions(h: Harness, say: Say, refuse: Refuse, projectId: Id): Promise<void> {
  const record = {
    id: 'GHSA-2026-aaaa-bbbb',
    modified: '2026-01-02T00:00:00Z',
    summary: 'Padding takes long',
    affected: [
      {
        package: { ecosystem: 'npm', name: 'left-pad' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.3.1' }] }],
        ecosystem_specific: { affects: { functions: ['left_pad::pad'] } },
      },
    ],
  };
  const { body } = await h.call('POST', '/advisories/import?source=github', {
    raw: Buffer.from(JSON.stringify(record)),
    headers: { 'x-file-name': 'record.json', 'content-type': 'application/octet-stream' },
  });
  await h.jobOver(body.id);
  const { rows } = await h.database.pool.query<{ id: number }>(
    `with item as (select id from inventory_items where project_id = $1 and purl = 'pkg:npm/left-pad@1.3.0'),
      tied as (insert into inventory_files (item_id, file_id)
        select item.id, f.id from item, files f where f.project_id = $1 and f.name = 'main.c' on conflict do nothing)
     select id from item`,
    [projectId],
  );
  const inventoryId = Number(onlyRow(rows).id);
  const params = { inventoryId, vulnerabilityName: record.id };
  await say('listProjectRemedies', { params: { projectId } });
  await say('listInventoryRemedies', { params: { inventoryId } });
  await say('askInventoryRemedies', { params: { inventoryId } });
  await say('getVulnerableCode', { params });
  const chosen = { inventoryIds: [inventoryId], vulnerabilityNames: [record.id] };
  await say('analyzeVulnerabilities', {
    params: { projectId },
    body: { ...chosen, state: 'IN_TRIAGE', detail: 'Grace looks at it', expiresOn: '2099-12-31' },
  });
  await say('liftVulnerabilityAnalyses', { params: { projectId }, body: { ...chosen, remarks: 'It was another one' } });
  await tellOfManyAtOnce(say, refuse, projectId);
  const statement = {
    vulnerability: { name: record.id },
    products: [{ '@id': 'pkg:npm/left-pad@1.3.0' }],
    status: 'not_affected',
    justification: 'vulnerable_code_not_in_execute_path',
  };
  const vex = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://example.org/vex/1',
    author: 'Example House',
  };
  const raw = Buffer.from(JSON.stringify({ ...vex, timestamp: '2026-01-02T03:04:05Z', statements: [statement] }));
  await say('importVex', { params: { projectId }, query: { previewOnly: true }, raw });
  await refuse('importVex', { params: { projectId }, raw: Buffer.from('{}') }, 400);
  await tellVexSources(h, say, refuse, raw);
  await tellRules(say, refuse, record.id);
  const everywhere = { vulnerabilityNames: [record.id] };
  await say('analyzeVulnerabilitiesOfProjects', {
    body: { ...everywhere, state: 'IN_TRIAGE', detail: 'Grace looks at it everywhere', previewOnly: true },
  });
  await refuse('analyzeVulnerabilitiesOfProjects', { body: { state: 'IN_TRIAGE' } }, 400);
  await say('liftVulnerabilityAnalysesOfProjects', { body: { ...everywhere, remarks: 'Looked at the wrong one' } });
  await refuse('liftVulnerabilityAnalysesOfProjects', { body: { remarks: 'Of nothing' } }, 400);
  await say('acceptVulnerableCodeAbsent', { params, body: { detail: 'We took one file of it' } });
}

/** The same document as a source, for all projects; it is switched off and removed again. */
async function tellVexSources(h: Harness, say: Say, refuse: Refuse, raw: Buffer): Promise<void> {
  const params = { source: 'example-house' };
  await say('importVexDocument', { params, raw });
  await refuse('importVexDocument', { params, raw: Buffer.from('{}') }, 400);
  await say('listVexSources', {});
  await say('listVexDocuments', { params });
  const { rows } = await h.database.pool.query<{ id: number }>('select id from vex_documents');
  await say('downloadVexDocument', { params: { ...params, documentId: onlyRow(rows).id } });
  await refuse('downloadVexDocument', { params: { ...params, documentId: 999_999 } }, 404);
  await say('listDecidedByVex', { params });
  await refuse('updateVexSource', { params }, 400);
  const location = 'http://127.0.0.1:1/vex.json';
  await say('setVexSource', { params, body: { location, isEnabled: false } });
  const queued = await say('updateVexSource', { params });
  await h.jobOver(queued.id as number);
  await say('deleteVexSource', { params });
  for (const id of ['deleteVexSource', 'updateVexSource', 'listVexDocuments', 'listDecidedByVex'])
    await refuse(id, { params }, 404);
}

/** A rule is tried, made, switched off, changed and deleted. */
async function tellRules(say: Say, refuse: Refuse, vulnerability: string): Promise<void> {
  const rule = {
    name: 'Tests are not shipped',
    condition: {
      vulnerabilities: [vulnerability],
      packages: [{ package: 'pkg:npm/left-pad', versions: 'vers:npm/<1.3.1' }],
    },
    state: 'NOT_AFFECTED',
    justification: 'CODE_NOT_REACHABLE',
    ground: 'Only tests call it.',
    expiresOn: '2099-12-31',
  };
  await say('previewAnalysisRule', { body: rule });
  await refuse('previewAnalysisRule', { body: { ...rule, expiresOn: 'soon' } }, 400);
  const { id } = await say('createAnalysisRule', { body: rule });
  await refuse('createAnalysisRule', { body: rule }, 400);
  const elsewhere = { ...rule, name: 'Elsewhere', condition: { ...rule.condition, projectIds: [999_999] } };
  await refuse('createAnalysisRule', { body: elsewhere }, 404);
  const params = { ruleId: id as number };
  await say('listAnalysisRules', { query: { search: 'tests' } });
  await say('getAnalysisRule', { params });
  await say('listDecidedByAnalysisRule', { params });
  await say('switchAnalysisRule', { params, body: { isEnabled: false } });
  await say('updateAnalysisRule', { params, body: { ...rule, expiresOn: 'never' } });
  await refuse('updateAnalysisRule', { params, body: { ...rule, ground: ' ' } }, 400);
  await say('deleteAnalysisRule', { params });
  await refuse('getAnalysisRule', { params }, 404);
  await refuse('listDecidedByAnalysisRule', { params }, 404);
  await refuse('deleteAnalysisRule', { params }, 404);
  await refuse('updateAnalysisRule', { params, body: rule }, 404);
  await refuse('switchAnalysisRule', { params, body: { isEnabled: true } }, 404);
  await refuse('previewAnalysisRule', { body: { ...rule, ruleId: id } }, 404);
}

/** Curated facts are imported, switched on and removed. */
export async function tellCurations(h: Harness, say: Say, refuse: Refuse): Promise<void> {
  const raw = Buffer.from(
    '- id: "NPM::left-pad:1.3.0"\n  curations: {concluded_license: WTFPL, comment: Its LICENSE says so.}\n',
  );
  const queued = await say('importCurations', { query: { source: 'ours' }, raw });
  await h.jobOver(queued.id as number);
  const params = { source: 'ours' };
  await say('listCurationSources', {});
  await say('listCurations', { params, query: { find: 'left-pad' } });
  await say('setCurationSource', { params, body: { isEnabled: true, position: 1 } });
  const unknown = { params: { source: 'theirs' } };
  await refuse('listCurations', unknown, 404);
  await refuse('setCurationSource', { ...unknown, body: { isEnabled: true } }, 404);
  await refuse('deleteCurationSource', unknown, 404);
  await say('deleteCurationSource', { params });
  await tellBundles(h, say);
}

/** A bundle of components is sent, and its receipt is listed. */
async function tellBundles(h: Harness, say: Say): Promise<void> {
  const queued = await say('importLibraryBundle', { raw: Buffer.from('{"format":"assay-library"}\n') });
  await h.jobOver(queued.id as number);
  await h.database.pool.query(`
    insert into library_imports (file_name, sha256, public_key, installation, made_at, imported_at, imported_by, components, new_components,
      versions, new_versions, filled_versions, refused)
    values ('monthly.assay-library', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'n7tA33O9h7Pb4Lol9HkXmSPQqlv5Rz20wTU02YJDwGo=',
      '5d41402abc4b2a76', '2026-01-31T08:00:00Z', '2026-02-01T09:30:00Z', 'admin', 120000, 118500, 940000, 938000, 120, 0)`);
  await say('listLibraryImports', {});
  await say('downloadLibraryBundle', {});
}

/** Vulnerabilities that a filter finds, of a project and of all, with the undo of each decision. */
async function tellOfManyAtOnce(say: Say, refuse: Refuse, projectId: Id): Promise<void> {
  const params = { projectId };
  const decision = {
    action: 'SUPPRESS',
    filter: { search: 'padding' },
    analysis: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE' },
  };
  const reason = 'We never call the function with a text from outside.';
  await say('decideVulnerabilities', { params, body: decision });
  await refuse('decideVulnerabilities', { params, body: { ...decision, dryRun: false } }, 400);
  const { data } = await say('decideVulnerabilities', { params, body: { ...decision, dryRun: false, reason } });
  const { undoToken } = data as { undoToken: string };
  await say('undoBulkDecision', { params: { projectId, undoToken } });
  const everywhere = await say('decideVulnerabilitiesOfProjects', { body: { ...decision, dryRun: false, reason } });
  await refuse(
    'decideVulnerabilitiesOfProjects',
    { body: { ...decision, dryRun: false, reason, setVersion: 'of another set' } },
    409,
  );
  await say('listBulkDecisionsOfProjects', {});
  const { undoToken: token } = everywhere.data as { undoToken: string };
  await say('undoBulkDecisionOfProjects', { params: { undoToken: token } });
  await refuse('undoBulkDecisionOfProjects', { params: { undoToken: token } }, 409);
  await refuse('undoBulkDecisionOfProjects', { params: { undoToken } }, 404);
}
