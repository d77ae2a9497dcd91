// What the library adds to scans: custom licenses and detection rules.
import { createHash } from 'node:crypto';
import { licensesOffTheList } from '@assay/scanner/licenses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { writeSetting } from '../../db/site-settings.ts';
import { fillLicenseLibrary } from '../../library/licenses.ts';
import { closeScanPool } from '../analysis/pool.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

/**
 * Each change of the custom licenses starts new threads, which load the rules again: this takes seconds, and longer
 * beside other tests.
 */
const SLOW = { timeout: 240_000 };

const TEXT =
  'The Postcard License. Permission is granted to everybody to use this software, as long as they send the authors a postcard of their town.';

async function projectWith(files: Record<string, string>): Promise<number> {
  const id = (await h.call('POST', '/projects', { body: { name: `scanned ${++count}` } })).body.id as number;
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  return id;
}

async function scan(projectId: number): Promise<void> {
  const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  expect(await h.jobOver(taskId)).toMatchObject({ status: 'Completed', error: '' });
  // An analysis that a busy machine interrupts would look like a license that is not found.
  const { rows } = await h.database.pool.query(
    `select path, message from job_issues where job_id = $1 and code in ('truncated-analysis', 'deadline', 'internal', 'out-of-memory')`,
    [taskId],
  );
  expect(rows).toEqual([]);
}

interface FoundItem {
  name: string;
  type: string;
  license_id: number | null;
  license_expression: string;
  priority: string;
  detection_notes: string;
  paths: string[];
}

async function inventory(projectId: number): Promise<FoundItem[]> {
  const { rows } = await h.database.pool.query(
    `select i.*, coalesce((select array_agg(f.path order by f.path) from inventory_files x join files f on f.id = x.file_id where x.item_id = i.id), '{}') as paths
     from inventory_items i where i.project_id = $1 order by i.name`,
    [projectId],
  );
  return rows;
}

describe('a custom license', () => {
  it('is detected from the next scan on, under its own name and priority, until it is deleted', SLOW, async () => {
    const project = await projectWith({ 'src/a.c': `/* ${TEXT} */\nint a;\n`, 'src/b.c': 'int b;\n' });
    await scan(project);
    const before = await inventory(project);
    expect(before.filter((item) => item.name === 'Postcard')).toEqual([]);
    const license = await h.call('POST', '/licenses', {
      body: { name: 'Postcard License', shortName: 'Postcard', licenseText: TEXT, priority: 'P1' },
    });
    await scan(project);
    const found = (await inventory(project)).filter((item) => item.name === 'Postcard');
    expect(found).toMatchObject([
      {
        type: 'LICENSE',
        license_id: license.body.id,
        license_expression: 'Postcard',
        priority: 'P1',
        paths: ['src/a.c'],
      },
    ]);
    await h.call('DELETE', `/licenses/${license.body.id}`);
    await scan(project);
    expect((await inventory(project)).find((item) => item.name === 'Postcard')).toMatchObject({
      license_id: null,
      paths: [],
    });
  });
});

describe('what a manifest declares', () => {
  const manifest = (license: string) => JSON.stringify({ name: 'gizmo', version: '1.0.0', license });
  const ref = 'LicenseRef-GWPL-1.0';

  it(
    'is a custom license by either of its names, alone and in expressions, and is quoted if it is none',
    async () => {
      const body = { name: 'Gizmo Works Private License', shortName: 'GWPL-1.0', licenseText: '', priority: 'P2' };
      const licenseId = (await h.call('POST', '/licenses', { body })).body.id;
      const files = {
        'a/package.json': manifest('GWPL-1.0').replace('gizmo', 'a'),
        'a/LICENSE': 'Licensed under the Gizmo Works Private License.\n',
        'b/package.json': manifest('Gizmo Works Private License').replace('gizmo', 'b'),
        'c/package.json': manifest('(MIT OR GWPL-1.0)').replace('gizmo', 'c'),
        'd/package.json': manifest('MIT OR Foo').replace('gizmo', 'd'),
        'e/package.json': manifest('odd \0\ud800').replace('gizmo', 'e'),
        'f/pom.xml':
          '<project><groupId>g</groupId><artifactId>f</artifactId><version>1</version><licenses><license><name>Gizmo Works Private License</name></license></licenses></project>',
        'g/setup.cfg': '[metadata]\nname = g\nversion = 1\nlicense = GWPL-1.0\n',
      };
      const project = await projectWith(files);
      await scan(project);
      const items = (await inventory(project)).filter(({ type }) => type === 'COMPONENT');
      expect(items.map((item) => [item.name, item.license_expression, item.license_id])).toEqual([
        ['a 1.0.0 (GWPL-1.0)', 'GWPL-1.0', licenseId],
        ['b 1.0.0 (GWPL-1.0)', 'GWPL-1.0', licenseId],
        [`c 1.0.0 (MIT OR ${ref})`, `MIT OR ${ref}`, null],
        ['d 1.0.0', '', null],
        ['e 1.0.0', '', null],
        ['f 1 (GWPL-1.0)', 'GWPL-1.0', licenseId],
        ['g 1 (GWPL-1.0)', 'GWPL-1.0', licenseId],
      ]);
      const notes = items.map((item) => item.detection_notes);
      expect(notes[0]).toContain('a/package.json declares GWPL-1.0; a/LICENSE holds GWPL-1.0, which agrees');
      expect(notes[3]).toContain('The package declares “MIT OR Foo”, from which no license could be read.');
      expect(notes[4]).toContain('The package declares “odd \ufffd\ufffd”, from which no license could be read.');
    },
    SLOW.timeout,
  );
});

describe('a custom license of unusual words', () => {
  const text =
    'Frobnicate gizmos, humming wistfully, and polish every sprocket before sundown, lest goblins nibble your toes.';
  it('is detected in a long file from the next scan on, and by its name, without a restart', async () => {
    const filler = 'int value = compute(first, second);\n'.repeat(100);
    const files = { 'a.c': `${filler}/* ${text} */\n${filler}`, 'b.c': 'Released under the Goblin Courtesy.\n' };
    const project = await projectWith(files);
    await scan(project);
    expect(await inventory(project)).toEqual([]);
    const body = { name: 'Goblin Courtesy', shortName: 'Goblin', licenseText: text, priority: 'P2' };
    expect((await h.call('POST', '/licenses', { body })).status).toBe(201);
    await scan(project);
    expect(await inventory(project)).toMatchObject([{ license_expression: 'Goblin', paths: ['a.c', 'b.c'] }]);
  });
});

describe('a detection rule', () => {
  async function customVersion(): Promise<{ componentId: number; versionId: number }> {
    const body = { name: `anvil${++count}`, title: 'Anvils', url: 'NA' };
    const componentId = (await h.call('POST', '/components', { body })).body.id;
    const versionId = (await h.call('POST', `/components/${componentId}/versions`, { body: { name: '1.0' } })).body.id;
    return { componentId, versionId };
  }

  it('by name and MD5 creates an item of a custom component, with its texts, and a rescan keeps it', async () => {
    const content = `int anvil = ${Math.random()};\n`;
    const md5 = createHash('md5').update(content).digest('hex');
    const { componentId, versionId } = await customVersion();
    const rule = {
      componentId,
      versionId,
      licenseId: 7,
      noticesText: 'Notice!',
      auditNotes: 'Ours',
      fileInfo: [{ name: 'anvil.c', md5: md5.toUpperCase() }],
    };
    expect((await h.call('POST', '/rules', { body: rule })).status).toBe(201);
    const project = await projectWith({ 'lib/anvil.c': content, 'lib/other.c': content, 'anvil.c': 'changed' });
    await scan(project);
    const expected = [
      {
        type: 'COMPONENT',
        component_id: componentId,
        version_id: versionId,
        license_id: 7,
        license_expression: 'MIT',
        notices_text: 'Notice!',
        audit_notes: 'Ours',
        paths: ['lib/anvil.c'],
        created_by: 'High Confidence Auto-WriteUp Rule',
      },
    ];
    expect(await inventory(project)).toMatchObject(expected);
    await scan(project);
    expect(await inventory(project)).toMatchObject(expected);
  });

  it('by path patterns creates an item, which loses its files when the rule is deleted', async () => {
    const { componentId, versionId } = await customVersion();
    const rule = {
      componentId,
      versionId,
      licenseId: 4,
      ruleInfo: [{ detectionType: 'filePath', detectionCriteria: ['third/**/*.h', 'nothing/'] }],
    };
    const { id } = (await h.call('POST', '/rules', { body: rule })).body;
    const project = await projectWith({ 'third/a.h': '1', 'third/x/b.h': '2', 'third/c.c': '3' });
    await scan(project);
    expect(await inventory(project)).toMatchObject([
      { component_id: componentId, license_expression: 'BSD-3-Clause', paths: ['third/a.h', 'third/x/b.h'] },
    ]);
    await h.call('DELETE', `/rules/${id}`);
    await scan(project);
    expect((await inventory(project)).map((item) => item.paths)).toEqual([[]]);
  });
});

describe('a license off the SPDX list that our own rules find', () => {
  const jdom = licensesOffTheList().find(({ id }) => id === 'LicenseRef-JDOM')!;
  const kept = async () => (await h.call('GET', '/licenses/LicenseRef-JDOM')).body.data;
  const known = { shortName: 'LicenseRef-JDOM', name: 'JDOM License', text: jdom.text, custom: false };

  it('is added to the library with its name and text', SLOW, async () => {
    const project = await projectWith({
      'LICENSE.txt': jdom.text,
      'both.txt': `${jdom.text}\n\nLicensed under the MIT license.`,
    });
    await scan(project);
    expect((await inventory(project)).map(({ license_expression }) => license_expression)).toContain('LicenseRef-JDOM');
    expect(await kept()).toMatchObject(known);
  });

  it('gets them at the next start if an older version created it without', async () => {
    await h.database.pool.query(
      `update licenses set name = short_name, text = '' where short_name = 'LicenseRef-JDOM'`,
    );
    await writeSetting(h.app.db, 'licenseLibrary', { version: 'older' });
    await fillLicenseLibrary(h.app.db);
    expect(await kept()).toMatchObject(known);
  });

  it('keeps those that people gave it', async () => {
    const own = { name: 'Ours', shortName: 'LicenseRef-JDOM', licenseText: 'Our words about it.' };
    expect((await h.call('POST', '/licenses', { body: own })).status).toBe(201);
    await writeSetting(h.app.db, 'licenseLibrary', { version: 'older' });
    await fillLicenseLibrary(h.app.db);
    expect(await kept()).toMatchObject({ name: 'Ours', text: 'Our words about it.', custom: true });
  });
});
