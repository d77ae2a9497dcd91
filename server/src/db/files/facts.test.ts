// Which facts remain when two analyses have written about the same content.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { copyFacts, type FactsRow, INCOMPLETE_VERSION } from './facts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'));
});
afterAll(() => database.drop());

const inForce = { analyzerVersion: 'in force', exceptDocuments: 'but for documents' };

async function newContent(): Promise<string> {
  const sha256 = randomBytes(32);
  await database.pool.query(
    `insert into blobs (sha256, md5, sha1, size_bytes, segment, block_offset, location) values ($1, '', '', 1, '', 0, '{}')`,
    [sha256],
  );
  return sha256.toString('hex');
}

const row = (sha256: string, analyzerVersion: string, kind: string, spdx: string[]): FactsRow => ({
  sha256,
  hint: '',
  analyzerVersion,
  facts: Buffer.from('{}'),
  issues: [],
  language: '',
  kind,
  lineCount: 0,
  spdx,
  hasPackages: false,
  hasEvidence: false,
  hasReferences: false,
});

async function whichStays([stored, kind]: string[], [written]: string[], replaceAll: boolean): Promise<string> {
  const sha256 = await newContent();
  const write = (version: string, spdx: string, options: Omit<Parameters<typeof copyFacts>[2], 'beforeCommit'>) =>
    copyFacts(database.pool, [row(sha256, version, kind!, [spdx])], {
      ...options,
      beforeCommit: async () => undefined,
    });
  await write(stored!, 'stored', { replaceAll, inForce: { analyzerVersion: stored!, exceptDocuments: '' } });
  await write(written!, 'written', { replaceAll, inForce });
  const { rows } = await database.pool.query('select spdx from facts where sha256 = $1', [Buffer.from(sha256, 'hex')]);
  return rows[0].spdx[0];
}

describe.each([
  { stored: ['older', 'text'], written: ['in force'], stays: 'written', whenForced: 'written' },
  { stored: ['older', 'text'], written: ['old'], stays: 'written', whenForced: 'written' },
  { stored: ['older', 'text'], written: ['older'], stays: 'stored', whenForced: 'written' },
  { stored: ['in force', 'text'], written: ['in force'], stays: 'stored', whenForced: 'written' },
  { stored: ['in force', 'text'], written: ['older'], stays: 'stored', whenForced: 'stored' },
  { stored: ['in force', 'text'], written: [INCOMPLETE_VERSION], stays: 'stored', whenForced: 'stored' },
  { stored: [INCOMPLETE_VERSION, 'text'], written: ['older'], stays: 'written', whenForced: 'written' },
  { stored: ['but for documents', 'text'], written: ['older'], stays: 'stored', whenForced: 'stored' },
  { stored: ['but for documents', 'document'], written: ['older'], stays: 'written', whenForced: 'written' },
  { stored: ['in force', 'document'], written: ['but for documents'], stays: 'stored', whenForced: 'stored' },
])('$stored before $written', ({ stored, written, stays, whenForced }) => {
  it(`keeps what was ${stays}, and with a full replacement what was ${whenForced}`, async () => {
    expect(await whichStays(stored, written, false)).toBe(stays);
    expect(await whichStays(stored, written, true)).toBe(whenForced);
  });
});

it('writes nothing if it fails before its end', async () => {
  const sha256 = await newContent();
  const refused = copyFacts(database.pool, [row(sha256, 'older', 'text', [])], {
    replaceAll: false,
    inForce,
    beforeCommit: () => Promise.reject(new Error('overtaken')),
  });
  await expect(refused).rejects.toThrow('overtaken');
  const { rows } = await database.pool.query('select 1 from facts where sha256 = $1', [Buffer.from(sha256, 'hex')]);
  expect(rows).toEqual([]);
});

it('stores every column unchanged, however large the facts are', async () => {
  const sha256 = await newContent();
  const facts = {
    text: 'tab\t, line\n, \\ and "Ünïcode" \u{1f600}',
    list: Array.from({ length: 40_000 }, (_, i) => `entry ${i}`),
  };
  const evidence = { text: '0a'.repeat(16), evidence: 'ff'.repeat(16), sketch: 'AQIDBA==' };
  const given: FactsRow = {
    ...row(sha256, 'in force', 'text', ['MIT', 'A "quoted" \\ one', '']),
    hint: 'C|x',
    facts: Buffer.from(JSON.stringify(facts)),
    issues: [{ code: 'odd', message: 'NUL \0 and half a pair \ud83d' }],
    language: 'C++',
    lineCount: 2 ** 40,
    hasPackages: true,
    hasReferences: true,
    evidence,
  };
  const others = [
    row(await newContent(), 'in force', 'binary', []),
    row(await newContent(), 'in force', 'text', ['ISC']),
  ];
  await copyFacts(database.pool, [others[0]!, given, others[1]!], {
    replaceAll: false,
    inForce,
    beforeCommit: async () => undefined,
  });
  const { rows } = await database.pool.query('select * from facts where sha256 = $1', [Buffer.from(sha256, 'hex')]);
  const { analyzed_at, ...stored } = rows[0];
  expect(stored).toEqual({
    sha256: Buffer.from(sha256, 'hex'),
    hint: 'C|x',
    analyzer_version: 'in force',
    facts,
    issues: [{ code: 'odd', message: 'NUL \ufffd and half a pair \ufffd' }],
    language: 'C++',
    kind: 'text',
    line_count: 2 ** 40,
    spdx: ['MIT', 'A "quoted" \\ one', ''],
    mentioned: [],
    has_packages: true,
    has_evidence: false,
    has_references: true,
    text_digest: Buffer.from(evidence.text, 'hex'),
    evidence_digest: Buffer.from(evidence.evidence, 'hex'),
    sketch: Buffer.from(evidence.sketch, 'base64'),
  });
  const digests = others.map((one) => Buffer.from(one.sha256, 'hex'));
  const beside = await database.pool.query('select spdx, sketch from facts where sha256 = any($1) order by spdx', [
    digests,
  ]);
  expect(beside.rows).toEqual([
    { spdx: [], sketch: null },
    { spdx: ['ISC'], sketch: null },
  ]);
});
