import { describe, expect, it } from 'vitest';
import { reachedScopes, type ScopedStep } from './dependency-scopes.ts';

const steps: Readonly<Record<string, ScopedStep[]>> = {
  a: [
    { key: 'b', scope: 'runtime' },
    { key: 'o', scope: 'optional' },
  ],
  b: [{ key: 'a', scope: 'runtime' }],
  d: [
    { key: 'b', scope: 'runtime' },
    { key: 'e', scope: 'optional' },
  ],
  o: [{ key: 'p', scope: 'runtime' }],
};

describe('reachedScopes', () => {
  it('gives each key the strongest of its paths, a path is as weak as its weakest step, and circles end', () =>
    expect([
      ...reachedScopes(
        [
          { key: 'd', scope: 'development' },
          { key: 'a', scope: 'runtime' },
          { key: 'p', scope: 'test' },
        ],
        (key) => steps[key] ?? [],
      ),
    ]).toEqual([
      ['a', 'runtime'],
      ['b', 'runtime'],
      ['o', 'optional'],
      ['p', 'optional'],
      ['d', 'development'],
      ['e', 'development'],
    ]));

  it('a chain of 100,000', () => {
    const chain = reachedScopes([{ key: '0', scope: 'runtime' }], (key) =>
      Number(key) < 100_000 ? [{ key: `${Number(key) + 1}`, scope: 'runtime' }] : [],
    );
    expect(chain.size).toBe(100_001);
  });
});
