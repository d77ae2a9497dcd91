// How long the server answers nobody while it takes large documents: a VEX document with 50,000 statements (25 MB), and a CycloneDX document with
// 2.25 million edges. Prints JSON: for each document the time of the work and the delays of /healthz, beside those of an idle server.
// node bench/documents.ts [statements] [edges]
import { startControl, watchAddress } from './latency.ts';
import { startServer } from './server.ts';

const [statements = 50_000, edges = 2_250_000] = process.argv.slice(2).map(Number);
const COMPONENTS = 1500;

function vexDocument(): string {
  return JSON.stringify({
    ...{ '@context': 'https://openvex.dev/ns/v0.2.0', '@id': 'https://example.org/vex', author: 'A', version: 1 },
    timestamp: '2026-01-01T00:00:00Z',
    statements: Array.from({ length: statements }, (_, at) => ({
      vulnerability: { name: `CVE-2024-${at}` },
      products: [{ '@id': `pkg:npm/p${at}@1.0.0` }],
      status: 'not_affected',
      justification: 'component_not_present',
      impact_statement: `The code of ${at} is not in the product. `.repeat(7),
    })),
  });
}

function cycloneDx(): string {
  const refs = Array.from({ length: COMPONENTS }, (_, at) => `pkg:npm/p${at}@1.0.0`);
  const each = Math.ceil(edges / COMPONENTS);
  return JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    components: refs.map((purl, at) => ({ type: 'library', name: `p${at}`, version: '1.0.0', purl, 'bom-ref': purl })),
    dependencies: refs.map((ref) => ({
      ref,
      dependsOn: Array.from({ length: each }, (_, at) => refs[at % COMPONENTS]),
    })),
  });
}

const server = await startServer();
const control = await startControl();
const watches = { server: watchAddress(new URL('/healthz', server.base).href), control: watchAddress(control.url) };

async function measured(work: () => Promise<string>) {
  await Promise.all([watches.server.take(), watches.control.take()]);
  const begunAt = performance.now();
  const outcome = await work();
  const seconds = Math.round((performance.now() - begunAt) / 100) / 10;
  const [healthz, idle] = await Promise.all([watches.server.take(), watches.control.take()]);
  return { seconds, outcome, healthz, idle };
}

async function jobOver(id: number): Promise<string> {
  for (;;) {
    const { body } = (await server.api('GET', `/jobs/${id}`)) as { body: { status: string; error: string } };
    if (!['New', 'Scheduled', 'Active'].includes(body.status)) return `${body.status} ${body.error}`.trim();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

try {
  const authorization = `Bearer ${server.token}`;
  const project = ((await server.api('POST', '/projects', { name: 'documents' })).body as { id: number }).id;
  const vex = vexDocument();
  const takenVex = await measured(async () => {
    const answer = await fetch(`${server.base}/projects/${project}/vulnerabilityAnalyses/import`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/octet-stream' },
      body: vex,
    });
    return `${answer.status} ${(await answer.text()).slice(0, 120)}`;
  });
  const bom = cycloneDx();
  const takenBom = await measured(async () => {
    const form = new FormData();
    form.set('file', new Blob([bom]), 'bom.json');
    const url = `${server.base}/projects/${project}/importForeign`;
    const answer = await fetch(url, { method: 'POST', headers: { authorization }, body: form });
    const { data } = (await answer.json()) as { data: { taskId: number } };
    return jobOver(data.taskId);
  });
  const result = {
    vex: { bytes: vex.length, statements, ...takenVex },
    cycloneDx: { bytes: bom.length, edges, ...takenBom },
  };
  process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
} finally {
  for (const watch of Object.values(watches)) watch.stop();
  control.stop();
  await server.stop();
}
