// The committed types equal what the server's description gives; mend with `npm run -w web types`.
import { readFileSync } from 'node:fs';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { expect, it } from 'vitest';

it('schema.d.ts is fresh', async () => {
  const fresh = COMMENT_HEADER + astToString(await openapiTS(new URL('../../../docs/openapi.json', import.meta.url)));
  const committed = readFileSync(new URL('schema.d.ts', import.meta.url), 'utf8');
  expect(committed === fresh, 'Run `npm run -w web types`.').toBe(true);
});
