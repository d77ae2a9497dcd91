import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { scannedProjects } from '../../test/scanned-projects.ts';

let harness: Harness;
let isFailing = false;
const projects = scannedProjects(() => harness, 'streams');
beforeAll(async () => {
  harness = await startHarness({ ASSAY_BODY_PATIENCE_MS: '1000' });
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
      // The system closes a file a moment after it was asked to.
      while (openFiles().length > before.length) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
});

describe('a caller who asks for more than fits into the connection', () => {
  async function asked(path: string) {
    const { port } = new URL(await address);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(`GET /api${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${harness.admin.token}\r\n\r\n`);
    const [head] = await once(socket, 'data');
    expect(String(head)).toMatch(/^HTTP\/1.1 200/);
    return socket.pause();
  }

  const address = new Promise<string>((resolve) => {
    beforeAll(async () => resolve(await harness.listen()));
  });

  it('and takes nothing of it loses the connection, and whoever takes it gets it whole', async () => {
    await projects.projectWith({ 'large.bin': randomBytes(24_000_000) });
    const { rows } = await harness.database.pool.query('select id from files where name = $1', ['large.bin']);
    const path = `/files/${rows[0].id}/bytes`;
    const connections = () =>
      new Promise<number>((resolve, reject) =>
        harness.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    const idle = await asked(path);
    while ((await connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    idle.destroy();
    const answer = await fetch(`${await address}/api${path}`, {
      headers: { authorization: `Bearer ${harness.admin.token}` },
    });
    expect((await answer.arrayBuffer()).byteLength).toBe(24_000_000);
  });
});
