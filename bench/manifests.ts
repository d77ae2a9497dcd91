// How long other callers wait while manifests with many entries are scanned. Prints JSON.
//   node bench/manifests.ts [entries, default 60000] [npm pnpm go ...]

import { gzipSync } from 'node:zlib';
import { valueFor } from '@assay/scanner/items';
import { watchHealth } from './health.ts';
import { MANIFESTS } from './manifest-texts.ts';
import { followJob, startServer, uploadArchive } from './server.ts';
import { tarOf } from './tar.ts';

const entries = Number(process.argv[2] ?? 60_000);
const chosen = process.argv.slice(3);
const projects = new Map<string, number>();

const server = await startServer();
try {
  const results: Record<string, object> = {};
  await measure('warm-up', { 'a.js': 'const a = 1;\n' });
  for (const name of chosen.length > 0 ? chosen : Object.keys(MANIFESTS)) {
    const filesOf = MANIFESTS[name];
    if (filesOf === undefined) throw new Error(`there is no measurement ${name}: ${Object.keys(MANIFESTS).join(', ')}`);
    results[name] = await measure(name, filesOf(entries));
    results[`${name}, again`] = await scan(valueFor(projects, name));
  }
  if (chosen.length === 0) {
    const watch = watchHealth(server.base);
    const ids = [...projects.values()];
    await Promise.all(ids.map((id) => scan(id)));
    results['all at once'] = { health: await watch.stop() };
  }
  console.log(JSON.stringify({ entries, results }, null, 1));
} finally {
  await server.stop();
}

async function measure(name: string, files: Record<string, string>): Promise<object> {
  const { body } = await server.api('POST', '/projects', { name });
  const { id } = body as { id: number };
  projects.set(name, id);
  await uploadArchive(server, id, gzipSync(tarOf(files)));
  return scan(id);
}

async function scan(projectId: number): Promise<object> {
  const { body } = await server.api('POST', `/scanResource/projectScan/${projectId}`);
  const health = watchHealth(server.base);
  const { status, details, seconds, peakMb } = await followJob(server, (body as { 'Content: ': number })['Content: ']);
  return {
    health: await health.stop(),
    seconds: Math.round(seconds * 10) / 10,
    peakMb: Math.round(peakMb),
    status,
    details,
  };
}
