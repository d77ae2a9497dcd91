// Results that wait for the end of a scan: in memory or in the spool, the results and their order are the same.
import { expect, it } from 'vitest';
import { createAnalyzer } from '../analyze/index.ts';
import { loadLicenseIndex } from '../licenses/index.ts';
import { withReferencesFollowed } from './followed.ts';
import type { OrderedItem } from './spool.ts';

const analyzer = createAnalyzer({ licenseIndex: loadLicenseIndex(), timeLimitMs: 60_000 });

function file(path: string, text: string): OrderedItem {
  const bytes = Buffer.from(text);
  return { type: 'file', path, facts: analyzer.analyze(bytes, '').findings };
}

const items: OrderedItem[] = [
  file('a.c', 'int a;\n'),
  file('b.c', '// See the file COPYING for the license.\n'),
  file('c.c', '// SPDX-License-Identifier: Apache-2.0\n'),
  { type: 'issue', issue: { code: 'odd-name', path: 'd', message: 'A name.' } },
  file('e.c', '// see the file COPYING for the license\n'),
  file('f/COPYING', 'SPDX-License-Identifier: MIT\n'),
  file('f/g.c', '// See the file COPYING for the license.\n'),
  file('z/COPYING', 'SPDX-License-Identifier: ISC\n'),
];

async function follow(mostBytesHeld: number | undefined): Promise<OrderedItem[]> {
  const source = async function* () {
    yield* structuredClone(items).map((item) => [item]);
  };
  return (await Array.fromAsync(withReferencesFollowed(source(), undefined, mostBytesHeld))).flat();
}

it.each([0, 1, 3000])('gives the same with a limit of %i bytes in memory as without', async (mostBytesHeld) => {
  const inMemory = await follow(undefined);
  expect(await follow(mostBytesHeld)).toEqual(inMemory);
  expect(inMemory.map((item) => (item.type === 'file' ? item.path : item.type))).toEqual(
    items.map((item) => (item.type === 'file' ? item.path : item.type)),
  );
  const spdx = inMemory.flatMap((item) => (item.type === 'file' && item.path === 'f/g.c' ? item.facts.spdx : []));
  expect(spdx).toEqual(['MIT']);
});

it('does not change the results that it was given', async () => {
  const given = structuredClone(items);
  const source = async function* () {
    yield given;
  };
  await Array.fromAsync(withReferencesFollowed(source()));
  expect(given).toEqual(items);
});
