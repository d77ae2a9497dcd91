import { onlyRow } from '../../src/db/postgres/rows.ts';
import { tarGz, zip } from '../archives.ts';
import type { Harness } from '../harness.ts';
import type { Id, Recorder, Refuse, Say } from './recorder.ts';

export async function tellReports(h: Harness, say: Say, refuse: Refuse, projectId: Id): Promise<void> {
  const answer = await say('generateReport', { params: { projectId, reportId: 1 }, body: {} });
  const { taskId } = answer.data as { taskId: Id };
  const job = await h.jobOver(taskId);
  if (job.status !== 'Completed') throw new Error(`The report ended ${job.status}: ${job.error}`);
  await say('downloadReport', { params: { projectId, reportId: 1 }, query: { taskId } });
  await say('viewReport', { params: { projectId, reportId: 1 } });
  const exported = await say('queueSbomExport', { params: { projectId }, query: { format: 'cyclonedx-1.6' } });
  const sbom = await h.jobOver(exported.id as number);
  if (sbom.status !== 'Completed') throw new Error(`The export ended ${sbom.status}: ${sbom.error}`);
  await say('getSbomExport', { params: { projectId } });
  await say('downloadSbomExport', { params: { projectId } });
  await say('getSigningKey', {});
  await say('listNoticeStatements', { params: { projectId }, query: {} });
  await say('editNoticeStatements', {
    params: { projectId },
    body: {
      edits: [
        {
          statement: 'Copyright (c) 2023 Example Corporation',
          action: 'strike',
          reason: 'Our own code',
        },
      ],
    },
  });
  await say('listNoticeTexts', { params: { projectId }, query: {} });
  await say('generateReportLegacy', { query: { projectId, reportType: 'PROJECT' } });
  const report = { name: 'Licenses by team', path: 'licenses_by_team/create_report.sh', order: 7 };
  const id = (await say('createReport', { body: report })).id as Id;
  await say('uploadReport', {
    form: {
      projectId,
      reportId: id,
      file: await zip({
        'licenses.html': '<p>Licenses by team</p>',
        'all-formats.zip': await zip({ 'licenses.json': '{}' }),
      }),
    },
  });
  await say('updateReport', { body: { id, ...report, enabled: false } });
  const script = { 'licenses_by_team/create_report.sh': '#!/bin/sh\nexec python3 create_report.py "$@"\n' };
  await say('installReportScripts', { form: { file: await zip(script) } });
  await say('listReportScripts', {});
  await say('removeReportScript', { params: { folder: 'licenses_by_team' } });
  await refuse('removeReportScript', { params: { folder: 'licenses_by_team' } }, 404);
  await tellTemplates(say, refuse, projectId);
  await refuse('deleteReport', { params: { reportId: 1 } }, 400);
  await say('deleteReport', { params: { reportId: id } });
}

async function tellTemplates(say: Say, refuse: Refuse, projectId: Id): Promise<void> {
  const params = { folder: 'team_page' };
  const first = '<h1>{{ project.name }}</h1>';
  const text = '<h1>{{ project.name }}</h1>\n<p>{{ inventory | size }} items</p>';
  await say('saveReportTemplate', { params, body: { text: first, format: 'html', note: 'First words' } });
  await say('previewReportTemplate', { params, body: { projectId, text } });
  await say('saveReportTemplate', { params, body: { text, note: 'Counts the items' } });
  const unknown = { folder: 'nowhere' };
  await refuse('saveReportTemplate', { params: unknown, body: { text, format: 'html', entityVersion: 'a' } }, 404);
  await say('getReportTemplate', { params });
  await say('listReportTemplateVersions', { params, query: {} });
  await say('getReportTemplateVersion', { params: { ...params, version: 1 } });
  await say('restoreReportTemplateVersion', { params: { ...params, version: 1 } });
  const nowhere = { folder: 'nowhere' };
  await refuse('getReportTemplate', { params: nowhere }, 404);
  await refuse('listReportTemplateVersions', { params: nowhere, query: {} }, 404);
  await refuse('previewReportTemplate', { params: nowhere, body: { projectId } }, 404);
  await refuse('getReportTemplateVersion', { params: { ...params, version: 99 } }, 404);
  await refuse('restoreReportTemplateVersion', { params: { ...params, version: 99 } }, 404);
}

async function tellSboms(h: Harness, { say, refuse }: Pick<Recorder, 'say' | 'refuse'>, projectId: Id): Promise<void> {
  const { rows } = await h.database.pool.query<{ id: number }>('select id from sboms where project_id = $1', [
    projectId,
  ]);
  const params = { projectId, sbomId: onlyRow(rows).id };
  await say('listSboms', { params: { projectId }, query: {} });
  await refuse('listSboms', { params: { projectId: 999_999 }, query: {} }, 404);
  await say('getSbom', { params });
  await say('listSbomElements', { params, query: {} });
  await say('listSbomIssues', { params, query: {} });
  await say('downloadSbom', { params });
  await say('getSbomFilling', { params });
  await say('downloadFilledSbom', { params });
  const unknown = { projectId, sbomId: 999_999 };
  await refuse('getSbom', { params: unknown }, 404);
  await refuse('listSbomElements', { params: unknown, query: {} }, 404);
  await refuse('listSbomIssues', { params: unknown, query: {} }, 404);
  await refuse('downloadSbom', { params: unknown }, 404);
  await refuse('getSbomFilling', { params: unknown }, 404);
  await refuse('downloadFilledSbom', { params: unknown }, 404);
}

async function tellReleases(
  h: Harness,
  { say, refuse }: Pick<Recorder, 'say' | 'refuse'>,
  projectId: Id,
): Promise<void> {
  const params = { projectId };
  await say('proposeRelease', { params });
  await refuse('createRelease', { params, body: {} }, 400);
  const body = { name: '1.0', description: 'First delivery', isSigned: true };
  await say('setReleaseRule', { params, body: { tagPattern: 'v*', isSigned: false, offerContact: '' } });
  await say('getReleaseRule', { params });
  const { id: releaseId, taskId } = await say('createRelease', { params, body });
  const job = await h.jobOver(taskId as number);
  if (job.status !== 'Completed') throw new Error(`The release ended ${job.status}: ${job.error}`);
  await refuse('createRelease', { params, body }, 409);
  await say('listReleases', { params, query: {} });
  const ofRelease = { params: { projectId, releaseId: releaseId as Id } };
  await say('getRelease', ofRelease);
  await say('downloadReleaseDossier', ofRelease);
  await say('downloadReleaseDocument', { ...ofRelease, query: { path: 'sbom/sbom.cdx.json' } });
  const unknown = { params: { projectId, releaseId: 999_999 } };
  await refuse('getRelease', unknown, 404);
  await refuse('downloadReleaseDossier', unknown, 404);
  await refuse('downloadReleaseDocument', { ...unknown, query: { path: 'release.json' } }, 404);
  await say('deleteRelease', ofRelease);
  await refuse('deleteRelease', unknown, 404);
}

async function tellDifferences(
  { say, refuse }: Pick<Recorder, 'say' | 'refuse'>,
  projectId: Id,
  sbomFile: Buffer,
): Promise<void> {
  const params = { projectId };
  const query = { with: 'inventory' };
  await say('getDifference', { params, query: { ...query, limit: 5 } });
  await refuse('getDifference', { params, query: { with: 'version:1' } }, 400);
  await refuse('getDifference', { params, query: { with: 'project:999999' } }, 404);
  await say('getDifferenceTable', { params, query });
  await refuse('getDifferenceTable', { params, query: { with: 'sbom:999999' } }, 404);
  await say('compareWithSentSbom', { params, query: { limit: 5 }, form: { sbomFile } });
  await refuse('compareWithSentSbom', { params, query: {}, form: { sbomFile: Buffer.from('{}') } }, 400);
}

export async function tellExchange(
  h: Harness,
  { say, refuse }: Pick<Recorder, 'say' | 'refuse'>,
  projectId: Id,
): Promise<void> {
  const exported = await h.call('GET', `/project/exportProjectData?projectId=${projectId}`);
  const importFile = exported.response.rawPayload;
  await say('exportProjectData', { query: { projectId } });
  const joining = { addFilesToInventory: true, markFilesAsReviewed: false, inventoryFileMatchingCriteria: 'MD5' };
  const over = async ({ data }: Awaited<ReturnType<Say>>) => h.jobOver((data as { taskId: number }).taskId);
  await over(await say('importProjectData', { params: { projectId }, form: { importFile, ...joining } }));
  await say('importProjectDataLegacy', { query: { projectId }, raw: importFile });
  await h.allJobsOver();
  const findings = {
    meta: { application: 'Dependency-Track' },
    project: { name: 'Shop' },
    findings: [],
  };
  const file = Buffer.from(JSON.stringify(findings));
  await over(await say('importForeignData', { params: { projectId }, form: { file } }));
  const copy = await say('copyProject', { params: { projectId }, body: { name: 'Shop, as it was shipped' } });
  await h.jobOver(copy.id as number);
  const branch = await say('branchProject', { params: { projectId }, form: { name: 'Shop 2' } });
  await h.jobOver(branch.id as number);
  const components = [
    { type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' },
    { type: 'file', name: 'README.md' },
  ];
  const metadata = { component: { type: 'application', name: 'shop', version: '1.0' } };
  const sbomFile = Buffer.from(
    JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components }),
  );
  await over(await say('importSbom', { params: { projectId }, form: { sbomFile } }));
  await refuse('importSbom', { params: { projectId }, form: { sbomFile: Buffer.from('{}') } }, 400);
  await tellSboms(h, { say, refuse }, projectId);
  await tellDifferences({ say, refuse }, projectId, sbomFile);
  await tellReleases(h, { say, refuse }, projectId);
  const { rows } = await h.database.pool.query<{ id: number }>(
    `insert into jobs (type, project_id, project_name, status) values ('Notices Report', $1, 'Shop', 'New') returning id`,
    [projectId],
  );
  await say('cancelJob', { params: { jobId: onlyRow(rows).id } });
  await say('getLicenseRule', { query: { name: 'names/MIT/the-mit-license' } });
  await refuse('getLicenseRule', { query: { name: 'names/MIT/nowhere' } }, 404);
  await say('importLicenseRules', { raw: tarGz([{ name: 'rules/empty.txt', content: '' }]) });
}
