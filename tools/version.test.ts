// A release has one version. It stands in each package.json, in the lock file and on top of CHANGELOG.md; everything else reads it from there.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const WORKSPACES = ['scanner', 'server', 'web'];
const { version } = jsonOf('package.json');
const lock = jsonOf('package-lock.json');

test.each(WORKSPACES)('%s has the version of the release', (workspace) => {
  expect(jsonOf(`${workspace}/package.json`).version).toBe(version);
  expect(lock.packages[workspace].version).toBe(version);
});

test('the server needs the scanner of its own version, in the lock file too', () => {
  expect(jsonOf('server/package.json').dependencies['@assay/scanner']).toBe(version);
  expect(lock.packages.server.dependencies['@assay/scanner']).toBe(version);
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
});

test('CHANGELOG.md begins with this version, or with unreleased changes', () => {
  const headings = [...textOf('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const released = headings.filter((heading) => heading !== 'Unreleased');
  expect(headings.indexOf('Unreleased')).toBeLessThanOrEqual(0);
  expect(released[0]).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')}, \\d{4}-\\d\\d-\\d\\d$`));
});

// biome-ignore lint/suspicious/noExplicitAny: a file of npm, whose members the tests name
function jsonOf(path: string): any {
  return JSON.parse(textOf(path));
}

function textOf(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
}
