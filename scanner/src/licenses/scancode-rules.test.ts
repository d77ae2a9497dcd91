// Rules in ScanCode's format: from a folder and from an archive, broken files as issues. The whole collection is tried when it is at hand.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { afterAll, expect, it } from 'vitest';
import { splitFrontMatter } from './front-matter.ts';
import { detectLicenses, loadLicenseIndex } from './index.ts';
import { convertRules, importLicenseRules } from './scancode-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILES: Record<string, string> = {
  'licenses/acme.LICENSE':
    '---\nkey: acme\nname: Acme\nspdx_license_key: LicenseRef-scancode-acme\n---\n\nYou may frobnicate this widget as often as you like.\n',
  'licenses/mit.LICENSE':
    '---\nkey: mit\nspdx_license_key: MIT\n---\n\nPermission to frobnicate is granted to all and sundry.\n',
  'rules/acme_1.RULE':
    '---\nlicense_expression: acme OR mit\nis_license_notice: yes\nrelevance: 90\nreferenced_filenames:\n    - COPYING\n    - LICENSE\n---\n\nwidget terms: see the {{acme}} file\n',
  'rules/false_1.RULE': '---\nis_false_positive: yes\n---\n\nacme frobnicator documentation says widget terms\n',
  'rules/old.RULE': '---\nlicense_expression: mit\nis_deprecated: yes\n---\n\nan old and deprecated rule\n',
  'rules/broken.RULE': 'no front matter here\n',
  'rules/empty.RULE': '---\nis_license_tag: yes\n---\n\nsome words\n',
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function archive(): Promise<string> {
  const pack = tar.pack();
  for (const [name, text] of Object.entries(FILES)) pack.entry({ name: `deep/${name}` }, text);
  pack.finalize();
  const parts: Buffer[] = [];
  for await (const part of pack) parts.push(part as Buffer);
  const path = join(folder, 'rules.tar.gz');
  writeFileSync(path, gzipSync(Buffer.concat(parts)));
  return path;
}

it.each(['folder', 'archive'])('imports a %s', async (kind) => {
  const out = join(folder, `${kind}.index`);
  const result = await importLicenseRules(kind === 'folder' ? folder : await archive(), out);
  expect(result).toMatchObject({ rules: 4, licenses: 2 });
  expect(result.issues.map((issue) => issue.path).sort()).toEqual(['broken.RULE', 'empty.RULE']);
  const index = loadLicenseIndex(out);
  const found = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;
  expect(found('License: You may frobnicate this widget, as often as you like!')).toEqual(['LicenseRef-scancode-acme']);
  expect(found('license\nwidget terms: see the ACME file')).toEqual(['LicenseRef-scancode-acme OR MIT']);
  expect(found('license\nacme frobnicator documentation says widget terms')).toEqual([]);
});

it('keeps relevance, kind and referenced files', () => {
  const { rules } = convertRules([{ name: 'acme_1.RULE', text: FILES['rules/acme_1.RULE']! }]);
  expect(rules[0]).toMatchObject({
    kind: 'notice',
    relevance: 90,
    referencedFiles: ['COPYING', 'LICENSE'],
    isImported: true,
  });
});

it('refuses a source without rules and one of unknown kind', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'assay-rules-'));
  writeFileSync(join(empty, 'rules.rar'), 'x');
  await expect(importLicenseRules(empty, join(folder, 'x.index'))).rejects.toThrow(/holds no rules/);
  await expect(importLicenseRules(join(empty, 'rules.rar'), join(folder, 'x.index'))).rejects.toThrow(
    /neither a folder/,
  );
  rmSync(empty, { recursive: true });
});

it('reads front matter', () => {
  const { fields, text } = splitFrontMatter(
    "---\na: yes\nb: 'quoted: text'\nlist:\n    - one\n    - two words\nnotes: |\n    first\n    second\n---\n\nbody\n",
  )!;
  expect(fields).toEqual({ a: 'yes', b: 'quoted: text', list: ['one', 'two words'], notes: 'first second' });
  expect(text.trim()).toBe('body');
  expect(splitFrontMatter('no')).toBeUndefined();
});

const collection = '../shared/data/scancode-rules/scancode-rules-32.3.tar.xz';
if (!existsSync(collection)) console.warn(`${collection} is absent: the import of the whole collection is not tried`);
it.skipIf(!existsSync(collection))('imports the whole collection', { timeout: 120_000 }, async () => {
  const out = join(folder, 'all.index');
  const result = await importLicenseRules(collection, out);
  expect(result.rules).toBeGreaterThan(37_000);
  const index = loadLicenseIndex(out);
  expect(detectLicenses(index, Buffer.from('Licensed under the Apache License, Version 2.0')).spdx).toEqual([
    'Apache-2.0',
  ]);
});
