// Our own SBOMs through a server: a generated project is exported, imported into an empty project, and imported there again. What of it survives in which
// format is in docs/sbom-round-trip.md.
import { SBOM_WRITERS } from '@assay/scanner/sbom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  const advisories = ['one', 'two'].map((name, at) => ({
    ...{ id: `CVE-2026-100${at}`, summary: `${name} falls over`, severity: 'high' },
    packages: [{ purl: `pkg:npm/${name}`, versions: ['>=1.0.0 <9.0.0'] }],
  }));
  await h.jobOver((await h.call('POST', '/advisories/own', { body: { advisories } })).body.id);
});
afterAll(() => h.close());

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const LICENSES = [
  'MIT',
  'Apache-2.0',
  'MIT OR Apache-2.0',
  '(MIT OR ISC) AND BSD-3-Clause',
  'LicenseRef-scancode-public-domain',
];
const TEXTS = ['plain', 'Ünïcödé 🎈', 'a "quoted" <b>&amp;</b> text', 'two\nlines', "it's"];
const HOLDERS = ['Jane Doe', 'Ünïcödé GmbH', "O'Neil & Söhne"];
const NAMES = ['one', 'two', 'three', '@scope/four', 'five.js'];

const SUPPLIERS = [{ name: 'Acme GmbH' }, { name: 'Jane & Söhne', contact: [{ email: 'info@example.org' }] }];
const JUSTIFICATIONS = [undefined, 'CODE_NOT_PRESENT', 'REQUIRES_CONFIGURATION', 'PROTECTED_AT_PERIMETER'];
const RESPONSES = [undefined, 'WILL_NOT_FIX', 'UPDATE', 'WORKAROUND_AVAILABLE'];

const referencesOf = (at: number, random: () => number) =>
  ['website', 'vcs', 'distribution', 'issue-tracker', 'security-contact', 'rfc-9116']
    .filter((type) => type === 'website' || random() < 0.4)
    .map((type) => ({ type, url: `https://example.org/${type}/${at}` }));

/** A document with a few packages, as a project starts from. */
function documentOf(random: () => number) {
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const refs = NAMES.map((_, at) => `ref-${at}`);
  const components = NAMES.map((name, at) => {
    const version = pick(['1.0.0', '2.0.0-rc.1', '3.1']);
    const plain = name.replace('@scope/', '');
    const declared = pick(LICENSES);
    const concluded = pick(LICENSES);
    const licenses = [
      ...(random() < 0.6 ? [{ expression: declared, acknowledgement: 'declared' }] : []),
      ...(random() < 0.6 ? [{ expression: concluded, acknowledgement: 'concluded' }] : []),
    ];
    return {
      ...{ type: 'library', 'bom-ref': refs[at], name: plain, version },
      ...(plain !== name && { group: '@scope' }),
      ...(random() < 0.9
        ? { purl: `pkg:npm/${name.replace('@', '%40')}@${version}` }
        : { cpe: `cpe:2.3:a:acme:${plain.replace('.', '_')}:${version.replace(/-.*/, '')}:*:*:*:*:*:*:*` }),
      ...(random() < 0.5 && { description: pick(TEXTS) }),
      ...(random() < 0.5 && { copyright: `Copyright 20${10 + at} ${pick(HOLDERS)}` }),
      ...(random() < 0.5 && { externalReferences: referencesOf(at, random) }),
      ...(random() < 0.5 && { supplier: pick(SUPPLIERS) }),
      ...(random() < 0.5 && {
        hashes: [
          { alg: 'SHA-512', content: 'ab'.repeat(64) },
          { alg: 'BLAKE2b-256', content: `${at}c`.repeat(32) },
        ],
      }),
      scope: pick(['required', 'excluded']),
      ...(licenses.length > 0 && { licenses }),
    };
  });
  const dependencies = refs.map((ref) => ({ ref, dependsOn: refs.filter((other) => other !== ref && random() < 0.3) }));
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.7', version: 1, components, dependencies },
    metadata: { component: { type: 'application', 'bom-ref': 'shop', name: 'shop' } },
  };
}

async function imported(projectId: number, content: string): Promise<void> {
  const head = 'Content-Disposition: form-data; name="sbomFile"; filename="bom.json"\r\nContent-Type: application/json';
  const raw = Buffer.from(`--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const { status, body, text } = await h.call('POST', `/projects/${projectId}/importSbom`, { raw, headers });
  expect([status, text]).toEqual([200, expect.stringContaining('task ID')]);
  expect(await h.jobOver(body.data.taskId)).toMatchObject({ status: 'Completed', error: '' });
}

async function exported(projectId: number, format: string): Promise<string> {
  const query = `format=${format}&vulnerabilities=vex`;
  const { body } = await h.call('POST', `/jobs/sbomexport/${projectId}?${query}`);
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed', error: '' });
  return (await h.call('GET', `/projects/${projectId}/sbomExport/download`)).text;
}

const project = async () =>
  (await h.call('POST', '/projects', { body: { name: `round trip ${++count}` } })).body.id as number;

/** A project with reviews and analyses of people. */
async function generated(seed: number): Promise<number> {
  const random = randomOf(seed);
  const id = await project();
  await imported(id, JSON.stringify(documentOf(random)));
  const { rows } = await h.database.pool.query(
    'select id, name from inventory_items where project_id = $1 order by id',
    [id],
  );
  for (const row of rows) {
    if (random() < 0.4) {
      const status = random() < 0.5 ? 'APPROVED' : 'REJECTED';
      expect((await h.call('PUT', `/inventories/${row.id}/status`, { body: { status } })).status).toBe(200);
    }
    if (random() < 0.7) {
      const state = ['NOT_AFFECTED', 'EXPLOITABLE', 'IN_TRIAGE', 'FALSE_POSITIVE', 'RESOLVED'][
        Math.floor(random() * 5)
      ];
      const body = {
        inventoryIds: [row.id],
        state,
        detail: TEXTS[Math.floor(random() * 5)],
        justification: JUSTIFICATIONS[Math.floor(random() * 4)],
        response: RESPONSES[Math.floor(random() * 4)],
        suppress: state !== 'EXPLOITABLE' && state !== 'IN_TRIAGE',
      };
      const answer = await h.call('POST', `/projects/${id}/vulnerabilityAnalyses`, { body });
      if (answer.status !== 200) throw new Error(answer.text);
    }
  }
  return id;
}

async function inventory(id: number) {
  const items = await h.database.pool.query(
    `select i.name, i.purl, v.name as version, v.cpe, i.license_expression as license, i.license_facts -> 'declared' ->> 'expression' as declared,
      i.license_facts -> 'concluded' ->> 'expression' as concluded, i.description, i.url, i.notices_text as notices, i.dependency_scope as scope, i.package_facts as facts,
      i.dependency_level as level, i.status, i.is_published as published
    from inventory_items i left join component_versions v on v.id = i.version_id where i.project_id = $1 and i.gone_since_scan is null order by i.name, i.purl`,
    [id],
  );
  const links = await h.database.pool.query(
    `select p.name as parent, c.name as child, l.type from inventory_links l join inventory_items p on p.id = l.parent_id
    join inventory_items c on c.id = l.child_id where p.project_id = $1 order by 1, 2, 3`,
    [id],
  );
  const analyses = await h.database.pool.query(
    `select c.name as component, cv.name as version, v.name as vulnerability, a.analysis from vulnerability_analyses a
    join vulnerabilities v on v.id = a.vulnerability_id join component_versions cv on cv.id = a.version_id join components c on c.id = cv.component_id
    where a.project_id = $1
    union all select c.name, cv.name, v.name, s.analysis || '{"suppressed": "yes"}' from suppressions s join suppressed_versions x on x.suppression_id = s.id and x.lifted_at is null
    join vulnerabilities v on v.id = s.vulnerability_id join component_versions cv on cv.id = x.version_id join components c on c.id = cv.component_id
    where s.project_id = $1 order by 1, 2, 3`,
    [id],
  );
  return { items: items.rows.map(withSortedAddresses), links: links.rows, analyses: analyses.rows };
}

/** Formats that have members of their own for some addresses give them in another order. */
function withSortedAddresses<Row extends { facts: { references?: { url: string }[] } }>(row: Row): Row {
  const references = row.facts.references?.toSorted((a, b) => (a.url < b.url ? -1 : 1));
  return { ...row, facts: { ...row.facts, ...(references && { references }) } };
}

type Inventory = Awaited<ReturnType<typeof inventory>>;

/** What a format has no place for (docs/sbom-round-trip.md). Reviews are in no format. */
function expectedOf({ items, links, analyses }: Inventory, format: string): Inventory {
  const isSpdx = format.startsWith('spdx');
  return {
    items: items.map((item) => ({ ...item, status: 'DRAFT', ...(isSpdx && { scope: '' }) })),
    links,
    analyses,
  };
}

async function stateOf(id: number) {
  const count = async (table: string) =>
    (await h.database.pool.query(`select count(*)::int as count from ${table} where project_id = $1`, [id])).rows[0]
      .count;
  return { ...(await inventory(id)), history: await count('inventory_history'), decisions: await count('decisions') };
}

describe.each(SBOM_WRITERS.map(({ name }) => name))('%s', (format) => {
  it.each([[1], [2], [3], [4]])(
    'gives back the project, and changes nothing when it comes again: seed %i',
    async (seed) => {
      const first = await generated(seed * 7919);
      const document = await exported(first, format);
      const second = await project();
      await imported(second, document);
      const before = await stateOf(second);
      expect(await inventory(second)).toEqual(expectedOf(await inventory(first), format));
      await imported(second, document);
      expect(await stateOf(second)).toEqual(before);
    },
  );
});
