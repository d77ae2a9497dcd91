// Brings data into projects as clients do: a form with a file, and then the end of its job.
import { expect } from 'vitest';
import type { Harness } from './harness.ts';

const BOUNDARY = 'b0undary';
const HEADERS = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** An export of this server. */
export function importData(h: Harness, projectId: number, data: Buffer): Promise<void> {
  const model = { addFilesToInventory: true, markFilesAsReviewed: true, createEmptyInventory: true };
  return send(h, `/projects/${projectId}/import`, [
    part('name="projectImportModel"', JSON.stringify(model)),
    part('name="importFile"; filename="data.zip"', data),
  ]);
}

/** A document of another system, such as an SBOM. */
export function importForeign(h: Harness, projectId: number, document: object): Promise<void> {
  return send(h, `/projects/${projectId}/importForeign`, [
    part('name="file"; filename="document"', JSON.stringify(document)),
  ]);
}

function part(disposition: string, content: Buffer | string): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

async function send(h: Harness, path: string, parts: Buffer[]): Promise<void> {
  const raw = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  const { body } = await h.call('POST', path, { raw, headers: HEADERS });
  expect(await h.jobOver(body.data.taskId)).toMatchObject({ status: 'Completed', error: '' });
}
