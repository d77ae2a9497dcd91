// Licenses inside documents, read on request, in the calling thread and in the pool.
import { afterAll, describe, expect, it } from 'vitest';
import { docx, odt, pdf, zipOf } from '../../test/documents/document-builders.ts';
import { createAnalyzer } from '../analyze/index.ts';
import { loadLicenseIndex } from '../licenses/index.ts';
import { createAnalyzerPool } from '../pool/index.ts';
import { analyzeWithDocuments, isDocumentName } from './index.ts';
import { plainText } from './office.ts';

const LINES = ['About nothing', 'Licensed under the Apache License, Version 2.0', 'Copyright 2020 Ann Oak'];
const analyzer = createAnalyzer({ licenseIndex: loadLicenseIndex(), searchTerms: ['nothing'] });
const analyze = (bytes: Uint8Array) => analyzeWithDocuments(analyzer, { bytes, hint: '' });
const pool = createAnalyzerPool({ threads: 1, readsDocuments: true, deadlineMs: 60_000, memoryLimitMb: 512 });
afterAll(() => pool.close());

describe('analyzeWithDocuments', () => {
  it.each([
    ['PDF', pdf(LINES)],
    ['OOXML', docx(LINES)],
    ['OpenDocument', odt(LINES)],
  ])('finds licenses in the text of a %s file, and keeps the facts of its bytes', async (_, bytes) => {
    const { findings, issues } = await analyze(bytes);
    expect(issues).toEqual([]);
    expect(findings).toMatchObject({ kind: 'document', sizeBytes: bytes.length, spdx: ['Apache-2.0'] });
    expect(findings.licenses[0]).toMatchObject({ startLine: 2 });
    expect(findings.copyrights).toMatchObject([{ statement: 'Copyright 2020 Ann Oak', startLine: 3 }]);
    expect(findings.searchTerms).toEqual([{ term: 'nothing', count: 1, line: 1 }]);
    // The same in a thread, and nothing of it without the request.
    const [inThread] = await pool.run([{ bytes, hint: '' }]);
    expect(inThread!.findings.spdx).toEqual(['Apache-2.0']);
    expect(analyzer.analyze(bytes, '').findings.spdx).toEqual([]);
  });

  it.each([
    ['a damaged PDF', Buffer.from('%PDF-1.4 nothing follows'), /damaged/],
    ['a PDF without text', pdf([]), /only pictures/],
    ['a document cut short', docx(LINES).subarray(0, 150), /damaged/],
    ['a document without text', docx([]), /only pictures/],
  ])('reports why there is no text: %s', async (_, bytes, why) => {
    const { findings, issues } = await analyze(bytes);
    expect(findings).toMatchObject({ kind: 'document', spdx: [] });
    expect(issues).toEqual([{ code: 'unreadable', path: '', message: expect.stringMatching(why) }]);
  });

  it('refuses a document that unpacks to more than the limit', async () => {
    const bytes = zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': ' '.repeat(65 * 1024 * 1024) });
    expect((await analyze(bytes)).issues[0]!.message).toContain('larger than 64 MB unpacked');
  });

  it('changes nothing for other files', async () => {
    for (const bytes of [
      Buffer.from('// SPDX-License-Identifier: MIT\n'),
      Buffer.from([0, 1, 2, 255]),
      Buffer.alloc(0),
    ])
      expect(await analyze(bytes)).toEqual(analyzer.analyze(bytes, ''));
  });

  it('never throws on mutated documents', async () => {
    let seed = 5;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 8) % below;
    };
    for (let round = 0; round < 60; round++) {
      const bytes = Buffer.from([pdf(LINES), docx(LINES), odt(LINES)][round % 3]!);
      for (let i = 0; i < 1 + random(12); i++) bytes[8 + random(bytes.length - 8)] = random(256);
      const { findings, issues } = await analyze(bytes);
      expect(findings.sizeBytes).toBe(bytes.length);
      expect(issues.filter(({ code }) => code === 'internal')).toEqual([]);
    }
  });
});

it.each([
  ['<w:p>a &amp; b</w:p><w:p>c&#169;d</w:p>', 'a & b\nc©d\n'],
  ['a<w:tab/>b<br/>c', 'a b\nc'],
  ['&unknown; &#0;', '&unknown; '],
  ['<'.repeat(5), '<<<<<'],
])('plain text of %j', (xml, expected) => {
  expect(plainText(xml)).toBe(expected);
});

it('recognises documents by name', () => {
  expect(['a/b.PDF', 'x.docx', 'x.odt', 'x.epub'].every(isDocumentName)).toBe(true);
  expect(['a.pdf.txt', 'pdf', 'x.doc'].some(isDocumentName)).toBe(false);
});
