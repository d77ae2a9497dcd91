// Small inputs on which the scanner once said something wrong, each with the right value. They lie beside the checkout; where they are absent, the
// tests say so and are skipped.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { licenseLibrary } from '../licenses/rules/library.ts';
import { scanSource } from './index.ts';
import { createInventory } from './inventory.ts';

const root = join(import.meta.dirname, '../../../../shared/data/real-bugs');
if (!existsSync(root)) console.warn(`${root} is missing, so its cases are not checked.`);

/** What a scan of the folder says about each file, and its components. */
async function scanned(folder: string) {
  const holders = new Map<string, string[]>();
  const licenses = new Map<string, [spdx: string, line: number][]>();
  const direct = new Map<string, string>();
  const spdx = new Map<string, string[]>();
  const issues: { path: string; message: string }[] = [];
  const inventory = createInventory();
  for await (const item of scanSource(folder)) {
    if (item.type === 'issue') issues.push(item.issue);
    if (item.type !== 'file') continue;
    inventory.add(item.path, item.facts);
    spdx.set(item.path, item.facts.spdx);
    holders.set(
      item.path,
      item.facts.copyrights.map(({ holder }) => holder),
    );
    licenses.set(
      item.path,
      item.facts.licenses.map(({ expression, startLine }) => [expression, startLine]),
    );
    for (const { purl, scope, isDirect } of item.facts.packages) if (isDirect === true) direct.set(purl, scope);
  }
  return { holders, licenses, direct, spdx, issues, inventory: inventory.finish().inventory };
}

const expectedOf = (name: string) => JSON.parse(readFileSync(join(root, name, 'expected.json'), 'utf8')).expected;

it.skipIf(!existsSync(root)).each(['05-words-after-the-statement', '09-legacy-encodings'])('%s', async (name) => {
  const { holders } = await scanned(join(root, name, 'input'));
  const expected = Object.entries(expectedOf(name) as Record<string, { holders: string[] }>);
  expect(expected.map(([path]) => [path, holders.get(path)])).toEqual(
    expected.map(([path, one]) => [path, one.holders]),
  );
});

it.skipIf(!existsSync(root))('01-eula-forbids-gpl', async () => {
  const { spdx } = await scanned(join(root, '01-eula-forbids-gpl/input'));
  const expected = expectedOf('01-eula-forbids-gpl') as Record<string, { spdx: string[] }>;
  expect(Object.fromEntries(spdx)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([path, one]) => [path, one.spdx])),
  );
});

it.skipIf(!existsSync(root))('03-choice-said-twice', async () => {
  const { spdx } = await scanned(join(root, '03-choice-said-twice/input'));
  const expected = expectedOf('03-choice-said-twice') as Record<string, { spdx: string[] }>;
  expect(Object.fromEntries(spdx)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([path, one]) => [path, one.spdx])),
  );
});

it.skipIf(!existsSync(root))('07-broken-expression', async () => {
  const { issues } = await scanned(join(root, '07-broken-expression/input'));
  expect(issues.find(({ path }) => path === 'a.txt')?.message.toLowerCase()).toContain(
    expectedOf('07-broken-expression')['a.txt'].issue.toLowerCase(),
  );
  expect(issues.map(({ path }) => path)).toContain('b.txt');
});

it.skipIf(!existsSync(root))('21-changed-meaning', async () => {
  const { spdx } = await scanned(join(root, '21-changed-meaning/input'));
  expect(spdx.get('isc.txt')).toEqual(['ISC', 'LicenseRef-unknown-license']);
  expect(spdx.get('nonneg.h')).toEqual(['BSD-3-Clause', 'LicenseRef-unknown-license']);
});

it.skipIf(!existsSync(root))('23-primary-from-a-mention', async () => {
  const { inventory } = await scanned(join(root, '23-primary-from-a-mention/input'));
  const expected = expectedOf('23-primary-from-a-mention') as Record<string, { primary: string }>;
  expect(
    Object.fromEntries(
      inventory.components.map(({ ownedFolder = '', primaryLicense }) => [
        ownedFolder,
        { primary: primaryLicense.expression },
      ]),
    ),
  ).toEqual(expected);
});

it.skipIf(!existsSync(root))('11-gradle-dollar', async () => {
  const { direct } = await scanned(join(root, '11-gradle-dollar/input'));
  expect([...direct.keys()].sort()).toEqual([...expectedOf('11-gradle-dollar').purls].sort());
});

it.skipIf(!existsSync(root))('13-yarn-patch-direct', async () => {
  const { direct } = await scanned(join(root, '13-yarn-patch-direct/input'));
  expect([...direct.keys()].sort()).toEqual(expect.arrayContaining(expectedOf('13-yarn-patch-direct').direct));
});

it.each([
  ['Shift-JIS', Buffer.from('8e52936391be9859', 'hex'), undefined],
  ['GBK', Buffer.from('cdf5d0a1c3f7', 'hex'), undefined],
  ['windows-1251', Buffer.from('d9e5f0e1e0eaeee2', 'hex'), undefined],
  ['UTF-16', undefined, 'utf16le' as const],
])('a license text in %s is found at its lines', async (_, name, encoding) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-encodings-'));
  try {
    const mit = licenseLibrary().find(({ id }) => id === 'MIT')?.text ?? '';
    const head = name === undefined ? Buffer.from('Oak') : name;
    const text = Buffer.concat([Buffer.from('Copyright (c) 2004 '), head, Buffer.from(`\n\n${mit}\n`)]);
    writeFileSync(join(folder, 'LICENSE'), encoding ? Buffer.from(text.toString('utf8'), encoding) : text);
    const { licenses, holders } = await scanned(folder);
    expect(holders.get('LICENSE')?.[0]).toMatch(/^[\p{L} ]{3,}$/u);
    expect(licenses.get('LICENSE')).toEqual([['MIT', 3]]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
