// The table of items: each filter, order and group shows what it says, and a decision by a filter is about exactly the rows that the list shows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
let projectId: number;
let fieldId: number;
const projects = scannedProjects(() => h, 'table');

/** Small steps of a fixed sequence, so that a failure comes again. */
function numbers(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(state / 65_536) % most;
  };
}

const LICENSES = ['MIT', 'Apache-2.0', 'MIT OR Apache-2.0', ''];
const LEVELS = ['Top-level', 'Direct', 'Transitive', 'N/A'];
const NOTES = ['detection_notes', 'audit_notes', 'usage_guidance', 'remediation_notes'];
const ITEMS = 80;

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  projectId = await projects.projectWith({
    'src/a/one.c': '// one\n',
    'src/a/deep/two.c': '// two\n',
    'src/ab/three.c': '// three\n',
    'top.c': '// four\n',
  });
  await projects.scan(projectId);
  const users = [h.admin.login];
  for (const roleId of ['ANALYST', 'REVIEWER'])
    await h.call('POST', `/projects/${projectId}/users`, { body: { userRoles: { roleId, users } } });
  const field = await h.call('POST', '/customFields', {
    body: { scope: 'INVENTORY', label: 'Team' },
  });
  fieldId = field.body.id;
  await fill();
}, 120_000);
afterAll(() => h.close());

const query = (text: string, values: unknown[] = []) => h.database.pool.query(text, values);

/** Items with every value of every column that filters ask for. */
async function fill(): Promise<void> {
  const next = numbers(7);
  await query('delete from inventory_items where project_id = $1', [projectId]);
  await query(
    `insert into components (name, purl) select 'part-' || n, 'pkg:npm/part-' || n from generate_series(0, 4) n`,
  );
  await query(
    `insert into component_versions (component_id, name) select id, '1.0' from components where name like 'part-%'`,
  );
  const { rows: versions } = await query(
    `select v.id, v.component_id from component_versions v join components c on c.id = v.component_id where c.name like 'part-%' order by v.id`,
  );
  const { rows: files } = await query('select id, path from files where project_id = $1 order by path', [projectId]);
  for (let at = 0; at < ITEMS; at++) {
    const version = at % 3 === 0 ? undefined : versions[next(versions.length)];
    const status = ['DRAFT', 'APPROVED', 'REJECTED'][next(3)]!;
    const { rows } = await query(
      `insert into inventory_items (project_id, type, identity, name, component_id, version_id, license_expression, purl, status, is_published, priority,
         confidence, dependency_scope, dependency_level, created_by, missing_since_scan, review_lapse)
       values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'test', $14, null) returning id`,
      [
        projectId,
        version ? 'COMPONENT' : 'WORK_IN_PROGRESS',
        `Item ${at} 100%_\\`,
        version?.component_id ?? null,
        version?.id ?? null,
        LICENSES[next(4)],
        at % 2 ? `pkg:npm/Name-${at}@1` : '',
        status,
        next(2) === 0,
        `P${next(4) + 1}`,
        ['HIGH', 'MEDIUM', 'LOW'][next(3)],
        ['Runtime', 'Non Runtime'][next(2)],
        LEVELS[next(4)],
        next(8) === 0 ? 1 : null,
      ],
    );
    const [{ id }] = rows;
    if (at % 4 !== 0)
      await query(`update inventory_items set ${NOTES[next(4)]} = $2 where id = $1`, [id, `See ticket ${at % 5}`]);
    if (next(2) === 0)
      await query('insert into inventory_field_values values ($1, $2, $3)', [id, fieldId, `Team ${at % 3}`]);
    const own = files.filter(() => next(3) === 0);
    for (const file of own)
      await query('insert into inventory_files (item_id, file_id) values ($1, $2)', [id, file.id]);
    await query('update inventory_items set file_count = $2 where id = $1', [id, own.length]);
    if (status !== 'DRAFT' && next(4) > 0)
      await query(
        `insert into decisions (kind, subject, subject_key, scope, project_id, item_id, value, ground, author)
         values ('review', '{}', $1::text, 'item', $2, $1::text::bigint, '{}', jsonb_build_object('by', $3::text), 'someone')`,
        [String(id), projectId, ['person', 'policy', 'scan', 'import', 'migration'][next(5)]],
      );
  }
}

const addressOf = (filter: Record<string, string>) => new URLSearchParams(filter);
const list = async (filter: Record<string, string>, sort = 'id') => {
  const { status, body } = await h.call(
    'GET',
    `/projects/${projectId}/inventoryItems?${addressOf(filter)}&limit=1000&sort=${sort}&includeCustomFields=true`,
  );
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return body.data as Record<string, any>[];
};
const idsOf = async (filter: Record<string, string>, sort = 'id') =>
  (await h.call('GET', `/projects/${projectId}/inventoryItemIds?${addressOf(filter)}&sort=${sort}`)).body
    .data as number[];
const groupsOf = async (by: string, filter: Record<string, string> = {}) =>
  (await h.call('GET', `/projects/${projectId}/inventoryItemGroups?by=${by}&limit=1000&${addressOf(filter)}`)).body
    .data as { key: string; title: string; count: number; open: number }[];

const FILTERS: Record<string, string[]> = {
  search: ['item 1', '100%_\\', 'nothing'],
  reviewStatus: ['DRAFT', 'APPROVED', 'REJECTED'],
  published: ['PUBLISHED', 'UNPUBLISHED'],
  type: ['COMPONENT', 'WORK_IN_PROGRESS'],
  priority: ['P1', 'P2', 'P3', 'P4'],
  license: ['mit', 'MIT OR Apache-2.0'],
  licensePriority: ['P1', 'UNKNOWN'],
  version: ['KNOWN', 'UNKNOWN'],
  coverage: ['compared', 'not-compared'],
  confidence: ['HIGH', 'MEDIUM', 'LOW'],
  dependencyLevel: LEVELS,
  dependencyScope: ['Runtime', 'Non Runtime'],
  tie: ['WITH_FILES', 'WITHOUT_FILES', 'GONE'],
  policyResult: ['APPROVED', 'REJECTED', 'NONE'],
  ground: ['UNDECIDED', 'PERSON', 'POLICY', 'CARRIED', 'IMPORTED', 'UNRECORDED', 'GONE'],
  purl: ['NAME-1', 'pkg:'],
  notes: ['TICKET 3', 'see'],
};

describe('filters', () => {
  const holds: Record<string, (row: Record<string, any>, value: string) => boolean> = {
    priority: (row, value) => row.priority === { P1: 'High', P2: 'Medium', P3: 'Low', P4: 'Other' }[value],
    license: (row, value) => row.licenseExpression.toLowerCase() === value.toLowerCase(),
    confidence: (row, value) => row.confidence === value,
    dependencyLevel: (row, value) => row.dependencyLevel === value,
    dependencyScope: (row, value) => row.dependencyScope === value,
    purl: (row, value) => row.purl.toLowerCase().includes(value.toLowerCase()),
    search: (row, value) => row.name.toLowerCase().includes(value.toLowerCase()),
    tie: (row, value) => {
      if (value === 'GONE' || row.goneSinceScan !== undefined) return (value === 'GONE') === 'goneSinceScan' in row;
      return (value === 'WITH_FILES') === row.fileCount > 0;
    },
  };

  it.each(Object.keys(holds))('%s shows the items of which it holds, and all of them', async (name) => {
    const all = await list({});
    expect(all).toHaveLength(ITEMS);
    for (const value of FILTERS[name]!) {
      const wanted = all.filter((row) => holds[name]!(row, value)).map(({ id }) => id);
      expect(await idsOf({ [name]: value }), value).toEqual(wanted);
    }
  });

  it.each(['tie', 'ground', 'priority', 'dependencyLevel'])('each item has exactly one value of %s', async (name) => {
    const lists = await Promise.all(FILTERS[name]!.map((value) => idsOf({ [name]: value })));
    expect(lists.flat().sort((a, b) => a - b)).toEqual(await idsOf({}));
    expect(lists.every((ids) => ids.length > 0)).toBe(true);
  });

  it('the policy’s approvals, its rejections and the others are all items', async () => {
    const lists = await Promise.all(FILTERS.policyResult!.map((value) => idsOf({ policyResult: value })));
    expect(lists.flat().sort((a, b) => a - b)).toEqual(await idsOf({}));
    expect(await idsOf({ ground: 'POLICY' })).toEqual([...lists[0]!, ...lists[1]!].sort((a, b) => a - b));
  });

  it('notes are found in each of the four', async () => {
    const { rows } = await query(
      `select id from inventory_items where project_id = $1 and concat(${NOTES.join(', ')}) ilike '%ticket 3%' order by id`,
      [projectId],
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(await idsOf({ notes: 'TICKET 3' })).toEqual(rows.map(({ id }) => Number(id)));
  });

  it('one that is not known is refused by its name, in the list, in the groups and in a decision', async () => {
    for (const path of ['inventoryItems', 'inventoryItemIds', 'inventoryItemGroups']) {
      const { status, text } = await h.call('GET', `/projects/${projectId}/${path}?depencyLevel=Direct`);
      expect([path, status]).toEqual([path, 400]);
      expect(text).toContain('depencyLevel');
    }
    const order = { action: 'APPROVE', filter: { depencyLevel: 'Direct' } };
    const refused = await h.call('POST', `/projects/${projectId}/bulkDecisions/items`, { body: order });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('filter.depencyLevel');
    const wrong = await h.call('GET', `/projects/${projectId}/inventoryItems?tie=TIED`);
    expect([wrong.status, wrong.text.includes('WITH_FILES')]).toEqual([400, true]);
    for (const half of ['group=MIT', 'groupBy=LICENSE'])
      expect((await h.call('GET', `/projects/${projectId}/inventoryItems?${half}`)).status).toBe(400);
  });
});

describe('orders', () => {
  const SORTS: Record<string, (row: Record<string, any>) => unknown> = {
    name: ({ name }) => name.toLowerCase(),
    purl: ({ purl }) => purl.toLowerCase(),
    component: ({ componentName }) => (componentName === 'N/A' ? '\uffff' : componentName),
    scope: ({ dependencyScope }) => dependencyScope,
    level: ({ dependencyLevel }) => LEVELS.indexOf(dependencyLevel),
    published: ({ isPublished }) => Number(isPublished),
    created: ({ createdOn }) => createdOn,
    files: ({ fileCount }) => fileCount,
  };
  it.each(Object.keys(SORTS))('%s, up and down', async (sort) => {
    const up = (await list({}, sort)).map(SORTS[sort]!);
    expect(new Set(up).size).toBeGreaterThan(1);
    for (let at = 1; at < up.length; at++) expect(up[at - 1]! <= up[at]!, `${sort} ${up[at - 1]} ${up[at]}`).toBe(true);
    const down = (await list({}, `-${sort}`)).map(SORTS[sort]!);
    expect(down).toEqual([...up].reverse());
  });
  it('a custom field', async () => {
    const teamOf = (row: Record<string, any>) =>
      row.customFields.find(({ id }: { id: number }) => id === fieldId).value;
    const values = (await list({}, `field${fieldId}`)).map(teamOf);
    const given = values.filter((value) => value !== null);
    expect(given.length).toBeGreaterThan(3);
    expect(values.slice(0, given.length)).toEqual([...given].sort());
  });
  it.each(['version', 'coverage', 'updated', 'type', 'status', 'license', 'confidence', 'priority'])(
    '%s has all items',
    async (sort) => {
      expect((await idsOf({}, sort)).sort((a, b) => a - b)).toEqual(await idsOf({}));
    },
  );
  it('an unknown one is refused', async () => {
    const { status, text } = await h.call('GET', `/projects/${projectId}/inventoryItems?sort=size`);
    expect([status, text.includes('must be one of id, name')]).toEqual([400, true]);
  });
});

describe('groups', () => {
  const BY = ['LICENSE', 'COMPONENT', 'FOLDER', 'GROUND', 'PRIORITY'];
  it.each(BY)('by %s: each item is in one of them, and the key of a group finds its items', async (groupBy) => {
    const groups = await groupsOf(groupBy);
    expect(groups.length).toBeGreaterThan(2);
    const found = [];
    for (const { key, count, open, title } of groups) {
      const ids = await idsOf({ groupBy, group: key });
      expect([title, ids.length]).toEqual([title, count]);
      const waiting = (await list({ groupBy, group: key, reviewStatus: 'DRAFT' })).filter(
        (row) => !('goneSinceScan' in row),
      );
      expect([title, waiting.length]).toEqual([title, open]);
      expect(title).not.toBe('');
      found.push(...ids);
    }
    expect(found.sort((a, b) => a - b)).toEqual(await idsOf({}));
    expect(groups.map(({ count }) => count)).toEqual(groups.map(({ count }) => count).sort((a, b) => b - a));
  });

  it('by folder: the deepest folder that has all files of an item', async () => {
    const { rows } = await query(
      `select i.id, array_agg(f.path) as paths from inventory_items i join inventory_files x on x.item_id = i.id join files f on f.id = x.file_id
       where i.project_id = $1 group by i.id`,
      [projectId],
    );
    const folderOf = (paths: string[]) => {
      const parts = paths.map((path) => path.split('/').slice(0, -1));
      const [first = []] = parts;
      const most = first.findIndex((name, at) => parts.some((one) => one[at] !== name));
      return `/${first.slice(0, most < 0 ? first.length : most).join('/')}`;
    };
    const wanted = Map.groupBy(rows, ({ paths }) => folderOf(paths));
    expect([...wanted.keys()].sort()).toEqual(['/', '/src', '/src/a', '/src/a/deep', '/src/ab']);
    for (const [group, items] of wanted)
      expect(await idsOf({ groupBy: 'FOLDER', group })).toEqual(
        items.map(({ id }) => Number(id)).sort((a, b) => a - b),
      );
  });

  it('have pages, and count only what matches the filter', async () => {
    const all = await groupsOf('LICENSE', { priority: 'P1' });
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe((await idsOf({ priority: 'P1' })).length);
    const second = await h.call(
      'GET',
      `/projects/${projectId}/inventoryItemGroups?by=LICENSE&priority=P1&offset=2&limit=1`,
    );
    expect([second.body.data, second.headers['total-records']]).toEqual([[all[1]], String(all.length)]);
    expect(await groupsOf('LICENSE', { search: 'nothing' })).toEqual([]);
  });
});

describe('a decision by a filter', () => {
  const next = numbers(99);
  const some = (values: string[]) => values[next(values.length)]!;
  const names = Object.keys(FILTERS);
  const drawn = Array.from({ length: 30 }, (_, at): Record<string, string> => {
    const chosen = [names[at % names.length]!, ...(at < names.length ? [] : [some(names)])];
    return Object.fromEntries(chosen.map((name) => [name, some(FILTERS[name]!)]));
  });
  drawn.push({ customFieldId: '', customFieldValue: 'team 1' }, { groupBy: 'LICENSE', group: 'MIT' });
  drawn.push({ groupBy: 'FOLDER', group: '/src' }, { groupBy: 'LICENSE', group: '', priority: 'P2' });

  it.each(drawn.map((filter) => [JSON.stringify(filter), filter] as const))('%s', async (_, sent) => {
    const filter = 'customFieldId' in sent ? { ...sent, customFieldId: String(fieldId) } : sent;
    const shown = await idsOf(filter);
    const { status, body } = await h.call('POST', `/projects/${projectId}/bulkDecisions/items`, {
      body: { action: 'CHANGE', change: { linking: 'STATIC' }, filter, dryRun: false },
    });
    expect([status, body.data?.matched, body.data?.changed]).toEqual([200, shown.length, shown.length]);
    const { rows } = await query(
      `select id from inventory_items where project_id = $1 and linking = 'STATIC' order by id`,
      [projectId],
    );
    expect(rows.map(({ id }) => Number(id))).toEqual(shown);
    if (shown.length > 0)
      await h.call('POST', `/projects/${projectId}/bulkDecisions/${body.data.undoToken}/undo`, { body: {} });
    await query(`update inventory_items set linking = 'UNKNOWN' where project_id = $1`, [projectId]);
  });
});
