import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { startServer } from './server.ts';
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1').split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10; };
const server = await startServer({});
const agent = new Agent({ keepAlive: true });
const ask = (a: Agent | undefined) => new Promise<void>((ok, no) => { get(new URL('/healthz', server.base), { agent: a }, (r) => { r.resume(); r.once('end', ok); }).once('error', no); });
for (const [name, a] of [['keep', agent], ['keep', agent], ['new', new Agent({ keepAlive: false })]] as const) {
  const c = cpu(server.pid), t = performance.now();
  for (let i = 0; i < 3000; i++) await ask(a);
  console.log(name, 'ms cpu per request', (cpu(server.pid) - c) / 3000, 'wall', (performance.now() - t) / 3000);
}
await server.stop();
