// Calls operations at random with ids that exist, so that most calls get past the first checks. No call may be answered with a fault (500), and the server
// must live. Prints JSON: node bench/endurance/fuzzer.ts [calls, default 20000] [seed]
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { present } from '@assay/scanner/items';
import { type Place, startedPlace } from './place.ts';

interface Operation {
  method: string;
  path: string;
  id: string;
  query: { name: string; required: boolean; schema: Schema }[];
  body: Schema | undefined;
}

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  default?: unknown;
}

const AT_ONCE = 8;
/** They end the session of the fuzzer, or would only wait for other servers. */
const LEFT_OUT =
  /logout|session|deactivate|password|permission|revoke|deleteToken|ldap|alm|email|scm|restart|webhook|registr|update(Advisor|Library)/i;
/** Most callers read. */
const SHARE_OF_READS = 0.7;

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));

function operations(): Operation[] {
  const found: Operation[] = [];
  for (const [path, methods] of Object.entries<Record<string, never>>(document.paths))
    for (const [method, operation] of Object.entries<Record<string, never>>(methods)) {
      const {
        operationId: id,
        parameters = [],
        requestBody,
        responses = {},
      } = operation as never as {
        operationId: string;
        responses?: Record<string, { content?: Record<string, unknown> }>;
        parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
        requestBody?: { content: Record<string, { schema: Schema }> };
      };
      if (id === undefined || LEFT_OUT.test(id)) continue;
      // Such an answer has no end.
      if (responses['200']?.content?.['text/event-stream'] !== undefined) continue;
      const body = requestBody?.content['application/json']?.schema;
      if (requestBody !== undefined && body === undefined) continue;
      const query = parameters
        .filter((one) => one.in === 'query')
        .map(({ name, required = false, schema }) => ({ name, required, schema }));
      found.push({ method: method.toUpperCase(), path, id, query, body });
    }
  return found;
}

/** Mulberry32: the same calls for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Ids that exist, by the names of parameters. */
type Ids = Record<string, (number | string)[]>;

async function idsOf(place: Place): Promise<Ids> {
  const projects = [await place.projectOfPackages('fuzzed', 60), await place.projectOfPackages('fuzzed too', 20)];
  const items = (await Promise.all(projects.map((project) => place.itemsOf(project)))).flat();
  const listed = async (path: string, name = 'id'): Promise<(number | string)[]> => {
    const { body } = await place.call('GET', path);
    const rows = Array.isArray(body) ? body : (body.data ?? body.users ?? []);
    return Array.isArray(rows) ? rows.flatMap((row) => row[name] ?? []) : [];
  };
  const components = await listed('/components/search?name=bench&size=50');
  return {
    projectId: projects,
    childId: projects,
    otherProjectId: projects,
    inventoryId: items,
    itemId: items,
    taskId: await listed('/jobs'),
    jobId: await listed('/jobs'),
    scanId: await listed('/jobs'),
    reportId: await listed('/reports'),
    licenseId: [1, 2, 3, 10, 50],
    componentId: components,
    versionId: [1, 2, 3],
    folderId: [1],
    fileId: [1, 2],
    policyId: await listed('/policies'),
    loginId: ['admin'],
    userId: [1],
    login: ['admin'],
  };
}

export async function fuzz(calls = 20_000, seed = 1) {
  await using place = await startedPlace();
  const ids = await idsOf(place);
  const random = randomOf(seed);
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const all = operations().filter(({ path }) =>
    [...path.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => (ids[name] ?? []).length > 0),
  );
  const [reads, changes] = [all.filter(({ method }) => method === 'GET'), all.filter(({ method }) => method !== 'GET')];
  const deref = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  const madeUp = (written: Schema, name: string, depth = 0): unknown => {
    const schema = deref(written);
    const known = ids[name] ?? (name.endsWith('s') ? ids[name.slice(0, -1)] : undefined);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return pick(schema.enum);
    if (schema.anyOf !== undefined) return madeUp(pick(schema.anyOf) ?? {}, name, depth);
    if (schema.type === 'array') return depth > 3 ? [] : [madeUp(schema.items ?? {}, name, depth + 1)];
    if (schema.type === 'object')
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([member]) => schema.required?.includes(member) === true || random() < 0.3)
          .map(([member, inner]) => [member, depth > 4 ? null : madeUp(inner, member, depth + 1)]),
      );
    if (known !== undefined && random() < 0.9) return pick(known);
    if (schema.type === 'integer' || schema.type === 'number')
      return Math.max(schema.minimum ?? 1, Math.floor(random() * 5) + 1);
    if (schema.type === 'boolean') return random() < 0.5;
    return `fuzz ${Math.floor(random() * 1e6)}`;
  };
  const statuses: Record<string, number> = {};
  const faults: string[] = [];
  /** The longest wait for an answer of each operation, in milliseconds. */
  const longest = new Map<string, number>();
  let done = 0;
  const one = async () => {
    while (done < calls) {
      done++;
      const operation = present(pick(random() < SHARE_OF_READS ? reads : changes), 'operation');
      // Deletions would take away what the other calls need.
      if (operation.method === 'DELETE' && random() < 0.95) continue;
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(pick(ids[name] ?? []))));
      const query = operation.query
        .filter(({ required }) => required || random() < 0.2)
        .map(({ name, schema }) => `${name}=${encodeURIComponent(String(madeUp(schema, name)))}`);
      const url = query.length === 0 ? path : `${path}?${query.join('&')}`;
      const body = operation.body === undefined ? undefined : (madeUp(operation.body, '') as object);
      const began = performance.now();
      const { status } = await place.call(operation.method, url, body);
      longest.set(operation.id, Math.max(longest.get(operation.id) ?? 0, Math.round(performance.now() - began)));
      statuses[status] = (statuses[status] ?? 0) + 1;
      // 501: not built yet, which the interface says.
      if (status >= 500 && status !== 501 && status !== 503)
        faults.push(`${status} ${operation.method} ${url} ${JSON.stringify(body ?? '').slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const asked = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const succeeded = Object.entries(statuses).reduce((sum, [status, count]) => sum + (status < '300' ? count : 0), 0);
  const { status: healthz } = await fetch(new URL('/healthz', place.server.base));
  return {
    asked,
    operations: all.length,
    succeeded: Math.round((succeeded / asked) * 100) / 100,
    statuses,
    faults: faults.slice(0, 20),
    faultCount: faults.length,
    slowest: Object.fromEntries([...longest].sort(([, a], [, b]) => b - a).slice(0, 10)),
    healthz,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [calls = 20_000, seed = 1] = process.argv.slice(2).map(Number);
  process.stdout.write(`${JSON.stringify(await fuzz(calls, seed), null, 1)}\n`);
}
