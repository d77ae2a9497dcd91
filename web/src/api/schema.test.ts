// The committed types equal what the server's description gives; mend with `npm run -w web types`.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshTypes, TYPES_FILE } from '../../api-types.ts';

it('schema.d.ts is fresh', async () => {
  const committed = readFileSync(TYPES_FILE, 'utf8');
  expect(committed === (await freshTypes()), 'Run `npm run -w web types`.').toBe(true);
});
