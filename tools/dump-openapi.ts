// Writes docs/openapi.json from the route values: `npm run openapi`. A test compares the committed file with a fresh one.
import { readFileSync, writeFileSync } from 'node:fs';
import { describeApi } from '../server/src/http/openapi.ts';
import { ALL_ROUTES } from '../server/src/routes.ts';

export const OPENAPI_FILE = new URL('../docs/openapi.json', import.meta.url);

export function freshOpenApi(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return `${JSON.stringify(describeApi(ALL_ROUTES, version), null, 1)}\n`;
}

if (import.meta.main) writeFileSync(OPENAPI_FILE, freshOpenApi());
