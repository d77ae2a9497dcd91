// How long it takes from an upload as to Dependency-Track until the vulnerabilities of its components stand: PUT /api/v1/bom, the token until it is done,
// the findings. Prints JSON: the seconds of each run, and the load before it. The first run is that after a start.
// node bench/bom-upload.ts [components, default 1000] [runs, default 3]
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startedPlace } from './endurance/place.ts';

const [components = 1000, runs = 3] = process.argv.slice(2).map(Number);
const VULNERABLE = 5;

await using place = await startedPlace();
const { server } = place;
console.log(JSON.stringify(await measure(), null, 1));

async function measure() {
  await place.call('PUT', '/siteSettings', { dependencyTrackUploads: true });
  const advisories = Array.from({ length: Math.ceil(components / VULNERABLE) }, (_, at) => ({
    ...{ id: `CVE-2026-${10_000 + at}`, summary: `Part ${at * VULNERABLE} falls over`, severity: 'high' },
    packages: [{ purl: `pkg:npm/part-${at * VULNERABLE}`, versions: ['<2.0.0'] }],
  }));
  await place.jobOver((await place.call('POST', '/advisories/own', { advisories })).body.id);
  const taken = [];
  for (let run = 1; run <= runs; run++) taken.push(await upload(run));
  return { components, vulnerable: advisories.length, taken, load: loadavg() };
}

async function upload(run: number) {
  const [begun, load] = [performance.now(), loadavg()[0]];
  const { token } = await sent('PUT', '/api/v1/bom', {
    ...{ projectName: `project ${run}`, projectVersion: '1', autoCreate: true },
    bom: Buffer.from(documentOf()).toString('base64'),
  });
  while ((await sent('GET', `/api/v1/bom/token/${token}`)).processing) await pause(50);
  const { uuid } = await sent('GET', `/api/v1/project/lookup?name=project%20${run}&version=1`);
  const findings = await sent('GET', `/api/v1/finding/project/${uuid}`);
  const seconds = Math.round((performance.now() - begun) / 10) / 100;
  return { seconds, findings: findings.length, loadBefore: load };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of another interface
async function sent(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${server.base.replace('/codeinsight/api', '')}${path}`, {
    ...{ method, headers: { 'x-api-key': server.token, 'content-type': 'application/json' } },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function documentOf(): string {
  const refs = Array.from({ length: components }, (_, at) => `pkg:npm/part-${at}@1.0.0`);
  return JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'shop' } },
    components: refs.map((purl, at) => ({
      ...{ type: 'library', 'bom-ref': purl, name: `part-${at}`, version: '1.0.0', purl },
      ...{ licenses: [{ license: { id: 'MIT' } }], supplier: { name: `Team ${at % 40}` } },
      hashes: [{ alg: 'SHA-512', content: 'ab'.repeat(64) }],
    })),
    dependencies: refs.map((ref, at) => ({
      ref,
      dependsOn: [refs[(at + 1) % components], refs[(at + 7) % components]],
    })),
  });
}
