// The growth of a server by an archive of many small files: its memory before, and the highest while the archive is received and unpacked; its processor time and
// the longest turn of its main thread, collections included. Prints JSON.
//   node bench/small-files.ts small.zip small.tar …
// Make them with `node bench/small-files.ts --make FOLDER [--files 120000]`: a zip and a tar of the same files.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { turnsOf } from './loop-turns.ts';
import { processorSeconds } from './processor-time.ts';
import { startServer, uploadArchive } from './server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { make: { type: 'string' }, files: { type: 'string', default: '120000' } },
});

if (values.make !== undefined) make(values.make, Number(values.files));
else for (const archive of positionals) console.log(JSON.stringify(await measured(archive)));

function make(folder: string, files: number): void {
  for (let index = 0; index < files; index++) {
    const place = join(folder, 'code', `d${Math.floor(index / 100)}`);
    if (index % 100 === 0) mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `file-${index}.js`), `// ${index}\nconst answer = ${index * 7};\n`);
  }
  spawnSync('tar', ['-cf', '../small.tar', '.'], { cwd: join(folder, 'code') });
  spawnSync('zip', ['-qr', '../small.zip', '.'], { cwd: join(folder, 'code') });
}

/** A server of its own for each archive. */
async function measured(archive: string) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-turns-'));
  const turns = turnsOf(join(folder, 'turns'));
  const server = await startServer(turns.env);
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, server.residentMb());
  }, 50);
  try {
    const { body } = await server.api('POST', '/projects', { name: 'bench' });
    const { id } = body as { id: number };
    const beforeMb = Math.round(server.residentMb());
    peakMb = 0;
    const usedBefore = processorSeconds(server.pid);
    const [began, begunAt] = [performance.now(), Date.now()];
    await uploadArchive(server, id, readFileSync(archive));
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    const cpuSeconds = Math.round((processorSeconds(server.pid) - usedBefore) * 10) / 10;
    const growthMb = Math.round(peakMb) - beforeMb;
    return { archive: basename(archive), seconds, cpuSeconds, beforeMb, peakMb: Math.round(peakMb), growthMb, turns: await turns.since(begunAt) }; // biome-ignore format: one claim
  } finally {
    clearInterval(timer);
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
