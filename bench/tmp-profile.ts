import pg from 'pg';
import { readFileSync, readdirSync } from 'node:fs';
const cpuOf = (pid: number) => { try { const f = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' '); return { ppid: Number(f[1]), cpu: (Number(f[11]) + Number(f[12])) * 10 + (Number(f[13]) + Number(f[14])) * 10 }; } catch { return { ppid: 0, cpu: 0 }; } };
function cpus(server: number, postmaster: number) { let db = 0; for (const n of readdirSync('/proc')) if (/^\d+$/.test(n)) { const c = cpuOf(Number(n)); if (c.ppid === postmaster) db += c.cpu; } return { server: cpuOf(server).cpu, db: db + cpuOf(postmaster).cpu }; }
import { embeddedConnection } from '../server/src/db/embedded/index.ts';
import { dataFolder } from '../server/src/installation/data-folder.ts';
import { cycloneDx, startedPlace } from './endurance/place.ts';
import { startServer } from './server.ts';

const [components = 1000, edges = 10000] = process.argv.slice(2, 4).map(Number);
const kinds = (process.argv[4] ?? 'sbom,foreign').split(',');
const server = await startServer({});
const place = await startedPlace(server);
const db = new pg.Client(embeddedConnection(dataFolder(server.dataFolder).postgres));
await db.connect();
const postmaster = Number(readFileSync(dataFolder(server.dataFolder).postgres + '/postmaster.pid', 'utf8').split('\n')[0]);
try {
  for (const round of [0, 1])
    for (const kind of kinds) {
      const project =
        process.env.SAME && round + kinds.indexOf(kind) > 0
          ? 1
          : ((await server.api('POST', '/projects', { name: `p ${kind} ${round}` })).body as { id: number }).id;
      const text = cycloneDx(edges, components).replaceAll(
        'pkg:npm/p',
        process.env.SAME ? 'pkg:npm/p' : `pkg:npm/${kind}${round}p`,
      );
      const form = new FormData();
      form.set(kind === 'sbom' ? 'sbomFile' : 'file', new Blob([text]), 'bom.json');
      const seen = new Map<string, number>();
      let over = false;
      let samples = 0;
      const c0 = cpus(server.pid, postmaster);
    const t0 = performance.now();
      const id = await place.taskOf(
        'POST',
        `/projects/${project}/${kind === 'sbom' ? 'importSbom' : 'importForeign'}`,
        form,
      );
      const sampling = (async () => {
        while (!over) {
          const { rows } = await db.query(
            `select pid, state, wait_event_type, wait_event, left(regexp_replace(query, '\\s+', ' ', 'g'), 150) q, xact_start from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
          );
          samples++;
          for (const r of rows) {
            const k = `${r.state}|${r.wait_event_type ?? ''}:${r.wait_event ?? ''}|${r.q}`;
            seen.set(k, (seen.get(k) ?? 0) + 1);
          }
          await new Promise((r) => setTimeout(r, Number(process.env.EVERY ?? 10)));
        }
      })();
      const outcome = await place.jobOver(id);
      over = true;
      await sampling;
      const ms = performance.now() - t0;
      const c1 = cpus(server.pid, postmaster);
    console.log(`== ${kind} ${round}: ${Math.round(ms)} ms ${outcome} server ${c1.server - c0.server} db ${c1.db - c0.db}`);
      for (const [k, n] of [...seen].sort((a, b) => b[1] - a[1]).slice(0, Number(process.env.TOP ?? 25)))
        console.log(Math.round((n / samples) * ms), 'ms', k);
    }
} finally {
  await db.end();
  await server.stop();
}
