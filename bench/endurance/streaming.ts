// All operations that answer with a stream, with an address of each that has something to send. Which ones stream is found by calling every GET of the
// routes table once, so that a new operation cannot be forgotten.
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { embeddedConnection } from '../../server/src/db/embedded/index.ts';
import { dataFolder } from '../../server/src/installation/data-folder.ts';
import { ALL_ROUTES } from '../../server/src/routes.ts';
import { tar } from '../../server/test/archives.ts';
import { uploadArchive } from '../server.ts';
import { cycloneDx, type Place } from './place.ts';

export interface Streaming {
  /** Address by operation. */
  addresses: Record<string, string>;
  /** Operations that stream and could not be tried: a fault of this program. */
  untried: string[];
  /** Operations that were refused, so that nobody knows whether they stream. */
  refused: string[];
}

/** They stream by reading; if one of them is refused here, something is missing in the place. */
const KNOWN = [
  ...[
    'searchComponents',
    'getEmailTemplate',
    'generateReportLegacy',
    'listInventoriesOfAlias',
    'searchInventoriesByDate',
  ],
  ...[
    'searchInventories',
    'getInventoryLite',
    'exportProjectData',
    'downloadReport',
    'downloadSbom',
    'downloadSbomExport',
  ],
];

const FILES = 400;
const PACKAGES = 300;

/** Queries without which an operation refuses, or has little to send. */
const QUERIES: Readonly<Record<string, (things: Things) => string>> = {
  getProjectId: () => 'projectName=streams',
  getProjectIdAlias: () => 'projectName=streams',
  exportProjectData: ({ projectId }) => `projectId=${projectId}`,
  listProjectInventory: () => 'size=1000',
  exportAuditLog: () => 'format=csv',
  lookupComponents: () => 'keyword=bench',
  searchComponents: () => 'searchBy=NAME&filter=ALL_TERMS&searchTerm=bench&size=100',
  searchInventories: ({ projectId, fileId }) => `projectId=${projectId}&fileIds=${fileId}&size=1000`,
  searchInventoriesByDate: () => 'startTime=2020-01-01%2000:00:00&size=1000',
  generateReportLegacy: ({ projectId }) => `projectId=${projectId}&reportType=Audit`,
  downloadReport: ({ reportTaskId }) => `taskId=${reportTaskId}`,
  viewReport: ({ reportTaskId }) => `taskId=${reportTaskId}`,
  getPackageLookup: () => 'purl=pkg:npm/bench-package-1',
  explainMatch: () => 'purl=pkg:npm/bench-package-1@1.0.0&vulnerabilityName=BENCH-1',
  findAffectedItems: () => 'by=pkg:npm/bench-package-1',
};

type Things = Record<string, string | number>;

export async function streamingOperations(place: Place): Promise<Streaming> {
  const things = await filledPlace(place);
  const addresses: Record<string, string> = {};
  const refused: string[] = [];
  for (const { id, method, path } of ALL_ROUTES) {
    if (method !== 'GET') continue;
    const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(things[name] ?? 1)));
    const query = QUERIES[id]?.(things);
    const address = query === undefined ? filled : `${filled}?${query}`;
    const answer = await answerOf(place, address);
    if (answer.status >= 400) refused.push(`${id}: ${answer.status}`);
    else if (answer.isStream) addresses[id] = address;
  }
  return { addresses, untried: KNOWN.filter((id) => !(id in addresses)), refused };
}

/** Events come until the client leaves. */
export const isEndless = (contentType: string | null | undefined) =>
  contentType?.startsWith('text/event-stream') === true;

/** Without compression, which turns every answer into a stream. */
function answerOf({ server: { base, token } }: Place, address: string): Promise<{ status: number; isStream: boolean }> {
  return new Promise((resolve, reject) => {
    request(`${base}${address}`, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
      const { headers, statusCode = 0 } = answer;
      const isStream = headers['content-length'] === undefined || headers['content-disposition'] !== undefined;
      if (isEndless(headers['content-type'])) {
        answer.destroy();
        resolve({ status: statusCode, isStream });
        return;
      }
      answer.resume().once('end', () => resolve({ status: statusCode, isStream }));
      answer.once('error', reject);
    })
      .once('error', reject)
      .end();
  });
}

/** A scanned project with packages, files, a report, an imported and an exported SBOM, advisories and a task; templates of mails. */
async function filledPlace(place: Place): Promise<Things> {
  const { server, call, taskOf } = place;
  const projectId = await place.projectOfPackages('streams', PACKAGES);
  const files = Array.from({ length: FILES }, (_, at) => ({
    name: `src/${at}.txt`,
    content: `Copyright 2020 Person ${at}\nhttps://example.org/${at}\n${`file ${at}\n`.repeat(500)}`,
  }));
  await uploadArchive(server, projectId, tar(files));
  const over = async (what: string, job: number) => {
    const outcome = await place.jobOver(job);
    if (!outcome.startsWith('Completed')) throw new Error(`${what} ended: ${outcome}`);
    return job;
  };
  await over('the scan', await place.scan(projectId));
  await over('the advisories', await place.importAdvisories(PACKAGES));
  const form = new FormData();
  form.set('sbomFile', new Blob([cycloneDx(2000, 200)]), 'bom.json');
  await over('the SBOM', await taskOf('POST', `/projects/${projectId}/importSbom`, form));
  await over('the export of an SBOM', await taskOf('POST', `/jobs/sbomexport/${projectId}`));
  const reportTaskId = await over('the report', await place.report(projectId));
  const [inventoryId = 0] = await place.itemsOf(projectId);
  const { emailTemplates } = dataFolder(server.dataFolder);
  mkdirSync(join(emailTemplates, 'images'), { recursive: true });
  writeFileSync(join(emailTemplates, 'images', 'logo.png'), Buffer.alloc(300_000, 1));
  writeFileSync(join(emailTemplates, 'task_created.html'), '<p>text</p>'.repeat(10_000));
  const { body: task } = await call('POST', `/tasks?inventoryId=${inventoryId}`, {
    ...{ summary: 'streams', details: 'x', priority: 'LOW', type: 'MISCELLANEOUS', owner: 'admin' },
  });
  const rows = await idsOf(server.dataFolder, projectId);
  return {
    ...rows,
    ...{ projectId, inventoryId, reportId: 1, reportTaskId, taskId: task.id ?? 1, jobId: reportTaskId, alias: 'assay' },
    ...{ templateName: 'task_created', imageName: 'logo.png', vulnerabilityName: 'BENCH-1', shortName: 'MIT' },
    ...{ loginId: 'admin', registryName: 'npm', source: 'bench', folder: 'notices', version: 1 },
  };
}

async function idsOf(folder: string, projectId: number): Promise<Things> {
  const database = new pg.Client(embeddedConnection(dataFolder(folder).postgres));
  await database.connect();
  try {
    const { rows } = await database.query(
      `select (select min(id) from files where project_id = $1) as "fileId", (select min(id) from sboms where project_id = $1) as "sbomId",
        (select min(component_id) from inventory_items where project_id = $1) as "componentId",
        (select min(version_id) from inventory_items where project_id = $1) as "versionId",
        (select min(version_id) from inventory_items where project_id = $1) as "id"`,
      [projectId],
    );
    return rows[0];
  } finally {
    await database.end();
  }
}
