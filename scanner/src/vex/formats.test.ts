// VEX documents: which statements are read, and what is named as left out (format-cases.ts); and all public
// documents beside the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variantsOf } from '../../test/document-variants.ts';
import type { DataIssue } from '../member-reader.ts';
import { VEX_CASES } from './format-cases.ts';
import { VEX_FORMATS } from './formats.ts';
import { readVex, VexRefused } from './read.ts';

const SHARED = join(import.meta.dirname, '../../../../shared/data/vex');

function read(content: unknown) {
  const issues: DataIssue[] = [];
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return { ...readVex(Buffer.from(text), issues), issues: issues.map(({ message }) => message) };
}

describe('every format', () => {
  it('has a case', () => {
    expect(Object.keys(VEX_CASES).sort()).toEqual(VEX_FORMATS.map(({ name }) => name).sort());
  });

  it.each(Object.entries(VEX_CASES))('%s: statements, and what is left out', (_name, { document, carried, issues }) => {
    const { issues: said, ...vex } = read(document);
    expect(vex).toMatchObject(carried);
    expect(vex.statements).toHaveLength((carried as { statements: unknown[] }).statements.length);
    expect(said).toEqual(issues.map((text) => expect.stringContaining(text)));
  });

  it.each(Object.entries(VEX_CASES))('%s: accepts any wrong value', (_name, { document }) => {
    for (const wrong of [null, 5, 'text', [], {}, [[]], [null], { a: 1 }, true, '\0\ud800'])
      for (const broken of variantsOf(document, wrong)) {
        try {
          read(broken);
        } catch (error) {
          expect(error).toBeInstanceOf(VexRefused);
        }
      }
  });
});

it.each([
  ['nothing', '', 'must be JSON'],
  ['half a document', '{"bomFormat":"CycloneDX"', 'must be JSON'],
  ['a list', '[]', 'no format of VEX'],
  ['an SPDX document', '{"spdxVersion":"SPDX-2.3"}', 'no format of VEX'],
  ['deep nesting', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, ''],
])('refuses %s', (_what, content, text) => {
  expect(() => read(content)).toThrow(text);
});

it('reads a tree of products of any depth', () => {
  const branch = '{"branches":['.repeat(50_000);
  const text = `{"document":{"csaf_version":"2.0"},"product_tree":${branch}${']}'.repeat(50_000)},"vulnerabilities":[]}`;
  expect(read(text).statements).toEqual([]);
});

const isThere = existsSync(SHARED);
it.skipIf(!isThere)(
  `reads the public documents${isThere ? '' : ' (skipped: they are not beside the repository)'}`,
  () => {
    const files = readdirSync(SHARED, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
    const counts = files
      .filter((name) => name.startsWith('csaf/') || name.endsWith('.vex.json') || name.endsWith('.openvex.json'))
      .map((name) => read(readFileSync(join(SHARED, name), 'utf8')))
      .map(({ format, statements }) => [format, statements.flatMap(({ targets }) => targets).length] as const);
    const sum = (wanted: string) => counts.flatMap(([format, count]) => (format === wanted ? [count] : []));
    expect(sum('OpenVEX').length).toBeGreaterThan(6);
    expect(sum('CSAF').length).toBeGreaterThan(15);
    expect(sum('CSAF').filter((count) => count > 0).length).toBeGreaterThan(12);
  },
);
