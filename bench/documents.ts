// How long the server answers nobody while it takes a large document of each kind that people send: VEX, SBOMs (also of another system's form, with
// Base64), project data, advisories, rules, curated facts and templates. Prints JSON: for each document the time of the work, the delays of /healthz
// beside those of an idle server, and the longest turns of the server's main thread (loop-turns.ts). node bench/documents.ts [statements and other elements] [edges] [names of kinds, separated by commas]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zip } from '../server/test/archives.ts';
import { advisories, startedPlace } from './endurance/place.ts';
import { startControl, watchAddress } from './latency.ts';
import { turnsOf } from './loop-turns.ts';
import { startServer } from './server.ts';

const [elements = 50_000, edges = 2_250_000] = process.argv.slice(2, 4).map(Number);
const only = (process.argv[4] ?? '').split(',').filter(Boolean);
const COMPONENTS = 1500;
/** Files of curated facts have 2 MiB at most. */
const MOST_CURATED = 20_000;

function vexDocument(): string {
  return JSON.stringify({
    ...{ '@context': 'https://openvex.dev/ns/v0.2.0', '@id': 'https://example.org/vex', author: 'A', version: 1 },
    timestamp: '2026-01-01T00:00:00Z',
    statements: Array.from({ length: elements }, (_, at) => ({
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

/** Project data of this server: each item with a text of 1 KB and twenty files. */
function projectDocument(): string {
  return JSON.stringify({
    ...{ format: 'assay-project-data', version: 4, project: { name: 'sent' } },
    inventory: Array.from({ length: Math.ceil(elements / 20) }, (_, at) => ({
      ...{ id: at, name: `item ${at}`, inventoryType: 'WORK_IN_PROGRESS', description: 'text '.repeat(200) },
      files: Array.from({ length: 20 }, (_, file) => `src/${at}/${file}.c`),
    })),
    files: Array.from({ length: elements * 4 }, (_, at) => ({
      path: `src/${at}.c`,
      md5: 'd41d8cd98f00b204e9800998ecf8427e',
    })),
  });
}

/** One item with more files than anybody has: one piece of 30 MB. */
function largePiece(): string {
  const files = Array.from({ length: elements * 20 }, (_, at) => `a/folder/with/a/long/name/${at}.c`);
  const item = { id: 1, name: 'large', inventoryType: 'WORK_IN_PROGRESS', files };
  return JSON.stringify({ format: 'assay-project-data', version: 4, inventory: [item] });
}

async function rules(): Promise<Buffer> {
  const texts = Array.from({ length: Math.ceil(elements / 10) }, (_, at) => [
    `rules/bench_${at}.RULE`,
    `---\nlicense_expression: mit\nis_license_notice: yes\n---\nThis bench number ${at} is under the MIT license\n`,
  ]);
  const license =
    '---\nkey: mit\nshort_name: MIT\nname: MIT License\nspdx_license_key: MIT\n---\nPermission is hereby granted\n';
  return zip({ ...Object.fromEntries(texts), 'licenses/mit.LICENSE': license });
}

function curatedFacts(): string {
  const one = (at: number) =>
    `- id: NPM::bench-${at}:1.0.0\n  curations:\n    comment: "bench"\n    concluded_license: "MIT"\n`;
  return Array.from({ length: Math.min(elements, MOST_CURATED) }, (_, at) => one(at)).join('');
}

const folder = mkdtempSync(join(tmpdir(), 'assay-turns-'));
const turns = turnsOf(join(folder, 'turns.json'));
const server = await startServer(turns.env);
const place = await startedPlace(server);
const control = await startControl();
const watches = { server: watchAddress(new URL('/healthz', server.base).href), control: watchAddress(control.url) };

async function measured(work: () => Promise<string>) {
  await Promise.all([watches.server.take(), watches.control.take()]);
  const [begunAt, begun] = [performance.now(), Date.now()];
  const outcome = await work();
  const seconds = Math.round((performance.now() - begunAt) / 100) / 10;
  const [healthz, idle] = await Promise.all([watches.server.take(), watches.control.take()]);
  return { seconds, outcome, healthz, idle, mainThread: await turns.since(begun) };
}

type Kind = () => Promise<{ bytes: number; work: () => Promise<string> }>;

async function kindsOf(project: number): Promise<Record<string, Kind>> {
  const { call, taskOf, jobOver } = place;
  const statusOf = async (method: string, path: string, body: object, headers = {}) => {
    const { status, body: said } = await call(method, path, body, headers);
    return `${status} ${JSON.stringify(said).slice(0, 120)}`;
  };
  const sent = (path: string, bytes: Buffer, name: string) => async () =>
    jobOver(await taskOf('POST', path, bytes, { 'x-file-name': name }));
  const form =
    (path: string, field: string, bytes: Buffer, name: string, more: Record<string, string> = {}) =>
    async () => {
      const body = new FormData();
      for (const [member, value] of Object.entries(more)) body.set(member, value);
      body.set(field, new Blob([new Uint8Array(bytes)]), name);
      return jobOver(await taskOf('POST', path, body));
    };
  const data =
    (text: string): Kind =>
    async () => {
      const bytes = await zip({ 'data.json': text });
      const work = form(`/projects/${project}/import`, 'importFile', bytes, 'data.zip', {
        ...{ addFilesToInventory: 'true', markFilesAsReviewed: 'true', createEmptyInventory: 'true' },
      });
      return { bytes: text.length, work };
    };
  return {
    vex: async () => {
      const bytes = Buffer.from(vexDocument());
      return {
        bytes: bytes.length,
        work: () => statusOf('POST', `/projects/${project}/vulnerabilityAnalyses/import`, bytes),
      };
    },
    cycloneDx: async () => {
      const bytes = Buffer.from(cycloneDx());
      return { bytes: bytes.length, work: form(`/projects/${project}/importForeign`, 'file', bytes, 'bom.json') };
    },
    sbom: async () => {
      const bytes = Buffer.from(cycloneDx());
      return { bytes: bytes.length, work: form(`/projects/${project}/importSbom`, 'sbomFile', bytes, 'bom.json') };
    },
    base64: async () => {
      const bom = Buffer.from(cycloneDx()).toString('base64');
      const root = server.base.replace('/codeinsight/api', '');
      const work = async () => {
        const answer = await fetch(`${root}/api/v1/bom`, {
          method: 'PUT',
          headers: { 'x-api-key': server.token, 'content-type': 'application/json' },
          body: JSON.stringify({ projectName: 'encoded', projectVersion: '1', autoCreate: true, bom }),
        });
        const outcome = `${answer.status} ${(await answer.text()).slice(0, 120)}`;
        for (const { id } of (await call('GET', '/jobs')).body.data as { id: number }[]) await jobOver(id);
        return outcome;
      };
      return { bytes: bom.length, work };
    },
    projectData: data(projectDocument()),
    largePiece: data(largePiece()),
    advisories: async () => {
      const bytes = Buffer.from(advisories(elements));
      return {
        bytes: bytes.length,
        work: sent('/advisories/import?source=bench&full=true&force=true', bytes, 'bench.jsonl'),
      };
    },
    rules: async () => {
      const bytes = await rules();
      return { bytes: bytes.length, work: sent('/licenseRules/import', bytes, 'rules.zip') };
    },
    curations: async () => {
      const bytes = Buffer.from(curatedFacts());
      return { bytes: bytes.length, work: sent('/curations/import?source=bench', bytes, 'curations.yml') };
    },
    template: async () => {
      const text = '# {{ project.name }}\n'.repeat(elements);
      return { bytes: text.length, work: () => statusOf('PUT', '/reportTemplates/bench', { text, format: 'md' }) };
    },
  };
}

try {
  await server.api('PUT', '/siteSettings', { dependencyTrackUploads: true });
  const project = ((await server.api('POST', '/projects', { name: 'documents' })).body as { id: number }).id;
  const result: Record<string, object> = {};
  for (const [name, kind] of Object.entries(await kindsOf(project))) {
    if (only.length > 0 && !only.includes(name)) continue;
    const { bytes, work } = await kind();
    result[name] = { bytes, ...(await measured(work)) };
    process.stderr.write(`${name} ${JSON.stringify(result[name])}\n`);
  }
  process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
} finally {
  for (const watch of Object.values(watches)) watch.stop();
  control.stop();
  await server.stop();
  rmSync(folder, { recursive: true });
}
