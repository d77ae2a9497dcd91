// The address after the sign-in is always one of this page, whoever wrote the link.
import { expect, it } from 'vitest';
import { readSignInSearch } from './search.ts';

it.each<[unknown, string | undefined]>([
  ['/projects/5/inventory?item=3', '/projects/5/inventory?item=3'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['https://evil.example', undefined],
  ['/login?next=/login', undefined],
  ['', undefined],
  [7, undefined],
  [undefined, undefined],
])('after signing in with next=%o: %o', (next, address) =>
  expect(readSignInSearch({ next })).toEqual({ next: address }),
);
