import { afterAll, describe, expect, it } from 'vitest';
import { analysisHint } from '../analyze/hint.ts';
import type { FileFacts } from '../findings.ts';
import { createAnalyzerPool } from './index.ts';
import { factsBesidePackages, packagesOf, type WrittenResult, writtenResult } from './written.ts';

const pool = createAnalyzerPool({
  threads: 1,
  deadlineMs: 60_000,
  memoryLimitMb: 512,
  searchTerms: ['patent'],
  digestsEvidence: true,
});
afterAll(() => pool.close());

const read = ({ facts }: WrittenResult): FileFacts => JSON.parse(Buffer.from(facts).toString());

const lockfile = (entries: number) =>
  Buffer.from(
    JSON.stringify({
      name: 'root',
      lockfileVersion: 3,
      packages: Object.fromEntries(
        Array.from({ length: entries }, (_, i) => [
          `node_modules/p${i}`,
          { version: `1.${i}.0`, license: 'MIT\0\ud800' },
        ]),
      ),
    }),
  );

const FILES = [
  { bytes: Buffer.from('// SPDX-License-Identifier: MIT\n// patent\nconst a = 1;\n'), hint: analysisHint('a.js') },
  { bytes: Buffer.alloc(0), hint: '' },
  { bytes: lockfile(2500), hint: analysisHint('package-lock.json') },
  { bytes: Buffer.from('Copyright (c) 2020 Ünïcode Holder <a@example.org>\nsee COPYING\n'), hint: '' },
];

describe('serialised facts', () => {
  it('equal those of run(), with the packages last and without search terms', async () => {
    const plain = await pool.run(FILES);
    const written = await pool.runWritten(FILES);
    expect(plain.some(({ evidence }) => evidence !== undefined)).toBe(true);
    for (const [index, result] of written.entries()) {
      const { searchTerms, ...facts } = plain[index]!.findings;
      const storable = JSON.parse(
        JSON.stringify(facts).replaceAll('\\u0000', '\ufffd').replaceAll('\\ud800', '\ufffd'),
      );
      expect(read(result)).toEqual(storable);
      expect(JSON.parse(Buffer.from(packagesOf(result)).toString())).toEqual(storable.packages);
      const { packages, ...others } = storable;
      expect(factsBesidePackages(result)).toEqual(others);
      expect(result.issues).toEqual(plain[index]!.issues);
      expect(result.summary).toEqual({
        sha256: facts.sha256,
        sizeBytes: facts.sizeBytes,
        kind: facts.kind,
        language: facts.language,
        lineCount: facts.lines.total,
        spdx: facts.spdx,
        hasPackages: packages.length > 0,
        hasEvidence: [facts.licenses, facts.copyrights, facts.emails, facts.urls].some((list) => list.length > 0),
        hasReferences: facts.licenseReferences.length > 0,
        searchTerms,
        ...(plain[index]!.evidence && { evidence: plain[index]!.evidence }),
      });
    }
    expect(written.map(({ summary }) => summary.searchTerms.length)).toEqual([1, 0, 0, 0]);
  });

  it('exist also for a file whose thread died', async () => {
    const hostile = createAnalyzerPool({
      threads: 1,
      deadlineMs: 25_000,
      memoryLimitMb: 48,
      workerFile: new URL('./hostile-worker.ts', import.meta.url),
    });
    try {
      const texts = ['a', 'exit', 'b'];
      const results = await hostile.runWritten(texts.map((text) => ({ bytes: Buffer.from(text), hint: '' })));
      expect(results.map(({ issues }) => issues.map(({ code }) => code))).toEqual([[], ['internal'], []]);
      expect(results.map((result) => read(result).sizeBytes)).toEqual([1, 4, 1]);
    } finally {
      await hostile.close();
    }
  });

  it('contain as many packages as the database can store, and an issue says how many', async () => {
    const [result] = await pool.run([FILES[2]!]);
    const { packages } = result!.findings;
    expect(packages.length).toBe(2500);
    const half = Buffer.byteLength(JSON.stringify(packages)) / 2;
    const written = writtenResult(result!, half);
    expect(JSON.parse(Buffer.from(packagesOf(written)).toString())).toHaveLength(1000);
    expect(written.issues.at(-1)).toEqual({
      code: 'truncated-analysis',
      path: '',
      message: 'The file names 2,500 packages, more than can be kept; the first 1,000 are.',
    });
    expect(written.summary.hasPackages).toBe(true);
  });
});
