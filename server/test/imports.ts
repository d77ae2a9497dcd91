// Brings data into projects as clients do: a form with a file, and then the end of its job.
import { expect } from 'vitest';
import type { Harness } from './harness.ts';

const BOUNDARY = 'b0undary';
const HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** An export of this server. */
export function importData(h: Harness, projectId: number, data: Buffer, rules: object = {}): Promise<void> {
  const model = { addFilesToInventory: true, markFilesAsReviewed: true, createEmptyInventory: true, ...rules };
  return send(h, `/projects/${projectId}/import`, [
    part('name="projectImportModel"', JSON.stringify(model)),
    part('name="importFile"; filename="data.zip"', data),
  ]);
}

/** A document of another system, such as an SBOM. */
export async function importForeign(h: Harness, projectId: number, document: object): Promise<void> {
  await over(h, await startForeignImport(h, projectId, document));
}

/** Returns the id of the job, which may still run. */
export function startForeignImport(h: Harness, projectId: number, document: object): Promise<number> {
  return sent(h, `/projects/${projectId}/importForeign`, [
    part('name="file"; filename="document"', JSON.stringify(document)),
  ]);
}

/** A branch without code, with the inventory. Returns the id of the job, which may still run. */
export async function startBranch(h: Harness, projectId: number, name: string): Promise<number> {
  const fields = [part('name="name"', name), part('name="createEmptyInventory"', 'true')];
  return (await formSent(h, `/projects/${projectId}/branch`, fields)).body.id;
}

/** Returns the id of the job, which may still run. */
export function startSbomImport(h: Harness, projectId: number, document: object): Promise<number> {
  return sent(h, `/projects/${projectId}/importSbom`, [
    part('name="sbomFile"; filename="bom.json"', JSON.stringify(document)),
  ]);
}

function part(disposition: string, content: Buffer | string): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

async function send(h: Harness, path: string, parts: Buffer[]): Promise<void> {
  await over(h, await sent(h, path, parts));
}

async function sent(h: Harness, path: string, parts: Buffer[]): Promise<number> {
  return (await formSent(h, path, parts)).body.data.taskId;
}

function formSent(h: Harness, path: string, parts: Buffer[]) {
  const raw = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return h.call('POST', path, { raw, headers: HEADERS });
}

async function over(h: Harness, job: number): Promise<void> {
  expect(await h.jobOver(job)).toMatchObject({ status: 'Completed', error: '' });
}
