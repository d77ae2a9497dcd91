// Every kind of decision that people make in a scanned project survives export and import: into an empty project, into one that a scan of the same code has
// filled, and a second time. Nothing is doubled, and notices print the same.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../../test/consistency.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { scannedProjects } from '../../test/scanned-projects.ts';
import { readZip } from '../../test/zip-content.ts';
import { type DecisionKind, decisionKinds } from '../domain/decisions/decision.ts';

let h: Harness;
let elsewhere: Harness;
beforeAll(async () => {
  [h, elsewhere] = await Promise.all([startHarness(), startHarness()]);
  await Promise.all([h.work(), elsewhere.work()]);
});
afterAll(async () => {
  for (const one of [h, elsewhere]) expect(await inconsistencies(one.database.pool)).toEqual([]);
  await Promise.all([h.close(), elsewhere.close()]);
});
const there = scannedProjects(() => h, 'decided');
const here = scannedProjects(() => elsewhere, 'taken');

const packageOf = (name: string, license: string, holder: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', license }),
  [`node_modules/${name}/index.js`]: `// Copyright (c) 2020 ${holder}\nmodule.exports = '${name}';\n`,
  [`node_modules/${name}/extra.js`]: `// Copyright (c) 2021 ${holder} and others\nmodule.exports = 1;\n`,
});
const CODE = {
  ...packageOf('alpha', 'MIT OR ISC', 'Ada Alpha'),
  ...packageOf('beta', 'Apache-2.0', 'Bo Beta'),
  ...packageOf('gamma', 'MIT', 'Gil Gamma'),
  ...packageOf('delta', 'BSD-3-Clause', 'Di Delta'),
};
/** A package that the code had once. */
const GONE = packageOf('epsilon', 'MIT', 'Ed Epsilon');

interface Item {
  id: number;
  name: string;
  component: { name: string };
  licenseExpression: string;
  files: string[];
}
interface ProjectDocument {
  inventory: Item[];
  files: { path: string; reviewed: boolean }[];
  statements: Record<string, unknown>[];
  removed: Record<string, unknown>[];
  analyses: Record<string, unknown>[];
  decisions: { kind: string }[];
}

const exported = async (on: Harness, projectId: number): Promise<Buffer> =>
  (await on.call('GET', `/project/exportProjectData?projectId=${projectId}`)).response.rawPayload;
const documentIn = async (data: Buffer): Promise<ProjectDocument> =>
  JSON.parse((await readZip(data))['projectData.json']!.toString());

/** The first item of a component, in a project on the first server. */
async function itemOf(projectId: number, component: string): Promise<Item> {
  const { inventory } = await documentIn(await exported(h, projectId));
  return inventory.find((one) => one.component.name === component)!;
}

type Act = (projectId: number) => Promise<{ status: number }>;
const edit =
  (component: string, body: object): Act =>
  async (projectId) =>
    h.call('PUT', `/inventories/${(await itemOf(projectId, component)).id}`, { body });
const licenseId = async (name: string) => (await h.call('GET', `/licenses/${name}`)).body.data.id as number;
const statements =
  (edits: object[]): Act =>
  (projectId) =>
    h.call('POST', `/projects/${projectId}/notices/statements`, { body: { edits } });

type TestedKind = Exclude<DecisionKind, 'analysis-rule'>;
const TESTED = decisionKinds.filter((kind) => kind !== 'analysis-rule');

/** A kind without an act would go untested. Rules belong to the server; what they decide is tested with them. */
const ACTS: Record<TestedKind, Act[]> = {
  'license-choice': [async (id) => edit('alpha', { licenseId: await licenseId('ISC') })(id)],
  'concluded-license': [async (id) => edit('beta', { licenseId: await licenseId('BSD-2-Clause') })(id)],
  review: [
    async (id) => h.call('PUT', `/inventories/${(await itemOf(id, 'gamma')).id}/status?status=REJECTED`),
    async (id) => h.call('PUT', `/inventories/${(await itemOf(id, 'alpha')).id}/status?status=APPROVED`),
  ],
  'file-reviewed': [
    async (id) => {
      const { fileId } = (
        await h.call('GET', `/projects/${id}/files?filePath=assay:node_modules/alpha/index.js&folderPath=node_modules`)
      ).body.data;
      return h.call('PUT', `/files/${fileId}/review?markAsReviewed=true`);
    },
  ],
  'file-tied': [
    async (id) =>
      h.call('DELETE', `/inventories/${(await itemOf(id, 'gamma')).id}/files`, {
        body: { filePaths: ['node_modules/gamma/extra.js'] },
      }),
    async (id) =>
      h.call('PUT', `/inventories/${(await itemOf(id, 'alpha')).id}/files`, {
        body: { filePaths: ['node_modules/beta/extra.js'] },
      }),
  ],
  'item-removed': [async (id) => h.call('DELETE', `/inventories/${(await itemOf(id, 'delta')).id}`)],
  suppression: [suppressed('CVE-2021-1')],
  analysis: [suppressed('CVE-2021-2')],
  'notice-text': [edit('gamma', { noticeText: 'Printed by Gil.' })],
  'copyright-edit': [
    statements([{ statement: 'Copyright (c) 2020 Gil Gamma', action: 'strike', reason: 'not shipped' }]),
    statements([
      { statement: 'Copyright (c) 2020 Bo Beta', action: 'replace', value: 'Copyright (c) 2020 Bo and Beta' },
      { statement: 'Copyright (c) 2019 Nobody Found', action: 'add' },
    ]),
    async (id) =>
      statements([
        {
          statement: 'Copyright (c) 2020 Ada Alpha',
          action: 'replace',
          value: 'Copyright (c) 2020 Ada',
          inventoryId: (await itemOf(id, 'alpha')).id,
        },
      ])(id),
    statements([{ statement: 'Copyright (c) 2020 Gil Gamma', action: 'restore' }]),
  ],
  'item-kept': [
    async (id) =>
      h.call('PUT', `/inventories/${(await itemOf(id, 'epsilon')).id}/kept`, { body: { why: 'It is linked in.' } }),
  ],
  usage: [edit('gamma', { linking: 'STATIC', distribution: 'EXTERNAL', disclosed: 'YES' })],
  note: [edit('beta', { auditorReviewNotes: 'seen', usageGuidance: 'with care', remediationNotes: 'none' })],
};

function suppressed(vulnerabilityName: string): Act {
  return async (projectId) => suppress(projectId, vulnerabilityName);
}

async function suppress(projectId: number, vulnerabilityName: string): Promise<{ status: number }> {
  const { rows } = await h.database.pool.query(
    `select i.version_id as version, i.component_id as component from inventory_items i where i.id = $1`,
    [(await itemOf(projectId, 'gamma')).id],
  );
  return h.call('POST', '/vulnerability/suppress', {
    body: {
      componentId: String(rows[0].component),
      versionIds: [Number(rows[0].version)],
      vulnerabilityName,
      reason: 'FALSE_POSITIVE',
      remarks: 'never called',
      versionScope: 'SPECIFIC_VERSIONS',
      suppressionScope: 'PROJECT',
      suppressionDetails: { projectId, state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE' },
    },
  });
}

async function decided(kinds: readonly TestedKind[]): Promise<number> {
  const id = await there.projectWith({ ...CODE, ...GONE });
  await there.scan(id);
  await there.upload(id, CODE);
  await there.scan(id);
  for (const kind of kinds)
    for (const act of ACTS[kind])
      expect([kind, (await act(id)).status]).toEqual([kind, expect.toBeOneOf([200, 201, 202])]);
  return id;
}

async function imported(projectId: number, data: Buffer) {
  const boundary = 'b0undary';
  const head = (rest: string) => `--${boundary}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`;
  const model = {
    addFilesToInventory: true,
    markFilesAsReviewed: true,
    createEmptyInventory: true,
    overwriteInventoryNotes: true,
    resetInventoryUsage: false,
  };
  const raw = Buffer.concat([
    Buffer.from(`${head('name="projectImportModel"')}${JSON.stringify(model)}\r\n`),
    Buffer.from(head('name="importFile"; filename="data.zip"')),
    data,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const answer = await elsewhere.call('POST', `/projects/${projectId}/import`, { raw, headers });
  expect(answer.status).toBe(200);
  expect(await elsewhere.jobOver(answer.body.data.taskId)).toMatchObject({ status: 'Completed', error: '' });
}

/** What people decided and what follows from it, without what only this server knows. */
function plain({ inventory, files, statements: edits, removed, analyses }: ProjectDocument) {
  const nameOf = new Map(inventory.map(({ id, name }) => [id, name]));
  const strip = ({ id: _i, createdOn: _c, updatedOn: _u, createdBy: _b, ...rest }: Record<string, unknown>) => rest;
  return {
    inventory: inventory.map((one) => strip(one as never)).toSorted(byName),
    reviewed: files.filter(({ reviewed }) => reviewed).map(({ path }) => path),
    statements: edits.map(({ inventoryId, user: _u, decidedOn: _d, ...rest }) => ({
      ...rest,
      item: nameOf.get(inventoryId as number) ?? null,
    })),
    removed: removed.map(({ user: _u, removedOn: _r, ...rest }) => rest),
    analyses: analyses.map(({ author: _a, decidedOn: _d, remarks: _r, ...rest }) => rest),
  };
}

const byName = (a: Record<string, unknown>, b: Record<string, unknown>) => String(a.name).localeCompare(String(b.name));

async function printed(on: Harness, projectId: number) {
  const lists = await Promise.all(
    ['statements', 'texts'].map((list) => on.call('GET', `/projects/${projectId}/notices/${list}?limit=200`)),
  );
  return lists.map(({ status, body }) => [
    status,
    (body.data as Record<string, unknown>[])
      .map(({ text, state, title, items, from }) => ({
        ...{ text, state, title, items },
        from: (from as { statement: string }[] | undefined)?.map(({ statement }) => statement),
      }))
      // Texts of one title follow the ids of their items.
      .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  ]);
}

const published: Act = async (projectId) => {
  for (const { id } of (await documentIn(await exported(h, projectId))).inventory)
    await h.call('PUT', `/inventories/${id}/publish`);
  return { status: 200 };
};

/** All kinds, and three halves of them chosen by a fixed seed. */
const CASES: [name: string, kinds: TestedKind[]][] = [
  ['every kind', TESTED],
  ...[1, 2, 3].map((seed): [string, TestedKind[]] => [
    `half of the kinds (${seed})`,
    TESTED.filter((_, at) => ((seed * 2654435761 + at * 40503) >>> 7) % 2 === 0),
  ]),
];

describe.each(CASES)('%s', (_name, kinds) => {
  let data: Buffer;
  let source: ProjectDocument;
  let sourceId: number;
  beforeAll(async () => {
    sourceId = await decided(kinds);
    await published(sourceId);
    data = await exported(h, sourceId);
    source = await documentIn(data);
  });

  it('is a decision in the data', () => {
    expect(new Set(source.decisions.map(({ kind }) => kind))).toEqual(
      // What is decided about a vulnerability without an advisory is in `analyses`.
      expect.toSatisfy((found: Set<string>) =>
        kinds.filter((kind) => !['suppression', 'analysis'].includes(kind)).every((kind) => found.has(kind)),
      ),
    );
  });

  it('survives in a project with the same code that a scan has filled, without a second item, also the second time', async () => {
    const target = await here.projectWith(CODE);
    await here.scan(target);
    await imported(target, data);
    const first = plain(await documentIn(await exported(elsewhere, target)));
    expect(first).toEqual(plain(source));
    expect(await printed(elsewhere, target)).toEqual(await printed(h, sourceId));
    await imported(target, data);
    expect(plain(await documentIn(await exported(elsewhere, target)))).toEqual(first);
    await here.scan(target);
    expect(plain(await documentIn(await exported(elsewhere, target)))).toEqual(first);
  });

  it('survives in a project without code, but for what is said about files', async () => {
    const { body } = await elsewhere.call('POST', '/projects', { body: { name: `empty ${kinds.join(' ')}` } });
    await imported(body.id, data);
    const taken = plain(await documentIn(await exported(elsewhere, body.id)));
    expect(withoutFiles(taken)).toEqual(withoutFiles(plain(source)));
    await imported(body.id, data);
    expect(plain(await documentIn(await exported(elsewhere, body.id)))).toEqual(taken);
  });
});

function withoutFiles({ inventory, reviewed: _, ...rest }: ReturnType<typeof plain>) {
  return {
    ...rest,
    inventory: inventory.map(({ files: _f, excludedFiles: _e, evidence, ...one }) => ({
      ...one,
      evidence: { ...(evidence as object), had: undefined },
    })),
  };
}
