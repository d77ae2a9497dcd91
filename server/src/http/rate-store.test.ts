import { expect, it } from 'vitest';
import { RateStore } from './rate-store.ts';

const MINUTE = 60_000;

function counted(store: RateStore, key: string) {
  let answer: unknown;
  store.incr(
    key,
    (_error, found) => {
      answer = found;
    },
    MINUTE,
  );
  return answer;
}

it('counts the calls of each caller in a window, and begins again after it', () => {
  let now = 1000;
  const store = new RateStore(undefined, () => now);
  expect(counted(store, 'a')).toEqual({ current: 1, ttl: MINUTE });
  now += 10_000;
  expect(counted(store, 'a')).toEqual({ current: 2, ttl: 50_000 });
  expect(counted(store, 'b')).toEqual({ current: 1, ttl: MINUTE });
  expect(counted(store.child(), 'a')).toEqual({ current: 1, ttl: MINUTE });
  now += 50_000;
  expect(counted(store, 'a')).toEqual({ current: 1, ttl: MINUTE });
});

it('forgets the callers who came first when there are too many', () => {
  const store = new RateStore(undefined, () => 0);
  for (let at = 0; at <= 5000; at++) counted(store, `caller ${at}`);
  expect(counted(store, 'caller 5000')).toMatchObject({ current: 2 });
  expect(counted(store, 'caller 0')).toMatchObject({ current: 1 });
});
