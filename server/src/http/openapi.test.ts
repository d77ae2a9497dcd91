// The committed description of the API is what the routes say today.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freshOpenApi, OPENAPI_FILE } from '../../../tools/dump-openapi.ts';
import { ALL_ROUTES } from '../routes.ts';

test('docs/openapi.json is fresh (npm run openapi)', () => {
  expect(readFileSync(OPENAPI_FILE, 'utf8')).toBe(freshOpenApi());
});

test('operation ids and (method, path) pairs are distinct', () => {
  const ids = ALL_ROUTES.map((route) => route.id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const pairs = ALL_ROUTES.flatMap((route) =>
    [route.path, ...route.aliases].map((path) => `${route.method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
  );
  expect(pairs.filter((pair, index) => pairs.indexOf(pair) !== index)).toEqual([]);
});
