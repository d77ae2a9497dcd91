import { expect, it } from 'vitest';
import { checkPackages, type NamedItem } from './check.ts';
import { createHeldCount } from './held.ts';
import { readAdvisories } from './readers.ts';

function items(...records: object[]): NamedItem[] {
  return records.flatMap((record) => {
    const { findings } = readAdvisories('a.json', Buffer.from(JSON.stringify(record)));
    return findings.map((item) => ({ source: 'osv', item }));
  });
}

function record(id: string, ecosystem: string, name: string, more: object = {}): object {
  const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0.0' }] }];
  return { schema_version: '1', id, affected: [{ package: { ecosystem, name }, ranges }], ...more };
}

it('counts records by ecosystem and release, with the newest of their dates', () => {
  const held = createHeldCount(new Set(['npm a', 'npm c']));
  for (const { source, item } of items(
    record('A-1', 'npm', 'a', { modified: '2024-01-01T00:00:00Z' }),
    record('A-2', 'npm', 'b', { published: '2025-01-01T00:00:00Z' }),
    record('A-3', 'Debian:11', 'a', { modified: '2023-01-01T00:00:00Z' }),
    record('A-4', 'Debian:12', 'a'),
  ))
    held.add(source, item);
  expect(held.finish()).toEqual({
    parts: [
      { source: 'osv', type: 'npm', distribution: '', release: '', records: 2, newest: '2025-01-01T00:00:00.000Z' },
      {
        source: 'osv',
        type: 'deb',
        distribution: 'debian',
        release: '11',
        records: 1,
        newest: '2023-01-01T00:00:00.000Z',
      },
      { source: 'osv', type: 'deb', distribution: 'debian', release: '12', records: 1, newest: null },
    ],
    names: new Set(['npm a']),
  });
});

it('records of malware and withdrawn ones say nothing of other packages', async () => {
  const all = items(
    record('MAL-2026-1', 'npm', 'evil'),
    record('GHSA-1', 'npm', 'a', { withdrawn: '2026-01-01T00:00:00Z' }),
  );
  const { coverage, vulnerabilities } = await checkPackages(
    ['pkg:npm/a@2.0.0', 'pkg:npm/evil@0.1.0'],
    async function* () {
      yield* all;
    },
  );
  expect(coverage.get('pkg:npm/a@2.0.0')).toMatchObject({ state: 'not-compared', reason: 'ecosystem' });
  expect(vulnerabilities).toMatchObject([{ name: 'MAL-2026-1', purl: 'pkg:npm/evil@0.1.0', outcome: 'affected' }]);
});
