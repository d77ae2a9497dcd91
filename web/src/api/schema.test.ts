// Fails if the committed types differ from the OpenAPI description. Run `npm run -w web types` to update them.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshLists, freshTypes, LISTS_FILE, TYPES_FILE } from '../../api-types.ts';

it('schema.d.ts is fresh', async () => {
  const committed = readFileSync(TYPES_FILE, 'utf8');
  expect(committed === (await freshTypes()), 'Run `npm run -w web types`.').toBe(true);
});

it('described.ts is fresh', () => {
  expect(readFileSync(LISTS_FILE, 'utf8') === freshLists(), 'Run `npm run -w web types`.').toBe(true);
});
