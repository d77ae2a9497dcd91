// A server of its own with projects of packages, for the programs of this folder: starts each kind of job, and waits for its end.
import { tar, zip } from '../../server/test/archives.ts';
import { type BenchServer, startServer, uploadArchive } from '../server.ts';

export interface Answer {
  status: number;
  // Bodies of many operations, whose members are read where they are used.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
}

export interface Place extends AsyncDisposable {
  server: BenchServer;
  call(
    method: string,
    path: string,
    body?: object | Buffer | FormData,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Starts a job and returns its id. Throws if it is refused. */
  taskOf(
    method: string,
    path: string,
    body?: object | Buffer | FormData,
    headers?: Record<string, string>,
  ): Promise<number>;
  jobOver(id: number): Promise<string>;
  /** A scanned project with so many packages of npm. */
  projectOfPackages(name: string, count: number): Promise<number>;
  /** A code base that names so many packages of npm; under these licenses in turns. */
  uploadLockfile(project: number, count: number, licenses?: readonly string[]): Promise<void>;
  itemsOf(project: number): Promise<number[]>;
  scan(project: number): Promise<number>;
  exportOf(project: number): Promise<Buffer>;
  importData(project: number, zipped: Buffer): Promise<number>;
  importForeign(project: number, edges: number): Promise<number>;
  importSbom(project: number, edges: number): Promise<number>;
  sendSbom(project: number, document: string): Promise<number>;
  /** Approves all items of a project, as people do with marked rows. */
  approveAll(project: number): Promise<number>;
  importAdvisories(count: number): Promise<number>;
  importRules(): Promise<number>;
  branch(project: number, name: string): Promise<number>;
  report(project: number): Promise<number>;
  deleteProject(project: number): Promise<number>;
}

const packageName = (at: number) => `bench-package-${at}`;

const LICENSES = ['MIT', 'Apache-2.0'];

function lockfile(count: number, licenses: readonly string[]): string {
  const packages: Record<string, object> = { '': { name: 'shop', version: '1.0.0' } };
  for (let at = 0; at < count; at++)
    packages[`node_modules/${packageName(at)}`] = { version: '1.0.0', license: licenses[at % licenses.length] };
  return JSON.stringify({ name: 'shop', lockfileVersion: 3, packages });
}

/** Components of npm with many edges between them. */
export function cycloneDx(edges: number, components = 1500): string {
  const refs = Array.from({ length: components }, (_, at) => `pkg:npm/p${at}@1.0.0`);
  const each = Math.ceil(edges / components);
  return JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    components: refs.map((purl, at) => ({ type: 'library', name: `p${at}`, version: '1.0.0', purl, 'bom-ref': purl })),
    dependencies: refs.map((ref) => ({
      ref,
      dependsOn: Array.from({ length: each }, (_, at) => refs[at % components]),
    })),
  });
}

/** Records of OSV, one for each package of `projectOfPackages`. */
export function advisories(count: number, text = ''): string {
  const one = (at: number) => ({
    id: `BENCH-${at}`,
    modified: '2026-01-01T00:00:00Z',
    summary: `Something about ${packageName(at)}`,
    details: text,
    affected: [{ package: { ecosystem: 'npm', name: packageName(at) }, versions: ['1.0.0'] }],
  });
  return Array.from({ length: count }, (_, at) => JSON.stringify(one(at))).join('\n');
}

export async function startedPlace(server?: BenchServer): Promise<Place> {
  const running = server ?? (await startServer());
  const { base, token } = running;

  const call: Place['call'] = async (method, path, body, headers = {}) => {
    const isJson = body !== undefined && !(body instanceof FormData) && !Buffer.isBuffer(body);
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : {}),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData) }),
    });
    const text = await answer.text();
    // Exports are lines of JSON, and other answers texts.
    const isOneValue = (answer.headers.get('content-type') ?? '').startsWith('application/json') && text !== '';
    return { status: answer.status, body: isOneValue ? JSON.parse(text) : text };
  };

  const taskOf: Place['taskOf'] = async (method, path, body, headers) => {
    const answer = await call(method, path, body, headers);
    const { id, jobId, taskId, data } = answer.body;
    const said = /job ID: (\d+)/.exec(String(answer.body.message))?.[1];
    const task = Number(
      id ?? jobId ?? taskId ?? data?.taskId ?? data?.jobId ?? data?.id ?? said ?? answer.body['Content: '],
    );
    if (answer.status >= 300 || !Number.isInteger(task))
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    return task;
  };

  const jobOver: Place['jobOver'] = async (id) => {
    for (;;) {
      const { body } = await call('GET', `/jobs/${id}`);
      if (body.status && !['New', 'Scheduled', 'Active'].includes(body.status))
        return `${body.status} ${body.error || body.jobDetails || ''}`.trim().slice(0, 200);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  const place: Place = {
    server: running,
    call,
    taskOf,
    jobOver,
    uploadLockfile: (project, count, licenses = LICENSES) =>
      uploadArchive(running, project, tar([{ name: 'package-lock.json', content: lockfile(count, licenses) }])),
    async projectOfPackages(name, count) {
      const { body } = await call('POST', '/projects', { name });
      await place.uploadLockfile(body.id, count);
      const outcome = await jobOver(await place.scan(body.id));
      // Without items, whatever is measured in the project would say nothing.
      if (!outcome.startsWith('Completed') || (await place.itemsOf(body.id)).length === 0)
        throw new Error(`The scan of ${name} ended: ${outcome}`);
      return body.id;
    },
    async itemsOf(project) {
      const { body } = await call('GET', `/project/inventory/${project}?size=1000`);
      return (body.inventoryItems ?? body.data?.inventoryItems ?? body.data).map((item: { id: number }) => item.id);
    },
    scan: (project) => taskOf('POST', `/scanResource/projectScan/${project}`),
    async exportOf(project) {
      const url = `${base}/project/exportProjectData?projectId=${project}`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (!answer.ok) throw new Error(`The export was answered ${answer.status}: ${bytes.subarray(0, 200)}`);
      return bytes.subarray(0, 2).toString() === 'PK' ? bytes : zip({ 'data.json': bytes.toString() });
    },
    importData(project, zipped) {
      const form = new FormData();
      form.set('importFile', new Blob([new Uint8Array(zipped)]), 'data.zip');
      form.set('addFilesToInventory', 'true');
      form.set('markFilesAsReviewed', 'true');
      form.set('createEmptyInventory', 'true');
      return taskOf('POST', `/projects/${project}/import`, form);
    },
    importForeign(project, edges) {
      const form = new FormData();
      form.set('file', new Blob([cycloneDx(edges)]), 'bom.json');
      return taskOf('POST', `/projects/${project}/importForeign`, form);
    },
    importSbom: (project, edges) => place.sendSbom(project, cycloneDx(edges)),
    sendSbom(project, document) {
      const form = new FormData();
      form.set('sbomFile', new Blob([document]), 'bom.json');
      return taskOf('POST', `/projects/${project}/importSbom`, form);
    },
    approveAll: (project) =>
      taskOf('POST', `/projects/${project}/bulkDecisions/items`, { action: 'APPROVE', filter: {}, dryRun: false }),
    importAdvisories: (count) =>
      taskOf('POST', '/advisories/import?source=bench&full=true&force=true', Buffer.from(advisories(count)), {
        'x-file-name': 'bench.jsonl',
      }),
    importRules: async () =>
      taskOf(
        'POST',
        '/licenseRules/import',
        await zip({
          'rules/bench_1.RULE':
            '---\nlicense_expression: mit\nis_license_notice: yes\n---\nThis bench is under the MIT license\n',
          'licenses/mit.LICENSE':
            '---\nkey: mit\nshort_name: MIT\nname: MIT License\nspdx_license_key: MIT\n---\nPermission is hereby granted\n',
        }),
        { 'x-file-name': 'rules.zip' },
      ),
    branch(project, name) {
      const form = new FormData();
      form.set('name', name);
      return taskOf('POST', `/projects/${project}/branch`, form);
    },
    report: (project) => taskOf('POST', `/projects/${project}/reports/1/generate`, {}),
    deleteProject: (project) => taskOf('DELETE', `/projects/${project}`),
    [Symbol.asyncDispose]: () => running.stop(),
  };
  return place;
}
