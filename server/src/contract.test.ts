// The interface document against the route table, both ways: every operation of the document is a route, and every other route is
// declared as an extra of ours.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_ROUTES } from './routes.ts';

const DOCUMENT = new URL('../../docs/rest-interface.md', import.meta.url);

/**
 * Operations whose machinery comes later: they check rights and input, keep what they can, and answer 501 for the rest. The two of reports
 * do so for custom reports only. This list only shrinks.
 */
const ANSWER_501 = [
  'POST /importer/importProjectData',
  'POST /jobs/sbomexport/{}',
  'POST /projects/{}/import',
  'POST /projects/{}/importSbom',
  'POST /projects/{}/reports/{}/generate',
  'POST /scmInstances',
  'GET /project/generateReport',
].sort();
/** Operations that are built, and answer 501 while an administrator has not set up what they need. */
const ANSWER_501_UNTIL_SET_UP = ['POST /ldap/sync'];

/** The rows of the document's tables that begin with a method and a path. */
function operationsOfDocument(): string[] {
  const rows = readFileSync(DOCUMENT, 'utf8').matchAll(/^\| (GET|POST|PUT|PATCH|DELETE) \| (\/\S+) \|/gm);
  return [...rows].map(([, method, path]) => operation(method, path));
}

/** Names of path parameters do not tell two operations apart. */
function operation(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
}

const inDocument = operationsOfDocument();
const inRoutes = ALL_ROUTES.map((route) => operation(route.method, route.path));

test('the document has 111 operations', () => {
  expect(new Set(inDocument).size).toBe(111);
});

test('every operation of the document is a route', () => {
  expect(inDocument.filter((one) => !inRoutes.includes(one))).toEqual([]);
});

test('the operations that answer 501 are those listed', () => {
  const found = ALL_ROUTES.filter((route) => route.responses[501]).map((route) => operation(route.method, route.path));
  expect(found.sort()).toEqual([...ANSWER_501, ...ANSWER_501_UNTIL_SET_UP].sort());
});

test('every route is in the document or is declared an extra of ours', () => {
  const undeclared = ALL_ROUTES.filter(
    (route) => !route.isExtra && !inDocument.includes(operation(route.method, route.path)),
  );
  expect(undeclared.map((route) => route.id)).toEqual([]);
  const needless = ALL_ROUTES.filter(
    (route) => route.isExtra && inDocument.includes(operation(route.method, route.path)),
  );
  expect(needless.map((route) => route.id)).toEqual([]);
});
