// Exports the data of a project and imports it into another one with the same files. Prints the seconds and the server's peak memory as JSON.
//   node bench/exchange.ts [--files 100000] [--items 20000]
// The second import changes nothing, because everything is there already.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { embeddedConnection } from '../server/src/db/embedded/index.ts';
import { connect } from '../server/src/db/postgres/connection.ts';
import { fillProject } from './project-data.ts';
import { startServer } from './server.ts';

const { values } = parseArgs({
  options: { files: { type: 'string', default: '100000' }, items: { type: 'string', default: '20000' } },
});
const size = { files: Number(values.files), items: Number(values.items) };
const server = await startServer();
const database = connect(embeddedConnection(join(server.dataFolder, 'postgres')));
let peakMb = 0;
const watch = setInterval(() => {
  peakMb = Math.max(peakMb, server.residentMb());
}, 200);

async function measured<T>(name: string, work: () => Promise<T>): Promise<T> {
  peakMb = server.residentMb();
  const begun = performance.now();
  const result = await work();
  const seconds = Math.round((performance.now() - begun) / 10) / 100;
  process.stdout.write(`${JSON.stringify({ name, ...size, seconds, peakMb: Math.round(peakMb) })}\n`);
  return result;
}

interface JobState {
  status: string;
  jobDetails: string;
  error: string;
}

const project = async (name: string) => ((await server.api('POST', '/projects', { name })).body as { id: number }).id;

async function imported(id: number, data: Blob): Promise<void> {
  const form = new FormData();
  const model = { addFilesToInventory: true, markFilesAsReviewed: true, createEmptyInventory: true };
  form.set('projectImportModel', JSON.stringify(model));
  form.set('importFile', data, 'data.zip');
  const authorization = `Bearer ${server.token}`;
  const answer = await fetch(`${server.base}/projects/${id}/import`, {
    method: 'POST',
    body: form,
    headers: { authorization },
  });
  if (!answer.ok) throw new Error(`The import was answered ${answer.status}: ${await answer.text()}`);
  const { rows } = await database.pool.query<{ id: number }>('select max(id)::int as id from jobs');
  for (;;) {
    const job = (await server.api('GET', `/jobs/${rows[0]?.id}`)).body as JobState;
    if (job.status === 'Completed')
      return void process.stdout.write(`${JSON.stringify({ receipt: job.jobDetails })}\n`);
    if (job.status === 'Failed') throw new Error(job.error);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

try {
  const [from, to] = [await project('from'), await project('to')];
  await fillProject(database, from, 1, size);
  await fillProject(database, to, 1, { files: size.files, items: 0 });
  const data = await measured('export', async () => {
    const headers = { authorization: `Bearer ${server.token}` };
    return (await fetch(`${server.base}/project/exportProjectData?projectId=${from}`, { headers })).blob();
  });
  await measured('import', () => imported(to, data));
  await measured('import again', () => imported(to, data));
} finally {
  clearInterval(watch);
  await database.close();
  await server.stop();
}
