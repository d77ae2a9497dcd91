import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../errors.ts';
import { DataRefused, IssueList } from '../document.ts';
import { readInThread, readSent } from './index.ts';
import { READINGS } from './readings.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-reading-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const READER = new URL('../../curations/read-files.ts', import.meta.url).href;

const bytesOf = (document: unknown) => new TextEncoder().encode(JSON.stringify(document)).buffer;

function openVex(statements: number) {
  return {
    ...{ '@context': 'https://openvex.dev/ns/v0.2.0', '@id': 'https://example.org/vex', author: 'A', version: 1 },
    timestamp: '2026-01-01T00:00:00Z',
    statements: Array.from({ length: statements }, (_, at) => ({
      vulnerability: { name: `CVE-2024-${at}` },
      products: [{ '@id': `pkg:npm/p${at}@1.0.0` }],
      status: 'not_affected',
      justification: 'component_not_present',
    })),
  };
}

/** A few components with very many edges between them. */
function cycloneDx(components: number, edgesOfEach: number) {
  const refs = Array.from({ length: components }, (_, at) => `pkg:npm/p${at}@1.0.0`);
  return {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    components: refs.map((purl, at) => ({ type: 'library', name: `p${at}`, version: '1.0.0', purl, 'bom-ref': purl })),
    dependencies: refs.map((ref) => ({
      ref,
      dependsOn: Array.from({ length: edgesOfEach }, (_, at) => refs[at % components]),
    })),
  };
}

/** The longest time in which this thread answered nobody, and the time of the whole work. */
async function longestStop(work: () => Promise<unknown>): Promise<{ stopMs: number; wholeMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // It measures from its first turn on.
  await new Promise((resolve) => setTimeout(resolve, 5));
  const begunAt = performance.now();
  await work();
  const wholeMs = performance.now() - begunAt;
  // The histogram sees a delay when it is over.
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  return { stopMs: delay.max / 1e6, wholeMs };
}

describe('readSent', () => {
  // Tests before this one in the same process may have left a thread that rests: it is ended in the middle of a large document.
  beforeAll(async () => {
    const file = join(root, 'large.json');
    writeFileSync(file, JSON.stringify(cycloneDx(50_000, 1)));
    const task = { kind: 'sbom', file, name: 'large.json', isStrict: false, temporaryFolder: root } as const;
    const ended = new AbortController();
    const reading = readInThread(task, new IssueList(), { signal: ended.signal });
    setImmediate(() => ended.abort());
    await expect(reading).rejects.toBeDefined();
  });

  const document = Buffer.from(JSON.stringify(cycloneDx(2, 1)));
  // A small file may unpack to much, and a strict reading compiles a schema first.
  it.each([
    ['a small document here', document, 'bom.json', false, 0],
    ['a small packed one in a thread', gzipSync(document), 'bom.json.gz', false, 1],
    ['a small one strictly in a thread', document, 'bom.json', true, 1],
  ])('reads %s', async (_what, content, name, isStrict, threads) => {
    const file = join(root, name);
    writeFileSync(file, content);
    let begun = 0;
    const count = () => void begun++;
    process.on('worker', count);
    try {
      const task = { kind: 'sbom', file, name, isStrict, temporaryFolder: root } as const;
      expect((await readSent(task, new IssueList())).parts).toHaveLength(2);
    } finally {
      process.off('worker', count);
    }
    // A thread that rests takes the next document.
    expect(begun > 0 || (threads === 1 && isResting)).toBe(threads === 1);
    isResting ||= begun > 0;
  });
  let isResting = false;
});

describe('readInThread', () => {
  it('gives the same as reading here, with the digest of the bytes', async () => {
    const document = openVex(450);
    const here = await READINGS.vex.read({ kind: 'vex', bytes: bytesOf(document) }, new IssueList());
    expect(await readInThread({ kind: 'vex', bytes: bytesOf(document) }, new IssueList())).toEqual(here);
    expect([here.statements.length, here.sha256.length]).toEqual([450, 64]);
  });

  it('gives the issues, and empty lists where there is nothing', async () => {
    const document = { ...openVex(0), statements: [{ status: 'not_affected' }] };
    const [here, there] = [new IssueList(), new IssueList()];
    await READINGS.vex.read({ kind: 'vex', bytes: bytesOf(document) }, here);
    const read = await readInThread({ kind: 'vex', bytes: bytesOf(document) }, there);
    expect([read.statements, there.all()]).toEqual([[], here.all()]);
    expect(there.count).toBeGreaterThan(0);
  });

  it.each([2, 3000])('reads an advisory file of %i records in the thread as here', async (count) => {
    const records = Array.from({ length: count }, (_, at) => ({
      id: `A-${at}`,
      modified: '2026-01-01T00:00:00Z',
      affected: [],
    }));
    const text = records.map((record) => JSON.stringify(record)).join('\n');
    const task = () =>
      ({ kind: 'advisories', path: 'all.jsonl', bytes: new TextEncoder().encode(text).buffer }) as const;
    const here = await READINGS.advisories.read(task());
    const there = await readInThread(task(), new IssueList());
    expect([there.findings.length, there.issues.length]).toEqual([count, here.issues.length]);
    expect(there).toEqual(here);
  });

  it('tells how many files of curated facts it has read, and reads the next archive with the same thread', async () => {
    const folder = mkdtempSync(join(root, 'facts-'));
    for (let at = 0; at < 250; at++)
      writeFileSync(
        join(folder, `${at}.yml`),
        `- id: "NPM::p${at}:"\n  curations: {concluded_license: ${at === 9 ? 'M I T' : 'MIT'}}\n`,
      );
    for (let round = 0; round < 2; round++) {
      const told: number[] = [];
      const read = await readInThread(
        { kind: 'curations', file: folder, temporaryFolder: root, reader: READER },
        new IssueList(),
        {
          onProgress: (done) => told.push(done),
        },
      );
      expect([read.files, read.facts.length, read.issues.length, read.problem]).toEqual([250, 249, 1, '']);
      expect(told).toEqual([200]);
    }
  });

  it('refuses what is no such document with its sentence, and reads the next one', async () => {
    for (const text of ['{"a":', '[]', '{"spdxVersion":"SPDX-2.3"}']) {
      const reading = readInThread({ kind: 'vex', bytes: new TextEncoder().encode(text).buffer }, new IssueList());
      await expect(reading).rejects.toThrow(DataRefused);
    }
    const read = await readInThread({ kind: 'vex', bytes: bytesOf(openVex(1)) }, new IssueList());
    expect(read.statements).toHaveLength(1);
  });

  it('refuses what needs more memory than a thread has, as input that a job tells people of', async () => {
    const thrown = "Object.assign(new Error('heap'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })";
    const reader = `data:text/javascript,export async function readCurationFiles() { throw ${thrown}; }`;
    const task = { kind: 'curations', file: '/nowhere', temporaryFolder: '/nowhere', reader } as const;
    const error = await readInThread(task, new IssueList()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'badRequest', message: expect.stringContaining('too many values') });
  });

  it('ends with its sender', async () => {
    const gone = new AbortController();
    const reading = readInThread({ kind: 'vex', bytes: bytesOf(openVex(20_000)) }, new IssueList(), {
      signal: gone.signal,
    });
    gone.abort();
    await expect(reading).rejects.toThrow('aborted');
  });

  it('stops this thread a small part of the time that the same work takes here', { timeout: 240_000 }, async () => {
    const vex = openVex(20_000);
    const file = join(root, 'bom.json');
    writeFileSync(file, JSON.stringify(cycloneDx(2, 600_000)));
    for (const task of [
      () => ({ kind: 'vex', bytes: bytesOf(vex) }) as const,
      () => ({ kind: 'foreign', file, format: undefined }) as const,
    ]) {
      const [forHere, forThread] = [task(), task()];
      const here = await longestStop(() => READINGS[forHere.kind].read(forHere as never, new IssueList()));
      const thread = await longestStop(() => readInThread(forThread, new IssueList()));
      expect({ kind: forHere.kind, isShort: thread.stopMs < here.stopMs / 2 }).toEqual({
        kind: forHere.kind,
        isShort: true,
      });
    }
  });
});
