import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileFacts } from '../findings.ts';
import { inPathOrder, type OrderedItem } from './spool.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-spool-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const file = (path: string, sizeBytes = 0): OrderedItem => ({ type: 'file', path, facts: { sizeBytes } as FileFacts });
const issue = (path: string, message = ''): OrderedItem => ({
  type: 'issue',
  issue: { code: 'odd-name', path, message },
});

async function* feed(items: OrderedItem[]): AsyncGenerator<OrderedItem[], void> {
  yield* items.map((item) => [item]);
}

const ordered = async (items: OrderedItem[]) => (await Array.fromAsync(inPathOrder(feed(items), folder))).flat();

describe('inPathOrder', () => {
  it.each([
    ['nothing', [], []],
    [
      'paths by code units',
      [file('b'), file('a/b'), file('ä'), file('a-b'), file('B')],
      [file('B'), file('a-b'), file('a/b'), file('b'), file('ä')],
    ],
    [
      'an issue after its file',
      [issue('a', '1'), issue('a', '2'), file('b'), file('a'), issue('')],
      [issue(''), file('a'), issue('a', '1'), issue('a', '2'), file('b')],
    ],
    ['the last of two files of one path', [file('a', 1), file('b'), file('a', 2)], [file('a', 2), file('b')]],
  ])('%s', async (_, items, expected) => {
    expect(await ordered(items)).toEqual(expected);
  });

  it('keeps more items than its buffer holds', async () => {
    const paths = Array.from({ length: 20_000 }, (_, index) => `folder-${(index * 7919) % 20_011}/${'x'.repeat(60)}ö`);
    const items = await ordered(paths.map((path) => file(path)));
    expect(items).toEqual([...paths].sort().map((path) => file(path)));
  });

  it('leaves nothing behind, also when the reader or the source stops early', async () => {
    for await (const _ of inPathOrder(feed([file('a'), file('b')]), folder)) break;
    async function* failing(): AsyncGenerator<OrderedItem[], void> {
      yield [file('a')];
      throw new Error('no more');
    }
    await expect(Array.fromAsync(inPathOrder(failing(), folder))).rejects.toThrow('no more');
    expect(readdirSync(folder)).toEqual([]);
  });
});
