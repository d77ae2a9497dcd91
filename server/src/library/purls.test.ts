import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { repairStoredPurls } from './purls.ts';

let h: Harness;
let project: number;
beforeAll(async () => {
  h = await startHarness();
  project = (await h.call('POST', '/projects', { body: { name: 'older' } })).body.id;
});
afterAll(() => h.close());

const rows = async (query: string, values: unknown[] = []) => (await h.database.pool.query(query, values)).rows;

/** A component with a version and an item, as older versions wrote them. */
async function furnish(purl: string, version: string, name = 'x'): Promise<number> {
  const [{ id }] = await rows('insert into components (name, purl) values ($1, $2) returning id', [name, purl]);
  const [{ id: versionId }] = await rows(
    'insert into component_versions (component_id, name, purl) values ($1, $2, $3) returning id',
    [id, version, `${purl}@${version}`],
  );
  await rows(
    `insert into inventory_items (project_id, type, identity, name, component_id, version_id, purl, created_by)
     values ($1, 'COMPONENT', $2, $3, $4, $5, $6, 'System')`,
    [project, `component:${purl}@${version}`, name, id, versionId, `${purl}@${version}`],
  );
  return id;
}

it('versions, components, items, their identities and deleted findings get the canonical form, once', async () => {
  const plain = await furnish('pkg:golang/github.com/docker/docker', 'v20.0.0+incompatible');
  const sloppy = await furnish('pkg:maven/g/a(b)', '1', 'sloppy');
  const doubled = await furnish('pkg:npm/%40Scope/name', '1', 'doubled');
  await furnish('pkg:npm/%40scope/name', '2', 'first');
  await rows(
    `insert into deleted_findings (project_id, identity, finding, name, deleted_by)
     values ($1, 'component:pkg:maven/g/a(b)@2', E'component\\npkg:maven/g/a(b)\\n2', 'sloppy', 'admin')`,
    [project],
  );
  await repairStoredPurls(h.app);
  expect(
    await rows(
      `select c.id, c.purl as component, v.purl as version, i.purl as item, i.identity from components c
       join component_versions v on v.component_id = c.id join inventory_items i on i.component_id = c.id where c.id = any($1) order by c.id`,
      [[plain, sloppy, doubled]],
    ),
  ).toEqual([
    {
      id: plain,
      component: 'pkg:golang/github.com/docker/docker',
      version: 'pkg:golang/github.com/docker/docker@v20.0.0%2Bincompatible',
      item: 'pkg:golang/github.com/docker/docker@v20.0.0%2Bincompatible',
      identity: 'component:pkg:golang/github.com/docker/docker@v20.0.0+incompatible',
    },
    {
      id: sloppy,
      component: 'pkg:maven/g/a%28b%29',
      version: 'pkg:maven/g/a%28b%29@1',
      item: 'pkg:maven/g/a%28b%29@1',
      identity: 'component:pkg:maven/g/a%28b%29@1',
    },
    // Another component has the canonical form, so a person must say which of the two stays.
    {
      id: doubled,
      component: 'pkg:npm/%40Scope/name',
      version: 'pkg:npm/%40scope/name@1',
      item: 'pkg:npm/%40scope/name@1',
      identity: 'component:pkg:npm/%40Scope/name@1',
    },
  ]);
  expect(await rows('select identity, finding from deleted_findings')).toEqual([
    { identity: 'component:pkg:maven/g/a%28b%29@2', finding: 'component\npkg:maven/g/a%28b%29\n2' },
  ]);
  await rows(`update inventory_items set purl = 'pkg:PyPI/Later' where name = 'first'`);
  await repairStoredPurls(h.app);
  expect(await rows(`select purl from inventory_items where name = 'first'`)).toEqual([{ purl: 'pkg:PyPI/Later' }]);
});
