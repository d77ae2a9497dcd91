// Each operation has a screen, or a reason why it has none. What the page calls is read from its sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMPOSED, WITHOUT_SCREEN } from './without-screen.ts';

const SOURCES = join(import.meta.dirname, '..');
const DESCRIPTION = join(import.meta.dirname, '../../../docs/openapi.json');

/** `GET /projects/{}`: names of parameters and queries do not matter. */
function keyOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replaceAll(/\$\{[^}]*\}|\{\w+\}/g, '{}').replace(/\?.*$/, '')}`;
}

function callsIn(text: string): string[] {
  const typed = [...text.matchAll(/\bapi\.(GET|POST|PUT|DELETE|PATCH)\(\s*['`]([^'`]+)['`]/g)];
  const sent = [...text.matchAll(/\bsendFile(?:<[^>]*>)?\(\s*['`]([^'`]+)['`]/g)];
  const addresses = [...text.matchAll(/(?:open\('(\w+)',\s*)?`\$\{API_ROOT\}([^`]+)`([^;]{0,80})/g)];
  return [
    ...typed.map(([, method = '', path = '']) => keyOf(method, path)),
    ...sent.map(([, path = '']) => keyOf('POST', path)),
    ...addresses.map(([, opened, path = '', next = '']) =>
      keyOf(opened ?? /method: '(\w+)'/.exec(next)?.[1] ?? 'GET', path),
    ),
  ];
}

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|\.d\.ts$|^testing\//.test(name));
const called = new Set(files.flatMap((name) => callsIn(readFileSync(join(SOURCES, name), 'utf8'))));

const { paths } = JSON.parse(readFileSync(DESCRIPTION, 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string }>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ id: operationId, key: keyOf(method, path) })),
);

it('reads the calls of all forms', () => {
  expect(
    callsIn(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a source
      "api.GET('/a/{id}', {}); api.DELETE(\n  '/b'); sendFile<X>(`/c/${id}/d?x=${y}`, file); fetch(`${API_ROOT}/e`, { method: 'POST' }); request.open('PUT', `${API_ROOT}/f?${q}`); const h = `${API_ROOT}/g/${i}`;",
    ),
  ).toEqual(['GET /a/{}', 'DELETE /b', 'POST /c/{}/d', 'POST /e', 'PUT /f', 'GET /g/{}']);
  expect(called.size).toBeGreaterThan(250);
});

it('each operation has a screen, or stands in the list with a reason', () => {
  const without = operations.filter(({ id, key }) => !called.has(key) && !(id in COMPOSED)).map(({ id }) => id);
  expect(Object.keys(WITHOUT_SCREEN).sort()).toEqual(without.sort());
});

it('addresses that are put together are in the sources that the list names', () => {
  for (const [id, [file, words]] of Object.entries(COMPOSED)) {
    expect(operations.map((one) => one.id)).toContain(id);
    expect(readFileSync(join(SOURCES, file), 'utf8')).toContain(words);
  }
});
