// Writes docs/openapi.json from the route values and the examples of docs/api-examples.json: `npm run openapi`. A test compares the committed file with a fresh one.
import { readFileSync, writeFileSync } from 'node:fs';
import { type ApiExamples, describeApi } from '../server/src/http/openapi.ts';
import { ALL_ROUTES } from '../server/src/routes.ts';

export const OPENAPI_FILE = new URL('../docs/openapi.json', import.meta.url);

export function freshOpenApi(): string {
  const { version } = readJson('../package.json') as { version: string };
  const examples = readJson('../docs/api-examples.json') as ApiExamples;
  return `${JSON.stringify(describeApi(ALL_ROUTES, version, examples), null, 1)}\n`;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

if (import.meta.main) writeFileSync(OPENAPI_FILE, freshOpenApi());
