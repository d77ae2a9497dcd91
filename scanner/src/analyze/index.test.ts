import { describe, expect, it } from 'vitest';
import { elfFile, goBuildInfo } from '../binaries/builders.ts';
import { loadLicenseIndex } from '../licenses/index.ts';
import { isShared } from '../manifests/index.ts';
import { MANIFEST_MEMBERS } from '../manifests/members.ts';
import { digestsOf, gitBlobId, runningDigests } from './digests.ts';
import { analysisHint, analyzerVersion, createAnalyzer, WINDOW_BYTES } from './index.ts';
import { analyzeStream } from './stream.ts';
import { MAX_WINDOWS } from './windows.ts';

const licenseIndex = loadLicenseIndex();
const analyzer = createAnalyzer({ licenseIndex, searchTerms: ['needle'] });
const HEADER = '// SPDX-License-Identifier: MIT\n// Copyright 2020 Ada Example\n';

describe('analyze', () => {
  it('finds everything in a source file', () => {
    const text = `${HEADER}\nint needle(void); /* ada@fixture-mail.net */\n`;
    const { findings, issues } = analyzer.analyze(Buffer.from(text), 'C');
    expect(issues).toEqual([]);
    expect(findings).toMatchObject({
      sizeBytes: text.length,
      ...digestsOf(Buffer.from(text)),
      kind: 'text',
      mediaType: 'text/plain',
      language: 'C',
      lines: { total: 4, code: 1, comment: 2, blank: 1 },
      spdx: ['MIT'],
      searchTerms: [{ term: 'needle', count: 1, line: 4 }],
    });
    expect(findings.licenses[0]).toMatchObject({ expression: 'MIT', startLine: 1 });
    expect(findings.copyrights[0]).toMatchObject({ holder: 'Ada Example', years: '2020', startLine: 2 });
    expect(findings.emails).toEqual([{ value: 'ada@fixture-mail.net', line: 4 }]);
  });

  it.each([
    ['UTF-16 little endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 big endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ])('finds the same in %s', (_, encode) => {
    const { findings } = analyzer.analyze(encode(`${HEADER}int a;\n`), 'C');
    expect(findings).toMatchObject({ spdx: ['MIT'], lines: { total: 3, code: 1, comment: 2, blank: 0 } });
    expect(findings.copyrights[0]).toMatchObject({ holder: 'Ada Example', startLine: 2 });
  });

  it('finds no statements in a binary', () => {
    const { findings } = analyzer.analyze(Buffer.concat([Buffer.from(HEADER), Buffer.alloc(8)]), 'C');
    expect(findings).toMatchObject({ kind: 'binary', language: '', licenses: [], copyrights: [], lines: { total: 0 } });
  });

  describe('a license file that no rule knows', () => {
    const HOUSE_TERMS = `Terms of the Oak House

The oaks in this folder belong to the house. Guests look at them for as long as they stay, and carry none of them away. Whoever plants
an oak here leaves it here. The house may fell every oak, and owes nobody a reason. What guests lose below the oaks is lost. These terms
hold until the house writes others, which then hold for the guests who are there already.
`;
    const idsOf = (text: string, path: string) => analyzer.analyze(Buffer.from(text), analysisHint(path)).findings;

    it.each(['LICENSE', 'a/COPYING.txt', 'docs/LICENSE-oak.md', 'EULA.txt', 'End-User License Agreement.html'])(
      'is an unknown license as %s, with all of its lines',
      (path) => {
        const { spdx, licenses } = idsOf(HOUSE_TERMS, path);
        expect(spdx).toEqual(['LicenseRef-unknown-license']);
        expect(licenses).toMatchObject([{ rule: 'unknown/license-file', kind: 'text', startLine: 1, endLine: 5 }]);
      },
    );

    it.each([
      ['terms.txt', HOUSE_TERMS],
      ['license.ts', HOUSE_TERMS],
      ['NOTICE', HOUSE_TERMS],
      ['COPYRIGHT', HOUSE_TERMS],
      ['LICENSE', 'The terms of the Oak House hold.'],
      ['LICENSE', 'SPDX-License-Identifier: MIT'],
      ['LICENSE', ''],
    ])('has no license as %s: %j', (path, text) => {
      expect(idsOf(text, path).spdx).not.toContain('LicenseRef-unknown-license');
    });
  });

  it('reads the packages of a manifest', () => {
    const { findings } = analyzer.analyze(
      Buffer.from('{"name": "a", "version": "1.0.0"}'),
      analysisHint('x/package.json'),
    );
    expect(findings.packages).toMatchObject([{ purl: 'pkg:npm/a@1.0.0' }]);
  });

  it.each(MANIFEST_MEMBERS.map(({ name }) => name).filter((name) => !isShared(name)))(
    'says in one sentence that %s should not be binary data',
    (name) => {
      const { findings, issues } = analyzer.analyze(noise(5000), `+${name}`);
      expect(findings.packages).toEqual([]);
      expect(issues).toEqual([{ code: 'bad-manifest', path: '', message: expect.stringMatching(/^[A-Z"].*\.$/) }]);
    },
  );

  it.each(MANIFEST_MEMBERS.map(({ name }) => name).filter(isShared))(
    'says nothing about binary data under a name of %s, which other formats have too',
    (name) => {
      const { findings, issues } = analyzer.analyze(noise(5000), `+${name}`);
      expect(findings.packages).toEqual([]);
      expect(issues).toEqual([]);
    },
  );

  it('reports a broken manifest and keeps the other findings', () => {
    const { findings, issues } = analyzer.analyze(Buffer.from('{"name": '), analysisHint('package.json'));
    expect(issues).toMatchObject([{ code: 'bad-manifest', path: '' }]);
    expect(findings).toMatchObject({ kind: 'text', language: 'JSON', packages: [] });
  });

  it('uses known digests without computing them', () => {
    const known = { md5: 'a', sha1: 'b', sha256: 'c' };
    expect(analyzer.analyze(Buffer.from('x'), '', known).findings).toMatchObject(known);
  });

  it('gives the same facts again, whatever was analysed in between', () => {
    const bytes = Buffer.from(`${HEADER}int a;\n`);
    const first = analyzer.analyze(bytes, 'C');
    analyzer.analyze(Buffer.from('Licensed under the Apache License, Version 2.0\n'.repeat(500)), '');
    expect(analyzer.analyze(bytes, 'C')).toEqual(first);
  });
});

describe('large texts', () => {
  const line = 'int value_of_something(int first, int second);\n';
  const filler = (bytes: number) => line.repeat(Math.ceil(bytes / line.length));
  /** Statements at the start, after the first window, and at the end. */
  const parts = [
    `${HEADER}\n`,
    filler(WINDOW_BYTES),
    `\n// Copyright 2021 Ben Example\n// needle\n`,
    filler(1000),
    '// SPDX-License-Identifier: Apache-2.0\n// needle',
  ];
  const text = Buffer.from(parts.join(''));
  const lineOf = (words: string) => text.subarray(0, text.indexOf(words)).toString().split('\n').length;
  const whole = analyzer.analyze(text, 'C');

  it('are analysed in windows with continuous line numbers, and an issue says so', () => {
    expect(whole.issues).toMatchObject([{ code: 'truncated-analysis', message: expect.stringContaining('2 parts') }]);
    expect(whole.findings.spdx).toEqual(['Apache-2.0', 'MIT']);
    expect(whole.findings.licenses.map(({ startLine }) => startLine)).toEqual([
      1,
      lineOf('SPDX-License-Identifier: Apache'),
    ]);
    expect(whole.findings.copyrights.map(({ holder, startLine }) => [holder, startLine])).toEqual([
      ['Ada Example', 2],
      ['Ben Example', lineOf('Copyright 2021')],
    ]);
    expect(whole.findings.searchTerms).toEqual([{ term: 'needle', count: 2, line: lineOf('needle') }]);
    expect(whole.findings.lines.total).toBe(text.toString().split('\n').length);
    expect(whole.findings).toMatchObject(digestsOf(text));
  });

  it.each([[1_000_000], [65_536], [8191], [12_345_678]])(
    'give the same from a stream of chunks of %d bytes',
    async (size) => {
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.subarray(at * size, (at + 1) * size),
      );
      const streamed = await analyzeStream(chunks, 'C', analyzer.analyzeWindow);
      expect({ ...streamed.findings, sizeBytes: 0 }).toEqual({ ...whole.findings, sizeBytes: 0 });
      expect(streamed.findings.sizeBytes).toBe(text.length);
    },
  );

  it('in UTF-16 are cut at lines and between characters', () => {
    const wide = Buffer.from(`\ufeff${parts.join('')}`, 'utf16le');
    const { findings } = analyzer.analyze(wide, 'C');
    expect(findings.lines).toEqual(whole.findings.lines);
    expect(findings.copyrights.map(({ holder }) => holder)).toEqual(['Ada Example', 'Ben Example']);
  });

  it('without any line end are cut too', () => {
    const { findings, issues } = analyzer.analyze(Buffer.alloc(WINDOW_BYTES * 2 + 5, 'ä'), 'C');
    expect(issues).toMatchObject([{ code: 'truncated-analysis' }]);
    expect(findings.sizeBytes).toBe(WINDOW_BYTES * 2 + 5);
  });

  it('have only their lines counted after the last window, and an issue says so', async () => {
    const chunk = Buffer.from(`${'x\n'.repeat(500_000)}`);
    const chunks = Math.ceil(((MAX_WINDOWS + 1) * WINDOW_BYTES) / chunk.length);
    async function* repeated() {
      for (let index = 0; index < chunks; index++) yield chunk;
      yield Buffer.from(HEADER);
    }
    const { findings, issues } = await analyzeStream(repeated(), 'C', analyzer.analyzeWindow);
    expect(issues.at(-1)).toMatchObject({
      code: 'truncated-analysis',
      message: expect.stringContaining('only lines and digests'),
    });
    expect(findings.spdx).toEqual([]);
    expect(findings.lines.total).toBe(chunks * 500_000 + 2);
  });

  it('that are binary are not kept in memory', async () => {
    let analysed = 0;
    const chunks = [Buffer.from([0]), Buffer.alloc(WINDOW_BYTES * 2)];
    const { findings, issues } = await analyzeStream(chunks, '', (bytes, state) => {
      analysed++;
      return analyzer.analyzeWindow(bytes, state);
    });
    expect({ analysed, issues, kind: findings.kind }).toEqual({ analysed: 0, issues: [], kind: 'binary' });
    expect(findings).toMatchObject(digestsOf(Buffer.concat(chunks)));
  });

  it('that are manifests name the limit above which no packages are read', async () => {
    const message = 'The manifest is larger than 64 MB and was not read for packages.';
    const unread = { code: 'truncated-analysis', path: '', message };
    const hint = analysisHint('composer.lock');
    expect((await analyzeStream([Buffer.from('{}')], hint, analyzer.analyzeWindow)).issues).toEqual([unread]);
    const { findings, issues } = analyzer.analyze(Buffer.alloc((64 << 20) + 1), hint);
    expect({ packages: findings.packages, issues }).toEqual({ packages: [], issues: [unread] });
  });

  it('that are empty give the facts of an empty file', async () => {
    expect((await analyzeStream([], '', analyzer.analyzeWindow)).findings).toMatchObject({
      kind: 'empty',
      ...digestsOf(Buffer.alloc(0)),
    });
  });
});

it.each([
  ['yarn.lock', '', 1],
  ['Cargo.toml', ' \n', 1],
  ['.github/workflows/ci.yml', '\n', 1],
  ['requirements.txt', '', 0],
  ['a/__init__.py', '', 0],
  ['src/index.ts', '', 0],
])('reports an empty %s only if its format requires contents', (path, text, count) => {
  const { issues } = analyzer.analyze(Buffer.from(text), analysisHint(path));
  expect(issues.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 'bad-manifest'));
});

it('counts the lines of old Macintosh files, and gives each finding its correct line', () => {
  const unix = '// SPDX-License-Identifier: MIT\n\n// (c) 2004 Ann Oak <ann@fixture-mail.net>\nint main; // acorn\n';
  const searching = createAnalyzer({ licenseIndex, searchTerms: ['acorn'] });
  const of = (text: string) => ({
    ...searching.analyze(Buffer.from(text), 'C').findings,
    md5: '',
    sha1: '',
    sha256: '',
  });
  expect(of(unix).lines).toEqual({ total: 4, code: 1, comment: 2, blank: 1 });
  expect(of(unix).searchTerms).toEqual([{ term: 'acorn', count: 1, line: 4 }]);
  expect(of(unix.replaceAll('\n', '\r'))).toEqual(of(unix));
});

it('limits the findings of a file, whole or as a stream, and says so once', async () => {
  // Both windows hold too many matches; what lies between costs little to read.
  const many = 'under the MIT License (c) 2004 Ann Oak <ann@fixture-mail.net>\n'.repeat(21_000);
  const text = Buffer.from(`${many}${`${'value '.repeat(20)}\n`.repeat(70_000)}${many}`);
  const whole = analyzer.analyze(text, '');
  expect(text.length).toBeGreaterThan(WINDOW_BYTES);
  expect(WINDOW_BYTES).toBeGreaterThan(many.length);
  expect(whole.findings.licenses).toHaveLength(20_000);
  expect(whole.findings.copyrights).toHaveLength(20_000);
  expect(whole.findings).toMatchObject({ spdx: ['MIT'], emails: [{ line: 1 }], lines: { total: 112_000 } });
  expect(whole.issues.map(({ message }) => message)).toEqual([
    'The file holds too many copyright statements; the first ones are kept.',
    'The file holds too many license matches; the first 20,000 are kept.',
    expect.stringContaining('2 parts'),
  ]);
  const streamed = await analyzeStream([text], '', analyzer.analyzeWindow);
  expect(streamed).toEqual(whole);
});

describe('hostile bytes', () => {
  /** A small generator of numbers, the same in every run. */
  function numbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }

  const seeds = [
    `${HEADER}int main(void) { return "/* \\" // '; }\n`,
    '\ufeff<?xml version="1.0"?>\n<project><!-- Copyright © 2001, 2003-2005 Ada --></project>',
    '{"name": "a", "license": "MIT", "dependencies": {"b": "^1.0.0"}}',
    'def f():\n    """(c) 1999 Ada <ada@fixture-mail.net>\n    """\n',
    'Licensed under the Apache License, Version 2.0 (the "License");\nyou may not use this file except in compliance\n',
    '# See the file doc/COPYING. Under the same license as the\n# rest of the package. Redistri-\n# bution and use in source\n',
    "INSERT INTO `licenses` VALUES (1,'MIT','GPL-2.0'),(2,'(c) 2001 Ada','ada@fixture-mail.net');\n",
  ].map((text) => Buffer.from(text));
  const hints = [
    '',
    'C',
    'Python',
    'Perl',
    'Haskell',
    analysisHint('package.json'),
    analysisHint('pom.xml'),
    '+',
    '++',
    'C+++no-such-member',
  ];

  it('never throw, and facts keep their shape', () => {
    const next = numbers(20260101);
    for (let round = 0; round < 1500; round++) {
      const bytes = mutated(seeds[next(seeds.length)]!, next);
      const hint = hints[next(hints.length)]!;
      const { findings } = analyzer.analyze(bytes, hint);
      expect(findings.sizeBytes).toBe(bytes.length);
      const { total, code, comment, blank } = findings.lines;
      expect(code + comment + blank).toBeLessThanOrEqual(total);
      for (const { startLine, endLine } of [...findings.licenses, ...findings.copyrights]) {
        expect(startLine).toBeGreaterThanOrEqual(1);
        expect(endLine).toBeGreaterThanOrEqual(startLine);
        expect(endLine).toBeLessThanOrEqual(total);
      }
    }
  });

  it.each<[title: string, filler: (index: number) => string]>([
    [
      'a dump of SQL',
      (i) => `INSERT INTO t VALUES (${i},'name ${i}','http://host${i % 50}.net/a',NULL,'It''s ${i}');\n`,
    ],
    ['one line of minified script', (i) => `function a${i}(b,c){return b?c-${i}:"\\u00e9"+d[${i}]};`],
    ['invalid UTF-8', (i) => `\xc3\x28\xff\xfe ${i} \xed\xa0\x80\n`],
    ['words cut at every line end', (i) => `redistri-\nbution${i}-\n`],
    ['references without an end', (i) => `see the same file ${i} LICENSE of the same `],
  ])('in megabytes hide no header and no last line: %s', (_, filler) => {
    const body = Array.from({ length: 60_000 }, (_, index) => filler(index)).join('');
    const text = Buffer.from(`${HEADER}${body}\n\n// Copyright 2015 Zoe Last\n`, 'latin1');
    const { findings } = analyzer.analyze(text, 'C');
    expect(text.length).toBeGreaterThan(800_000);
    expect(findings.licenses[0]).toMatchObject({ expression: 'MIT' });
    expect(findings.copyrights.at(-1)).toMatchObject({ statement: 'Copyright 2015 Zoe Last' });
    expect(findings.licenseReferences.length).toBeLessThanOrEqual(20);
  });

  function mutated(seed: Buffer, next: (below: number) => number): Buffer {
    let bytes = Buffer.from(seed);
    for (let changes = next(6); changes >= 0; changes--) {
      const at = next(bytes.length + 1);
      const kind = next(5);
      if (kind === 0) bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([next(256)]), bytes.subarray(at)]);
      else if (kind === 1) bytes = bytes.subarray(0, at);
      else if (kind === 2) bytes = Buffer.concat([bytes, bytes.subarray(at)]);
      else if (kind === 3)
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.alloc(next(2000), bytes[at] ?? 0), bytes.subarray(at)]);
      else if (bytes.length > 0) bytes[at % bytes.length] = next(256);
    }
    return bytes;
  }
});

describe('digests', () => {
  it('are the same in one call and piece by piece', () => {
    const bytes = Buffer.from('some bytes');
    const running = runningDigests();
    for (const byte of bytes) running.update(Buffer.from([byte]));
    expect(running.finish()).toEqual(digestsOf(bytes));
  });

  it('of known bytes are the known ones', () => {
    expect(digestsOf(Buffer.from('abc'))).toEqual({
      md5: '900150983cd24fb0d6963f7d28e17f72',
      sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
  });

  it('gitBlobId equals the id that git gives', () => {
    expect(gitBlobId(Buffer.alloc(0))).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391');
    expect(gitBlobId(Buffer.from('test content\n'))).toBe('d670460b4b4aece5915caf5c68d12f560a9fe3e4');
  });
});

describe('binary files', () => {
  const modules = 'path\ta\nmod\tx.org/a\tv1.0.0\ndep\ty.org/b\tv2.0.0\n';
  const program = elfFile({ '.go.buildinfo': goBuildInfo('go1.22.0', modules), '.data': Buffer.alloc(300_000, 1) });
  const purls = ['pkg:golang/x.org/a@v1.0.0', 'pkg:golang/y.org/b@v2.0.0', 'pkg:golang/stdlib@1.22.0'];

  it('give the packages from which they were built, whatever their name', () => {
    expect(analyzer.analyze(program, '').findings.packages.map(({ purl }) => purl)).toEqual(purls);
    expect(analyzer.analyze(program, 'C').findings.packages).toHaveLength(3);
  });

  it.each([1000, 10_000, 1_000_000])('also in a stream of pieces of %i bytes', async (size) => {
    const chunks = Array.from({ length: Math.ceil(program.length / size) }, (_, i) =>
      program.subarray(i * size, (i + 1) * size),
    );
    const { findings, issues } = await analyzeStream(chunks, '', analyzer.analyzeWindow);
    expect(findings.packages.map(({ purl }) => purl)).toEqual(purls);
    expect(findings).toMatchObject({ sizeBytes: program.length, kind: 'binary', ...digestsOf(program) });
    expect(issues).toEqual([]);
  });
});

describe('analyzerVersion', () => {
  it('changes with the rules and the search terms, not with the order of the terms', () => {
    const plain = analyzerVersion(licenseIndex);
    const other = { ...licenseIndex, buffer: new SharedArrayBuffer(8) };
    const versions = [
      plain,
      analyzerVersion(other),
      analyzerVersion(licenseIndex, ['a']),
      analyzerVersion(licenseIndex, ['a', 'b']),
    ];
    expect(new Set(versions).size).toBe(versions.length);
    expect(analyzerVersion(licenseIndex, ['b', 'a'])).toBe(versions[3]);
    expect(plain).toMatch(/^[\w-]+$/);
  });
});

/** The same evenly distributed bytes in every run. */
function noise(length: number): Uint8Array {
  let state = 12_345;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >> 16;
  });
}

it('reads names without a label in a file that is called AUTHORS', () => {
  const namesIn = (path: string) =>
    createAnalyzer({ licenseIndex: loadLicenseIndex() })
      .analyze(Buffer.from('Ann Oak\nBea Elm\n'), analysisHint(path))
      .findings.authors.map(({ value }) => value);
  expect(['AUTHORS', 'doc/authors.txt', 'Contributors.md'].map(namesIn)).toEqual([
    ['Ann Oak', 'Bea Elm'],
    ['Ann Oak', 'Bea Elm'],
    ['Ann Oak', 'Bea Elm'],
  ]);
  expect(['names.txt', 'authors.c', 'AUTHORS/x.txt'].map(namesIn)).toEqual([[], [], []]);
});
