import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { scannedProjects } from '../../test/scanned-projects.ts';

let harness: Harness;
let isFailing = false;
const projects = scannedProjects(() => harness, 'streams');
beforeAll(async () => {
  harness = await startHarness();
  // The last step before an answer fails, when its stream is open.
  harness.server.addHook('onSend', async (_request, reply) => {
    if (isFailing && reply.statusCode === 200) throw new Error('The last step fails.');
  });
  mkdirSync(join(harness.app.folder.emailTemplates, 'images'), { recursive: true });
  for (const folder of ['', 'images'])
    writeFileSync(join(harness.app.folder.emailTemplates, folder, 'logo.png'), Buffer.alloc(300_000, 1));
});
afterAll(() => harness.close());

/** The files of this server that are open now, apart from the segments of the store, which stay open on purpose. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`);
      const isOurs = path.startsWith(harness.app.config.dataFolder) && !path.startsWith(harness.app.folder.store);
      return isOurs ? [path] : [];
    } catch {
      return [];
    }
  });
}

async function failing(path: string): Promise<number> {
  isFailing = true;
  try {
    return (await harness.call('GET', path).catch(() => ({ status: 500 }))).status;
  } finally {
    isFailing = false;
  }
}

describe.runIf(process.platform === 'linux')('a failure after the stream of an answer is open', () => {
  it('500 and no open file, for every operation that answers with a file', async () => {
    const project = await projects.projectWith({ 'a.txt': 'text\n'.repeat(20_000) });
    const { rows } = await harness.database.pool.query('select id from files where name = $1', ['a.txt']);
    const before = openFiles();
    for (const path of [
      `/project/exportProjectData?projectId=${project}`,
      '/emailTemplates/images/logo.png',
      `/files/${rows[0].id}/bytes`,
      '/auditLog/export?format=csv',
      '/projects',
    ]) {
      expect([path, (await harness.call('GET', path)).status]).toEqual([path, 200]);
      expect([path, await failing(path)]).toEqual([path, 500]);
      expect([path, openFiles()]).toEqual([path, before]);
    }
  });
});
